"""The choice and order of tests for a mutant."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.mutate.lines import LineMap
from tests.mutate.mistakes import Mistake
from tests.mutate.near import NearTests

#: Quick tests of this many seconds run before all others.
FIRST = 10.0


class Rings:
    """The tests for a mutant, from the nearest to the farthest."""

    def __init__(self) -> None:
        self._map, self._near = LineMap(), NearTests()
        self.seconds = self._map.seconds

    def around(self, file: Path, tree: ast.Module, one: Mistake) -> list[list[str]]:
        """Return groups of tests that run the line: first one of each function, the nearest and quickest, for
        some seconds; then all others, with the rest of their files, whose results may depend on them. If no
        test is known to run it, return all near tests.
        """
        ranks, seconds = self._near.ranks(file, tree), self.seconds
        running = self._map.tests(file, tree, one.line)
        files = {file_of(test) for test in running} or {*ranks}
        quick: dict[str, str] = {}
        for test in sorted(running, key=lambda test: seconds[test]):
            quick.setdefault(test.partition("[")[0], test)
        first, spent = [], 0.0
        for test in sorted(quick.values(), key=lambda test: (ranks.get(file_of(test), 3), seconds[test])):
            if spent + seconds[test] <= FIRST:
                first.append(test)
                spent += seconds[test]
        others = [test for test in running if test not in first]
        beside = [test for test in seconds if file_of(test) in files and test not in running]
        for some in (others, beside):
            some.sort(key=lambda test: (ranks.get(file_of(test), 3), file_of(test)))
        return [first, others, beside]


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]
