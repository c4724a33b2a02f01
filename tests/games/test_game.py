"""Common to every game: its spec, the identity of its rules, and defaults."""

from __future__ import annotations

import pickle
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import ANY

import pytest

import kibitz
from kibitz.base.errors import BadNotation, BadOption, IllegalMove, WrongGame
from kibitz.base.repetition import Repetition
from kibitz.base.side import Side
from kibitz.games import registry
from kibitz.games.capabilities import Openings
from kibitz.games.package import package_folder
from kibitz.games.position import check_move, check_position
from tests.python_game.take import always, take_with

GAME = kibitz.load("tictactoe")
MNK = registry.entry("mnk").game_class()


def test_a_spec_names_non_default_options() -> None:
    game = kibitz.load("mnk:width=5,height=4,misere=yes")
    assert game.spec == str(game) == "mnk:width=5,height=4,misere=yes"
    assert repr(game) == "<Game mnk:width=5,height=4,misere=yes>"
    assert kibitz.load("mnk:width=3").spec == "mnk"
    assert kibitz.load(game.spec) == game


def test_rules_are_distinguished_by_what_matters() -> None:
    """How cells are written is no rule, but part of the spec."""
    plain, named = kibitz.load("mnk"), kibitz.load("mnk:numbering=keypad")
    assert plain.rules_id == named.rules_id == GAME.rules_id
    assert plain != named
    assert plain.rules_id != kibitz.load("mnk:misere=yes").rules_id
    assert {"width=3", "height=3", "length=3", "misere=no"} < set(plain.rules_id.split(","))
    assert "numbering" not in plain.rules_id
    # Positions of the same rules are understood by both.
    check_position(plain, named.start())
    with pytest.raises(WrongGame, match="a position of mnk:width=4, not of mnk"):
        check_position(plain, kibitz.load("mnk:width=4").start())


def test_games_are_equal_by_spec_and_rules() -> None:
    again = MNK("tictactoe", GAME.values, {})
    assert again == GAME
    assert hash(again) == hash(GAME)
    assert MNK("other", GAME.values, {}) != GAME
    assert MNK("tictactoe", {**GAME.values, "misere": True}, {}) != GAME
    assert GAME != "tictactoe"
    assert GAME == ANY  # what a game does not know is asked itself
    assert len({GAME, again, kibitz.load("mnk")}) == 2
    assert pickle.loads(pickle.dumps(kibitz.load("mnk:width=4"))) == kibitz.load("mnk:width=4")


def test_options_can_not_be_changed() -> None:
    values = dict(GAME.values)
    made = MNK("tictactoe", values, {})
    values["width"] = 9
    assert made.values["width"] == 3
    with pytest.raises(TypeError):
        made.values["width"] = 9  # type: ignore[index]


def test_the_start_is_made_once() -> None:
    assert GAME.start() is GAME.start()
    for text in ("", "  \n"):
        assert GAME.position(text) is GAME.start()


def test_a_text_that_is_no_position_names_the_game() -> None:
    with pytest.raises(BadNotation):
        GAME.position("nothing")
    with pytest.raises(BadNotation, match="'xxx/xxx/xxx' is not a position of tictactoe: "):
        GAME.position("xxx/xxx/xxx")


def test_a_text_of_several_moves_is_taken_apart() -> None:
    assert GAME.notation.split_moves("1, 2;3\t4") == ["1", "2", "3", "4"]
    assert GAME.notation.split_moves(" 5 ") == ["5"]
    assert GAME.notation.split_moves(" ") == [" "]


def test_moves_by_the_numbers_of_the_core() -> None:
    start = GAME.start()
    move = start.move("5")
    assert GAME.codec.move(move.code) is GAME.codec.move(move.code)
    assert GAME.codec.move(move.code) == move
    assert GAME.codec.code(start, move) == move.code
    assert GAME.codec.moves(start, [one.code for one in start.moves]) == start.moves
    line = GAME.codec.line(start, [one.code for one in start.moves[:3]])
    assert (type(line), tuple(line)) == (kibitz.Line, start.moves[:3])
    with pytest.raises(BadOption, match="no move with the number"):
        GAME.codec.move(2**70)


def test_only_moves_of_the_game_pass() -> None:
    move = GAME.start().move("5")
    check_move(GAME, move)
    wrong = [
        kibitz.Move("6", move.code, move.parts),
        kibitz.Move("5", move.code, (99,)),
        kibitz.Move("5", 2**70, move.parts),
    ]
    for other in wrong:
        with pytest.raises(IllegalMove, match="is not a move of tictactoe"):
            check_move(GAME, other)


