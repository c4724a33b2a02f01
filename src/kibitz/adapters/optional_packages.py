"""Packages that need not be there."""

from __future__ import annotations

import importlib
from typing import Any

from kibitz.base.errors import BadOption


def need(module: str, package: str, extra: str) -> Any:
    """A module of a package, or a word on how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise BadOption(f"this needs the package {package} (pip install 'kibitz[{extra}]')") from None
