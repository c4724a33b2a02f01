"""Kibitz as a folder of files that any host can serve: the service runs in the visitor's browser."""
