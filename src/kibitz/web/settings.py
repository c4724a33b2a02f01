"""Deprecated alias of `kibitz.service.settings`."""

from __future__ import annotations

import warnings

from kibitz.service import settings


def __getattr__(name: str) -> type[settings.Settings]:
    if name != "Settings":
        raise AttributeError(name)
    warnings.warn("use kibitz.service.settings.Settings", DeprecationWarning, stacklevel=2)
    return settings.Settings