def test_an_illegal_move_is_refused_with_the_reason() -> None:
    position = GAME.start().play("5")
    assert position.move("1") in position.moves
    assert GAME.notation.parse_move(position, "5") not in position.moves
    with pytest.raises(IllegalMove, match="5 is taken"):
        position.move("5")


def test_sides_have_names() -> None:
    chess = kibitz.load("chess")
    assert [chess.side_name(side) for side in Side] == ["white", "black", "chance"]
    assert [take_with().side_name(side) for side in Side] == [
        "the first player",
        "the second player",
        "chance",
    ]


def test_a_bad_move_is_answered_with_the_move_format() -> None:
    with pytest.raises(BadNotation, match="'ten'") as error:
        GAME.notation.parse_move(GAME.start(), "ten")
    assert GAME.notation.move_help in str(error.value)


def test_an_opening_is_the_last_that_had_a_name() -> None:
    class Named(Openings):
        def name(self, position: Any) -> Any:
            return {"a": "A", "b": "B"}.get(position)

    reached: Any = Named().reached
    assert reached(["a", "b", "c"]) == "B"
    assert reached(["b", "a", "x"]) == "A"
    assert reached(["x"]) is None
    assert reached([]) is None


@pytest.mark.parametrize(
    ("rule", "times", "over", "claimable"),
    [
        (Repetition(claim=3), 3, False, True),
        (Repetition(claim=3), 4, False, True),
        (Repetition(claim=3), 2, False, False),
        (Repetition(claim=3), 3, True, False),
        (Repetition(draw=3), 3, False, False),
        (None, 3, False, False),
    ],
)
def test_a_draw_may_be_claimed_when_a_position_came_often_enough(
    rule: Repetition | None, times: int, over: bool, claimable: bool
) -> None:
    game = take_with(repetition=rule, turn=always("first"), chances=always({1: 1}))
    position: Any = SimpleNamespace(game=game, times=times, is_over=over)
    said = game.draws.claim_reason(position)
    assert (said is not None) == claimable
    if said is not None:
        assert f"{times} times" in said


def test_defaults_of_a_minimal_game() -> None:
    """Nothing is claimed of a game that its author did not say."""
    game = take_with()
    start = game.start()
    move = start.moves[0]
    assert not game.has_chance
    assert not game.draws.by_agreement
    assert not game.draws.accepts(start, kibitz.Draw())
    assert game.draws.claim_reason(start) is None
    assert game.notation.why_illegal(start, move) == "1 is not legal here"
    assert game.view.offset(move) is None
    assert game.teacher is None
    assert game.openings is None
    assert game.scale.win_probability(3.0) is None
    assert game.solving.max_predecessors(start) is None
    assert game.notation.missing_parts("1") == ()
    assert game.editor is None
    assert game.search.options == ()
    assert game.solving.endgame is None
    assert game.book is None
    assert game.search.playouts == "random"
    assert game.solving.table_id == game.rules_id


def test_built_in_games_have_no_author() -> None:
    assert GAME.score_range is None
    assert not GAME.solving.has_tiers
    assert GAME.solving.table_id == GAME.rules_id
    assert package_folder(GAME) == Path(kibitz.__file__).parent / "games" / "mnk"
    assert kibitz.load("ewn").has_chance
    assert not GAME.has_chance
    assert GAME.notation.decode_state("x../.../...") is not None
    assert str(kibitz.Position(GAME, GAME.notation.decode_state("x../.../..."))) == "x../.../..."


def test_a_game_without_a_look_is_drawn_as_text() -> None:
    game = take_with(draw=lambda self, left: "o" * left, name="take_it")
    picture = game.start().svg()
    assert ">ooooooo</text>" in picture
    assert "<title>take it: 7 first</title>" in picture
    look = take_with(board=lambda self, left: kibitz.Board(7, 1, {0: (0, "stone")}), draw=always("nothing"))
    assert "nothing" not in look.start().svg()
    assert "<path" in look.start().svg()


def test_a_notebook_shows_the_options_and_the_board() -> None:
    shown = kibitz.load("mnk:misere=yes")._repr_html_()
    assert "<td>misere</td><td>yes</td>" in shown
    assert "<td>width</td><td>3</td>" in shown
    assert kibitz.load("mnk:misere=yes").start().svg() in shown
