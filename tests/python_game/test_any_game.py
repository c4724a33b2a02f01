"""Games of every kind against a plain solver in every position: extra turns, points, passes, loops, dice."""

import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.python_game.plain import FIRST, PlainSolver

import kibitz
from kibitz.games.python_game.check import check_game

pytestmark = pytest.mark.core

PLAIN = [
    "chomp:width=3,height=3",
    "domineering:width=3,height=4",
    "dots_and_boxes:width=2,height=1",
    "dots_and_boxes:width=2,height=2",
    "kalah:pits=2,seeds=2",
    "kalah:pits=3,seeds=1",
    "morris",
    "morris:diagonals=no,ways=anywhere",
    "morris:men=4",
    "nim:piles=3",
]
DICE = ["pig:target=6", "pig:target=3,die=coin", "race:goal=5"]


class Countdown(kibitz.PythonGame):
    """Whoever takes the last of five stones wins; who takes one is to move again."""

    def start(self):
        return (5, "first")

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def play(self, state, move):
        left, side = state
        other = "second" if side == "first" else "first"
        return (left - move, side if move == 1 and left > 1 else other)

    def outcome(self, state):
        return None if state[0] else "loss"


class Auction(kibitz.PythonGame):
    """Points and a die: each player in turn keeps a roll or gives it away; who has more wins by so much."""

    score_range = (-6, 6)

    def start(self):
        return (0, 0, 0)  # turns made, the first player's lead, what lies on the table

    def turn(self, state):
        return "chance" if not state[2] else ("first", "second")[state[0] % 2]

    def chances(self, state):
        return {1: 0.5, 2: 0.25, 3: 0.25}

    def moves(self, state):
        return ["keep", "give"]

    def play(self, state, move):
        made, lead, rolled = state
        if not rolled:
            return (made, lead, move)
        mine = (made % 2 == 0) == (move == "keep")
        return (made + 1, lead + (rolled if mine else -rolled), 0)

    def outcome(self, state):
        return max(-6, min(6, state[1])) if state[0] == 3 else None

    def evaluate(self, state):
        return state[1]


def games() -> list[object]:
    large = {spec for spec in PLAIN if spec.startswith("morris") or spec == "dots_and_boxes:width=2,height=2"}
    found = [
        pytest.param(kibitz.load(spec), marks=[pytest.mark.once] if spec in large else []) for spec in PLAIN
    ]
    return [*found, kibitz.load(Countdown)]


def positions(game: kibitz.Game) -> Iterator[kibitz.Position]:
    todo, seen = [game.start()], set()
    while todo:
        position = todo.pop()
        if str(position) in seen:
            continue
        seen.add(str(position))
        # By text, so that nothing came before and no repetition ends the game.
        position = game.position(str(position))
        yield position
        todo += [position.play(move) for move in position.moves]


def place(position: kibitz.Position):
    node = position.game.node(position.state)
    return node.state, int(node.side) if node.rules.hides_side else FIRST


@pytest.mark.parametrize("game", games(), ids=str)
def test_values_are_those_of_a_plain_solver(game: kibitz.Game) -> None:
    plain = PlainSolver(game.python_rules.game)
    values = plain.values()
    table = kibitz.solve(game)
    count = 0
    for position in positions(game):
        outcome, plies = values[place(position)]
        mine = outcome if position.mover == 0 else -outcome
        found = table.value(position)
        if game.score_range is not None:
            assert found == kibitz.Points(mine), position
        else:
            kind = {1: kibitz.Win, 0: kibitz.Draw, -1: kibitz.Loss}[mine]
            assert found == kind(plies), position
        count += 1
    assert count == len(values)


@pytest.mark.parametrize("game", [*map(kibitz.load, DICE), kibitz.load(Auction)], ids=str)
def test_expectations_are_those_of_a_plain_solver(game: kibitz.Game) -> None:
    plain = PlainSolver(game.python_rules.game)
    values = plain.expectations()
    table = kibitz.solve(game)
    assert table.positions == len(values)
    for position in positions(game):
        expected = values[place(position)] * (1 if position.mover == 0 else -1)
        found = table.value(position)
        if game.score_range is not None:
            assert found.points == pytest.approx(expected, abs=1e-9)
        else:
            assert found.chance == pytest.approx((1 + expected) / 2, abs=1e-9)


