"""The web: requests and answers, streams, limits. It asks the service and has pages made."""
