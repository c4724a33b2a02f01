"""Names of things that are loaded when they are used."""

from __future__ import annotations

import importlib
from typing import Any


def resolve(reference: str) -> Any:
    """What a reference such as `package.module:name` stands for."""
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(module), name)
