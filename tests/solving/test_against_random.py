"""Odds against a random opponent, and the player that uses them, against plain recursion."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from small_games import WALK, load

import kibitz
from kibitz import Position
from kibitz.base.limit import Limit
from kibitz.base.random import Random, pick
from kibitz.games.control import control_for
from kibitz.solving import against_random as odds_module
from kibitz.solving.against_random import NODES, NODES_IN_PYTHON, Odds, best_by_odds, odds_of_moves

pytestmark = pytest.mark.core

HERE = Path(__file__).parents[2]
TICTACTOE = kibitz.load("tictactoe")


def slow_odds(game: kibitz.Game, hero: kibitz.Side):  # type: ignore[no-untyped-def]
    """Wins, draws and losses of the careful side as exact fractions."""

    @cache
    def worth(position: Position) -> int:
        if position.outcome is not None:
            return position.outcome.for_side(hero)
        choose = max if position.turn is hero else min
        return choose(worth(position.play(move)) for move in position.moves)

    @cache
    def odds(position: Position) -> tuple[Fraction, Fraction, Fraction]:
        if position.outcome is not None:
            result = position.outcome.for_side(hero)
            return Fraction(result == 1), Fraction(result == 0), Fraction(result == -1)
        after = [position.play(move) for move in position.moves]
        if position.turn is hero:
            safe = [child for child in after if worth(child) == worth(position)]
            if worth(position) == 1:
                return Fraction(1), Fraction(0), Fraction(0)
            return max(odds(child) for child in safe)
        each = [odds(child) for child in after]
        return tuple(sum(column) / len(each) for column in zip(*each, strict=True))  # type: ignore[return-value]

    return odds


@pytest.mark.parametrize("moves", ["", "1", "5", "1 5", "2 5 1", "1 2"])
def test_the_odds_of_tictactoe(moves: str) -> None:
    position = TICTACTOE.start().play(*moves.split())
    found = odds_of_moves(position, kibitz.solve(TICTACTOE))
    assert found is not None
    slow = slow_odds(TICTACTOE, position.turn)
    for move in position.moves:
        win, draw, loss = slow(position.play(move))
        assert (found[move].win, found[move].draw, found[move].loss) == pytest.approx(
            (float(win), float(draw), float(loss))
        )


def all_unfinished(game: kibitz.Game) -> list[Position]:
    """Every position that can be reached and has not ended."""
    seen, left = {game.start()}, [game.start()]
    for position in left:
        new = {position.play(move) for move in position.moves} - seen
        seen |= new
        left += [after for after in new if not after.is_over]
    return left


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        pytest.param("tictactoe:misere=yes", marks=pytest.mark.once),
        "mnk:width=4,height=2,length=3",
        "mnk:width=4,height=2,length=2,misere=yes",
        "connect:width=3,height=3,length=3",
        "nim",
    ],
)
def test_the_odds_of_every_position(spec: str) -> None:
    """Rounding decides nothing: where chances to win are equal, so are those to draw."""
    game = kibitz.load(spec if not spec.endswith(".py") else str(HERE / spec))
    table = kibitz.solve(game)
    slow = {side: slow_odds(game, side) for side in (kibitz.Side.FIRST, kibitz.Side.SECOND)}
    for position in all_unfinished(game):
        found = odds_of_moves(position, table, nodes=10**9)
        assert found is not None
        for move, odds in found.items():
            wanted = slow[position.turn](position.play(move))
            assert (odds.win, odds.draw, odds.loss) == pytest.approx(tuple(map(float, wanted)), abs=1e-12)


def test_a_tie_that_rounding_used_to_decide() -> None:
    game = kibitz.load("mnk:width=4,misere=yes")
    position = game.position("x.../o.../o..x")
    found = odds_of_moves(position, kibitz.solve(game), nodes=10**9)
    assert found is not None
    slow = slow_odds(game, position.turn)
    best = max(slow(position.play(move)) for move in position.moves)
    d3 = slow(position.play("d3"))
    assert f"{float(d3[1]):.1%}" == "11.4%"
    assert found[position.move("d3")].draw == pytest.approx(float(d3[1]), abs=1e-12)
    chosen = {kibitz.player("careful").choose(position, rng=Random(seed)).move for seed in range(20)}
    assert all(slow(position.play(move)) == best for move in chosen)


def test_numerical_is_small_enough_for_odds() -> None:
    game = kibitz.load("numerical")
    table = kibitz.solve(game)
    found = odds_of_moves(game.start(), table, nodes=10**9)
    assert found is not None
    for move, odds in found.items():
        assert odds.win + odds.draw + odds.loss == pytest.approx(1)
        value = table.value(game.start().play(move))
        assert value is not None
        assert (odds.win == 1) == (value.result == -1), move
        assert odds.loss == 0


def test_games_with_dice_or_loops_have_none(tmp_path) -> None:  # type: ignore[no-untyped-def]
    walk = load(tmp_path, "walk", WALK)
    table = kibitz.solve(walk)
    assert odds_of_moves(walk.start(), table) is None
    ewn = kibitz.load("ewn:size=3,stones=2")
    assert odds_of_moves(ewn.start().play("d1"), kibitz.solve(ewn)) is None


def test_the_careful_player_takes_the_best_of_the_safe_moves() -> None:
    """The first player's best start is a corner: known from the exact odds of all nine."""
    slow = slow_odds(TICTACTOE, kibitz.Side.FIRST)
    start = TICTACTOE.start()
    best = max(slow(start.play(move)) for move in start.moves)
    wanted = {move for move in start.moves if slow(start.play(move)) == best}
    player = kibitz.player("careful")
    chosen = {player.choose(start, rng=Random(seed)).move for seed in range(40)}
    assert chosen == wanted == {start.move(text) for text in "1379"}


