"""Packages installed beside Kibitz bring games and players."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.games import registry as games
from kibitz.players import registry as players

MODULE = '''
import kibitz
from kibitz import Choice, PythonGame, Player


class Countdown(PythonGame):
    """Take one or two; who takes the last wins."""

    def start(self):
        return 7

    def moves(self, left):
        return [take for take in (1, 2) if take <= left]

    def play(self, left, take):
        return left - take

    def outcome(self, left):
        return "loss" if left == 0 else None


class Last(Player):
    """The last move of the list."""

    name = "last"
    summary = "always the last move"

    def think(self, position, limit, rng):
        return Choice(position.moves[-1])
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "beside_kibitz.py").write_text(MODULE)
    about = tmp_path / "beside_kibitz-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: beside-kibitz\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[kibitz.games]\ncountdown = beside_kibitz:Countdown\n[kibitz.players]\nlast = beside_kibitz:Last\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    for cached in (games._brought, players._brought):
        cached.cache_clear()
    yield about
    for cached in (games._brought, players._brought):
        cached.cache_clear()
    games._cached.cache_clear()
    sys.modules.pop("beside_kibitz", None)


@pytest.mark.usefixtures("package")
def test_a_package_brings_a_game_and_a_player() -> None:
    game = kibitz.load("countdown")
    assert game.spec == "countdown"
    assert games.entries()["countdown"].summary == "Take one or two; who takes the last wins"
    assert kibitz.analyse(game.start()).value == kibitz.Win(5)
    assert kibitz.load(game.spec) == game
    choice = kibitz.player("last").choose(game.start())
    assert str(choice.move) == "2"
    assert "last" in kibitz.player_names()
    result = kibitz.match("last", "table", game="countdown", games=4)
    assert len(result.results) == 4


def test_one_that_can_not_be_loaded_is_named(package: Path) -> None:
    (package / "entry_points.txt").write_text("[kibitz.games]\nbroken = beside_kibitz:Missing\n")
    with pytest.raises(kibitz.BadGame, match="broken from the package beside-kibitz can't be loaded"):
        kibitz.load("broken")
    assert kibitz.load("tictactoe").name == "tictactoe"
