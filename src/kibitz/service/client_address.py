"""The address of the current client, for limits and fair scheduling."""

from __future__ import annotations

from contextvars import ContextVar

#: The client's address or network; empty for the server itself.
CLIENT: ContextVar[str] = ContextVar("kibitz-client", default="")
