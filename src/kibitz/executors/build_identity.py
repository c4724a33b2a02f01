"""The identity of this build, to compare with those of other machines."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import kibitz
from kibitz import _core


@cache
def identity() -> dict[str, str]:
    """Return the version, and digests of the Python code and of the core."""
    folder = Path(kibitz.__file__).parent
    code = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        code.update(path.relative_to(folder).as_posix().encode() + b"\n" + path.read_bytes())
    core = hashlib.sha256(Path(_core.__file__).read_bytes())
    return {"version": kibitz.__version__, "code": code.hexdigest()[:12], "core": core.hexdigest()[:12]}
