"""Reading JSON from outside: nested too deeply, it exhausts the stack before Python notices in a browser."""

from __future__ import annotations

import json
import re
from typing import Any

#: Arrays and objects that may be inside each other; ours are inside at most a handful.
DEEPEST = 64
_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)


def parse_json(data: str | bytes) -> Any:
    """Parse JSON; ValueError if it is not JSON, or is nested too deeply."""
    text = data if isinstance(data, str) else data.decode(json.detect_encoding(data), "surrogatepass")
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise ValueError(f"it is nested more than {DEEPEST} deep")
    return json.loads(text)


def _depth(text: str) -> int:
    """Return how deep brackets outside of texts are nested, or seem to be where it is no JSON."""
    depth = deepest = 0
    for found in _TEXT_OR_BRACKET.finditer(text):
        if found[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif found[0] in "]}":
            depth -= 1
    return deepest
