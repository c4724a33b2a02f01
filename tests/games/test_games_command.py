"""`kibitz games NAME` lists every option, and its example is a game."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.games import command
from kibitz.games.bundled import examples
from kibitz.games.registry import entries, names


@pytest.mark.parametrize("name", examples())
def test_the_example_of_a_game_in_python_is_one(name: str) -> None:
    shown = CliRunner().invoke(command, [name])
    example = shown.output.split()[-1]
    assert example.startswith(f"{name}:")
    assert kibitz.load(example).start() is not None


@pytest.mark.parametrize("name", names())
def test_options_are_listed_with_type_range_and_default(name: str) -> None:
    shown = CliRunner().invoke(command, [name])
    assert shown.exit_code == 0
    for option in entries()[name].options():
        assert f"({option.kind}: {option.range}; default" in shown.output or option.kind in ("yes or no",)
        assert option.help in shown.output
    example = shown.output.split()[-1]
    assert kibitz.load(example).spec == example != name
