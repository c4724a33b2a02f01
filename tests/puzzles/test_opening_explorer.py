"""The opening explorer: counts of played games, and values of the evaluation."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import kibitz
from kibitz.base.side import Side
from kibitz.puzzles.opening_explorer import Results, collect, explore
from kibitz.records.record import Record


def random_records(spec: str, count: int) -> list[Record]:
    rng, game, found = random.Random(5), kibitz.load(spec), []
    for _ in range(count):
        position, moves = game.start(), []
        while not position.is_over:
            moves.append(rng.choice(position.moves))
            position = position.play(moves[-1])
        found.append(Record(game, tuple(moves), outcome=position.outcome))
    return found


@pytest.mark.parametrize("spec", ["tictactoe", "connect:width=4,height=4,length=3"])
def test_counts_and_values(spec: str) -> None:
    records = random_records(spec, 80)
    game = kibitz.load(spec)
    played = collect(game, [*records, Record(kibitz.load("mnk:width=4,height=4"))])
    assert played.games == 80
    position = game.start()
    for _ in range(3):
        here = explore(position, played)
        # However a game came to this position, it counts.
        through = [
            (record, ply)
            for record in records
            for ply, met in enumerate(record.positions()[:-1])
            if str(met) == str(position)
        ]
        counts = Counter(str(record.moves[ply]) for record, ply in through)
        assert {str(b.move): b.results.games for b in here.branches if b.results.games} == counts
        assert here.games == len(through)
        for branch in here.branches:
            ends = [str(r.outcome) for r, ply in through if r.moves[ply] == branch.move]
            some = branch.results
            assert (some.won, some.drawn, some.lost) == tuple(map(ends.count, ("1-0", "1/2-1/2", "0-1")))
        known = {m.move: m.value for m in kibitz.analyse(position).moves}
        assert {b.move: b.value for b in here.branches} == known
        values = [b.value for b in here.branches]
        assert values == sorted(values, reverse=True)
        assert here.to_json()["games"] == len(through)
        position = position.play(here.branches[-1].move)


def test_other_notations_are_the_same_game() -> None:
    records = random_records("tictactoe", 20)
    letters = kibitz.load("tictactoe:numbering=letters")
    here = explore(letters.start(), collect(letters, records))
    assert here.games == 20
    assert all(branch.written[0] in "abc" for branch in here.branches)


def test_rolls_are_counted_too() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    kibitz.solve(game)
    roll = game.start().moves[0]
    here = explore(game.start(), collect(game, [Record(game, (roll,))]))
    assert here.branches[0].move == roll
    assert here.branches[0].results == Results(1)
    assert len(here.branches) == len(game.start().moves)


def test_scores_are_the_movers() -> None:
    assert Results(4, 2, 1, 1).score(Side.FIRST) == 0.625
    assert Results(4, 2, 1, 1).score(Side.SECOND) == 0.375
    assert Results(3).score(Side.FIRST) is None


def test_among_equal_moves_the_most_played_come_first() -> None:
    game = kibitz.load("tictactoe")
    records = [Record.parse(f'[Game "tictactoe"]\n\n1. {moves} *') for moves in ("5 1", "5 2", "9 5")]
    here = explore(game.start(), collect(game, records))  # every first move draws in 9
    assert [str(branch.move) for branch in here.branches[:2]] == ["5", "9"]
    assert [branch.results for branch in here.branches[:3]] == [Results(2), Results(1), Results()]
    after = explore(game.start().play("5"), collect(game, records))
    assert str(after.branches[0].move) == "1"  # a corner draws; the edge was played as often, but loses
    dice = kibitz.load("ewn:size=3,stones=2,setup=12")
    kibitz.solve(dice)
    last = dice.start().moves[-1]
    rolled = explore(dice.start(), collect(dice, [Record(dice, (last,))]))
    assert rolled.branches[0].move == last  # no roll is better: nobody chooses it


def test_machines_read_the_same() -> None:
    game = kibitz.load("tictactoe")
    text = '[Game "tictactoe"]\n\n1. 5 2 2. 1 9 3. 4 6 4. 7 1-0'
    here = explore(game.start().play("5"), collect(game, [Record.parse(text)])).to_json()
    assert (here["game"], here["games"], here["mover"]) == ("tictactoe", 1, str(Side.SECOND))
    row = next(each for each in here["moves"] if each["move"] == "2")
    assert [row[key] for key in ("games", "won", "drawn", "lost", "score")] == [1, 1, 0, 0, 0]
    assert here["moves"][0]["score"] is None
    assert collect(game, []).games == 0
