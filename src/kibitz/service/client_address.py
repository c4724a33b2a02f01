"""The client on whose behalf something is done, for limits and fairness."""

from __future__ import annotations

from contextvars import ContextVar

#: The client's address or network; empty for the server's own work.
CLIENT: ContextVar[str] = ContextVar("kibitz-client", default="")
