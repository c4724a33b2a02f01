"""Errors of the interactive service, in addition to those of the library."""

from __future__ import annotations

from kibitz.base import errors
from kibitz.base.errors import KibitzError


class BadRequest(KibitzError):
    """An invalid message or request."""


class Busy(KibitzError):
    """The server is overloaded."""


class TooMany(KibitzError):
    """A client exceeded a limit."""


class NotFound(KibitzError):
    """The requested object does not exist."""


class Forbidden(KibitzError):
    """The client lacks permission."""


class Died(KibitzError):
    """Foreign code crashed or was killed."""


class Trouble(KibitzError):
    """An internal error."""


def error_named(kind: str, message: str) -> KibitzError:
    """Return the error of a class name from another process."""
    return _NAMED.get(kind, KibitzError)(message)


_NAMED: dict[str, type[KibitzError]] = {
    name: found
    for name, found in {**vars(errors), **globals()}.items()
    if isinstance(found, type) and issubclass(found, KibitzError)
}
