"""Encodings of Python games: action numbers and arrays, by the author or by default."""

from __future__ import annotations

from typing import Any

import pytest
from tests.python_game.take import always, take_with

import kibitz
from kibitz.base.errors import BadGame, BadOption, IllegalMove, WrongGame
from kibitz.games.python_game.encoding import PythonActions


def discs(self: Any, left: int) -> kibitz.Board:
    """The stones that are left on two rows of four cells; every second one is the other's."""
    return kibitz.Board(4, 2, {cell: (cell % 2, "disc") for cell in range(left)})


# Numbers of moves.


def test_moves_are_numbered_in_the_order_of_their_texts() -> None:
    words = {1: "one", 2: "a pair"}
    game = take_with(format_move=lambda self, taken: words[taken])
    assert len(game.encoding.actions) == 2
    assert game.encoding.actions.numbers(game.start()) == [1, 0]
    assert str(game.encoding.actions.move(game.start(), 0)) == "a pair"
    assert game.encoding.actions.number(game.start(), game.start().moves[0]) == 1


def test_the_author_may_number_them() -> None:
    game = take_with(actions=always([3, 2, 1]))
    assert game.encoding.actions.listed() == ["3", "2", "1"]
    assert len(game.encoding.actions) == 3
    assert game.encoding.actions.numbers(game.start()) == [2, 1]
    assert take_with().encoding.actions.listed() is None


def test_a_small_game_is_walked_to_its_end() -> None:
    """A move that is there only after a roll and three more."""
    game = take_with(
        start=always(0),
        turn=lambda self, at: "chance" if at == 1 else "first",
        chances=always({"rolled": 1.0}),
        moves=lambda self, at: ["rare"] if at == 4 else ["step"],
        play=lambda self, at, move: at + 1,
        outcome=lambda self, at: "draw" if at == 5 else None,
    )
    assert len(game.encoding.actions) == 2
    # What chance does is no move of a player.
    assert game.encoding.actions.numbers(game.start()) == [1]
    rolled = game.start().play("step")
    assert rolled.turn is kibitz.Side.CHANCE
    assert game.encoding.actions.numbers(rolled) == []
    assert game.encoding.actions.masks([rolled]).tolist() == [[False, False]]


