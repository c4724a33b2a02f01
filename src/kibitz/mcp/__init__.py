"""The Model Context Protocol: Kibitz for assistants and agents.

A transport of the interactive service (`kibitz.service`). Only `server.py` imports the SDK, `mcp`.
"""
