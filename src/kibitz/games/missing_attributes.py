"""Error messages for attributes that other libraries or other games have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.base.attribute_hints import missing_attribute

if TYPE_CHECKING:
    from kibitz.games.game import Game
    from kibitz.games.position import Position

_RECORD = "a kibitz.Session or a kibitz.Record, which keep the moves of a game"
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
    **dict.fromkeys(["move_stack", "peek", "history", "history_str", "full_history"], _RECORD),
    **dict.fromkeys(["returns", "rewards"], "position.outcome"),
    **dict.fromkeys(["serialize", "observation_string", "information_state_string"], "str(position)"),
    **dict.fromkeys(["undo", "copy"], _BEFORE),
    **dict.fromkeys(["move_number", "fullmove_number"], "position.game.notation.move_number(position)"),
    **dict.fromkeys(["show", "unicode"], "print(position.draw(unicode=True))"),
    "player_return": "position.outcome.for_side(side)",
    "is_legal": "move in position.moves",
    "variation_san": "position.write_line(moves)",
    "get_game": "position.game",
    "action_to_string": "str(move), or position.write(move)",
    "current_player": "position.turn",
    "is_chance_node": "position.turn is kibitz.Side.CHANCE",
    "chance_outcomes": "position.chances",
    "observation_tensor": "position.game.encoding.encode([position])",
}
_OF_GAMES = {
    "num_players": "len(game.side_names)",
    **dict.fromkeys(["min_utility", "max_utility"], "game.score_range"),
    "deserialize_state": "game.position(text)",
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
    return missing_attribute(game, name, _OF_GAMES)


def _games_with(name: str) -> list[str]:
    """Return the names of the built-in games whose positions have an attribute."""
    from kibitz.games.registry import entry, names

    return [game for game in names() if hasattr(entry(game).game_class()._position_type, name)]
