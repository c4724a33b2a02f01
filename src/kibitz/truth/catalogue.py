"""The frozen sets that come with Kibitz."""

from __future__ import annotations

import json
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
    """The parameters of a set."""

    game: str
    #: Number of pieces for games with endgame tables; None for positions of whole games.
    pieces: int | None = None
    #: Random moves before a position may be taken.
    min_plies: int = 0
    count: int = 240


def _read_catalogue() -> dict[str, SetSpec]:
    path = _FOLDER / "catalogue.json"
    return {name: SetSpec(**spec) for name, spec in json.loads(path.read_text(encoding="utf-8")).items()}


_FOLDER = resources.files("kibitz.truth") / "sets"
#: The frozen sets by name.
SETS: Mapping[str, SetSpec] = _read_catalogue()


def set_file(name: str) -> str:
    """Return the name of a frozen set's file."""
    return f"{name}.jsonl.gz"


@cache
def _frozen(name: str) -> TruthSet:
    path = _FOLDER / set_file(name)
    return parse_truth_set(path.read_bytes(), f"the frozen set {name}")


def truth_set(name: str) -> TruthSet:
    """Return the frozen set of that name, or the set in a file."""
    if name in SETS:
        return _frozen(name)
    if Path(name).suffix in (".jsonl", ".gz"):
        return read_truth_set(Path(name))
    raise BadOption(
        f"there is no set named {quoted(name)}; the sets are {', '.join(SETS)}, or a file ending in .jsonl"
    )
