"""Names in Python files, for specs such as `my.py:MyPlayer`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.base.errors import BadOption
from kibitz.files.code_file import read_code
from kibitz.games.python_game.loader import run_file

#: A spec with an option before the file name doesn't start with a file: `negascout:eval=my.py:evaluate`.
_SPEC = re.compile(
    r"(?P<file>(?!\s*\w+\s*:\s*\w+\s*=).+?\.py)(?::(?P<name>[^\W\d]\w*)(?![\w=]))?(?::(?P<options>.*))?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class CodeName:
    """A name in a Python file, with options: `my.py:MyPlayer:depth=3`."""

    file: str
    #: The name in the file; None if the file defines only one candidate.
    name: str | None
    #: The rest of the spec.
    options: str


def code_name(spec: str) -> CodeName | None:
    """Parse a spec that names a Python file; None if it names no file."""
    found = _SPEC.fullmatch(spec.strip()) if ".py" in spec else None
    return CodeName(found["file"], found["name"], found["options"] or "") if found else None


def from_file(named: CodeName, what: str, how: str, fits: Callable[[Any], bool]) -> tuple[Any, str]:
    """Load what a spec names; return it with its name in specs.

    `fits` selects candidates in the file; `what` and `how` describe one and how to define it, for messages.
    This runs the file's code: load only files that you trust.
    """
    path = Path(named.file)
    module = run_file(path, read_code(path))
    own = own_things(module, fits)
    wanted = named.name
    if wanted is not None and fits(getattr(module, wanted, None)):
        own[wanted] = getattr(module, wanted)
    if not own:
        raise BadOption(f"{path}: has no {what}; define {how}")
    if wanted is None and len(own) > 1:
        raise BadOption(f"{path}: has several {what}s; say which: {path}:{next(iter(own))}")
    if wanted is not None and wanted not in own:
        raise BadOption(f"{path}: has no {what} {wanted} (it has {', '.join(own)})")
    name = wanted or next(iter(own))
    return own[name], f"{path}:{name}"


def own_things(module: ModuleType, fits: Callable[[Any], bool]) -> dict[str, Any]:
    """Return the candidates that a file defines itself, without its imports."""
    return {
        name: value
        for name, value in vars(module).items()
        if fits(value) and getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    }
