"""Tactical facts against their definitions; every fact about threats is also mentioned."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz import Draw, Loss, Move, Position, Side, Value
from kibitz.analysis.explain_threats import is_fork, reasons_from_forks, reasons_from_threats
from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin
from kibitz.analysis.tactics import (
    chance_to_win_at_once,
    immediate_wins,
    standing_threats,
    stops,
    unstopped_answers,
    wins_at_once,
)
from kibitz.base.move import Line
from tests.analysis.stones import Stones


def wins(position: Position, move: Move) -> bool:
    if position.is_over or move not in position.moves:
        return False
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner is position.turn


def threats(position: Position) -> set[Move]:
    """What wins for the other player after more than half of the moves."""
    after = [position.play(move) for move in position.moves]
    candidates = {move for child in after if not child.is_over for move in child.moves}
    most = {move for move in candidates if 2 * sum(wins(child, move) for child in after) > len(after)}
    # What wins only on top of itself is no threat, but the duty to move.
    return {
        threat
        for threat in most
        if any(wins(position.play(move), threat) for move in position.moves if move != threat)
    }


def saving(position: Position) -> set[Move]:
    """The answers after which no threat wins."""
    feared = threats(position)
    return {
        move for move in position.moves if not any(wins(position.play(move), threat) for threat in feared)
    }


def forks(position: Position, move: Move) -> bool:
    after = position.play(move)
    return (
        not after.is_over
        and not any(wins(after, reply) for reply in after.moves)
        and len(threats(after)) > 1
        and not saving(after)
    )


def some_positions(spec: str, count: int, seed: int = 11) -> list[Position]:
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = kibitz.load(spec).start()
        for _ in range(rng.randrange(3, 8)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if not position.is_over:
            found.append(position)
    return found


SPECS = ["tictactoe", "mnk:width=4,height=3,length=3", "connect:width=4,height=4,length=3"]


@pytest.mark.parametrize("spec", SPECS)
def test_facts_are_what_they_are_called(spec: str) -> None:
    for position in some_positions(spec, 40):
        winning = [move for move in position.moves if wins(position, move)]
        assert immediate_wins(position) == winning
        assert [move for move in position.moves if wins_at_once(position, move)] == winning
        found = standing_threats(position)
        assert set(found) == threats(position)
        count, answers = unstopped_answers(position, found)
        assert set(answers) == saving(position)
        assert count == len(position.moves) - len(answers)
        for move in position.moves:
            assert is_fork(position, move) == forks(position, move)
            for threat in found:
                assert stops(position, move, threat) == (not wins(position.play(move), threat))


def test_nothing_is_threatened_when_the_game_is_over_or_the_dice_decide() -> None:
    for position in (kibitz.load("tictactoe").position("xxx/oo./..."), kibitz.load("ewn").start()):
        assert standing_threats(position) == immediate_wins(position) == []


class Pattern(kibitz.PythonGame):
    """After `on` the first player has a move for each letter of the pattern. After `w` the second wins
    with `t`, after `-` it does not; `e` ends the game and `m` gives the first player a move more.
    """

    pattern: str

    def start(self) -> str:
        return "begin"

    def turn(self, state: str) -> str:
        return "first" if state in ("start", "m", "lost") else "second"

    def moves(self, state: str) -> list[str]:
        if state == "start":
            return [f"go{at}" for at in range(len(self.pattern))]
        return ["on"] if state == "begin" else ["t", "x"]

    def play(self, state: str, move: str) -> str:
        if state == "begin":
            return "start"
        if state == "start":
            return self.pattern[int(move[2:])]
        return "lost" if state == "w" and move == "t" else "drawn"

    def outcome(self, state: str) -> str | None:
        return {"lost": "second", "drawn": "draw", "e": "draw"}.get(state)


def patterned(pattern: str) -> kibitz.Game:
    return kibitz.load(type("Patterned", (Pattern,), {"pattern": pattern}))


@pytest.mark.parametrize(
    ("pattern", "threatened"),
    [
        ("w", True),
        ("-", False),
        ("ww-", True),
        ("w--", False),
        ("ww--", False),  # half of the moves are not most of them
        ("www--", True),
        # Also where it can be seen after the first, the middle or the last move alone.
        ("w-ww-ww--", True),
        ("-ww-www--", True),
        ("-www--w-w", True),
        # Moves that end the game, or keep the turn, leave the other player nothing to win with.
        ("wwwe", True),
        ("wwee", False),
        ("wwwwwweee", True),
        ("wwwwweeee", True),
        ("wwwweeeee", False),
        ("wwwm", True),
        ("wwmm", False),
        ("eeee", False),
        ("mmm", False),
        ("we", False),
    ],
)
def test_a_threat_wins_after_most_moves(pattern: str, threatened: bool) -> None:
    position = patterned(pattern).start().play("on")
    assert [str(move) for move in standing_threats(position)] == ["t"] * threatened
    if threatened:
        count, answers = unstopped_answers(position, standing_threats(position))
        assert count == pattern.count("w")
        assert [str(move) for move in answers] == [
            f"go{at}" for at, letter in enumerate(pattern) if letter != "w"
        ]


class Coin(kibitz.PythonGame):
    """Tossed for the first player: heads wins, edge loses, tails lets it claim the win, else it may pass."""

    def start(self) -> str:
        return "toss"

    def turn(self, state: str) -> str:
        return "chance" if state == "toss" else "first"

    def chances(self, state: str) -> dict[str, float]:
        return {"heads": 0.25, "edge": 0.125, "tails": 0.5, "none": 0.125}

    def moves(self, state: str) -> list[str]:
        return ["claim", "pass"] if state == "tails" else ["pass"]

    def play(self, state: str, move: str) -> str:
        return move

    def outcome(self, state: str) -> str | None:
        return {"heads": "first", "edge": "second", "claim": "first", "pass": "draw"}.get(state)


def test_the_chance_to_win_at_once_counts_rolls_that_win_and_rolls_that_let_win() -> None:
    toss = kibitz.load(Coin).start()
    assert toss.mover is Side.FIRST
    assert chance_to_win_at_once(toss) == 0.25 + 0.5
    assert chance_to_win_at_once(toss.play("tails")) == 1.0
    assert chance_to_win_at_once(toss.play("none")) == 0.0
    assert chance_to_win_at_once(toss.play("heads")) == 0.0


def true_of(analysis: Analysis, this: MoveAnalysis) -> dict[Kind, set[Move] | None]:
    """The kinds that have to be said of a move, and the moves to be named, where only these can be."""
    position = analysis.position
    after = position.play(this.move)
    if after.is_over:
        return {}
    found: dict[Kind, set[Move] | None] = {}
    if lost := {reply for reply in after.moves if wins(after, reply)}:
        return {Kind.LETS_WIN: lost}
    if stopped := {threat for threat in threats(position) if not wins(after, threat)}:
        found[Kind.BLOCKS] = stopped
    made, answers = threats(after), saving(after)
    if len(made) > 1 and not answers:
        found[Kind.FORK] = made
    elif made and len(answers) == 1:
        found[Kind.FORCES] = made | answers
    elif made:
        found[Kind.THREATENS] = made
    if this.value == Loss(4) and any(forks(after, reply) for reply in after.moves):
        found[Kind.ALLOWS_FORK] = None
    elif this.value.result != -1:
        others = [each.move for each in analysis.moves if each.value == Loss(4)]
        board, they = Stones.of(position), "xo"[position.turn.opponent]
        allowed = {reply for other in others for reply in position.play(other).moves}
        if any(board.is_fork(str(reply), they) for reply in allowed):
            found[Kind.DENIES_FORK] = None
    return found


@pytest.mark.parametrize(("spec", "count"), [("tictactoe", 40), ("mnk:width=4,height=3,length=3", 25)])
def test_every_true_fact_is_reported(spec: str, count: int) -> None:
    """`test_explain.py` shows that whatever is said is true."""
    seen = set()
    for position in some_positions(spec, count, seed=5):
        analysis = kibitz.analyse(position)
        for this in analysis.moves:
            found = [*reasons_from_threats(position, this.move), *reasons_from_forks(analysis, this)]
            said = {reason.kind: reason for reason in found}
            expected = true_of(analysis, this)
            assert set(said) == set(expected), f"{this.move} in {position}"
            for kind, moves in expected.items():
                assert moves is None or set(said[Kind(kind)].moves) == moves
            seen |= set(said)
    assert {Kind.BLOCKS, Kind.LETS_WIN, Kind.FORK, Kind.FORCES, Kind.DENIES_FORK} <= seen


def texts(position: Position, text: str, value: Value | None = None) -> dict[str, str]:
    """What is said of a move's threats, by its kind; the values of the moves don't matter."""
    moves = tuple(MoveAnalysis(move, value or Draw(), Line([move])) for move in position.moves)
    analysis = Analysis(position, Draw(), Origin("search", 1, 1, 0.1), moves=moves)
    this = next(each for each in moves if each.move == position.move(text))
    found = [*reasons_from_threats(position, this.move), *reasons_from_forks(analysis, this)]
    return {reason.kind: reason.text for reason in found}


def test_moves_are_named_with_the_lines_that_they_complete() -> None:
    said = texts(kibitz.load("tictactoe").position("xx./.o./..."), "3")
    assert said[Kind.BLOCKS] == "stops x from winning there (row 1-2-3)"
    assert said[Kind.FORCES].startswith("forces x to answer 7, or o wins there (")
    assert "3-5-7" in said[Kind.FORCES]
    lets = texts(kibitz.load("tictactoe").position("xx./.o./..."), "9")
    assert lets == {Kind.LETS_WIN: "lets x win at once with 3 (row 1-2-3)"}


def test_two_threats_are_named_and_no_more_than_three() -> None:
    two = texts(kibitz.load("tictactoe").position("x../o.x/.o."), "3")[Kind.FORK]
    assert two.startswith("makes two threats at once, ")
    assert {*two.split(", ")[1].split(" and ")} == {"2 (row 1-2-3)", "9 (column 3-6-9)"}
    assert two.endswith(", and no answer stops them all")
    # With two in a row to win, every neighbour is a threat: three of a corner, eight of the middle.
    start = kibitz.load("mnk:width=3,height=3,length=2").start()
    corner, middle = texts(start, "a1")[Kind.FORK], texts(start, "b2")[Kind.FORK]
    assert corner.startswith("makes 3 threats at once, ")
    assert all(f"{cell} (" in corner for cell in ("a2", "b1", "b2"))
    assert corner.count(" and ") == 2
    assert middle == "makes 8 threats at once, any of 8 moves, and no answer stops them all"
    lost = texts(start.play("b2"), "a1")[Kind.LETS_WIN]
    assert lost == "lets x win at once with any of 7 moves"
    lost = texts(start.play("a1"), "a2")[Kind.LETS_WIN]
    assert " or " in lost
    assert " and " not in lost


@pytest.mark.parametrize(
    ("pattern", "kind", "said"),
    [
        ("www", Kind.THREATENS, "threatens to win with t, and no answer stops that"),
        ("ww-", Kind.FORCES, "forces first to answer go2, or second wins with t"),
        ("wwww--", Kind.THREATENS, "threatens to win with t"),
    ],
)
def test_how_many_answers_there_are_to_a_threat(pattern: str, kind: Kind, said: str) -> None:
    game = patterned(pattern)
    names = {"first": game.side_name(Side.FIRST), "second": game.side_name(Side.SECOND)}
    for name, shown in names.items():
        said = said.replace(name, shown)
    assert texts(game.start(), "on") == {kind: said}


def test_a_single_threat_is_no_fork_even_if_nothing_stops_it() -> None:
    start = patterned("www").start()
    assert not is_fork(start, start.move("on"))
