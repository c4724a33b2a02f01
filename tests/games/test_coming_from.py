"""The lines of docs/coming-from.md run in Kibitz, and return what they return in the other library."""

from __future__ import annotations

import ast
import contextlib
import pickle
import random
import re
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest

import kibitz
from tests.docs.pages import ROOT

FEN = "rnbqkb1r/pppp1ppp/5n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 3"
PGN = '[White "Anna"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
PAGE = (ROOT / "docs" / "coming-from.md").read_text(encoding="utf-8")


def tables() -> dict[str, list[tuple[str, str]]]:
    """The rows of the tables, theirs and ours, by the library; each library's are one program."""
    found: dict[str, list[tuple[str, str]]] = {}
    for theirs, ours in re.findall(r"^\| (.*) \| (.*) \|$", PAGE, flags=re.MULTILINE):
        if not ours.startswith("`"):
            rows = found.setdefault(theirs, [])
        else:
            rows.append((theirs.strip("`"), ours.strip("`")))
    return found


def run(line: str, names: dict[str, Any]) -> Any:
    """Run a line; its value if it is an expression."""
    if isinstance(ast.parse(line).body[0], ast.Expr):
        return eval(line, names)
    exec(line, names)
    return None


@pytest.fixture
def path(tmp_path: Any) -> str:
    (tmp_path / "game.pgn").write_text(PGN, encoding="utf-8")
    return str(tmp_path / "game.pgn")


@pytest.mark.parametrize("library", tables())
def test_our_lines_run(library: str, path: str) -> None:
    if library == "OpenSpiel" and find_spec("numpy") is None:
        pytest.skip("rows of arrays need NumPy")
    names: dict[str, Any] = {"fen": FEN, "path": path, "pickle": pickle}
    names |= {"kibitz": kibitz, "random": random}
    for _, ours in tables()[library]:
        run(ours, names)


def test_the_page_has_the_lines_that_people_try() -> None:
    many = {library: len(rows) for library, rows in tables().items()}
    assert many["python-chess"] >= 34
    assert many["OpenSpiel"] >= 35
    assert many["easyAI"] >= 15


def compared(library: str, plain: Callable[[Any], Any], names: dict[str, Any], skipped: str = "") -> int:
    """Run both columns row by row; return in how many rows both values could be compared, and were equal.

    `plain` returns a value that both libraries express alike; None for one that can't be compared.
    """
    theirs, ours = (
        {**names, "random": random},
        {**names, "kibitz": kibitz, "pickle": pickle, "random": random},
    )
    count = 0
    for their_line, our_line in tables()[library]:
        known = their_line and not re.match(skipped or "$", their_line)
        their_value = plain(run(their_line, theirs)) if known else None
        our_value = plain(run(our_line, ours))
        if their_value is not None and our_value is not None:
            assert our_value == their_value, f"{our_line} differs from {their_line}"
            count += 1
    return count


def test_python_chess_returns_the_same(path: str) -> None:
    chess = pytest.importorskip("chess", reason="python-chess is not installed (pip install chess)")

    def plain(value: Any) -> Any:
        if isinstance(value, chess.Board | chess.pgn.Game | kibitz.Position | kibitz.Analysis | kibitz.Value):
            return None
        if isinstance(value, str) and "\n" not in value and "." not in value:
            return value
        if isinstance(value, kibitz.Move | chess.Move):
            return str(value)
        if isinstance(value, list):
            return sorted(map(str, value))
        return value if isinstance(value, bool | int) else None

    with contextlib.ExitStack() as stack:
        names = {"fen": FEN, "path": path, "open": lambda path: stack.enter_context(open(path))}
        assert compared("python-chess", plain, names, r"engine|info") >= 20


def test_openspiel_returns_the_same() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install open_spiel)")
    from open_spiel.python.algorithms import get_all_states, mcts, minimax

    def plain(value: Any) -> Any:
        if isinstance(value, list):
            return [round(float(each), 9) for each in value]
        return float(value) if isinstance(value, bool | int | float) else None

    names = {"mcts": mcts, "minimax": minimax, "get_all_states": get_all_states}
    assert compared("OpenSpiel", plain, names) >= 15
