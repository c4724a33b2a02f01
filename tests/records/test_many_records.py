"""Several records in one text, each read as if alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.base.errors import BadNotation, ChangedRecord
from kibitz.records.parser import parse_records
from kibitz.records.record import Record

SPECS = ("tictactoe", "mnk:width=4,height=4,length=3", "connect4", "ewn", "numerical")


def record(seed: int) -> Record:
    """A game of random moves with tags and comments that look like the end or the start of another."""
    rng = random.Random(seed)
    game = kibitz.load(rng.choice(SPECS))
    position, moves = game.start(), []
    for _ in range(rng.randrange(12)):
        if not position.is_over:
            moves.append(rng.choice(position.moves))
            position = position.play(moves[-1])
    said = ['[Game "tictactoe"]', "1-0", "* and more", "an end; of sorts"]
    comments = {at: rng.choice(said) for at in range(len(moves) + 1) if rng.random() < 0.3}
    tags = {"First": rng.choice(["Anna", "1/2-1/2", "[Ben]"]), "Round": str(seed)}
    return Record(game, tuple(moves), None, position.outcome, tags, comments)


@settings(max_examples=40, deadline=None)
@given(
    seeds=st.lists(st.integers(0, 10_000), min_size=1, max_size=6),
    blank=st.sampled_from(["", "\n", "\n\n\n"]),
)
def test_lines_written_together_are_read_one_by_one(seeds: list[int], blank: str) -> None:
    records = [record(seed) for seed in seeds]
    text = blank.join(map(str, records))
    assert list(map(str, parse_records(text))) == list(map(str, records))
    assert list(map(str, parse_records(text.replace("\n", "\r\n")))) == list(map(str, records))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Game "tictactoe"]\n\n1. 5 *\n\n[Game "tictactoe"]\n\n1. 5 5 *\n', "game 2: line 7: move 2"),
        ('[Game "tictactoe"]\n\n1. 5 *\n\n[Game "tictactoe"]\n\n1. 5\n', "game 2: .*ends without a result"),
        ('[Game "tictactoe"]\n\n1. 5 *\n\n[Game "nothing"]\n\n1. 5 *\n', "game 2: .*no game named"),
        ('[Game "tictactoe"]\n\n1. 5 *\n\n[Gam\n', "game 2: "),
        ("", "Game"),
        ('[Game "tictactoe"]\n\n1. 5 {no end', "a comment that ends"),
    ],
)
def test_a_mistake_is_reported_with_its_game(text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said):
        parse_records(text)


def test_a_changed_game_is_reported_too() -> None:
    start = kibitz.load("tictactoe").start()
    text = str(Record(start.game, tuple(start.moves[:2])))
    changed = text.replace("1. 1 2", "1. 1 3")
    assert changed != text
    with pytest.raises(ChangedRecord, match="game 2: "):
        parse_records(text + changed)
    assert len(parse_records(text + changed, accept_changed=True)) == 2
