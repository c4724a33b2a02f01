"""The web server of Kibitz for one machine, and its page."""
