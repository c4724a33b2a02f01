"""Human errors of levels, with a random generator under the test's control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import kibitz
from kibitz import Estimate, Expect, Limit, Value, Win
from kibitz.base.move import Move
from kibitz.base.random import Random
from kibitz.games.position import Position
from kibitz.players import human_errors, level, styles
from kibitz.players.board_regions import MoveDistances
from kibitz.players.human_errors import seen
from kibitz.players.level import LevelPlayer
from kibitz.players.level_data import Behaviour, Levels, Step
from kibitz.players.player import Choice
from kibitz.players.styles import share_of_traps, style_scores, with_style
from tests.players.chance import Told

START = kibitz.load("tictactoe").start()
WIDE = kibitz.load("mnk:width=9,height=9,length=5").start().play("e5")
LAST = kibitz.load("mnk:width=9,height=9,length=5").start().move("e5")


def look(
    monkeypatch: pytest.MonkeyPatch,
    refuted: Mapping[Move, Move] | None = None,
    first: Mapping[Move, Value] | None = None,
) -> None:
    """Let a search return its depth for every move, unless static values are given."""

    def shallow_values(position: Position, depth: int, limit: Limit) -> dict[Move, Value]:
        if depth == 1 and first is not None:
            return dict(first)
        return dict.fromkeys(position.moves, Estimate(depth))

    monkeypatch.setattr(human_errors, "shallow_values", shallow_values)
    monkeypatch.setattr(human_errors, "refutations", lambda position, limit: dict(refuted or {}))


def how(attention: float = 0.0, overlook: float = 0.0, **more: float) -> Behaviour:
    return Behaviour(
        **{"depth": 3, "carelessness": 0.5, "perfect": 0.0, **more}, attention=attention, overlook=overlook
    )


@pytest.mark.parametrize(("number", "near", "far"), [(0.39, 1, 1), (0.41, 3, 1), (0.79, 3, 1), (0.81, 3, 3)])
def test_moves_nearby_are_overlooked_half_as_often(
    monkeypatch: pytest.MonkeyPatch, number: float, near: int, far: int
) -> None:
    look(monkeypatch)
    found = seen(WIDE, how(overlook=0.8), 3, Limit(), Told(number), LAST)
    assert found[WIDE.move("f6")] == found[WIDE.move("g7")] == Estimate(near)
    assert found[WIDE.move("a1")] == found[WIDE.move("h5")] == Estimate(far)
    assert list(found) == list(WIDE.moves)


def test_a_level_without_oversights_sees_all_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    look(monkeypatch)
    for depth in (1, 2, 5):
        assert set(seen(START, how(), depth, Limit(), Told(0.0), None).values()) == {Estimate(depth)}


QUIET, STANDING = 4, 5  # of eight moves: half of them, or more


@pytest.mark.parametrize(
    ("times", "near", "chance"),
    [
        (QUIET, True, 0.8 * (1 - 0.5)),
        (QUIET, False, 0.8 * (1 - 0.5)),
        (STANDING, True, 0.8),
        (STANDING, False, 0.8 * (1 - 0.5 / 2)),
    ],
)
def test_standing_threats_are_noticed_more_often_than_new_ones(
    monkeypatch: pytest.MonkeyPatch, times: int, near: bool, chance: float
) -> None:
    last = START.move("1")
    position = START.play(last)
    reply, *others = position.moves
    look(monkeypatch, dict.fromkeys(others[:times], reply))
    monkeypatch.setattr(MoveDistances, "is_near_after", lambda self, move, answer: near)
    for number, noticed in ((chance - 0.01, True), (chance + 0.01, False)):
        found = seen(position, how(attention=0.8, overlook=0.5), 3, Limit(), Told(number), last)
        for move in others[:times]:
            # Seen in time it is left out; else it looks as it does at first sight.
            assert found.get(move) == (None if noticed else Estimate(1))
        assert found[reply] is not None
        assert len(found) == 8 - (times if noticed else 0)


def test_each_reply_is_seen_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c, *_ = START.moves
    look(monkeypatch, {a: c, b: a})
    behaviour = how(attention=0.5)
    # Nine moves, then the two replies, then the search of senseless moves.
    numbers = [0.9] * 9 + [0.4, 0.6] + [0.9]
    found = seen(START, behaviour, 3, Limit(), Told(*numbers), None)
    assert a not in found
    assert found[b] == Estimate(1)
    assert found[c] == Estimate(3)
    asked: list[tuple[Move, Move]] = []

    def is_near_after(self: MoveDistances, move: Move, answer: Move) -> bool:
        asked.append((move, answer))
        return True

    monkeypatch.setattr(MoveDistances, "is_near_after", is_near_after)
    look(monkeypatch, {a: c, **dict.fromkeys(START.moves[3:], b)})
    seen(START, behaviour, 3, Limit(), Told(0.9), None)
    assert asked == [(START.moves[3], b)]  # a move that the reply answers


def test_where_every_move_loses_all_are_thought_of(monkeypatch: pytest.MonkeyPatch) -> None:
    look(monkeypatch, dict.fromkeys(START.moves, START.moves[0]))
    found = seen(START, how(attention=1.0), 3, Limit(), Told(0.0), None)
    assert found == dict.fromkeys(START.moves, Estimate(3))


@pytest.mark.parametrize(("attention", "left"), [(1.0, 2), (0.0, 3)])
def test_with_dice_a_quarter_of_the_chance_is_not_thrown_away_by_who_looks(
    monkeypatch: pytest.MonkeyPatch, attention: float, left: int
) -> None:
    chances = {START.moves[0]: 0.75, START.moves[1]: 0.51, START.moves[2]: 0.5}
    look(monkeypatch, first={move: Expect(chance) for move, chance in chances.items()})
    monkeypatch.setattr(kibitz.Position, "moves", property(lambda self: tuple(chances)), raising=True)
    found = seen(START, how(attention=attention), 3, Limit(), Told(0.0), None)
    assert list(found) == list(chances)[:left]


# The player.


def player(monkeypatch: pytest.MonkeyPatch, behaviour: Behaviour, spec: str = "level") -> LevelPlayer:
    levels = Levels([Step(0, behaviour, 0, 0), Step(100, behaviour, 100, 0)], {})
    monkeypatch.setattr(level, "levels_of", lambda game: levels)
    made = kibitz.player(spec)
    assert isinstance(made, LevelPlayer)
    return made


@pytest.mark.parametrize(
    ("perfect", "number", "nodes"), [(1.0, 0.99, None), (0.5, 0.49, 60_000), (0.5, 0.51, 0), (0.0, 0.0, 0)]
)
def test_so_many_moves_are_the_strongest_and_cost_little_below_level_100(
    monkeypatch: pytest.MonkeyPatch, perfect: float, number: float, nodes: int | None
) -> None:
    asked: list[int | None] = []

    def strongest(position: Position, limit: Limit, rng: Random) -> Choice:
        asked.append(limit.nodes)
        return Choice(position.moves[-1])

    monkeypatch.setattr(level, "strongest_choice", strongest)
    chosen = player(monkeypatch, how(perfect=perfect)).think(START, Limit(), Told(number))
    assert asked == ([] if nodes == 0 else [nodes])
    assert (chosen.move == START.moves[-1] and chosen.depth is None) == (nodes != 0)


@pytest.mark.parametrize(("number", "taken"), [(0.49, True), (0.51, False)])
def test_wins_at_once_are_taken_by_who_looks(
    monkeypatch: pytest.MonkeyPatch, number: float, taken: bool
) -> None:
    position = kibitz.load("tictactoe").position("xx./oo./...")
    monkeypatch.setattr(level, "seen", lambda *asked: {position.move("9"): Estimate(0)})
    chosen = player(monkeypatch, how(attention=0.5)).think(position, Limit(), Told(number))
    assert str(chosen.move) == ("3" if taken else "9")
    # Where there is nothing to win, and for who never looks, the rest is as ever.
    monkeypatch.setattr(level, "seen", lambda *asked: {START.moves[4]: Estimate(0)})
    assert player(monkeypatch, how(attention=1)).think(START, Limit(), Told(0.0)).move == START.moves[4]
    monkeypatch.setattr(level, "seen", lambda *asked: {position.move("9"): Estimate(0)})
    assert str(player(monkeypatch, how(attention=0)).think(position, Limit(), Told(0.0)).move) == "9"


@pytest.mark.parametrize(("number", "depth"), [(0.29, 3), (0.31, 2), (0.0, 3), (0.99, 2)])
def test_a_part_of_a_decision_ahead_is_looked_so_often(
    monkeypatch: pytest.MonkeyPatch, number: float, depth: int
) -> None:
    asked: list[Any] = []

    def noted(*told: Any) -> dict[Move, Value]:
        asked.append(told)
        return {START.moves[3]: Win(3)}

    monkeypatch.setattr(level, "seen", noted)
    chosen = player(monkeypatch, how(depth=2.3)).think_after(
        START.moves[0], START, Limit(nodes=7), Told(0.5, 0.5, number)
    )
    assert chosen == Choice(START.moves[3], Win(3), depth=depth)
    ((position, _, looked, limit, _, last),) = asked
    assert (position, looked, limit, last) == (START, depth, Limit(nodes=7), START.moves[0])
    exact = player(monkeypatch, how(depth=2)).think(START, Limit(), Told(0.0))
    assert exact.depth == 2


@pytest.mark.parametrize(
    ("number", "place"), [(0.0, 0), (0.664, 0), (0.667, 1), (0.908, 1), (0.911, 2), (0.999, 2)]
)
def test_a_move_is_the_less_likely_the_more_it_gives_away(
    monkeypatch: pytest.MonkeyPatch, number: float, place: int
) -> None:
    """Giving away half and all at a carelessness of a half: 1, 1/e and 1/e² of 1.503 in all."""
    a, b, c, *_ = START.moves
    monkeypatch.setattr(level, "seen", lambda *asked: dict.fromkeys((a, b, c), Estimate(0)))
    monkeypatch.setattr(level, "style_scores", lambda *asked: {a: 0.9, b: 0.4, c: -0.1})
    chosen = player(monkeypatch, how(depth=1)).think(START, Limit(), Told(0.5, 0.5, 0.5, number))
    assert chosen.move == (a, b, c)[place]


def test_a_rating_of_nothing_is_one() -> None:
    assert kibitz.player("level:elo=0").display_name == "0 Elo"
    assert kibitz.player("level:elo=300,style=quick").display_name == "300 Elo, quick"
    assert kibitz.player("level").display_name == "difficulty 50"
    assert kibitz.player("level:elo=0").cannot_play(START.game) is None
    assert "Elo" in (kibitz.player("level:elo=9999").cannot_play(START.game) or "")
    with pytest.raises(kibitz.BadOption, match="give one or the other"):
        kibitz.player("level:strength=50,elo=0")


# Styles.


@pytest.mark.parametrize(("depth", "quick"), [(4.5, 3.5), (2.0, 1.0), (1.5, 1.0), (1.0, 1.0)])
def test_quick_players_search_one_decision_less(depth: float, quick: float) -> None:
    assert with_style("quick", how(depth=depth)) == how(depth=quick)
    for style in ("plain", "careful", "tricky"):
        assert with_style(style, how(depth=depth)) == how(depth=depth)


def preferences(
    style: str, carelessness: float, values: dict[Move, Value], last: Move | None = None
) -> list[float]:
    position = WIDE if last else START
    return list(style_scores(style, position, values, last, Limit(), carelessness).values())


def test_plain_likes_nothing_besides() -> None:
    values: dict[Move, Value] = dict(zip(START.moves, map(Expect, (0.3, 0.9)), strict=False))
    assert preferences("plain", 2.0, values) == [0.3, 0.9]


@pytest.mark.parametrize(("carelessness", "liking"), [(0.01, 0.15), (0.1, 0.15), (1.0, 1.5)])
def test_quick_styles_prefer_near_moves(carelessness: float, liking: float) -> None:
    values: dict[Move, Value] = {WIDE.move("e6"): Expect(0.25), WIDE.move("a1"): Expect(0.5)}
    assert preferences("quick", carelessness, values, LAST) == pytest.approx([0.25 + liking, 0.5])


def test_the_careful_trust_a_move_little_more_than_its_first_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c, *_ = START.moves
    first = {a: Expect(0.2), b: Expect(0.9), c: Expect(0.5)}

    def shallow_values(position: Position, depth: int, limit: Limit) -> dict[Move, Value]:
        assert depth == 1
        return dict(first)

    monkeypatch.setattr(styles, "shallow_values", shallow_values)
    values: dict[Move, Value] = {a: Expect(0.9), b: Expect(0.4), c: Expect(0.6)}
    assert preferences("careful", 1.0, values) == pytest.approx([0.35, 0.4, 0.6])


def test_the_tricky_look_for_traps_behind_the_six_best(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def traps(position: Position, limit: Limit) -> float:
        looked.append(str(position))
        return 0.5

    monkeypatch.setattr(styles, "share_of_traps", traps)
    chances = (0.1, 0.9, 0.8, 0.2, 0.7, 0.3, 0.6, 0.5, 0.4)
    values: dict[Move, Value] = dict(zip(START.moves, map(Expect, chances), strict=True))
    best = sorted(range(9), key=lambda at: -chances[at])[:6]
    found = preferences("tricky", 0.2, values)
    assert found == pytest.approx([chance + (0.15 if at in best else 0) for at, chance in enumerate(chances)])
    assert looked == [str(START.play(START.moves[at])) for at in best]


def test_traps_are_moves_that_tempt_and_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    shallow = (0.5, 0.5, 0.4, 0.39, 0.2, 0.5, 0.1, 0.1, 0.1)
    deep = (0.75, 0.25, 0.25, 0.0, 0.0, 0.55, 0.0, 0.0, 0.0)

    def shallow_values(position: Position, depth: int, limit: Limit) -> dict[Move, Value]:
        chances = {1: shallow, 3: deep}[depth]
        return dict(zip(position.moves, map(Expect, chances), strict=True))

    monkeypatch.setattr(styles, "shallow_values", shallow_values)
    # Four look within a tenth of the best; two of them are worse than the best by more than two tenths.
    assert share_of_traps(START, Limit()) == 0.5
    assert share_of_traps(kibitz.load("tictactoe").position("xxx/oo./..."), Limit()) == 0.0


def test_traps_behind_dice_are_those_of_each_roll_by_its_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    start = kibitz.load("ewn:size=3,stones=2,setup=12").start()
    assert start.turn is kibitz.Side.CHANCE
    rolls = {str(start.play(roll)): at for at, roll in enumerate(start.moves)}

    def shallow_values(position: Position, depth: int, limit: Limit) -> dict[Move, Value]:
        # After the first roll all moves but one are traps, after the others none is.
        worth = [0.9, *[0.9 if depth == 1 or rolls[str(position)] else 0.1] * (len(position.moves) - 1)]
        return dict(zip(position.moves, map(Expect, worth), strict=True))

    monkeypatch.setattr(styles, "shallow_values", shallow_values)
    (roll, chance), *_ = start.chances
    count = len(start.play(roll).moves)
    assert count > 1
    assert share_of_traps(start, Limit()) == pytest.approx(chance * (count - 1) / count)
