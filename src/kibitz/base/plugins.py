"""Objects named by text: references such as `package.module:name`, and entry points of installed packages."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from kibitz.base.errors import BadGame


def resolve(reference: str) -> Any:
    """Import the object that a reference such as `package.module:name` names."""
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(module), name)


def plugins(group: str) -> Iterator[tuple[str, object]]:
    """Yield name and object of every entry point in a group; BadGame if one can't be loaded."""
    from importlib.metadata import entry_points  # slow to import and rarely needed

    for point in entry_points(group=group):
        try:
            yield point.name.lower(), point.load()
        except Exception as error:
            where = point.dist.name if point.dist else point.value
            raise BadGame(f"{point.name} from the package {where} can't be loaded: {error}") from error
