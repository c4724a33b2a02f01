"""The raw behaviours that the levels of difficulty are picked from, weakest first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.players.level_data import Behaviour

#: How many behaviours there are, the strongest player included.
RUNGS = 21


@dataclass(frozen=True)
class Path:
    """Carelessness falls by equal factors from the one to the other while depth grows."""

    careless: float
    careful: float
    deepest: float
    #: The parts of the way at which depth begins to grow, and at which every win at once is seen.
    looks: float = 0.3
    notices: float = 0.15
    #: The weakest level's attention to obvious moves, and how often it moves by the static evaluation.
    attentive: float = 0.5
    overlooks: float = 1.0


PATHS = {
    "tictactoe": Path(4.0, 0.03, 5, looks=0.2, notices=0.1, attentive=0.9),
    "mnk": Path(4.0, 0.02, 5),
    "numerical": Path(4.0, 0.02, 4),
    "connect": Path(4.0, 0.02, 7),
    "ewn": Path(1.0, 0.004, 4, attentive=0.3),
    "chess": Path(0.5, 0.004, 8, looks=0.25, notices=0.6, attentive=0.2),
}


def rungs(name: str) -> list[Behaviour]:
    """From moves by chance to the strongest there is."""
    path = PATHS[name]
    found = []
    for i in range(RUNGS - 1):
        part = i / (RUNGS - 2)
        found.append(
            Behaviour(
                1 + (path.deepest - 1) * max(0.0, (part - path.looks) / (1 - path.looks)),
                path.careless * (path.careful / path.careless) ** part,
                path.attentive + (1 - path.attentive) * min(1.0, part / path.notices),
                path.overlooks * (1 - part),
                0.0,
            )
        )
    return [*found, replace(found[-1], perfect=1.0)]
