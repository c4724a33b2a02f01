"""Reviews of lost and won sides, with counts by minimax."""

from __future__ import annotations

import functools
import random
from pathlib import Path

import pytest

import kibitz
from kibitz.analysis.explain import explain
from kibitz.base.side import Side
from kibitz.game_review.batch import player_totals, review_many
from kibitz.game_review.decision import Label
from kibitz.game_review.narrative import lessons, phase_lines, summary_lines
from kibitz.game_review.phases import Standing
from kibitz.game_review.review import review
from kibitz.games.position import Position
from kibitz.records.record import Record


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


@functools.cache
def plain(position: Position) -> tuple[int, int]:
    """Result and plies for the mover, the winner hurrying and the loser delaying."""
    if position.outcome is not None:
        return position.outcome.for_side(position.turn), 0
    worth = [(-result, plies + 1) for result, plies in (plain(position.play(m)) for m in position.moves)]
    return max(worth, key=lambda w: (w[0], -w[0] * w[1]))


def random_record(game: kibitz.Game, rng: random.Random) -> Record:
    position, moves = game.start(), []
    while not position.is_over:
        moves.append(rng.choice(position.moves))
        position = position.play(moves[-1])
    return Record(game, tuple(moves), outcome=position.outcome, tags={"First": "A", "Second": "B"})


GAMES = ["tictactoe", "mnk:width=4,height=3,length=3", "connect:width=4,height=4,length=3"]


@pytest.mark.parametrize("spec", GAMES)
def test_counts_of_both_sides(spec: str) -> None:
    game, rng = kibitz.load(spec), random.Random(11)
    traps = slips = onlys = 0
    for _ in range(20):
        record = random_record(game, rng)
        found = review(record)
        positions = record.positions()
        expected = {side: [0] * 8 for side in (Side.FIRST, Side.SECOND)}
        for ply, (position, move) in enumerate(zip(positions, record.moves, strict=False)):
            after = position.play(move)
            best, mine = plain(position), (-plain(after)[0], plain(after)[1] + 1)
            row = expected[position.turn]
            results = [-plain(position.play(each))[0] for each in position.moves]
            if len(results) > 1 and results.count(max(results)) == 1:
                row[0] += 1
                row[1] += mine[0] == best[0]
            if best[0] == 1:
                row[2] += 1
                row[3] += mine[1] - best[1] if mine[0] == 1 else 0
            if best[0] == -1:
                row[4] += 1
                row[5] += best[1] - mine[1]
                if not after.is_over:
                    wins = sum(plain(after.play(reply))[0] == -1 for reply in after.moves)
                    row[6] += wins == 1 < len(after.moves)
                    slipped = ply + 1 < len(record.moves) and plain(positions[ply + 2])[0] != -1
                    row[7] += slipped
        for summary in found.summaries:
            assert [
                summary.only_moves,
                summary.only_found,
                summary.won,
                summary.wasted,
                summary.lost,
                summary.hastened,
                summary.traps,
                summary.slipped,
            ] == expected[summary.side]
            traps, slips, onlys = traps + summary.traps, slips + summary.slipped, onlys + summary.only_moves
    assert onlys > 0
    assert slips > 0
    assert traps > 0


def test_after_the_hardest_moves_none_is_named_that_is_harder() -> None:
    """Who leaves the fewest winning replies each time resists as much as possible."""
    game = kibitz.load("mnk:width=4,height=3,length=3")
    position, moves, rng = game.start(), [], random.Random(2)
    while not position.is_over:
        if position.turn is Side.FIRST:
            results = {move: plain(position.play(move)) for move in position.moves}
            moves.append(min(results, key=lambda move: (results[move][0], results[move][1])))
        else:

            def wins(move: kibitz.Move, position: Position = position) -> float:
                after = position.play(move)
                if after.is_over:
                    return 2.0
                return sum(plain(after.play(reply))[0] == -1 for reply in after.moves) / len(after.moves)

            moves.append(min(position.moves, key=lambda move: (wins(move), rng.random())))
        position = position.play(moves[-1])
    found = review(Record(game, tuple(moves), outcome=position.outcome))
    assert found.summaries[1].lost > 1
    resisted = [each for each in found.resisted if each.decision.side is Side.SECOND]
    assert resisted
    assert all(each.harder is None and each.hardness == each.hardest for each in resisted)


