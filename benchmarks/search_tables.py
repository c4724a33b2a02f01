"""Two schemes for the table of positions seen, on the same searches.

    python benchmarks/search_tables.py [DEPTH POSITIONS KIB...]

Builds search_tables.cpp next to this file against the core's own headers and
runs it: clusters with fading, which Kibitz uses, and double hashing with a
limited number of probes. Nodes are the same on every machine. Needs a C++20
compiler (CXX, or c++); takes about a minute.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    arguments = sys.argv[1:] or ["9", "3", "16", "64", "256", "1024", "4096", "65536"]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "search_tables"
        source, include = HERE / "search_tables.cpp", f"-I{HERE.parent / 'native'}"
        compiler = os.environ.get("CXX", "c++")
        build = [
            compiler,
            "-std=c++20",
            "-O3",
            "-DNDEBUG",
            "-pthread",
            include,
            str(source),
            "-o",
            str(program),
        ]
        subprocess.run(build, check=True)
        return subprocess.run([str(program), *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