@pytest.mark.parametrize("game", games(), ids=str)
def test_a_search_to_the_end_finds_the_same(game: kibitz.Game) -> None:
    """On small games every search is exhaustive, with any cache."""
    table = kibitz.solve(game)
    going = [position for position in positions(game) if not position.is_over]
    for player in ("alphabeta:depth=8,tt=1M", "negascout:depth=8,tt=1M", "minimax:depth=4"):
        for position in going[:: 1 + len(going) // 12]:
            found = kibitz.player(player).choose(position).value
            known = table.value(position)
            if found.exact and game.name != "morris":
                assert found == known or found.result == known.result, (player, position)
            elif found.exact and found.result != 0:
                assert found.result == known.result


@pytest.mark.parametrize("spec", [*PLAIN, *DICE])
def test_there_is_nothing_to_complain_about(spec: str) -> None:
    assert check_game(kibitz.load(spec), games=8).problems == []


@pytest.mark.parametrize("cls", [Countdown, Auction])
def test_nor_in_these(cls: type[kibitz.PythonGame]) -> None:
    assert check_game(kibitz.load(cls), games=20).problems == []


@pytest.mark.parametrize("game", [*games(), kibitz.load(Auction)], ids=str)
def test_everything_pickles(game: kibitz.Game) -> None:
    position = game.start()
    while not position.is_over:
        again = pickle.loads(pickle.dumps(position))
        assert again == position
        assert again.game == game
        assert again.moves == position.moves
        assert again.times == position.times
        position = position.play(position.moves[-1])
    assert pickle.loads(pickle.dumps(position)).outcome == position.outcome


def test_othello_on_small_boards() -> None:
    """Known: on 4×4 the second player wins by 11 to 3, with two squares left empty."""
    table = kibitz.solve("othello:size=4")
    position = table.game.start()
    assert table.value(position) == kibitz.Points(-8)
    while not position.is_over:
        position = position.play(kibitz.analyse(position).moves[0].move)
    assert position.outcome.points == -8


@pytest.mark.parametrize(("size", "result"), [(1, -1), (2, 1), (3, 1), (4, 1)])
def test_domineering_on_squares(size: int, result: int) -> None:
    """Known: who begins wins on 2×2, 3×3 and 4×4."""
    start = kibitz.load("domineering", width=size, height=size).start()
    assert kibitz.solve(start.game).value(start).result == result
    assert kibitz.who_wins(start).result == result


@pytest.mark.slow
def test_domineering_on_five_by_five() -> None:
    """Known: who begins loses on 5×5; asked without how soon."""
    assert kibitz.who_wins(kibitz.load("domineering:width=5,height=5").start()).result == -1


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [3, 4])
def test_kalah_with_three_pits(seeds: int) -> None:
    """Published: won by who begins."""
    table = kibitz.solve(kibitz.load("kalah", pits=3, seeds=seeds))
    assert table.value(table.game.start()).result == 1


@pytest.mark.parametrize(("pits", "results"), [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DW")])
def test_small_kalah(pits: int, results: str) -> None:
    """Published (Irving, Donkers and Uiterwijk 2000): for whom it is won with 1, 2, ... seeds in a pit."""
    for seeds, result in enumerate(results, 1):
        table = kibitz.solve(kibitz.load("kalah", pits=pits, seeds=seeds))
        assert table.value(table.game.start()).result == "LDW".index(result) - 1, seeds


@pytest.mark.parametrize(
    ("options", "result"),
    # Known: with diagonals and moves along the lines who begins wins; by other rules nobody does.
    [("", 1), (":diagonals=no", 0), (":ways=neighbours", 0), (":ways=anywhere", 0)],
)
def test_three_mens_morris(options: str, result: int) -> None:
    table = kibitz.solve(f"morris{options}")
    assert table.value(table.game.start()).result == result


def test_piglet() -> None:
    """Known (Neller and Presser 2004): with a coin and two points to reach, who begins wins 4 of 7."""
    table = kibitz.solve("pig:target=2,die=coin")
    assert table.value(table.game.start()).chance == pytest.approx(4 / 7, abs=1e-12)
    known = {(0, 1): 2 / 5, (1, 0): 4 / 5, (1, 1): 2 / 3}
    for scores, chance in known.items():
        position = table.game.position(repr((*scores, 0, "first", False)))
        assert table.value(position).chance == pytest.approx(chance, abs=1e-12)


def test_games_that_decide_before_rolling_are_named() -> None:
    pig = kibitz.load("pig:target=10")
    assert pig.start().play("roll").mover is kibitz.Side.FIRST
    assert pig.start().play("roll", "d4", "roll").mover is kibitz.Side.FIRST
    assert pig.start().play("roll", "d1", "roll").mover is kibitz.Side.SECOND


def test_a_game_in_circles_ends() -> None:
    """Two men walk to and fro: the third time the game is drawn, and a search knows it."""
    game = kibitz.load("morris:men=3,diagonals=no")
    position = game.position("('xx.oo.xo.', 0, 'first')")
    seen = {str(position): 1}
    rng = random.Random(3)
    for _ in range(500):
        if position.is_over:
            break
        assert position.times == seen[str(position)] <= 2
        position = position.play(rng.choice(position.moves))
        seen[str(position)] = seen.get(str(position), 0) + 1
    assert position.is_over
    if position.times == 3:
        assert position.outcome == kibitz.Outcome(None)
        assert position.moves == ()


@pytest.mark.parametrize(
    ("spec", "hint"), [("nim", "a State is"), (str(Path(__file__).with_name("take.py")), "first or second")]
)
def test_a_long_state_is_refused_in_a_short_message(spec: str, hint: str) -> None:
    game = kibitz.load(spec)
    with pytest.raises(kibitz.BadNotation, match=hint) as refusal:
        game.position((9,) * 5000)
    assert len(str(refusal.value)) < 400
