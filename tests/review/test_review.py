"""Reviews of games with known values, each count checked by minimax."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

import kibitz
from kibitz.base.errors import BadOption
from kibitz.base.side import Outcome, Side
from kibitz.game_review.decision import Label
from kibitz.game_review.review import review
from kibitz.games.position import Position
from kibitz.records.record import Record


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


@functools.cache
def plain(position: Position) -> int:
    if position.outcome is not None:
        return position.outcome.for_side(position.turn)
    return max(-plain(position.play(move)) for move in position.moves)


def random_game(game: kibitz.Game, rng: random.Random) -> Record:
    position, moves = game.start(), []
    while not position.is_over:
        move = position.roll(rng) if position.turn is Side.CHANCE else rng.choice(position.moves)
        moves.append(move)
        position = position.play(move)
    return Record(game, tuple(moves), outcome=position.outcome)


def test_a_game_that_everyone_knows() -> None:
    # Answering a corner at the edge next to it loses; both then miss what they have.
    record = Record.parse('[Game "tictactoe"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2')
    found = review(record)
    assert found.exact
    assert [decision.label for decision in found.decisions] == [
        Label.BEST,
        Label.LOSING,
        Label.BEST,
        Label.BEST,
        Label.MISSED_WIN,
        Label.BEST,
        Label.LOSING,
        Label.MISSED_WIN,
        Label.FORCED,
    ]
    one, other = found.summaries
    for each in found.decisions:
        results = [-plain(each.position.play(move)) for move in each.position.moves]
        assert (each.good, each.moves) == (results.count(max(results)), len(results))
    assert (one.found, one.critical) == (0, 2)
    assert (other.found, other.critical) == (1, 3)
    assert str(found.decisions[1].best.move) == "5"


@pytest.mark.parametrize("spec", ["tictactoe", "tictactoe:misere=yes", "connect:width=3,height=3,length=3"])
def test_critical_decisions_have_one_or_two_good_moves(spec: str) -> None:
    game, rng = kibitz.load(spec), random.Random(8)
    for _ in range(25):
        record = random_game(game, rng)
        found = review(record)
        critical = {Side.FIRST: 0, Side.SECOND: 0}
        kept = {Side.FIRST: 0, Side.SECOND: 0}
        for position, move in zip(record.positions(), record.moves, strict=False):
            results = [-plain(position.play(each)) for each in position.moves]
            good = results.count(max(results))
            if good <= 2 and 2 * good <= len(results):
                critical[position.turn] += 1
                kept[position.turn] += -plain(position.play(move)) == max(results)
        for summary in found.summaries:
            assert summary.critical == critical[summary.side]
            assert summary.found == kept[summary.side]


def test_a_slower_win_costs_nothing() -> None:
    game = kibitz.load("mnk:width=4,height=3,length=3")
    position = game.start()
    best = kibitz.analyse(position).value
    slow = next(m for m in kibitz.analyse(position).moves if m.value.result == 1 and m.value < best)
    decision = review(Record(game, (slow.move,))).decisions[0]
    assert decision.label is Label.SLOWER
    assert decision.slower == (slow.value.plies or 0) - (best.plies or 0) > 0
    assert decision.cost == 0


def test_numerical_is_won_by_an_odd_number_on_an_edge(
    numerical_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(numerical_cache))
    good = review(Record.parse('[Game "numerical"]\n\n1. 2=1 5=2 *'))
    bad = review(Record.parse('[Game "numerical"]\n\n1. 5=5 1=2 *'))
    assert (good.decisions[0].cost, good.decisions[0].good) == (0, 16)  # four edges, four numbers
    assert bad.decisions[0].label is Label.MISSED_WIN
    assert str(bad.decisions[0].best.move).split("=")[0] in "2468"
    assert str(bad.decisions[0].best.move).split("=")[1] in "1379"


RACE = str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "race.py")


@pytest.mark.parametrize(
    "spec", [f"{RACE}:goal=6", "ewn:size=3,stones=2,setup=12", "ewn:size=3,stones=3,setup=213"]
)
def test_skill_and_luck_account_for_everything(spec: str) -> None:
    game, rng = kibitz.load(spec), random.Random(3)
    kibitz.solve(game)
    blunders = 0
    for _ in range(12):
        record = random_game(game, rng)
        found = review(record)
        assert found.exact
        assert all(decision.cost is not None and decision.cost >= 0 for decision in found.decisions)
        start, value = found.values[0]
        expected = value.chance  # type: ignore[attr-defined]
        first = expected if start.mover is Side.FIRST else 1 - expected
        one, other = found.summaries
        assert record.outcome is not None
        end = (1 + record.outcome.for_side(Side.FIRST)) / 2
        change = (one.luck - one.given_away) - (other.luck - other.given_away)
        assert first + change == pytest.approx(end, abs=1e-9)
        blunders += one.labels.get(Label.BLUNDER, 0) + other.labels.get(Label.BLUNDER, 0)
    assert blunders > 0


def test_luck_is_even_over_all_rolls() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    start = game.start()
    lucks = [(chance, review(Record(game, (roll,))).rolls[0].luck) for roll, chance in start.chances]
    assert sum(chance * luck for chance, luck in lucks) == pytest.approx(0, abs=1e-12)
    assert any(luck != 0 for _, luck in lucks)


def test_perfect_play_is_perfect() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    rng, position, moves = random.Random(5), game.start(), []
    while not position.is_over:
        if position.turn is Side.CHANCE:
            moves.append(position.roll(rng))
        else:
            best = kibitz.analyse(position).best
            assert best is not None
            moves.append(best.move)
        position = position.play(moves[-1])
    found = review(Record(game, tuple(moves), outcome=position.outcome))
    assert {summary.accuracy for summary in found.summaries} <= {1.0, None}
    assert {decision.label for decision in found.decisions} <= {Label.BEST, Label.FORCED}


def test_by_search_nothing_is_claimed_that_is_not_known() -> None:
    record = Record.parse('[Game "connect4"]\n\n1. 1 4 2. 1 4 3. 7 4 4. 1 4 0-1')
    found = review(record, kibitz.Limit(depth=3))
    assert not found.exact
    assert found.decisions[-1].cost == 0  # the win at once
    assert found.decisions[-1].good is None  # other moves may win, too
    # The move before lets it happen, but a shallow search can't know that the game was still to be saved.
    assert all(decision.cost is None for decision in found.decisions[:4])


def test_a_resigned_and_an_unfinished_game() -> None:
    game = kibitz.load("tictactoe")
    moves = (game.start().move("5"),)
    resigned = Record(game, moves, outcome=Outcome(Side.FIRST))
    for record in (resigned, Record(game, moves)):
        assert len(review(record).decisions) == 1
    with pytest.raises(BadOption, match="no move"):
        review(Record(game))


def test_progress_is_received() -> None:
    received: list[tuple[int, int]] = []
    record = Record.parse('[Game "tictactoe"]\n\n1. 1 2 2. 5 *')
    review(record, progress=lambda done, total: received.append((done, total)))
    assert received == [(0, 4), (1, 4), (2, 4), (3, 4)]
