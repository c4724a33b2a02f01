"""The frozen sets that come with Kibitz."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from kibitz.base.errors import BadOption, quoted
from kibitz.truth.truth_set import TruthSet, parse_truth_set, read_truth_set

#: The seed of the frozen sets.
SEED = 2026


@dataclass(frozen=True, slots=True)
class SetSpec:
    """How a set is drawn."""

    game: str
    #: Of games with endgame tables: the number of pieces on the board; None for positions of whole games.
    pieces: int | None = None
    #: Random moves before a position may be taken.
    min_plies: int = 0
    count: int = 240


SETS: Mapping[str, SetSpec] = {
    "tictactoe": SetSpec("tictactoe"),
    "tictactoe-misere": SetSpec("tictactoe:misere=yes"),
    "mnk-4x3x3": SetSpec("mnk:width=4,height=3,length=3"),
    "mnk-4x4x4": SetSpec("mnk:width=4,height=4,length=4"),
    "numerical": SetSpec("numerical"),
    "numerical-12": SetSpec("numerical:target=12"),
    "connect-4x4x3": SetSpec("connect:width=4,height=4,length=3"),
    "connect-5x4": SetSpec("connect:width=5,height=4"),
    "connect4": SetSpec("connect4", min_plies=12),
    "ewn-3x3": SetSpec("ewn:size=3,stones=3,faces=3"),
    "ewn-4x4": SetSpec("ewn:size=4,stones=3"),
    "ewn-3-stones": SetSpec("ewn", pieces=3),
    "ewn-4-stones": SetSpec("ewn", pieces=4),
    "chess-3-pieces": SetSpec("chess", pieces=3, count=200),
    "chess-4-pieces": SetSpec("chess", pieces=4, count=200),
    "nim": SetSpec("nim:piles=5"),
    "chomp": SetSpec("chomp"),
    "domineering": SetSpec("domineering"),
    "morris": SetSpec("morris"),
    "dots-and-boxes": SetSpec("dots_and_boxes"),
    "kalah": SetSpec("kalah:pits=3,seeds=3"),
    "othello-4x4": SetSpec("othello:size=4"),
    "pig": SetSpec("pig:target=15"),
    "race": SetSpec("race"),
}


def set_file(name: str) -> str:
    """Return the name of a frozen set's file."""
    return f"{name}.jsonl.gz"


@cache
def _frozen(name: str) -> TruthSet:
    path = resources.files("kibitz.truth") / "sets" / set_file(name)
    return parse_truth_set(path.read_bytes(), f"the frozen set {name}")


def truth_set(name: str) -> TruthSet:
    """Return the frozen set of that name, or the set in a file."""
    if name in SETS:
        return _frozen(name)
    if Path(name).suffix in (".jsonl", ".gz"):
        return read_truth_set(Path(name))
    raise BadOption(
        f"there is no set called {quoted(name)}; the sets are {', '.join(SETS)}, or a file ending in .jsonl"
    )
