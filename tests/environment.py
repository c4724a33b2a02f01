"""One environment for all tests and the programs that they start.

It is set once, when `conftest.py` is imported, before anything reads it. A test
that is about widths, terminals, locales or folders sets what it needs itself.
"""

from __future__ import annotations

import contextlib
import locale
import os
import secrets
import site
import time
from pathlib import Path

#: Every program that a test starts inherits this variable; its value names the test process.
RUN = "KIBITZ_TEST_RUN"

_FIXED = {
    "COLUMNS": "80",
    "LINES": "24",
    "TERM": "xterm",
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
}
#: What Rich, Click, prompt_toolkit, Dask and Python take from a person's environment.
_UNSET = (
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
    "PROMPT_TOOLKIT_COLOR_DEPTH",
    "PROMPT_TOOLKIT_NO_CPR",
    "LANGUAGE",
    "PYTHONUTF8",
    "PYTHONIOENCODING",
    "KIBITZ_LEVELS",
    "KIBITZ_SYZYGY",
)
_UNSET_PREFIXES = ("LC_", "DASK_")
#: Where programs keep what belongs to a person.
_FOLDERS = {
    "HOME": "home",
    "XDG_CACHE_HOME": "home/.cache",
    "XDG_CONFIG_HOME": "home/.config",
    "XDG_DATA_HOME": "home/.local/share",
    "XDG_STATE_HOME": "home/.local/state",
    "KIBITZ_CACHE": "cache",
    "KIBITZ_DATA": "data",
}


def fix_environment(folder: Path) -> None:
    """Set the environment of this process, with the person's folders below `folder`."""
    # Packages of the user (`pip install --user`) are found through the home directory.
    if base := site.getuserbase():
        os.environ.setdefault("PYTHONUSERBASE", base)
    for name in tuple(os.environ):
        if name in _UNSET or name.startswith(_UNSET_PREFIXES):
            del os.environ[name]
    os.environ.update(_FIXED)
    for name, below in _FOLDERS.items():
        path = folder / below
        path.mkdir(parents=True, exist_ok=True)
        os.environ[name] = str(path)
    os.environ[RUN] = f"{os.getpid()}-{secrets.token_hex(8)}"
    if hasattr(time, "tzset"):
        time.tzset()
    with contextlib.suppress(locale.Error):  # not every system has C.UTF-8
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")


def at_a_terminal() -> dict[str, str]:
    """Return the environment for a program at a pseudo-terminal, whose own size counts."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
