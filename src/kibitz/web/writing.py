"""Messages as text."""

from __future__ import annotations

import json
from typing import Any

#: One encoder for all: making one takes longer than a small message.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(message: dict[str, Any]) -> str:
    """A message as the shortest JSON."""
    return _ENCODER.encode(message)
