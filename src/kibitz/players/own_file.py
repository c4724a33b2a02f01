"""What stands in a Python file under a name, for specs such as `my.py:MyPlayer`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.files.code_file import read_code
from kibitz.games.own_file import run_file
from kibitz.words.errors import BadOption

#: Up to an option of a player there may be no file: `negascout:eval=my.py:judge` begins with none.
_SPEC = re.compile(
    r"(?P<file>(?!\s*\w+\s*:\s*\w+\s*=).+?\.py)(?::(?P<name>[^\W\d]\w*)(?![\w=]))?(?::(?P<options>.*))?",
    re.DOTALL,
)


def is_file_spec(spec: str) -> bool:
    """Whether a spec names something in a Python file, which runs when it is loaded."""
    return file_of(spec) is not None


def file_of(spec: str) -> str | None:
    """The file that a spec names; None if it names none."""
    found = _SPEC.fullmatch(spec.strip()) if ".py" in spec else None
    return found["file"] if found else None


def options_of(spec: str) -> str:
    """What comes after the name in such a spec."""
    found = _SPEC.fullmatch(spec.strip())
    return (found["options"] or "") if found else ""


def from_file(spec: str, what: str, how: str, fits: Callable[[Any], bool]) -> tuple[Any, str, str]:
    """What a spec names, what to call it in specs, and the text of its options.

    `fits` tells it from everything else in the file; `what` and `how` say in
    words what that is, and how to define one. The file's code is run: load only
    what you trust.
    """
    found = _SPEC.fullmatch(spec.strip())
    assert found is not None
    path = Path(found["file"])
    module = run_file(path, read_code(path))
    own = own_things(module, fits)
    wanted = found["name"]
    if wanted is not None and fits(getattr(module, wanted, None)):
        own[wanted] = getattr(module, wanted)
    if not own:
        raise BadOption(f"{path}: has no {what}; define {how}")
    if wanted is None and len(own) > 1:
        raise BadOption(f"{path}: has several {what}s; say which: {path}:{next(iter(own))}")
    if wanted is not None and wanted not in own:
        raise BadOption(f"{path}: has no {what} {wanted} (it has {', '.join(own)})")
    name = wanted or next(iter(own))
    return own[name], f"{path}:{name}", found["options"] or ""


def own_things(module: ModuleType, fits: Callable[[Any], bool]) -> dict[str, Any]:
    """What a file defines of a kind; what it imports is not its own."""
    return {
        name: value
        for name, value in vars(module).items()
        if fits(value) and getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    }
