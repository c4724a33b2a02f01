"""What stands in a Python file under a name, for specs such as `my.py:MyPlayer`."""

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

#: Up to an option of a player there may be no file: `negascout:eval=my.py:judge` begins with none.
_SPEC = re.compile(
    r"(?P<file>(?!\s*\w+\s*:\s*\w+\s*=).+?\.py)(?::(?P<name>[^\W\d]\w*)(?![\w=]))?(?::(?P<options>.*))?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class CodeName:
    """Something in a Python file, as a spec names it: `my.py:MyPlayer:depth=3`."""

    file: str
    #: What it is called there; None where the file holds one such thing.
    name: str | None
    #: What comes after that.
    options: str


def code_name(spec: str) -> CodeName | None:
    """What a spec names in a Python file, which runs when it is loaded; None if it names no file."""
    found = _SPEC.fullmatch(spec.strip()) if ".py" in spec else None
    return CodeName(found["file"], found["name"], found["options"] or "") if found else None


def from_file(named: CodeName, what: str, how: str, fits: Callable[[Any], bool]) -> tuple[Any, str]:
    """What a spec names, and what to call it in specs.

    `fits` tells it from everything else in the file; `what` and `how` say in
    words what that is, and how to define one. The file's code is run: load only
    what you trust.
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
    """What a file defines of a kind; what it imports is not its own."""
    return {
        name: value
        for name, value in vars(module).items()
        if fits(value) and getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")
    }
