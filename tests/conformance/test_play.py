"""Moves, turns and ends."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Game, GameOver, IllegalMove, Move, Position, Side, WrongGame, load
from tests.conformance.walks import some

pytestmark = pytest.mark.core

Positions = tuple[Position, ...]


def facts(position: Position) -> tuple[object, ...]:
    """Everything that can be seen of a position."""
    return (
        str(position),
        position.key,
        hash(position),
        position.turn,
        position.mover,
        position.outcome,
        position.moves,
        position.chances,
    )


def test_there_are_moves_exactly_while_the_game_goes_on(positions: Positions) -> None:
    for position in positions:
        assert position.is_over == (position.outcome is not None)
        assert position.is_over == (not position.moves)
        assert len(set(position.moves)) == len(position.moves)
        assert len({move.code for move in position.moves}) == len(position.moves)


def test_random_games_end(positions: Positions) -> None:
    assert any(position.is_over for position in positions)


def test_side_to_move(game: Game, positions: Positions) -> None:
    for position in positions:
        assert position.mover in (Side.FIRST, Side.SECOND)
        if position.turn is Side.CHANCE:
            assert game.has_chance
        else:
            assert position.turn is position.mover


def test_playing_leaves_the_old_position_alone(positions: Positions) -> None:
    for position in positions:
        before = facts(position)
        for move in some(position.moves):
            after = position.play(move)
            assert after != position
            assert after.game is position.game
        assert facts(Position(position.game, position.state)) == before


def test_undo_gives_back_the_same_state(game: Game, positions: Positions) -> None:
    for position in positions:
        for move in some(position.moves):
            back = Position(game, game.rules.play_and_undo(position.state, game.codec.code(position, move)))
            assert back == position
            assert facts(back) == facts(position)


def test_texts_of_moves_are_read_back(positions: Positions) -> None:
    for position in positions:
        for move in position.moves:
            text = str(move)
            assert text == text.strip() != ""
            for written in (text, text.upper(), text.lower(), f"  {text}\t"):
                read = position.move(written)
                assert (read, read.code, read.parts) == (move, move.code, move.parts)
        for move in some(position.moves):
            assert position.play(str(move)) == position.play(move)


def test_several_moves_in_one_text(game: Game) -> None:
    if game.rules.family == "own":
        pytest.skip("the notation of a game in Python may have blanks in a move")
    position, texts = game.start(), []
    while position.moves and len(texts) < 4:
        texts.append(str(position.moves[-1]))
        position = position.play(texts[-1])
    assert game.start().play(" ".join(texts)) == game.start().play(*texts) == position


def test_ended_games_refuse_moves(positions: Positions) -> None:
    moves = positions[0].moves
    for position in positions:
        if position.is_over:
            for move in some(moves):
                with pytest.raises(GameOver, match="over"):
                    position.play(move)
                with pytest.raises(GameOver, match="over"):
                    position.play(str(move))
            with pytest.raises(GameOver, match="over"):
                position.move("no move at all")


def test_moves_of_other_positions_are_illegal(game: Game, positions: Positions) -> None:
    known: dict[Move, Move] = {move: move for position in positions for move in position.moves}
    for position in positions:
        others = tuple(move for move in known if move not in position.moves)
        for move in some(others):
            if not position.is_over:
                with pytest.raises(IllegalMove) as refused:
                    position.play(move)
                assert str(move) in str(refused.value)


def test_numbers_that_are_no_moves_are_refused(game: Game, positions: Positions) -> None:
    for position in positions:
        allowed = set(game.rules.moves(position.state))
        for code in {0, 1, 63, 64, 65, 1000, 2**16, 2**31, 2**32 - 1} - allowed:
            with pytest.raises(ValueError, match="not allowed"):
                game.rules.play(position.state, code)
            with pytest.raises(ValueError, match="not allowed"):
                game.rules.play_and_undo(position.state, code)


def test_chances_sum_to_one_and_are_the_moves(positions: Positions) -> None:
    for position in positions:
        if position.turn is Side.CHANCE and not position.is_over:
            assert {move for move, _ in position.chances} == set(position.moves)
            assert len(position.chances) == len(position.moves)
            assert all(0 < chance <= 1 for _, chance in position.chances)
            assert sum(chance for _, chance in position.chances) == pytest.approx(1, abs=1e-12)
        else:
            assert position.chances == ()


def test_evaluation_stays_in_its_bounds(game: Game, positions: Positions) -> None:
    if not game.rules.has_evaluation:
        with pytest.raises(ValueError, match="evaluation"):
            game.rules.evaluate(positions[0].state)
        return
    for position in positions:
        guess = game.rules.evaluate(position.state)
        assert abs(guess) <= (1 if game.has_chance else 1e9)


@settings(max_examples=30, deadline=None)
@given(choices=st.lists(st.integers(0, 10_000), max_size=40))
def test_any_line_of_play(game: Game, choices: list[int]) -> None:
    """The laws above along lines that Hypothesis chooses, and shortens when one fails."""
    position = game.start()
    for choice in choices:
        if position.is_over:
            break
        move = position.moves[choice % len(position.moves)]
        after = position.play(move)
        assert position.move(str(move)) == move
        assert (
            Position(game, game.rules.play_and_undo(position.state, game.codec.code(position, move)))
            == position
        )
        assert game.position(str(after)) == after
        assert facts(game.position(str(after))) == facts(after.without_history())
        position = after


def test_states_of_other_rules_are_refused(game: Game) -> None:
    """Some of these have the same type in the core as the game at hand."""
    strangers = [
        load(spec) for spec in ("tictactoe", "mnk:width=8,height=8,length=6", "mnk:width=19,height=19")
    ]
    for stranger in strangers:
        if stranger.rules.identity == game.rules.identity:
            assert game.rules.moves(stranger.start().state)
        else:
            with pytest.raises(WrongGame, match="belongs to another game"):
                game.rules.moves(stranger.start().state)
