"""The browser's face of Kibitz: a server for one machine, and the page it serves."""
