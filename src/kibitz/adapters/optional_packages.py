"""Imports of optional packages."""

from __future__ import annotations

import importlib
from typing import Any

from kibitz.base.errors import BadOption


def need(module: str, package: str, extra: str) -> Any:
    """Import a module of an optional package, or raise an error that says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise BadOption(f"this needs the package {package} (pip install '.[{extra}]')") from None
