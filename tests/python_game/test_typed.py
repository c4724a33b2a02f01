"""Type annotations: a game with every optional method passes the type checkers."""

from __future__ import annotations

import importlib.util
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.python_game import annotated

import kibitz
from kibitz.games.python_game.definition import OPTIONAL_METHODS, PythonGame


def test_the_game_of_the_test_has_every_method_there_is() -> None:
    defined = {**vars(annotated.Every), **vars(annotated.Indexed)}
    assert [name for name in OPTIONAL_METHODS if name not in defined] == []
    # Type checkers see exactly these; at run time each is missing until an author writes it.
    assert {name: getattr(PythonGame, name) for name in OPTIONAL_METHODS} == dict.fromkeys(OPTIONAL_METHODS)


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="needs mypy")
def test_mypy_accepts_every_method_as_an_author_writes_it(tmp_path: Path) -> None:
    source = inspect.getsource(annotated)
    wrong = source.replace("def tier(self, state: State) -> int", "def tier(self, state: State) -> bytes")
    for name, text in (("right", source), ("wrong", wrong)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    said = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--follow-imports=silent",
            "--cache-dir",
            str(tmp_path / "cache"),
            "right.py",
            "wrong.py",
        ],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(Path(kibitz.__file__).parents[1])},
        capture_output=True,
        text=True,
    )
    lines = [line for line in said.stdout.splitlines() if "error:" in line]
    assert lines, said.stdout + said.stderr
    assert all(line.startswith("wrong.py") for line in lines), said.stdout
    assert any("tier" in line for line in lines), said.stdout


def test_options_have_their_defaults_however_a_game_is_made() -> None:
    assert annotated.Every().start() == (3, 0)
    assert annotated.Every(size=5).start() == (5, 0)
    assert repr(annotated.Every(size=5)) == "Every(size=5)"
    assert kibitz.load(annotated.Every, size=5).start().python_state == (5, 0)
    with pytest.raises(kibitz.BadOption, match="Every has no option 'sise'; did you mean size"):
        annotated.Every(sise=5)
    with pytest.raises(kibitz.BadOption, match="size must be 1 to 9, not '10'"):
        annotated.Every(size=10)
    with pytest.raises(kibitz.BadOption, match="load its class Every instead"):
        kibitz.load(annotated.Every())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "whose"),
    [
        ("score_range", "Kibitz asks a game for"),
        ("moves", "Kibitz asks a game for"),
        ("helper", "Named defines"),
    ],
)
def test_an_option_may_not_be_called_as_something_else_is(name: str, whose: str) -> None:
    class Named(annotated.Every):
        options = (kibitz.Option(name, 3, "how large", 1, 9),)

        def helper(self) -> None:
            """Something of the author's own."""

    for make in (Named, lambda: kibitz.load(Named)):
        with pytest.raises(kibitz.BadGame, match=f"can't be called '{name}', as {whose} {name} itself"):
            make()


def test_points_may_be_a_property_of_an_option() -> None:
    assert kibitz.load(annotated.Span).score_range == (-3, 3)
    assert kibitz.load(annotated.Span, size=7).score_range == (-7, 7)
