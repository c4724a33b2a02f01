"""Deprecated attribute names of games, each with its replacement; each stays for one version."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from kibitz.games.missing_attributes import missing_in_game

if TYPE_CHECKING:
    from kibitz.games.game import Game
    from kibitz.games.python_game.definition import PythonGame

#: Deprecated attributes of `Game`, with dotted replacements.
FORMER_NAMES: dict[str, str] = {
    "family": "rules.family",
    "points": "score_range",
    "move_of": "codec.move",
    "code_of": "codec.code",
    "moves_at": "codec.moves",
    "line_of": "codec.line",
    "move_text": "notation.format_move",
    "read_move": "notation.parse_move",
    "position_text": "notation.format_state",
    "read_position": "notation.parse_state",
    "state_again": "notation.decode_state",
    "write_move": "notation.format_move_in",
    "why_illegal": "notation.why_illegal",
    "split_moves": "notation.split_moves",
    "parts_to_ask": "notation.missing_parts",
    "move_number": "notation.move_number",
    "move_example": "notation.move_help",
    "position_example": "notation.position_help",
    "draw": "view.draw",
    "looks_different_turned": "view.flips",
    "look": "view.board",
    "svg": "view.svg",
    "place_of": "view.offset",
    "supply": "editor.pieces",
    "arranged": "editor.compose",
    "opening": "openings.name",
    "opening_reached": "openings.reached",
    "tags_of": "openings.record_tags",
    "agrees_on_draws": "draws.by_agreement",
    "claimable": "draws.claim_reason",
    "would_agree": "draws.accepts",
    "best_search": "search.best",
    "best_playouts": "search.playouts",
    "search_options": "search.options",
    "table_id": "solving.table_id",
    "rules_version": "solving.rules_version",
    "has_tiers": "solving.has_tiers",
    "has_symmetry": "solving.has_symmetry",
    "endgame": "solving.endgame",
    "ways_back": "solving.max_predecessors",
    "words": "text",
    "plies_a_move": "scale.plies_per_move",
    "value_words": "scale.format_value",
    "chance_of": "scale.win_probability",
    "actions": "encoding.actions",
    "planes": "encoding.shape",
    "encode": "encoding.encode",
    "reasons": "teacher.reasons",
    "tells_forced_wins": "teacher.explains_forced_wins",
    "win_name": "teacher.name_win",
    "draw_name": "teacher.name_draw",
    "end_name": "teacher.name_ending",
    "steps_to_goal": "teacher.race_distance",
}

#: Defaults of deprecated attributes for games that lack the capability.
_ABSENT: dict[str, Any] = {
    "supply": (),
    "opening": lambda position: None,
    "opening_reached": lambda positions: None,
    "tags_of": lambda positions: {},
    "reasons": lambda position, move, line, values: [],
    "tells_forced_wins": False,
    "win_name": lambda position, move: "",
    "draw_name": lambda position: "",
    "end_name": lambda positions, moves: "",
    "steps_to_goal": lambda position, side: None,
}


def former_attribute(game: Game, name: str) -> Any:
    """Return the value of a deprecated attribute, with a warning; AttributeError if there is none."""
    if name not in FORMER_NAMES:
        raise missing_in_game(game, name)
    new = FORMER_NAMES[name]
    warnings.warn(f"Game.{name} is deprecated; use Game.{new}", DeprecationWarning, stacklevel=3)
    capability = new.partition(".")[0]
    if capability == new or getattr(game, capability) is not None:
        return attrgetter(new)(game)
    if name in _ABSENT:
        return _ABSENT[name]
    raise AttributeError(f"{game.spec} has no {capability}", name=name, obj=game)


#: Deprecated names in an author's class (`PythonGame`), with their replacements.
FORMER_PYTHON_NAMES: dict[str, str] = {
    "points": "score_range",
    "move_text": "format_move",
    "write_move": "format_move_in",
    "state_text": "format_state",
    "read_state": "parse_state",
    "look": "board",
    "how_to_play": "text_summary",
    "rules_text": "text_rules",
    "best_search": "search_best",
}


def adopt_former_names(
    cls: type[PythonGame], owner: object, defined: Mapping[str, Any], *, stacklevel: int = 3
) -> None:
    """Bind methods that an author's class or instance defines under a deprecated name to the new name; warn.

    `defined` are the attributes of `owner`, the class or an instance. If both names are defined, the
    deprecated one is taken for a helper of the author's.
    """
    found = {
        old: new
        for old, new in FORMER_PYTHON_NAMES.items()
        if old in defined and new not in defined and not (old == "points" and callable(defined[old]))
    }
    for old, new in found.items():
        setattr(owner, new, defined[old])
    untold = {old: new for old, new in found.items() if owner is cls or old not in cls._former}
    if untold:
        cls._former = {**cls._former, **untold}
        renames = ", ".join(f"{old} to {new}" for old, new in untold.items())
        warnings.warn(
            f"{cls.__name__} uses deprecated names; rename {renames}",
            DeprecationWarning,
            stacklevel=stacklevel,
        )
