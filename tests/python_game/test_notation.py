"""Notation of Python games, and messages about invalid input."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from tests.python_game.take import Take, always, take_with

import kibitz
from kibitz.base.errors import BadGame, BadNotation, BadOption, IllegalMove
from kibitz.base.repetition import Repetition
from kibitz.base.side import Side

WORDS = ["Take One", "take  two"]


def take_words(**said: Any) -> kibitz.Game:
    """The same game with moves in words."""
    return take_with(format_move=lambda self, taken: WORDS[taken - 1], **said)


# Moves.


@pytest.mark.parametrize("text", ["Take One", "take one", "TAKE ONE", " takeone ", "t a k e\tone"])
def test_case_and_blanks_do_not_matter(text: str) -> None:
    game = take_words()
    assert game.start().move(text) == game.start().moves[0]
    assert str(game.start().play(text)) == "6 second"


def test_notation_that_depends_on_the_position_is_read() -> None:
    game = take_with(format_move_in=lambda self, left, taken: f"{left}-{taken}")
    position = game.start()
    assert [position.write(move) for move in position.moves] == ["7-1", "7-2"]
    assert position.move("7 - 2") == position.move("2") == position.moves[1]
    with pytest.raises(BadNotation):
        position.move("6-2")


def test_moves_are_written_plainly_where_nothing_else_is_said() -> None:
    position = take_words().start()
    assert [position.write(move) for move in position.moves] == WORDS


@pytest.mark.parametrize("count", [1, 9, 10, 11, 30])
def test_a_text_that_is_no_move_is_answered_with_the_legal_ones(count: int) -> None:
    """Ten of them, and that there are more."""
    game = take_with(moves=always([f"m{number}." for number in range(count)]))
    with pytest.raises(BadNotation) as error:
        game.start().move("nothing")
    said = str(error.value)
    assert "'nothing'" in said
    for number in range(count):
        assert (f"m{number}." in said) == (number < 10)
    assert ("..." in said) == (count > 10)


def test_a_text_of_several_words_is_one_move() -> None:
    game = take_words()
    assert game.notation.split_moves("take one, take two") == ["take one, take two"]
    assert str(game.start().play("take one", "take two")) == "4 first"


def test_moves_are_known_by_their_place_in_a_position() -> None:
    game = take_words()
    start = game.start()
    assert [move.code for move in start.moves] == [0, 1]
    assert game.codec.moves(start, [1, 0]) == (start.moves[1], start.moves[0])
    line = game.codec.line(start, [1, 0, 1])
    assert [str(move) for move in line] == ["take  two", "Take One", "take  two"]
    assert [game.codec.code(start, move) for move in start.moves] == [0, 1]
    with pytest.raises(BadOption, match="in positions only"):
        game.notation.format_move(0, ())


def test_a_move_that_is_not_allowed_is_refused() -> None:
    game = take_with()
    two = game.start().moves[1]
    one_left = game.position("1 first")
    with pytest.raises(IllegalMove, match="'2' is not legal here"):
        game.codec.code(one_left, two)
    with pytest.raises(IllegalMove):
        one_left.play(two)
    # Any text may be a move somewhere.
    assert game.codec.knows(kibitz.Move("unheard of", 0))


def test_nothing_is_allowed_at_the_end_whatever_the_author_lists() -> None:
    game = take_with(moves=always([1, 2]))
    end = game.position("0 second")
    assert end.is_over
    assert game.codec.legal(end.state) == end.moves == ()


# Positions.


@pytest.mark.parametrize(
    ("text", "state", "side"),
    [
        ("5 first", 5, Side.FIRST),
        ("5 second", 5, Side.SECOND),
        ("  5   SECOND ", 5, Side.SECOND),
        ("0 first", 0, Side.FIRST),
    ],
)
def test_a_position_ends_in_whose_turn_it_is(text: str, state: int, side: Side) -> None:
    position = take_with().position(text)
    assert (position.python_state, position.turn) == (state, side)
    assert str(position) == f"{state} {side}"


@pytest.mark.parametrize("text", ["5", "5 third", "5 chance"])
def test_whose_turn_it_is_can_not_be_left_out(text: str) -> None:
    with pytest.raises(BadNotation) as error:
        take_with().position(text)
    # An example of a position that is right.
    assert "7 first" in str(error.value)


def test_where_positions_say_whose_turn_it_is_nothing_follows() -> None:
    game = take_with(
        start=always((7, "first")),
        turn=lambda self, state: state[1],
        moves=always([1]),
        outcome=always(None),
    )
    assert game.position("(5, 'second')").turn is Side.SECOND
    with pytest.raises(BadNotation, match="is not a position"):
        game.position("(5, 'second') first")


@pytest.mark.parametrize("text", ["first", "x first", "[5] first", "print(5) first", "( first"])
def test_invalid_positions_are_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="is not a position"):
        take_with().position(text)


def test_unknown_texts_are_refused_with_an_example() -> None:
    with pytest.raises(BadNotation, match=r"'seven'.* is not a position of take \(.*7 first"):
        take_with().position("'seven' first")


def test_a_long_text_is_not_looked_at() -> None:
    game = take_with(parse_state=lambda self, text: len(text), format_state=lambda self, left: "o" * left)
    longest = 10_000 - len(" first")
    assert game.position("o" * longest + " first").python_state == longest
    with pytest.raises(BadNotation, match="10000"):
        game.position("o" * (longest + 1) + " first")


def test_positions_read_by_their_author() -> None:
    game = take_with(
        parse_state=lambda self, text: text.count("o"), format_state=lambda self, left: "o" * left
    )
    position = game.position("ooo second")
    assert (position.python_state, str(position)) == (3, "ooo second")
    assert game.position(str(game.start())) == game.start()


def test_positions_that_are_only_written_can_not_be_read() -> None:
    game = take_with(format_state=lambda self, left: "o" * left)
    with pytest.raises(BadNotation, match="no parse_state"):
        game.position("ooo first")


def test_a_position_is_tried_before_it_is_taken() -> None:
    """What a person wrote is asked for its moves; what we wrote ourselves is not."""
    game = take_with(moves=lambda self, left: [1] if left < 8 else 1 // 0)
    with pytest.raises(BadNotation, match="ZeroDivisionError"):
        game.position("9 first")
    assert game.node(game.notation.decode_state("9 first")).state == 9
    for read in (game.notation.parse_state, game.notation.decode_state):
        with pytest.raises(BadNotation, match="hashed"):
            take_with(parse_state=always([1])).position("x first")
        assert game.node(read("5 second")).state == 5


def test_an_example_of_a_position_is_its_start() -> None:
    assert "7 first" in take_with().notation.position_help
    # A failing `start` raises its error in the caller.
    broken = take_with(start=lambda self: 1 // 0)
    with pytest.raises(BadGame, match="ZeroDivisionError"):
        broken.start()


# The game itself.


def test_without_dice_a_position_may_come_twice() -> None:
    assert take_with().repetition == Repetition(draw=3)
    assert take_with(turn=always("first"), chances=always({})).repetition is None
    said = Repetition(loss=2)
    assert take_with(repetition=said).repetition is said
    assert take_with(repetition=said, turn=always("first"), chances=always({})).repetition is said


def test_a_game_says_what_its_author_said() -> None:
    game = take_with(
        side_names=("black", "white"), search_best="mcts", name="take_stones", score_range=(-1, 1)
    )
    assert game.side_name(Side.SECOND) == "white"
    assert game.search.best == "mcts"
    assert (game.name, game.title, game.spec) == ("take_stones", "take stones", "take_stones")
    assert game.score_range == (-1, 1)
    assert not game.solving.has_tiers
    assert take_with(tier=always(0)).solving.has_tiers
    assert take_with().score_range is None


def test_options_are_part_of_the_rules_and_of_the_spec() -> None:
    options = (kibitz.Option("stones", 7, "how many", low=1, high=99),)
    cls = type("Take", (Take,), {"options": options, "start": lambda self: self.stones})
    usual, fewer = kibitz.load(cls), kibitz.load(cls, stones=5)
    assert (usual.spec, fewer.spec) == ("take", "take:stones=5")
    assert (str(usual.start()), str(fewer.start())) == ("7 first", "5 first")
    assert usual.rules_id != fewer.rules_id
    assert kibitz.load(cls, stones=7).rules_id == usual.rules_id


@pytest.mark.parametrize(
    ("said", "short", "rules"),
    [
        ({}, "Take one.", ("It is a game.",)),
        ({"text_summary": "Take two."}, "Take two.", ()),
        ({"text_summary": "Take two.", "text_rules": ("Then rest.",)}, "Take two.", ("Then rest.",)),
        ({"text_rules": ("Take three.", "Then rest.")}, "Take three.", ("Take three.", "Then rest.")),
    ],
)
def test_rules_text_comes_from_the_class_or_its_docstring(
    said: dict[str, Any], short: str, rules: tuple[str, ...]
) -> None:
    words = take_with(__doc__="Take\n    one.\n\n    It is\n    a game.\n\n", **said).text
    assert words is not None
    assert words.summary == short
    assert words.rules == rules


def test_a_game_may_have_no_words() -> None:
    assert take_with(__doc__="").text is None
    assert take_with(__doc__=None).text is None


def test_pictures_are_the_authors_or_the_text() -> None:
    assert take_with().start().draw() == "7 first"
    assert take_with(draw=lambda self, left: "o" * left).start().draw() == "ooooooo"
    assert take_with(svg=lambda self, left: f"<svg>{left}</svg>").start().svg() == "<svg>7</svg>"
    assert ">7 first</text>" in take_with().start().svg()
    assert take_with().view.board(take_with().start()) is None
    for method in ("draw", "svg"):
        with pytest.raises(BadGame, match=rf"{method}\(7\) must return a text"):
            getattr(take_with(**{method: always(None)}).start(), method)()


def test_a_game_of_a_class_is_pickled_by_its_class() -> None:
    game = kibitz.load(Take)
    again = pickle.loads(pickle.dumps(game.start().play("2")))
    assert again.game == game
    assert (str(again), again.moves) == ("5 second", game.start().play("2").moves)
