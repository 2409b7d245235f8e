"""The pages: what a browser is shown, made of glimpses and nothing else; none asks the service."""
