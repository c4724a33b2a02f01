"""Error messages for attributes that other libraries or other games have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.games.game import Game
    from kibitz.games.position import Position

_PLAY = "position = position.play(move), as positions never change"
_BEFORE = "the position before, as positions never change"
_NUMBERS = "position.moves, or position.game.encoding.actions.numbers(position)"
#: Names of python-chess, OpenSpiel and easyAI, with their equivalents.
_OF_POSITIONS = {
    **dict.fromkeys(["push", "push_san", "push_uci", "apply_action", "make_move", "child"], _PLAY),
    **dict.fromkeys(["pop", "undo_action", "unmake_move", "clone"], _BEFORE),
    **dict.fromkeys(["is_game_over", "is_terminal"], "position.is_over"),
    **dict.fromkeys(["legal_actions", "possible_moves", "legal_actions_mask"], _NUMBERS),
    **dict.fromkeys(["parse_san", "parse_uci", "string_to_action"], "position.move(text)"),
    "action_to_string": "str(move), or position.write(move)",
    "current_player": "position.turn",
    "returns": "position.outcome",
    "is_chance_node": "position.turn is kibitz.Side.CHANCE",
    "chance_outcomes": "position.chances",
    "observation_tensor": "position.game.encoding.encode([position])",
}
_OF_GAMES = {
    "new_initial_state": "game.start()",
    "num_distinct_actions": "len(game.encoding.actions)",
    "observation_tensor_shape": "game.encoding.shape",
}


def missing_in_position(position: Position, name: str) -> AttributeError:
    """Return the error for an attribute that a position does not have."""
    if name in _OF_POSITIONS:
        why = f"; use {_OF_POSITIONS[name]}"
    elif not name.startswith("_") and (games := _games_with(name)):
        why = f"; only those of {' and '.join(games)} have it"
    else:
        why = ""
    return AttributeError(f"positions of {position.game.spec} have no {name}{why}", name=name, obj=position)


def missing_in_game(game: Game, name: str) -> AttributeError:
    """Return the error for an attribute that a game does not have."""
    message = f"{type(game).__name__!r} object has no attribute {name!r}"
    why = f"; use {_OF_GAMES[name]}" if name in _OF_GAMES else ""
    return AttributeError(message + why, name=name, obj=game)


def _games_with(name: str) -> list[str]:
    """Return the names of the built-in games whose positions have an attribute."""
    from kibitz.games.registry import entry, names

    return [game for game in names() if hasattr(entry(game).game_class()._position_type, name)]
