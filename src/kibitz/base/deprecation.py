"""Deprecated aliases of names that changed."""

from __future__ import annotations

import warnings
from typing import Any


class Renamed:
    """A deprecated alias of another attribute, method or property of the same class.

    `old = Renamed("new")` in a class body. It warns on instances only, so that tools may list a class.
    """

    def __init__(self, new: str) -> None:
        self._new = new

    def __set_name__(self, owner: type, name: str) -> None:
        self._old = name

    def __get__(self, instance: object, owner: type) -> Any:
        if instance is None:
            return getattr(owner, self._new)
        message = f"{owner.__name__}.{self._old} is deprecated, use {self._new}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(instance, self._new)