@pytest.mark.parametrize("name", ["table", "careful"])
@pytest.mark.parametrize("hero", [kibitz.Side.FIRST, kibitz.Side.SECOND])
def test_neither_ever_loses_what_it_holds(name: str, hero: kibitz.Side) -> None:
    player, rng = kibitz.player(name), Random(7)
    for _ in range(60):
        position = TICTACTOE.start()
        while not position.is_over:
            mine = position.turn is hero
            position = position.play(
                player.choose(position, rng=rng).move if mine else pick(rng, position.moves)
            )
        assert position.outcome is not None
        assert position.outcome.for_side(hero) >= 0


def test_the_table_player_wins_at_once_and_resists_longest() -> None:
    player = kibitz.player("table")
    won = TICTACTOE.start().play("1", "4", "2", "5")
    choice = player.choose(won)
    assert (str(choice.move), choice.value) == ("3", kibitz.Win(1))
    lost = TICTACTOE.start().play("1", "2", "5")
    assert player.choose(lost).value == kibitz.solve(TICTACTOE).value(lost) == kibitz.Loss(4)


def test_without_a_table_they_search() -> None:
    position = kibitz.load("mnk:width=7,height=7,length=5").start()
    for name in ("table:depth=1", "careful:depth=1"):
        choice = kibitz.player(name).choose(position)
        assert choice.depth == 1


def test_search_takes_endgames_from_the_table() -> None:
    game = kibitz.load("ewn")
    position = game.position("..r1../...../..b6../....r5/b2.... r d3")
    searched = kibitz.player("alphabeta:depth=1").choose(position)
    assert searched.value is not None
    assert not searched.value.exact
    kibitz.solve("ewn", pieces=4)
    known = kibitz.player("alphabeta:depth=1").choose(position)
    by_table = kibitz.player("table").choose(position)
    assert isinstance(known.value, kibitz.Expect)
    assert isinstance(by_table.value, kibitz.Expect)
    assert known.value.chance == pytest.approx(by_table.value.chance, abs=1e-9)
    assert known.value.exact


def test_the_best_chance_to_win_comes_first_and_then_to_draw() -> None:
    moves = TICTACTOE.start().moves
    odds = [
        Odds(0.5, 0.3, 0.2),
        Odds(0.5 + 1e-12, 0.4, 0.1),
        Odds(0.4, 0.6, 0.0),
        Odds(0.5, 0.4 - 1e-12, 0.1),
        Odds(0.5 - 1e-6, 0.5, 0.0),
    ]
    assert best_by_odds(dict(zip(moves, odds, strict=False))) == [moves[1], moves[3]]
    assert best_by_odds({moves[0]: Odds(0, 0, 1)}) == [moves[0]]


def test_odds_in_words() -> None:
    assert Odds(0.5, 0.25, 0.25).words() == "50.0% won, 25.0% drawn, 25.0% lost"


def test_finished_and_unknown_positions_have_none() -> None:
    table = kibitz.solve(TICTACTOE)
    assert odds_of_moves(TICTACTOE.position("xxx/oo./..."), table) is None

    class Nobody:
        probe = None

    assert odds_of_moves(TICTACTOE.start(), Nobody()) is None
    kalah = kibitz.load("kalah:pits=2,seeds=2")
    assert odds_of_moves(kalah.start(), kibitz.solve(kalah)) is None


def test_the_odds_are_bounded_by_positions_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are shown on a slow machine where they are on a fast one."""
    given = []
    monkeypatch.setattr(odds_module, "control_for", lambda limit: given.append(limit) or control_for(limit))
    assert odds_of_moves(TICTACTOE.start(), kibitz.solve(TICTACTOE)) is not None
    interpreted = kibitz.load("morris")
    odds_of_moves(interpreted.start(), kibitz.solve(interpreted))
    assert given == [Limit(nodes=NODES), Limit(nodes=NODES_IN_PYTHON)]
    assert odds_of_moves(TICTACTOE.start(), kibitz.solve(TICTACTOE), nodes=10) is None
