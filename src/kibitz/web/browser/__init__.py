"""Kibitz as static files for any host: the service runs in the visitor's browser."""
