"""For the site: examples in docstrings (`>>>` up to an empty line) become blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=^\s*$|\Z)", re.MULTILINE | re.DOTALL)


class DocstringExamples(griffe.Extension):
    """Puts a fence around every example."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite what an object says of itself."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```\n", obj.docstring.value)
