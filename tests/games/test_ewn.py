"""EinStein würfelt nicht!: the core's rules against the slow ones, move by move."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import Game, Move, Position, Side, _core
from kibitz.base.random import Random, pick
from kibitz.session.session import Session
from tests.games.slow_ewn import SlowEwn, SlowMove

pytestmark = pytest.mark.core

SPECS = [
    "ewn",
    "ewn:begins=blue,setup=264153v531624",
    "ewn:size=3,stones=1",
    "ewn:size=3,stones=3",
    "ewn:size=3,stones=2,faces=6",
    "ewn:size=4,stones=4,faces=2",
    "ewn:size=4,stones=6",
    "ewn:size=6,stones=6",
    "ewn:size=7,stones=8",
    "ewn:size=8,stones=9,faces=20",
]


def slow(position: Position) -> SlowEwn:
    """The same position for the slow rules, read off the core's numbers."""
    game = position.game
    size, count = int(game.values["size"]), int(game.values["stones"])
    mover, roll, *cells = game.rules.describe(position.state)
    stones = frozenset(
        (i // count, i % count + 1, *divmod(cell, size)) for i, cell in enumerate(cells) if cell >= 0
    )
    return SlowEwn(size, int(game.values["faces"]), stones, mover, roll or None)


def slow_move(game: Game, move: Move) -> SlowMove:
    if len(move.parts) == 1:
        return ("roll", move.parts[0])
    return ("move", move.parts[0], *divmod(move.parts[1], int(game.values["size"])))


@pytest.mark.parametrize("spec", SPECS)
def test_random_games_side_by_side(spec: str) -> None:
    game = kibitz.load(spec, **({} if "setup" in spec else {"setup": "random"}))
    rng = Random(1)
    for _ in range(60):
        position = game.start(rng)
        other = slow(position)
        while True:
            assert slow(position) == other
            assert {slow_move(game, move) for move in position.moves} == other.moves()
            assert len(set(position.moves)) == len(position.moves)
            winner = position.outcome.winner if position.outcome else None
            assert winner == (None if other.winner() is None else Side(other.winner() or 0))
            if position.is_over:
                assert position.outcome is not None
                assert not position.outcome.is_draw
                break
            assert position.mover == other.mover
            assert position.turn == (Side.CHANCE if other.roll is None else other.mover)
            move = pick(rng, position.moves)
            other = other.play(slow_move(game, move))
            position = position.play(move)


@pytest.mark.parametrize("spec", SPECS)
def test_undo_and_keys(spec: str) -> None:
    game = kibitz.load(spec)
    rules, rng = game.rules, Random(2)
    for _ in range(30):
        state = game.start(rng).state
        while moves := rules.moves(state):
            for move in moves:
                back = rules.play_and_undo(state, move)
                assert rules.same(back, state)
                assert rules.key(back) == rules.key(state)
                assert rules.describe(back) == rules.describe(state)
                assert rules.moves(back) == moves
            state = rules.play(state, pick(rng, moves))
            # The key kept up move by move is that of a fresh set-up.
            assert rules.key(rules.assemble(rules.describe(state))) == rules.key(state)


@pytest.mark.parametrize(
    ("spec", "depth"),
    [("ewn", 6), ("ewn:size=3,stones=3", 7), ("ewn:size=4,stones=3,faces=6", 5), ("ewn:size=3,stones=1", 12)],
)
def test_perft_over_moves_and_rolls(spec: str, depth: int) -> None:
    position = kibitz.load(spec).start()
    for plies in range(depth + 1):
        counted = position.game.rules.perft(position.state, plies, _core.Control())
        assert counted == slow(position).perft(plies)


@pytest.mark.parametrize(
    "text",
    [
        "r2..../..r5../.b2.../...b5./..... r",  # stones missing at both ends of the numbers
        "...../.r1.../..b6../...../..... b",
        "r1r6.../...../..b3../...../....b4 r",
        "...../r3r4.../.b1b2../b6..../..... b",
    ],
)
def test_perft_with_stones_missing(text: str) -> None:
    position = kibitz.load("ewn").position(text)
    for plies in range(5):
        counted = position.game.rules.perft(position.state, plies, _core.Control())
        assert counted == slow(position).perft(plies)


def movable(position: Position) -> set[int]:
    return {move.parts[0] for move in position.moves}


def test_which_stone_a_roll_lets_move() -> None:
    """Living 2 and 5: whatever is gone is replaced by the next one either way, however far."""
    position = kibitz.load("ewn").position("r2..../..r5../...../...../....b1 r")
    allowed = {face: movable(position.play(f"d{face}")) for face in range(1, 7)}
    assert allowed == {1: {2}, 2: {2}, 3: {2, 5}, 4: {2, 5}, 5: {5}, 6: {5}}
    alone = kibitz.load("ewn").position("r2..../..r5../...../...../...b1. b")
    assert all(movable(alone.play(f"d{face}")) == {1} for face in range(1, 7))


def test_faces_beyond_the_stones_move_the_highest() -> None:
    position = kibitz.load("ewn:stones=3,faces=6").start()
    assert [movable(position.play(f"d{face}")) for face in range(1, 7)] == [{1}, {2}, {3}, {3}, {3}, {3}]


def test_own_stones_are_taken() -> None:
    position = kibitz.load("ewn").start().play("d1", "1-b5")
    assert str(position) == ".r1r3../r4r5.../r6...b6/...b5b4/..b3b2b1 b"
    again = position.play("d1", "1-d1").play("d2")
    assert movable(again) == {1, 3}
    assert "b2" not in str(again)


def test_the_corner_wins() -> None:
    game = kibitz.load("ewn")
    won = game.position("...../...../...../...r1./b1.... r").play("d6", "1-e1")
    assert won.outcome == kibitz.Outcome(Side.FIRST)
    assert won.moves == ()
    assert str(won) == "...../...../...../...../b1...r1 b"
    lost = game.position("...../.b4.../...../...../r1.... b").play("d1", "4-a5")
    assert lost.outcome == kibitz.Outcome(Side.SECOND)


def test_taking_the_last_stone_wins() -> None:
    game = kibitz.load("ewn")
    won = game.position("r1..../.b1.../...../...../..... r").play("d3", "1-b4")
    assert won.outcome == kibitz.Outcome(Side.FIRST)
    with pytest.raises(kibitz.GameOver):
        won.play("d1")
    with pytest.raises(kibitz.GameOver):
        won.roll(Random(0))


def test_taking_the_own_last_but_one_does_not_end_the_game() -> None:
    position = kibitz.load("ewn").position("r1r2.../...../...../...../....b1 r").play("d1", "1-b5")
    assert not position.is_over


def test_chances() -> None:
    start = kibitz.load("ewn").start()
    assert start.turn is Side.CHANCE
    assert start.mover is Side.FIRST
    assert [str(move) for move, _ in start.chances] == ["d1", "d2", "d3", "d4", "d5", "d6"]
    assert all(chance == pytest.approx(1 / 6) for _, chance in start.chances)
    rolled = start.play("d3")
    assert rolled.turn is rolled.mover is Side.FIRST
    assert rolled.chances == ()
    with pytest.raises(kibitz.IllegalMove, match="nothing to roll; it is the turn of red"):
        rolled.roll(Random(0))


def test_rolls_come_from_the_generator() -> None:
    start = kibitz.load("ewn").start()
    rng, same = Random(5), Random(5)
    rolls = [str(start.roll(rng)) for _ in range(600)]
    assert rolls == [str(start.roll(same)) for _ in range(600)]
    assert all(60 < rolls.count(f"d{face}") < 140 for face in range(1, 7))


def test_set_ups() -> None:
    rng = Random(3)
    assert kibitz.load("ewn").start() == kibitz.load("ewn").start()
    assert len({str(kibitz.load("ewn").start(rng)) for _ in range(50)}) > 45
    mirrored = kibitz.load("ewn:setup=mirrored")
    for _ in range(50):
        cells = mirrored.rules.describe(mirrored.start(rng).state)[2:]
        assert [24 - cell for cell in cells[:6]] == cells[6:]
        assert set(cells[:6]) == {0, 1, 2, 5, 6, 10}
    chosen = kibitz.load("ewn:size=4,stones=3,setup=213V132,begins=blue")
    assert str(chosen.start(rng)) == str(chosen.start()) == "r2r1../r3.../...b2/..b3b1 b"
    part = kibitz.load("ewn:stones=4")
    assert str(part.start()) == "r1r2r3../r4..../...../....b4/..b3b2b1 r"


@pytest.mark.parametrize("setup", ["123", "1234567", "112345", "123456v", "v123456", "123456v12345", "abc"])
def test_wrong_set_ups(setup: str) -> None:
    with pytest.raises(kibitz.BadOption, match=r"setup must be random, mirrored, best, or the stones 123456"):
        kibitz.load("ewn", setup=setup)


@pytest.mark.parametrize("begins", ["red", "blue"])
def test_set_ups_by_lot_are_drawn_for_each_player_alone(begins: str) -> None:
    game, rng = kibitz.load("ewn", begins=begins), Random(8)
    drawn = [game.rules.describe(game.start(rng).state) for _ in range(60)]
    assert {mover for mover, *_ in drawn} == {("red", "blue").index(begins)}
    for _, roll, *cells in drawn:
        assert roll == 0
        assert set(cells[:6]) == {0, 1, 2, 5, 6, 10}
        assert set(cells[6:]) == {24, 23, 22, 19, 18, 14}
    for stone in range(12):
        assert len({cells[2 + stone] for cells in drawn}) == 6  # everywhere in its corner
    assert any([24 - cell for cell in cells[2:8]] != list(cells[8:]) for cells in drawn)


def test_the_smallest_and_the_largest_options() -> None:
    usual = {"size": 5, "stones": 6, "faces": 6, "setup": "random", "begins": "red"}
    assert dict(kibitz.load("ewn").values) == usual
    for spec in ("ewn:size=3,stones=3", "ewn:size=4,stones=6", "ewn:size=8,stones=9,faces=20", "ewn:faces=1"):
        assert not kibitz.load(spec).start().is_over
    for spec, reason in {
        "ewn:size=2": "size must be 3 to 8",
        "ewn:size=9": "size must be 3 to 8",
        "ewn:stones=0": "stones must be 1 to 9",
        "ewn:stones=10": "stones must be 1 to 9",
        "ewn:faces=21": "faces must be 0 to 20",
        "ewn:size=4,stones=7": "stones must be 1 to 6 on a board of size 4",
        "ewn:begins=green": "begins must be red or blue",
    }.items():
        with pytest.raises(kibitz.BadOption, match=reason):
            kibitz.load(spec)


def test_a_set_up_of_one_player_is_that_of_both() -> None:
    assert kibitz.load("ewn:setup=654321").start() == kibitz.load("ewn:setup=654321v654321").start()
    assert str(kibitz.load("ewn:setup=654321").start()) == "r6r5r4../r3r2.../r1...b1/...b2b3/..b4b5b6 r"
    nine = kibitz.load("ewn:size=8,stones=9,setup=987654321v123456789")
    assert str(nine.start()).startswith("r9r8r7r6..../r5r4r3...../r2r1....../")


def test_tables_are_shared_by_games_that_begin_differently() -> None:
    one, other = kibitz.load("ewn:setup=654321,begins=blue"), kibitz.load("ewn")
    assert one.solving.table_id == other.solving.table_id
    assert one.rules_id != other.rules_id
    assert (
        kibitz.load("ewn:setup=mirrored").rules_id == other.rules_id
    )  # drawn by lot, the rules are the same
    apart = {
        kibitz.load(spec).solving.table_id for spec in ("ewn", "ewn:size=6", "ewn:stones=5", "ewn:faces=7")
    }
    assert len(apart) == 4


def test_stones_on_the_board_are_counted() -> None:
    game = kibitz.load("ewn:size=4,stones=3")
    assert game.solving.endgame is not None
    assert (game.solving.endgame.word, game.solving.endgame.most_pieces) == ("stones", 6)
    assert game.solving.endgame.pieces(game.start()) == 6
    for text, count in (("r1.../..../..../...b2 r", 2), (".r3../.b3../r1.../...b1 b d2", 4)):
        assert game.solving.endgame.pieces(game.position(text)) == count


@pytest.mark.parametrize("spec", ["ewn", "ewn:size=3,stones=2", "ewn:size=7,stones=8"])
def test_steps_to_the_far_corner(spec: str) -> None:
    """Counted by walking from stone to corner, step by step, whatever the die says."""
    game, rng = kibitz.load(spec), Random(5)
    last = int(game.values["size"]) - 1

    def walk(place: tuple[int, int], way: int, goal: tuple[int, int]) -> int:
        steps, reached = 0, {place}
        while goal not in reached:
            steps += 1
            reached = {
                (row + way * down, column + way * right)
                for row, column in reached
                for down, right in ((0, 1), (1, 0), (1, 1))
            }
        return steps

    for _ in range(5):
        position = game.start(rng)
        while not position.is_over:
            for side, way, goal in ((Side.FIRST, 1, (last, last)), (Side.SECOND, -1, (0, 0))):
                places = [(row, column) for who, _, row, column in slow(position).stones if who == side]
                assert game.teacher.race_distance(position, side) == min(
                    walk(place, way, goal) for place in places
                )
            position = position.play(pick(rng, position.moves))
    alone = kibitz.load("ewn").position("...../...../..b3../...../..... r")
    assert alone.game.teacher.race_distance(alone, Side.FIRST) is None


@pytest.mark.parametrize(
    ("spec", "best"),
    [
        ("ewn", "learned"),
        ("ewn:faces=6", "learned"),
        ("ewn:size=6", None),
        ("ewn:stones=5", None),
        ("ewn:faces=7", None),
    ],
)
def test_only_the_original_game_has_learned(spec: str, best: str | None) -> None:
    how = next(one for one in kibitz.load(spec).search.options if one.option.name == "eval")
    assert how.at_best == best


def test_too_many_stones() -> None:
    with pytest.raises(kibitz.BadOption, match="stones must be 1 to 3 on a board of size 3"):
        kibitz.load("ewn:size=3")


def test_reflection_keeps_everything() -> None:
    game = kibitz.load("ewn")
    rules = game.rules
    position = game.position("r1r2r3../r4r5.../r6...b6/...b5b4/..b3b2b1 r d4")
    image = Position(game, rules.transform(position.state, 1))
    assert str(image) == "r1r4r6../r2r5.../r3...b3/...b5b2/..b6b4b1 r d4"
    assert rules.same(rules.transform(image.state, 1), position.state)
    assert rules.same(rules.canonical(image.state), rules.canonical(position.state))


def test_a_session_draws_the_set_up_from_its_seed() -> None:
    game = kibitz.load("ewn")
    players = (kibitz.player("random"), kibitz.player("random"))
    session = Session(game, *players, seed=4)
    assert session.start == Session(game, *players, seed=4).start
    assert session.start not in (game.start(), Session(game, *players, seed=5).start)
    for start in (None, game.start()):  # drawn, and the one that a record leaves out
        played = Session(game, *players, start=start, seed=4)
        for _ in range(7):
            played.step()
        resumed = Session.resumed(played.record(), game, *players, seed=4)
        assert resumed.position == played.position
        assert resumed.step().position == played.step().position
