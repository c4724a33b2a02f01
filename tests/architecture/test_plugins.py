"""Packages installed beside Kibitz add games and players by entry points."""

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
from kibitz import Choice, Player, PythonGame
from kibitz.games.package import Entry, GamePackage


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


PACKAGE = GamePackage(
    entries=(
        Entry(
            "four",
            "kibitz.games.mnk.game:Mnk",
            "four in a line on a small board",
            fixed={"width": 5, "height": 4, "length": 4},
        ),
    ),
)
'''

#: The same by the names of an earlier version.
FORMER = """
from kibitz import OwnGame
from kibitz.games.package import Entry, Room

PACKAGE = Room(entries=(Entry("four", "kibitz.games.mnk.game:Mnk", "", fixed={"length": 4}),))


class Countdown(OwnGame):
    def start(self):
        return 7

    def moves(self, left):
        return [take for take in (1, 2) if take <= left]

    def play(self, left, take):
        return left - take

    def outcome(self, left):
        return "loss" if left == 0 else None

    def move_text(self, take):
        return f"take {take}"
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "beside_kibitz.py").write_text(MODULE)
    about = tmp_path / "beside_kibitz-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: beside-kibitz\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[kibitz.games]\ncountdown = beside_kibitz:Countdown\npackage = beside_kibitz:PACKAGE\n"
        "[kibitz.players]\nlast = beside_kibitz:Last\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    for cached in (games._installed, players._brought):
        cached.cache_clear()
    vars(kibitz).pop("OwnGame", None)  # there once it has warned
    yield about
    vars(kibitz).pop("OwnGame", None)
    for cached in (games._installed, players._brought):
        cached.cache_clear()
    games._cached.cache_clear()
    sys.modules.pop("beside_kibitz", None)


@pytest.mark.usefixtures("package")
def test_a_package_adds_a_game_and_a_player() -> None:
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


@pytest.mark.usefixtures("package")
def test_a_game_package_adds_a_game() -> None:
    game = kibitz.load("four")
    assert isinstance(game, kibitz.Game)
    assert (game.spec, game.values["length"]) == ("four", 4)
    assert games.entries()["four"].summary == "four in a line on a small board"
    assert game.view.board(game.start()) is not None


def test_former_names_work_and_warn(package: Path) -> None:
    (package.parent / "beside_kibitz.py").write_text(FORMER)
    (package / "entry_points.txt").write_text(
        "[kibitz.games]\ncountdown = beside_kibitz:Countdown\npackage = beside_kibitz:PACKAGE\n"
    )
    with pytest.warns(DeprecationWarning) as told:  # noqa: PT030
        game = kibitz.load("countdown")
    assert [str(warning.message) for warning in told] == [
        "kibitz.OwnGame is deprecated; use kibitz.PythonGame",
        "kibitz.games.package.Room is deprecated; use GamePackage",
        "Countdown uses deprecated names; rename move_text to format_move",
    ]
    assert [str(move) for move in game.start().moves] == ["take 1", "take 2"]
    assert kibitz.load("four").values["length"] == 4


def test_one_that_can_not_be_loaded_is_named(package: Path) -> None:
    (package / "entry_points.txt").write_text("[kibitz.games]\nbroken = beside_kibitz:Missing\n")
    with pytest.raises(kibitz.BadGame, match="broken from the package beside-kibitz can't be loaded"):
        kibitz.load("broken")
    assert kibitz.load("tictactoe").name == "tictactoe"
