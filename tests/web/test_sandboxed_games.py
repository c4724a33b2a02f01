"""Python games run in a sandbox, however a client writes their spec."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

import kibitz
from kibitz.base.limit import Limit
from kibitz.service.catalogue import Catalogue
from kibitz.service.game_request import GameRequest, peek
from kibitz.service.settings import Settings


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A file that says when it is run."""
    file = tmp_path / "trap.py"
    run = f"import pathlib\n\npathlib.Path({str(tmp_path / 'ran')!r}).touch()\n"
    file.write_text(f"{run}\n\ndef judge(position):\n    return 0\n")
    return file


@pytest.mark.parametrize("before", ["; a remark\n", "% a line\n", "\u200b", "\x1a\n", "\r\r"])
@pytest.mark.parametrize("hidden", ["{}", " {}", "\\u0000{}", "{}\\u0000", '\\" {}\\"'])
def test_a_record_that_hides_its_player(trap: Path, before: str, hidden: str) -> None:
    catalogue = Catalogue(Settings(own_players=(str(trap),)))
    first = f"negascout:eval={hidden.format(trap)}:judge"
    record = f'{before}[Game "tictactoe"]\n[First "{first}"]\n\n5 *\n'
    wish = GameRequest(record=record)
    assert peek(record)["Game"] == "tictactoe"
    if not wish.runs_foreign_code(catalogue):
        with contextlib.suppress(kibitz.BadOption):  # then it is a person's name, or nothing that can play
            wish.session(catalogue, Limit(seconds=1), counted_seconds=1)
    assert not trap.with_name("ran").exists()


def test_only_a_process_for_it_runs_code(trap: Path) -> None:
    settings, game = Settings(own_players=(str(trap),), own_games=(str(trap),)), kibitz.load("tictactoe")
    spec = f"negascout:eval={trap}:judge"
    with pytest.raises(kibitz.BadOption, match="only plays in a sandbox"):
        Catalogue(settings).seat(spec, game)
    with pytest.raises(kibitz.BadOption, match="only runs in a sandbox"):
        Catalogue(settings).load(str(trap))
    assert not trap.with_name("ran").exists()
    assert Catalogue(settings, apart=True).seat(spec, game) is not None
    assert trap.with_name("ran").exists()


def test_an_option_with_the_name_of_an_argument() -> None:
    with pytest.raises(kibitz.BadOption, match="no game has an option spec"):
        Catalogue(Settings()).load("tictactoe", {"spec": "connect4"})