def test_a_large_game_is_played_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 0 up by one, two or three: moves at 300 are found though few positions are visited."""

    def wide() -> kibitz.Game:
        return take_with(
            start=always(0),
            turn=lambda self, at: "chance" if at % 7 == 3 else "first",
            chances=always({1: 0.5, 2: 0.5}),
            moves=lambda self, at: ["last"] if at >= 300 else [1, 2, 3],
            play=lambda self, at, move: -1 if move == "last" else at + move,
            outcome=lambda self, at: "draw" if at == -1 else None,
        )

    monkeypatch.setattr(PythonActions, "_MOST_POSITIONS", 20)
    monkeypatch.setattr(PythonActions, "_RANDOM_GAMES", 3)
    game = wide()
    assert len(game.encoding.actions) == 4
    assert game.encoding.actions.numbers(game.start()) == [0, 1, 2]
    monkeypatch.setattr(PythonActions, "_RANDOM_GAMES", 0)
    assert len(wide().encoding.actions) < 4


def test_an_unknown_move_is_named() -> None:
    game = take_with(actions=always([2]))
    with pytest.raises(BadOption, match="the move 1 of take has no number: actions\\(\\) does not list it"):
        game.encoding.actions.numbers(game.start())
    assert game.encoding.actions.numbers(game.position("0 first")) == []


def test_masks_say_which_numbers_are_allowed() -> None:
    game = take_with(actions=always([3, 2, 1]))
    positions = [game.position(text) for text in ("7 first", "1 second", "0 first")]
    assert game.encoding.actions.masks(positions).tolist() == [
        [False, True, True],
        [False, False, True],
        [False, False, False],
    ]


def test_a_number_that_is_not_allowed_is_refused() -> None:
    game = take_with()
    one_left = game.position("1 first")
    for number in (1, 5, -1, "x", None):
        with pytest.raises(IllegalMove, match="no legal move has the number"):
            game.encoding.actions.move(one_left, number)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="2 is not legal here"):
        game.encoding.actions.number(one_left, game.start().moves[1])
    other = kibitz.load("tictactoe").start()
    with pytest.raises(WrongGame):
        game.encoding.actions.numbers(other)
    with pytest.raises(WrongGame):
        game.encoding.encode([other])


# Boards of numbers.


def test_a_board_becomes_the_movers_pieces_the_others_and_whose_turn_it_is() -> None:
    game = take_with(board=discs)
    assert game.encoding.shape == (3, 2, 4)
    first, second = game.encoding.encode([game.position("3 first"), game.position("3 second")]).tolist()
    even, odd = [[1, 0, 1, 0], [0, 0, 0, 0]], [[0, 1, 0, 0], [0, 0, 0, 0]]
    assert first == [even, odd, [[0] * 4] * 2]
    assert second == [odd, even, [[1] * 4] * 2]


def test_without_a_board_the_moves_stand_in() -> None:
    game = take_with(actions=always([3, 2, 1]))
    assert game.encoding.shape == (2, 1, 3)
    texts = ("7 first", "1 second", "0 second")
    assert game.encoding.encode([game.position(text) for text in texts]).tolist() == [
        [[[0, 1, 1]], [[0, 0, 0]]],
        [[[0, 0, 1]], [[1, 1, 1]]],
        [[[0, 0, 0]], [[1, 1, 1]]],
    ]


def test_where_chance_acts_the_board_is_seen_by_whom_it_acts_for() -> None:
    game = take_with(turn=always("chance"), chances=always({1: 1}), roller=always("second"), board=discs)
    (found,) = game.encoding.encode([game.position("1")]).tolist()
    assert found == [[[0] * 4] * 2, [[1, 0, 0, 0], [0] * 4], [[1] * 4] * 2]


def test_an_author_may_encode() -> None:
    game = take_with(encode=lambda self, left: [[[left, 1], [2, 3], [0.5, -1]]])
    assert game.encoding.shape == (1, 3, 2)
    positions = [game.position("7 first"), game.position("4 second")]
    assert game.encoding.encode(positions).tolist() == [
        [[[7, 1], [2, 3], [0.5, -1]]],
        [[[4, 1], [2, 3], [0.5, -1]]],
    ]


def test_an_author_keeps_to_the_shape_of_the_start() -> None:
    game = take_with(encode=lambda self, left: [[[0] * left]])
    with pytest.raises(BadGame, match=r"6 numbers.*\(1, 1, 7\)"):
        game.encoding.encode([game.start(), game.position("6 first")])


def test_no_positions_are_arrays_of_nothing() -> None:
    pytest.importorskip("numpy")
    game = take_with(board=discs, actions=always([3, 2, 1]))
    assert game.encoding.actions.masks([]).shape == (0, 3)
    assert game.encoding.encode([]).shape == (0, 3, 2, 4)


# Whether every move has a number, before anything that takes long.


def far(rare: int = 0, **said: Any) -> kibitz.Game:
    """Too wide to walk through; one state in many has a move of its own, if `rare` says so."""

    def moves(self: Any, state: tuple[int, int]) -> list[str]:
        return [f"jump {state[1]}", "b", "c"] if rare and state[1] % rare == 0 else ["a", "b", "c"]

    return take_with(
        start=always((0, 1)),
        moves=moves,
        play=lambda self, state, move: (state[0] + 1, (state[1] * 31 + ord(move[0])) % 1_000_003),
        outcome=lambda self, state: "draw" if state[0] == 40 else None,
        **said,
    )


def test_numbers_that_games_at_random_find_complete_are_taken() -> None:
    far().encoding.actions.check_complete()
    take_with().encoding.actions.check_complete()
    kibitz.load("chess").encoding.actions.check_complete()
    kibitz.load("othello").encoding.actions.check_complete()


def test_a_move_that_other_games_meet_is_missed_before_long_work() -> None:
    with pytest.raises(
        BadOption, match=r"jump \d+ of take has no number: no game met it.*needs a method actions"
    ):
        far(rare=50).encoding.actions.check_complete()
    with pytest.raises(BadOption, match=r"jump \d+ of take has no number: actions\(\) does not list it"):
        far(rare=50, actions=always(["a", "b", "c"])).encoding.actions.check_complete()
    with pytest.raises(BadOption, match="move 1 of take has no number"):
        take_with(actions=always([2])).encoding.actions.check_complete()


def test_a_small_game_needs_no_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    game = take_with()
    assert len(game.encoding.actions) == 2
    monkeypatch.setattr(PythonActions, "_random_games", None)
    game.encoding.actions.check_complete()


def test_positions_of_very_many_moves_are_numbered_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each looks at so many moves at most, and at those of one position more."""
    monkeypatch.setattr(PythonActions, "_MOST_MOVES", 5_000)
    asked: list[int] = []

    def moves(self: Any, state: tuple[int, ...]) -> range:
        asked.append(1)
        return range(1_000)

    game = take_with(
        start=always(()), moves=moves, play=lambda self, state, move: (*state, move), outcome=always(None)
    )
    assert len(game.encoding.actions) == 1_000
    game.encoding.actions.check_complete()
    assert len(asked) < 60


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"actions": always([1, 2, 1])}, r"actions\(\) lists '1' twice"),
        ({"actions": always(5)}, r"actions\(\) must return a list of moves, not 5"),
        ({"actions": lambda self: 1 / 0}, r"actions\(\) failed.*ZeroDivisionError"),
    ],
)
def test_a_list_of_moves_that_is_none_is_named(said: dict[str, Any], what: str) -> None:
    with pytest.raises(BadGame, match=what):
        len(take_with(**said).encoding.actions)


@pytest.mark.parametrize("said", [5, [], [[]], [5], None])
def test_boards_that_are_none_are_named(said: Any) -> None:
    with pytest.raises(BadGame, match=r"encode\(\) must return a list of planes"):
        _ = take_with(encode=always(said)).encoding.shape


@pytest.mark.parametrize(
    "said", [lambda self, left: [[["x"]]], lambda self, left: [[[1]]] if left == 7 else 5]
)
def test_so_are_numbers_that_are_none(said: Any) -> None:
    game = take_with(encode=said)
    with pytest.raises(BadGame, match=r"encode\(\) must return planes of rows of numbers"):
        game.encoding.encode([game.start(), game.position("3 first")])
