"""Levels from 0 to 100 for each game, from measured data; see docs/levels.md."""

from __future__ import annotations

import itertools
import json
import math
import os
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadFile, BadOption, quoted
from kibitz.games import registry
from kibitz.games.game import Game
from kibitz.games.package import package_folder

#: The environment variable that replaces the folder of level files, for measuring new levels.
FOLDER_VARIABLE = "KIBITZ_LEVELS"


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a level plays.

    With probability `perfect` it plays the strongest move. Otherwise, with probability
    `attention`, it sees immediate wins and existing threats of the opponent. Failing that,
    it searches `depth` decisions deep (2.3 is 3 with probability 0.3, else 2), but evaluates
    each move statically with probability `overlook`, and does not see wins that its own
    move gives the opponent (`human_errors.py`). Then it draws a move: one that loses g of
    the game's worth by this search (0 nothing, 1 a win turned into a loss) is
    exp(-g / carelessness) times as likely as the best.
    """

    depth: float
    carelessness: float
    attention: float
    overlook: float
    perfect: float

    def towards(self, other: Behaviour, share: float) -> Behaviour:
        """Interpolate: carelessness geometrically, all else linearly."""

        def between(a: float, b: float) -> float:
            return a + share * (b - a)

        return Behaviour(
            between(self.depth, other.depth),
            self.carelessness * (other.carelessness / self.carelessness) ** share,
            between(self.attention, other.attention),
            between(self.overlook, other.overlook),
            between(self.perfect, other.perfect),
        )


@dataclass(frozen=True, slots=True)
class Step:
    """A measured level: its Elo above level 0, with half the 95 % confidence interval.

    Where the game has anchors, its strength is on the scale of the programs that these were measured by.
    """

    level: float
    behaviour: Behaviour
    elo: float
    error: float


@dataclass(frozen=True)
class Levels:
    """The levels of one game, from 0 to 100."""

    steps: Sequence[Step]
    #: Provenance: the command, the date and the number of games.
    made: Mapping[str, Any]
    #: The anchor of the ratings; empty if they count from level 0.
    scale: str = ""

    @property
    def top(self) -> float:
        """The rating of level 100."""
        return self.steps[-1].elo

    def elo_range(self) -> tuple[int, int]:
        """The range of ratings on offer, as whole numbers from 0."""
        return max(0, math.ceil(self.steps[0].elo)), math.floor(self.top)

    def behaviour(self, level: float) -> Behaviour:
        """Return the behaviour of a level, interpolated between measured ones."""
        after = min(bisect_right([step.level for step in self.steps], level), len(self.steps) - 1)
        low, high = self.steps[after - 1], self.steps[after]
        share = (level - low.level) / (high.level - low.level)
        return low.behaviour.towards(high.behaviour, min(1.0, share))

    def level_at(self, elo: float) -> float:
        """Return the level with this rating."""
        least, most = self.elo_range()
        if not min(least, self.steps[0].elo) <= elo <= self.top:
            raise BadOption(f"strength by Elo goes from {least} to {most}, that of level 100, not {elo:g}")
        for low, high in zip(self.steps, self.steps[1:], strict=False):
            if elo <= high.elo:
                share = (elo - low.elo) / (high.elo - low.elo) if high.elo > low.elo else 1.0
                return low.level + max(0.0, share) * (high.level - low.level)
        return self.steps[-1].level


def levels_of(game: Game) -> Levels:
    """Return the levels of a game: its own, its family's, or those of a typical game."""
    folder = os.environ.get(FOLDER_VARIABLE)
    measured = () if game.rules.family == "own" else (game.name, game.rules.family)
    for whose, names in ((game, measured), (typical := _typical(game), (typical.rules.family,))):
        for name in names:
            path = Path(folder or package_folder(whose) / "levels") / f"{name}.json"
            if path.exists():
                return read_levels(path)
    raise BadFile(f"there are no levels for {game.spec}")


def _typical(game: Game) -> Game:
    """Return the game whose levels stand in for an unmeasured one: with dice if that has dice."""
    typical = (registry.load(package.entries[-1].name) for package in registry.packages() if package.typical)
    return next(known for known in typical if known.has_chance == game.has_chance)


@lru_cache(maxsize=32)
def read_levels(path: Path) -> Levels:
    """Read a level file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        steps = [
            Step(
                row["level"],
                Behaviour(*(row[field.name] for field in fields(Behaviour))),
                row["elo"],
                row["error"],
            )
            for row in data["levels"]
        ]
        made = dict(data["made"])
        anchors = dict(data.get("anchors", {}))
        scale, points = (
            str(anchors.get("scale", "")),
            [(float(a), float(b)) for a, b in anchors.get("points", [])],
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadFile(f"{path} holds no levels: {error}") from None
    if trouble := _trouble_with(steps):
        raise BadFile(f"the levels in {path} can't be used: {trouble}")
    if points:
        if trouble := _trouble_with_anchors(points):
            raise BadFile(f"the anchors in {path} can't be used: {trouble}")
        steps = [replace(step, elo=anchored(step.elo, points)) for step in steps]
    return Levels(tuple(steps), made, scale)


def anchored(elo: float, points: Sequence[tuple[float, float]]) -> float:
    """Convert Elo above level 0 to the anchor's scale by interpolation between `points`.

    >>> anchored(500, [(0, 800), (1000, 1600)]), anchored(1500, [(0, 800), (1000, 1600)])
    (1200.0, 2000.0)
    """
    if len(points) == 1:
        return elo - points[0][0] + points[0][1]
    after = min(max(bisect_right([own for own, _ in points], elo), 1), len(points) - 1)
    (x1, y1), (x2, y2) = points[after - 1], points[after]
    return y1 + (elo - x1) * (y2 - y1) / (x2 - x1)


def _trouble_with_anchors(points: list[tuple[float, float]]) -> str | None:
    rises = all(a[0] < b[0] and a[1] < b[1] for a, b in itertools.pairwise(points))
    near = all(abs(number) < 1e5 for pair in points for number in pair)
    return None if rises and near else f"pairs of ratings that both rise are wanted, not {quoted(points)}"


def _trouble_with(steps: list[Step]) -> str | None:
    """Return the fault in the steps of a level file; None if there is none."""
    for step in steps:
        how = step.behaviour
        for name, value, low, high in (
            ("level", step.level, 0.0, 100.0),
            ("depth", how.depth, 0.0, 1000.0),
            ("carelessness", how.carelessness, 1e-6, 1e6),
            ("attention", how.attention, 0.0, 1.0),
            ("overlook", how.overlook, 0.0, 1.0),
            ("perfect", how.perfect, 0.0, 1.0),
            ("elo", step.elo, -1e5, 1e5),
            ("error", step.error, 0.0, 1e5),
        ):
            if type(value) not in (int, float) or not low <= value <= high:
                return f"{name} is a number from {low:g} to {high:g}, not {quoted(value)}"
    levels = [step.level for step in steps]
    if levels[:1] + levels[-1:] != [0, 100] or levels != sorted(set(levels)):
        return f"they rise from 0 to 100, not {', '.join(f'{level:g}' for level in levels[:20]) or 'none'}"
    return None


def levels_json(levels: Levels) -> dict[str, Any]:
    """Return levels as JSON data."""
    rows = [
        {
            "level": step.level,
            **{name: round(value, 5) for name, value in asdict(step.behaviour).items()},
            "elo": round(step.elo, 1),
            "error": round(step.error, 1),
        }
        for step in levels.steps
    ]
    return {"made": dict(levels.made), "levels": rows}
