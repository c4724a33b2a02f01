"""Kibitz: play, understand and solve two-player board games, with or without dice."""

import importlib
import sys
from typing import TYPE_CHECKING

__version__ = "0.2.0"

# pip refuses an older Python, but Kibitz may be run from source, so Python 3.6 must be able to parse this
# file and __main__.py, which has the same check.
if sys.version_info < (3, 11) and sys.argv[0] != "-m":
    raise ImportError(f"this is Python {sys.version.split()[0]}, and Kibitz needs 3.11 or newer")

if TYPE_CHECKING:
    from kibitz.analysis.analyse import analyse
    from kibitz.analysis.batch import analyse_many
    from kibitz.analysis.counting import count_games, count_positions, perft
    from kibitz.analysis.explain import explain
    from kibitz.analysis.explanation import Explanation
    from kibitz.analysis.report import Analysis
    from kibitz.analysis.who_wins import who_wins
    from kibitz.arena.match import match
    from kibitz.arena.match_result import MatchResult
    from kibitz.arena.tournament import TournamentResult, tournament
    from kibitz.base.errors import (
        BadFile,
        BadGame,
        BadNotation,
        BadOption,
        ChangedRecord,
        GameOver,
        IllegalMove,
        KibitzError,
        Stopped,
        WrongGame,
    )
    from kibitz.base.limit import Limit
    from kibitz.base.move import Line, Move
    from kibitz.base.options import Option
    from kibitz.base.repetition import Repetition
    from kibitz.base.side import Outcome, Side
    from kibitz.base.value import Draw, Estimate, Expect, Loss, Points, Value, Win
    from kibitz.executors.cluster import cluster
    from kibitz.game_review.review import Review, review
    from kibitz.games.game import Game
    from kibitz.games.position import Position
    from kibitz.games.python_game.bitboard import Bitboard
    from kibitz.games.python_game.board import Board
    from kibitz.games.python_game.definition import PythonGame
    from kibitz.games.python_game.state import State, bitboard, int8, int16, int32, int64
    from kibitz.games.registry import load
    from kibitz.games.registry import names as game_names
    from kibitz.players.evaluation import register_evaluation
    from kibitz.players.player import Choice, Player
    from kibitz.players.registry import make_player as player
    from kibitz.players.registry import names as player_names
    from kibitz.players.registry import register_player
    from kibitz.records.files import read_records
    from kibitz.records.record import Record
    from kibitz.records.variation import Variation
    from kibitz.session.session import Session
    from kibitz.solving.nimbers import nimber
    from kibitz.solving.solve import solve
    from kibitz.solving.table import Table
    from kibitz.truth.exploitability import Exploitability, exploitability

# Modules of the public names; imported on first use, so that importing kibitz is fast.
_HOME = {
    "Analysis": "analysis.report",
    "analyse": "analysis.analyse",
    "who_wins": "analysis.who_wins",
    "explain": "analysis.explain",
    "Explanation": "analysis.explanation",
    "analyse_many": "analysis.batch",
    "cluster": "executors.cluster",
    **dict.fromkeys(["count_games", "count_positions", "perft"], "analysis.counting"),
    "MatchResult": "arena.match_result",
    "match": "arena.match",
    "TournamentResult": "arena.tournament",
    "tournament": "arena.tournament",
    "Review": "game_review.review",
    "review": "game_review.review",
    "Table": "solving.table",
    "nimber": "solving.nimbers",
    "solve": "solving.solve",
    "Exploitability": "truth.exploitability",
    "exploitability": "truth.exploitability",
    "Game": "games.game",
    "Bitboard": "games.python_game.bitboard",
    "Board": "games.python_game.board",
    **dict.fromkeys(["State", "bitboard", "int8", "int16", "int32", "int64"], "games.python_game.state"),
    "PythonGame": "games.python_game.definition",
    "Position": "games.position",
    "load": "games.registry",
    "game_names": "games.registry:names",
    "Choice": "players.player",
    "Player": "players.player",
    "player": "players.registry:make_player",
    "player_names": "players.registry:names",
    "register_evaluation": "players.evaluation",
    "register_player": "players.registry",
    "Record": "records.record",
    "read_records": "records.files",
    "Variation": "records.variation",
    "Session": "session.session",
    **dict.fromkeys(
        [
            "BadFile",
            "BadGame",
            "BadNotation",
            "BadOption",
            "ChangedRecord",
            "GameOver",
            "IllegalMove",
            "KibitzError",
            "Stopped",
            "WrongGame",
        ],
        "base.errors",
    ),
    "Limit": "base.limit",
    "Line": "base.move",
    "Move": "base.move",
    "Option": "base.options",
    "Repetition": "base.repetition",
    "Outcome": "base.side",
    "Side": "base.side",
    **dict.fromkeys(["Draw", "Estimate", "Expect", "Loss", "Points", "Value", "Win"], "base.value"),
}

