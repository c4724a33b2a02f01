"""Kibitz as a folder of files that any host can serve: the service runs in the visitor's browser."""

import sys
from types import ModuleType

if sys.platform == "emscripten":
    # It needs interpreters in threads, which Pyodide leaves out; anyio imports it whether it is used or not.
    sys.modules.setdefault("anyio.to_interpreter", ModuleType("anyio.to_interpreter"))