def test_marks() -> None:
    record = Record.parse('[Game "tictactoe"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2')
    found = review(record)
    # 7 is the only move, but o has to block; so it earns no mark.
    assert [decision.mark for decision in found.decisions] == ["", "?", "", "", "?", "", "?", "?", ""]
    assert found.decisions[5].only
    corner = review(Record.parse('[Game "tictactoe"]\n\n1. 1 5 *'))
    assert corner.decisions[1].written == "5!"  # every other answer to the corner loses
    blunder = review(Record.parse('[Game "tictactoe"]\n\n1. 1 4 2. 3 5 3. 7 *')).decisions[-1]
    assert (blunder.label, blunder.mark) == (Label.BLUNDER, "??")  # 2 would have won, now 6 does


@pytest.mark.parametrize("spec", GAMES)
def test_lessons_are_the_explanations_of_the_faults(spec: str) -> None:
    rng = random.Random(6)
    record = random_record(kibitz.load(spec), rng)
    found = review(record)
    faults = [decision for decision in found.decisions if decision.is_fault]
    result = lessons(found)
    assert [lesson.ply for lesson in result] == [decision.ply for decision in faults]
    for decision, lesson in zip(faults, result, strict=True):
        # A hint or a question why at the same place says the same.
        assert decision.why == explain(decision.position, decision.played.move)
        assert decision.better == explain(decision.position)
        assert decision.why.words in lesson.why
        reached = decision.position.play(*decision.played.line)
        assert reached.is_over  # the refutation is played out
        assert reached.outcome is not None
        assert reached.outcome.for_side(decision.side) == decision.played.value.result


@pytest.mark.parametrize("spec", GAMES)
def test_phases_cover_the_game(spec: str) -> None:
    record = random_record(kibitz.load(spec), random.Random(4))
    found = review(record)
    standing = {}
    for phase in found.phases:
        for ply in range(phase.begin, phase.end + 1):
            standing[ply] = phase.standing
    positions = record.positions()
    assert set(standing) == set(range(len(positions)))
    for ply, position in enumerate(positions):
        result = plain(position)[0] * (1 if position.turn is Side.FIRST else -1)
        assert standing[ply] is {1: Standing.FIRST, 0: Standing.EVEN, -1: Standing.SECOND}[result]
    assert len(phase_lines(found)) == len(found.phases)


def test_many_games_sum_up() -> None:
    game, rng = kibitz.load("tictactoe"), random.Random(3)
    records = [random_record(game, rng) for _ in range(6)]
    reviews = list(review_many([*records, Record(game)]))
    assert len(reviews) == 6
    for career, side in zip(sorted(player_totals(reviews), key=lambda c: c.name), Side, strict=False):
        assert career.games == career.finished == 6
        assert career.points == sum((1 + r.outcome.for_side(side)) / 2 for r in records if r.outcome)
        own = [each.summaries[side] for each in reviews]
        assert career.given_away == pytest.approx(sum(s.given_away for s in own))
        assert career.to_json()["games"] == 6
        costs = [decision.cost for _, decision in career.faults]
        assert costs == sorted(costs, reverse=True)
        assert career.name in career.words()


def test_a_win_given_away_is_counted() -> None:
    """Both stood won once and went back to a draw with their next move, as minimax has it."""
    record = Record.parse('[Game "tictactoe"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2')
    results = [plain(position)[0] * (-1) ** ply for ply, position in enumerate(record.positions()[:-1])]
    assert results == [0, 0, 1, 1, 1, 0, 0, -1, 0]
    one, other = summary_lines(review(record))
    assert one.count("let the win slip once") == other.count("let the win slip once") == 1
    assert "wasted no time" not in one + other


def test_the_most_frequent_player_comes_first() -> None:
    text = '[Game "tictactoe"]\n[First "{}"]\n[Second "{}"]\n\n1. 1 2 2. 5 9 3. 4 3 4. 6 1-0'
    pairs = [("Anna", "Ben"), ("Cleo", "Ben"), ("Ben", "Cleo")]
    found = player_totals(review_many([Record.parse(text.format(*pair)) for pair in pairs]))
    assert [(career.name, career.games) for career in found] == [("Ben", 3), ("Cleo", 2), ("Anna", 1)]
    assert [career.points for career in found] == [1, 1, 1]
    assert [career.words().partition(",")[0] for career in found] == [
        "Ben: 1 of 3 points in 3 games",
        "Cleo: 1 of 2 points in 2 games",
        "Anna: 1 of 1 points in 1 game",
    ]


def test_summaries_say_it() -> None:
    record = Record.parse('[Game "tictactoe"]\n\n1. 1 2 2. 5 9 3. 4 3 4. 6 1-0')
    one, other = summary_lines(review(record))
    assert "was winning for 3 moves, wasted no time" in one
    assert "was losing for 2 moves" in other
    assert "held out longest" in other
