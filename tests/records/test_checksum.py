"""The checksum of records: changes of the game are detected, comments may be edited."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz import ChangedRecord, KibitzError, Record
from kibitz.base.random import Random, pick
from kibitz.cli.main import main
from kibitz.records.record_store import Store

SPECS = [
    "tictactoe",
    "mnk:width=5,height=4",
    "numerical",
    "connect4",
    "connect:width=11,height=4",
    "ewn",
    "nim",
]


def played(spec: str, *, seed: int = 0, plies: int = 100, skip: int = 0) -> Record:
    game, rng = kibitz.load(spec), Random(seed)
    position = game.start()
    for _ in range(skip):
        position = position.play(pick(rng, position.moves))
    start, moves = position, []
    while not position.is_over and len(moves) < plies:
        moves.append(pick(rng, position.moves))
        position = position.play(moves[-1])
    tags = {"Event": "a test", "First": "person", "Second": "random", "Seed": "20"}
    return Record(game, tuple(moves), start, position.outcome, tags, {1: "so it begins"} if moves else {})


def same_game(one: Record, other: Record) -> bool:
    return (one.game, one.start, one.moves, one.outcome) == (
        other.game,
        other.start,
        other.moves,
        other.outcome,
    )


def test_it_is_what_the_documentation_says() -> None:
    """Computed once more from the parts, with nothing of ours but the text."""
    record = played("tictactoe", plies=4)
    moves = [str(move) for move in record.moves]
    text = "\n".join(["tictactoe", "", *moves, "*"])
    assert f'[Checksum "{hashlib.sha256(text.encode()).hexdigest()[:16]}"]\n' in str(record)
    begun = played("ewn", plies=3, skip=2)
    text = "\n".join(["ewn", str(begun.start), *map(str, begun.moves), "*"])
    assert f'[Checksum "{hashlib.sha256(text.encode()).hexdigest()[:16]}"]\n' in str(begun)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("skip", [0, 2])
def test_no_change_of_a_character_makes_another_game(spec: str, skip: int) -> None:
    record = played(spec, plies=7, skip=skip)
    text = str(record)
    game = kibitz.load(spec)
    rng = random.Random(3)
    for place in range(len(text)):
        letters = [
            *rng.sample("0123456789 *./-abcdxrb=:,", 4),
            chr(ord(text[place]) ^ (1 << rng.randrange(7))),
        ]
        for changed in [
            *(text[:place] + letter + text[place + 1 :] for letter in letters),
            text[:place] + text[place + 1 :],
            text[:place] + text[place] * 2 + text[place + 1 :],
        ]:
            try:
                read = Record.parse(changed, game)
            except KibitzError:
                continue
            assert same_game(read, record), changed


@pytest.mark.parametrize("spec", SPECS[:-1])
def test_no_part_that_is_cut_out_makes_another_game(spec: str) -> None:
    record = played(spec, plies=7)
    text, rng = str(record), random.Random(4)
    for _ in range(1000):
        begin, end = sorted(rng.sample(range(len(text)), 2))
        try:
            read = Record.parse(text[:begin] + text[end:])
        except KibitzError:
            continue
        assert same_game(read, record), (begin, end)


def test_comments_on_a_game_may_be_edited() -> None:
    record = played("ewn")
    text = str(record)
    edited = (
        text.replace("so it begins", "a strange beginning")
        .replace("a test", "the final")
        .replace("person", "Ada")
        .replace(" 2.", "\n\n ; nothing to see here\n2.", 1)
        .replace("[Game", '[Round "3"]\n[Game')
    )
    assert edited != text
    assert same_game(Record.parse(edited), record)
    assert Record.parse(edited).tags["First"] == "Ada"


def test_a_game_that_was_changed_is_taken_only_if_asked_to() -> None:
    text = str(Record.parse('[Game "tictactoe"]\n\n1. 5 1 2. 9 *'))
    for old, new in (
        ("1. 5", "1. 4"),
        (" 2. 9", ""),
        ("9 *", "9 1-0"),
        ('"*"]\n\n1. 5 1 2. 9 *', '"1-0"]\n\n1. 5 1 2. 9 1-0'),
    ):
        changed = text.replace(old, new).replace('[Result "*"]\n', "")
        with pytest.raises(ChangedRecord, match=r"line 1: .* changed by hand or damaged"):
            Record.parse(changed)
        accepted = Record.parse(changed, accept_changed=True)
        assert "Checksum" not in accepted.tags
        # Written again it has a checksum of its own.
        assert Record.parse(str(accepted)) == accepted


def test_another_game_or_start_is_a_change() -> None:
    text = str(played("mnk:width=5,height=4", plies=3))
    with pytest.raises(ChangedRecord):
        Record.parse(text.replace("width=5", "width=6"))
    begun = str(played("tictactoe", plies=0, skip=2))
    start = begun.split('[Start "')[1].split('"')[0]
    with pytest.raises(ChangedRecord):
        Record.parse(begun.replace(start, start[::-1]))


def test_records_without_it_are_read_as_ever() -> None:
    record = played("connect4")
    text = "".join(line for line in str(record).splitlines(keepends=True) if "Checksum" not in line)
    assert Record.parse(text) == record


def test_it_can_not_be_set_by_hand() -> None:
    with pytest.raises(kibitz.BadNotation, match="can't be a tag"):
        Record(kibitz.load("tictactoe"), tags={"Checksum": "0"})


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A saved game that somebody has edited."""
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    store = Store()
    path = store.save(
        "game", Record.parse('[First "person"]\n[Second "person"]\n[Game "tictactoe"]\n\n1. 5 1 2. 9 *')
    )
    path.write_text(path.read_text().replace("2. 9", "2. 8"))
    return path


@pytest.fixture
def again(changed: Path) -> Callable[[], None]:
    """Puts it there again, as a game that is gone on with gets a checksum that fits."""
    text = changed.read_text()
    return lambda: changed.write_text(text)  # type: ignore[return-value]


def test_the_store_distinguishes_them(changed: Path) -> None:
    store = Store()
    store.save("older", Record.parse('[Game "tictactoe"]\n\n1. 5 *'))
    changed.touch()
    (first, second) = store.saved()
    assert (first.record, second.problem) == (None, "")
    assert "changed by hand" in first.problem
    assert store.saved(kibitz.load("tictactoe"))[0].problem
    # An older game is not taken in its place.
    with pytest.raises(ChangedRecord):
        store.latest_unfinished()
    latest = store.latest_unfinished(accept_changed=True)
    assert latest is not None
    assert latest.name == "game"


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, arguments, input="quit\n", standalone_mode=False)
    return (1 if done.exception else 0), done.output + str(done.exception or "")


def test_commands_refuse_and_accept(changed: Path, again: Callable[[], None]) -> None:
    for command in (
        ("play", "--resume", "game"),
        ("play", "--resume"),
        ("play", "--resume", str(changed)),
        ("review", "game"),
    ):
        again()
        code, said = run(*command)
        assert (code, "changed by hand or damaged" in said) == (1, True)
        code, said = run(*command, "--accept-changed")
        assert code == 0, said
    again()
    code, said = run("saved")
    assert "changed by hand or damaged" in said
    code, said = run("saved", "--json")
    assert "changed by hand or damaged" in json.loads(said.partition("]")[0] + "]")[0]["problem"]


def test_a_warned_player_may_choose_another_move(changed: Path) -> None:
    code, said = run("play")
    assert code == 0
    assert "changed by hand or damaged" in said
    assert "--accept-changed" in said
    assert "Which game" in said
