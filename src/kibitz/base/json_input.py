"""Parsing of untrusted JSON, with a limit on nesting, which would exhaust the stack in a browser."""

from __future__ import annotations

import json
import re
from typing import Any

#: Maximum nesting of arrays and objects; Kibitz's own have a handful.
DEEPEST = 64
_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)


def parse_json(data: str | bytes) -> Any:
    """Parse JSON; ValueError if it is not JSON, or is nested too deeply."""
    text = data if isinstance(data, str) else data.decode(json.detect_encoding(data), "surrogatepass")
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise ValueError(f"it is nested more than {DEEPEST} deep")
    return json.loads(text)


def _depth(text: str) -> int:
    """Return the nesting depth of brackets outside strings, or an estimate for invalid JSON."""
    depth = deepest = 0
    for found in _TEXT_OR_BRACKET.finditer(text):
        if found[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif found[0] in "]}":
            depth -= 1
    return deepest
