"""Messages as text."""

from __future__ import annotations

import json
from typing import Any

#: One encoder for all: making one takes longer than a small message.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(message: dict[str, Any]) -> str:
    """A message as the shortest JSON."""
    text = _ENCODER.encode(message)
    # Half a pair of surrogates, in a game of one's own, can't be sent as it is; JSON has this escape for it.
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