__all__ = [
    "Analysis",
    "BadFile",
    "BadGame",
    "BadNotation",
    "BadOption",
    "Bitboard",
    "Board",
    "ChangedRecord",
    "Choice",
    "Draw",
    "Estimate",
    "Expect",
    "Explanation",
    "Exploitability",
    "Game",
    "GameOver",
    "IllegalMove",
    "KibitzError",
    "Limit",
    "Line",
    "Loss",
    "MatchResult",
    "Move",
    "Option",
    "Outcome",
    "Player",
    "Points",
    "Position",
    "PythonGame",
    "Record",
    "Repetition",
    "Review",
    "Session",
    "Side",
    "State",
    "Stopped",
    "Table",
    "TournamentResult",
    "Value",
    "Variation",
    "Win",
    "WrongGame",
    "__version__",
    "analyse",
    "analyse_many",
    "bitboard",
    "cluster",
    "count_games",
    "count_positions",
    "explain",
    "exploitability",
    "game_names",
    "int8",
    "int16",
    "int32",
    "int64",
    "load",
    "match",
    "nimber",
    "perft",
    "player",
    "player_names",
    "read_records",
    "register_evaluation",
    "register_player",
    "review",
    "solve",
    "tournament",
    "who_wins",
]


# Deprecated names with their replacements; they stay for one version.
_FORMER = {"OwnGame": "PythonGame"}
#: Common guesses, with the actual names.
_HINTS = {
    "WHITE": "Side.FIRST",
    "BLACK": "Side.SECOND",
    "analyze": "analyse",
    "best_move": "analyse(position).best.move",
    "evaluate": "analyse(position).value",
    "evaluate_bots": "match",
    "hint": "explain",
    "load_game": "load",
    **dict.fromkeys(["read_game", "read_pgn", "read_record", "pgn"], "read_records"),
    "registered_names": "game_names",
    **dict.fromkeys(["alphabeta", "mcts", "minimax", "negamax"], "player(name), or kibitz.analyse"),
}


def __getattr__(name: str) -> object:
    if name == "_core":  # `from kibitz import _core` looks here first
        return _core_module()
    if name in _FORMER:
        import warnings

        new = _FORMER[name]
        warnings.warn(f"kibitz.{name} is deprecated; use kibitz.{new}", DeprecationWarning, stacklevel=2)
        globals()[name] = found = getattr(importlib.import_module("kibitz"), new)  # warn once
        return found
    home = _HOME.get(name)
    if home is None:
        hint = f"; use kibitz.{_HINTS[name]}" if name in _HINTS else ""
        raise AttributeError(f"module 'kibitz' has no attribute {name!r}{hint}")
    module, _, attribute = home.partition(":")
    found = getattr(importlib.import_module(f"kibitz.{module}"), attribute or name)
    globals()[name] = found
    return found


def _core_module() -> object:
    """Import the core; if it is missing or incompatible, the error says how to build it."""
    try:
        return importlib.import_module("kibitz._core")
    except ImportError as error:
        raise ImportError(
            f"the core of Kibitz can't be loaded by this Python ({error}); "
            "install Kibitz with `pip install .`, which needs a C++20 compiler, "
            "or build the core in place with dev/rebuild"
        ) from None


def __dir__() -> "list[str]":
    return __all__
