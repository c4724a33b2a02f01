"""One saved game in two programs: the second is warned, and neither loses a move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.files.ownership import InUse, holder_of
from kibitz.records.move_log import Line, LiveFile, token_of
from kibitz.records.record_store import Store
from tests.terminal.conversation import converse

BEGUN = '[Game "tictactoe"]\n\n1. 5 1 *'


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = Store(tmp_path)
    found.save("game", kibitz.Record.parse(BEGUN))
    return found


def _moves(store: Store, name: str = "game") -> str:
    return "".join(map(str, store.load(name).moves))


def _names(store: Store) -> list[str]:
    return sorted(row.name for row in store.listed())


def test_a_game_that_is_open_elsewhere_may_be_watched(store: Store) -> None:
    claim = store.claim("game", "another program")
    said = converse(store.folder, "\n", "game")
    assert "game is open in another program (process " in said
    assert "Watch, copy or take over? [watch]" in said
    assert "2 moves, x to move: 5 1." in said
    assert _moves(store) == "51"
    with claim.held():  # still its own
        pass
    claim.release()


def test_it_may_be_gone_on_with_as_a_copy(store: Store) -> None:
    claim = store.claim("game", "another program")
    said = converse(store.folder, "copy\n9\nquit\n", "game", players=("person", "person"))
    (copy,) = set(_names(store)) - {"game"}
    assert f"--resume {copy}" in said
    assert (_moves(store), _moves(store, copy)) == ("51", "519")
    claim.release()


def test_it_may_be_taken_over(store: Store) -> None:
    claim = store.claim("game", "another program")
    converse(store.folder, "take over\n9\nquit\n", "game", players=("person", "person"))
    assert _moves(store) == "519"
    with pytest.raises(kibitz.BadFile):
        store.save("game", kibitz.Record.parse(BEGUN), claim)
    assert _moves(store) == "519"
    claim.release()


def test_without_questions_it_is_said_what_to_do(store: Store) -> None:
    claim = store.claim("game", "another program")
    with pytest.raises(InUse, match="--in-use watch, copy or take-over"):
        converse(store.folder, "", "game", ask=False)
    assert "2 moves" in converse(store.folder, "", "game", ask=False, in_use="watch")
    claim.release()


def test_a_game_taken_over_goes_on_as_a_copy(store: Store) -> None:
    """Another takes the game over before the second move is typed."""
    from kibitz.terminal import game_loop

    asked: list[str] = []
    original = game_loop.GameLoop._ask_move

    def ask(self: game_loop.GameLoop) -> None:
        asked.append("")
        if len(asked) == 2:
            taken.append(store.claim("game", "another program", take_over=True))
        original(self)

    taken: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_loop.GameLoop, "_ask_move", ask)
        said = converse(store.folder, "9\n3\n7\nquit\n", "game", players=("person", "person"))
    assert "This game is no longer yours: another program (process " in said.replace("\n", " ")
    (copy,) = set(_names(store)) - {"game"}
    assert (_moves(store), _moves(store, copy)) == ("519", "51937")
    assert f"--resume {copy}" in said
    taken[0].release()  # type: ignore[attr-defined]


def test_a_game_is_free_again_when_it_is_left(store: Store) -> None:
    converse(store.folder, "9\nquit\n", "game", players=("person", "person"))
    assert holder_of(store.path("game")) is None
    assert "open in" not in converse(store.folder, "3\nquit\n", "game")
    assert _moves(store) == "5193"
    assert sorted(path.name for path in store.folder.iterdir() if path.suffix != ".sqlite3") == ["game.pgn"]


def test_answered_moves_survive_a_killed_server(store: Store) -> None:
    """Its lines are read by who goes on, and never again: they would undo what was played since."""
    server = LiveFile(store.folder)
    server.add(Line("game", 2, "9"))
    server.rotate()  # nobody holds the file any more
    said = converse(store.folder, "undo\n4\n3\nquit\n", "game", players=("person", "person"))
    assert "3 moves have been made" in said
    assert _moves(store) == "5143"
    store.fold()
    assert _moves(store) == "5143"


def test_lines_go_on_from_the_record_that_they_follow_and_from_no_other(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = store.claim("game", "first")
    store.save("game", kibitz.Record.parse(BEGUN), first)
    before = token_of(store.path("game"))
    assert before == first.token
    first.release()
    server = LiveFile(tmp_path)
    whole = BEGUN.replace("1 *", "1 2. 9 *")
    server.add(Line.whole("game", whole, "aa", before))
    server.add(Line("game", 3, "3", None, "aa"))
    server.add(Line("game", 4, "2", None, "bb"))  # somebody else's
    assert _moves(store) == "5193"
    # Whoever opens it now has these moves in the record, and no line goes on from that.
    second = store.claim("game", "second")
    assert token_of(store.path("game")) == second.token
    store.save("game", kibitz.Record.parse(BEGUN), second)
    assert _moves(store) == "51"
    second.release()
    assert "Journal" not in store.load("game").tags


def test_a_game_that_is_open_is_not_deleted(store: Store) -> None:
    claim = store.claim("game", "another program")
    with pytest.raises(InUse, match="close it there first"):
        store.delete("game")
    claim.release()
    store.delete("game")


def test_lines_of_a_killed_server_stay_on_a_full_disk(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.records import record_store as module

    server = LiveFile(store.folder)
    server.add(Line("game", 2, "9"))
    server.rotate()

    def full(*rest: object, **how: object) -> None:
        raise kibitz.BadFile("the disk is full")

    with monkeypatch.context() as short:
        short.setattr(module, "write_atomically", full)
        store.fold()
    assert _moves(store) == "519"
    store.fold()
    assert "2. 9" in store.path("game").read_text()
    assert json.dumps(sorted(path.name for path in store.folder.iterdir())) == '["game.pgn"]'
