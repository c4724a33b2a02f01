"""Errors of the interactive service, beside those of the library."""

from __future__ import annotations

from kibitz.base import errors
from kibitz.base.errors import KibitzError


class BadRequest(KibitzError):
    """A message or request that is not as it should be."""


class Busy(KibitzError):
    """The server has too much to do already."""


class TooMany(KibitzError):
    """More than one client may have."""


class NotFound(KibitzError):
    """What was asked for is not there."""


class Forbidden(KibitzError):
    """Something that this server does not do for this client."""


class Died(KibitzError):
    """Code that is not ours did not end well."""


class Trouble(KibitzError):
    """A mistake of ours."""


def error_named(kind: str, message: str) -> KibitzError:
    """Return the error of that class name, raised in another process."""
    return _NAMED.get(kind, KibitzError)(message)


_NAMED: dict[str, type[KibitzError]] = {
    name: found
    for name, found in {**vars(errors), **globals()}.items()
    if isinstance(found, type) and issubclass(found, KibitzError)
}
