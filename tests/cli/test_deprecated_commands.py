"""Deprecated names of commands."""

from __future__ import annotations

import importlib

import click
import pytest
from click.testing import CliRunner

from kibitz.cli.main import COMMANDS, DEPRECATED, main


def test_a_deprecated_name_runs_the_command_and_names_its_successor() -> None:
    for old, new in DEPRECATED.items():
        assert old not in COMMANDS
        by_old = CliRunner().invoke(main, [old, "--help"], prog_name="kibitz")
        by_new = CliRunner().invoke(main, [new, "--help"], prog_name="kibitz")
        assert by_old.exit_code == 0
        assert f"kibitz {old} is deprecated; use kibitz {new} instead" in by_old.stderr
        assert by_old.stdout.splitlines()[2:] == by_new.stdout.splitlines()[2:]


@pytest.mark.parametrize("arguments", [[], ["nim"], ["--new", "2"], ["nim", "--seed", "5", "--plain"]])
def test_train_without_an_option_of_training_runs_puzzles(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles = importlib.import_module("kibitz.cli.puzzles").command
    calls = []
    monkeypatch.setattr(puzzles, "callback", lambda **options: calls.append(options))
    expected = puzzles.make_context("puzzles", list(arguments)).params
    result = CliRunner().invoke(main, ["train", *arguments])
    assert result.exit_code == 0
    assert "running kibitz puzzles instead" in result.stderr
    assert calls == [expected]


@pytest.mark.parametrize(
    "arguments", [["nim", "--rounds", "1"], ["--time=2m", "nim"], ["nim", "--from-truth", "9", "--seed", "1"]]
)
def test_train_with_an_option_of_training_trains(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    train = importlib.import_module("kibitz.cli.train").command
    calls = []
    monkeypatch.setattr(train, "callback", lambda **options: calls.append(options))
    result = CliRunner().invoke(main, ["train", *arguments])
    assert (result.exit_code, result.stderr) == (0, "")
    assert [options["game"] for options in calls] == ["nim"]


def test_no_arguments_are_valid_for_both_puzzles_and_training() -> None:
    """What decides between the two: training needs one of three options, and puzzles have none of them."""
    puzzles, train = (
        {
            name
            for parameter in importlib.import_module(f"kibitz.cli.{command}").command.params
            if isinstance(parameter, click.Option)
            for name in parameter.opts
        }
        for command in ("puzzles", "train")
    )
    needed = {"--time", "--rounds", "--from-truth"}
    assert needed <= train
    assert not needed & puzzles
    result = CliRunner().invoke(main, ["train", "nim", "--json"])
    assert "--time" in str(result.exception)
    assert "--rounds" in str(result.exception)


def test_help_of_train_is_about_training() -> None:
    for option in ("--help", "-h"):
        result = CliRunner().invoke(main, ["train", option])
        assert "--from-truth" in result.stdout
        assert not result.stderr
