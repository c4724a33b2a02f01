"""Two schemes for the table of positions seen, on the same searches.

    python benchmarks/search_tables.py [KIB...]

Builds search_tables.cpp next to this file against the core's own headers and
runs it: clusters, which Kibitz uses, and double hashing with a limited number of
probes, on m,n,k, Connect Four and EinStein. Nodes are the same on every machine;
seconds are processor time. Needs a C++20 compiler (CXX, or c++).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    arguments = sys.argv[1:] or ["16", "128", "1024", "16384"]
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
