"""The pages: what a browser is shown, made of table_views and nothing else; none asks the service."""
