"""The pages: what a browser is shown, made of table views alone; none asks the service."""
