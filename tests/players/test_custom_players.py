"""Custom players: from a file wherever a player is named, or registered by name."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.base.random import Random
from kibitz.cli.main import main
from kibitz.players import registry

FILE = """
from kibitz import Option, Player


class Nth(Player):
    name = "nth"
    summary = "always the move at one place of the list"
    options = (Option("place", 0, "which", high=8),)

    def think(self, position, limit, rng):
        return position.moves[int(self.values["place"]) % len(position.moves)]


class Wordy(Player):
    name = "wordy"
    summary = "answers with a text"

    def think(self, position, limit, rng):
        return str(position.moves[-1])
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my.py"
    path.write_text(FILE)
    return path


@pytest.fixture
def registered() -> Iterator[None]:
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def test_a_player_from_a_file_chooses(file: Path) -> None:
    start = kibitz.load("tictactoe").start()
    assert str(kibitz.player(f"{file}:Nth:place=4").choose(start).move) == "5"
    assert str(kibitz.player(f"{file}:Wordy").choose(start).move) == "9"
    again = kibitz.player(f"{file}:Nth:place=4")
    assert kibitz.player(again.spec).spec == again.spec == f"{file}:Nth:place=4"


def test_players_pickle(file: Path) -> None:
    """As they were made, for another process."""
    start = kibitz.load("connect:width=4,height=4,length=3").start()
    specs = [
        *registry.ENTRIES,
        "level:strength=30",
        "negascout:depth=3",
        "alphabeta:depth=2,tt=1M",
        f"{file}:Nth:place=2",
    ]
    for spec in specs:
        player = kibitz.player(spec)
        again = pickle.loads(pickle.dumps(player))
        assert type(again) is type(player)
        assert (again.spec, dict(again.values)) == (player.spec, dict(player.values))
        if player.cannot_play(start.game) is None:
            limit = kibitz.Limit(nodes=500)
            assert again.choose(start, limit, Random(1)).move == player.choose(start, limit, Random(1)).move


def test_it_plays_matches_with_workers_and_in_the_program(file: Path) -> None:
    result = kibitz.match(f"{file}:Nth", f"{file}:Wordy", game="tictactoe", games=4)
    assert len(result.results) == 4
    said = CliRunner().invoke(
        main, ["match", f"{file}:Nth:place=2", "random", "--game", "tictactoe", "--games", "2", "--json"]
    )
    assert said.exit_code == 0, said.output


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("{file}", "has several players; say which"),
        ("{file}:Missing", "has no player Missing"),
        ("{file}:Nth:place=9", "place must be 0 to 8"),
        ("{file}:Nth:speed=9", "has no option 'speed'"),
        ("{folder}/none.py:Nth", "can't be read"),
        ("{folder}/empty.py", "has no player; define a class"),
        ("{folder}/broken.py", "line 1"),
    ],
)
def test_mistakes_are_reported(file: Path, spec: str, message: str) -> None:
    (file.parent / "empty.py").write_text("x = 1\n")
    (file.parent / "broken.py").write_text("def\n")
    with pytest.raises(kibitz.KibitzError, match=message):
        kibitz.player(spec.format(file=file, folder=file.parent))


@pytest.mark.usefixtures("registered")
def test_a_registered_player_is_known_by_name() -> None:
    @kibitz.register_player
    class Middle(kibitz.Player):
        name = "middle"
        summary = "the move in the middle of the list"

        def think(self, position: kibitz.Position, limit: kibitz.Limit, rng: object) -> kibitz.Move:
            return position.moves[len(position.moves) // 2]

    assert "middle" in kibitz.player_names()
    assert str(kibitz.player("middle").choose(kibitz.load("tictactoe").start()).move) == "5"
    for wrong in (object, type("Random", (Middle,), {"name": "random"}), type("A", (Middle,), {"name": ""})):
        with pytest.raises(kibitz.BadOption):
            kibitz.register_player(wrong)  # type: ignore[arg-type]


@pytest.mark.usefixtures("registered")
def test_an_answer_that_is_no_move_is_refused() -> None:
    @kibitz.register_player
    class Rude(kibitz.Player):
        name = "rude"
        summary = "answers with a number"

        def think(self, position: kibitz.Position, limit: kibitz.Limit, rng: object) -> kibitz.Move:
            return 5  # type: ignore[return-value]

    with pytest.raises(kibitz.IllegalMove, match="must answer with a move"):
        kibitz.player("rude").choose(kibitz.load("tictactoe").start())
