"""Brute force over the position keys of EinStein würfelt nicht!: are they collision-free?

Builds ewn_keys.cpp next to this file against the core's own header and runs it.
Needs a C++20 compiler (CXX, or c++) and 1.4 GB of memory; takes about a minute.
Ends with 0 if all keys differ.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "ewn_keys"
        compiler = os.environ.get("CXX", "c++")
        native = HERE.parent / "native"
        source = HERE / "ewn_keys.cpp"
        subprocess.run(
            [compiler, "-std=c++20", "-O2", f"-I{native}", str(source), "-o", str(program)], check=True
        )
        return subprocess.run([str(program)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
