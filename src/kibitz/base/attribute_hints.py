"""Error messages for attributes that other libraries call differently."""

from __future__ import annotations

from collections.abc import Mapping


def missing_attribute(owner: object, name: str, hints: Mapping[str, str]) -> AttributeError:
    """Return the error for an attribute that an object does not have, with what to use instead if known."""
    hint = f"; use {hints[name]}" if name in hints else ""
    return AttributeError(
        f"{type(owner).__name__!r} object has no attribute {name!r}{hint}", name=name, obj=owner
    )
