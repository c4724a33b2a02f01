"""Maximum-likelihood ratings of many players, with error bars.

The Bradley-Terry model with a draw counted as half a win, as in Ordo: the expected score of a game depends on
the rating difference, and the ratings are those for which everybody's expected score equals the actual one.

The error bars come from a sandwich estimator over groups of games (those that share a start and dice), so
they account for draws and for correlated games. With too few groups, each game is given the largest variance
that its expected score allows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz.arena.elo import POINTS, Z95, normal_below
from kibitz.arena.linear_algebra import Matrix, inverse, product, transposed
from kibitz.base.errors import BadOption, quoted

#: Groups per fitted rating from which on the sandwich estimator is used.
_ENOUGH_GROUPS = 5


@dataclass(frozen=True, slots=True)
class Played:
    """Result of a game: the first player's score, and the group of games it belongs to."""

    first: str
    second: str
    score: float
    group: int


@dataclass(frozen=True)
class Rating:
    """A player's rating. `error` is half the width of the 95% interval, 0 for an anchor."""

    name: str
    elo: float
    error: float
    games: int
    score: float


@dataclass(frozen=True)
class RatingList:
    """Players from the strongest to the weakest."""

    ratings: tuple[Rating, ...]
    #: Whether a player won or lost everything, so that the ratings include a virtual draw for everybody.
    leaning: bool
    _covariance: dict[tuple[str, str], float] = field(repr=False)

    def __getitem__(self, name: str) -> Rating:
        return next(rating for rating in self.ratings if rating.name == name)

    def superiority(self, one: str, other: str) -> float:
        """Return the likelihood that one player is stronger than another."""
        difference, error = self.difference(one, other)
        if error == 0:
            return 0.5 if difference == 0 else float(difference > 0)
        return normal_below(Z95 * difference / error)

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """Return the rating difference of two players and half its 95% interval.

        For players that met often, it is smaller than their separate errors suggest.
        """
        cov = self._covariance
        variance = cov[one, one] + cov[other, other] - 2 * cov[one, other]
        return self[one].elo - self[other].elo, Z95 * math.sqrt(max(0.0, variance))


def fit_ratings(
    games: Sequence[Played],
    players: Sequence[str] | None = None,
    *,
    anchor: tuple[str, float] | None = None,
) -> RatingList:
    """Return maximum-likelihood ratings; their mean is 0 unless a player is anchored."""
    names = list(players) if players is not None else sorted({n for g in games for n in (g.first, g.second)})
    if anchor is not None and anchor[0] not in names:
        raise BadOption(f"the anchor {quoted(anchor[0])} is not one of the players")
    if not names:
        return RatingList((), False, {})
    fit = _Fit(games, names)
    elo, covariance = _normalised(fit, names, anchor)
    place = {name: i for i, name in enumerate(names)}
    ratings = [
        Rating(
            name,
            elo[place[name]],
            Z95 * math.sqrt(max(0.0, covariance[place[name]][place[name]])),
            sum(name in (g.first, g.second) for g in games),
            sum(g.score if g.first == name else 1 - g.score for g in games if name in (g.first, g.second)),
        )
        for name in names
    ]
    pairs = {(a, b): covariance[place[a]][place[b]] for a in names for b in names}
    return RatingList(tuple(sorted(ratings, key=lambda r: -r.elo)), fit.leaning, pairs)


def _normalised(fit: _Fit, names: list[str], anchor: tuple[str, float] | None) -> tuple[list[float], Matrix]:
    """Return ratings in Elo with their covariance, shifted to the anchor or to mean 0."""
    n = len(names)
    if anchor is None:
        shift: Matrix = [[float(i == j) - 1 / n for j in range(n)] for i in range(n)]
    else:
        at = names.index(anchor[0])
        shift = [[float(i == j) - float(j == at) for j in range(n)] for i in range(n)]
    base = anchor[1] if anchor else 0.0
    elo = [base + POINTS * sum(s * v for s, v in zip(row, fit.values, strict=True)) for row in shift]
    moved = product(product(shift, fit.covariance), transposed(shift))
    return elo, [[POINTS * POINTS * value for value in row] for row in moved]


class _Fit:
    """Newton's method on the likelihood."""

    def __init__(self, games: Sequence[Played], names: list[str]) -> None:
        place = {name: i for i, name in enumerate(names)}
        self.size = len(names)
        self.rows = [(place[g.first], place[g.second], g.score, g.group) for g in games]
        self.leaning = not _has_maximum(self.size, self.rows)
        # Only differences matter, so the first rating is fixed, unless virtual draws determine all of them.
        self.fixed = 0 if self.leaning else 1
        self.values = [0.0] * self.size
        self.totals: dict[tuple[int, int], list[float]] = {}
        for i, j, score, _ in self.rows:
            total = self.totals.setdefault((i, j), [0.0, 0.0])
            total[0] += 1
            total[1] += score
        # Players without games contribute nothing.
        self.covariance = self._fitted() if self.rows else [[0.0] * self.size for _ in range(self.size)]

    def _fitted(self) -> Matrix:
        """Maximise the likelihood; return the covariance at the maximum."""
        for _ in range(100):
            slope, bend = self._slopes()
            inner = inverse([row[self.fixed :] for row in bend[self.fixed :]])
            steps = [sum(x * y for x, y in zip(row, slope[self.fixed :], strict=True)) for row in inner]
            largest = max(map(abs, steps))
            if largest < 1e-10:
                break
            for k, step in enumerate(steps, start=self.fixed):
                self.values[k] += step * min(1.0, 2.0 / largest)
        scatter = self._scatter()
        if scatter is not None:
            inner = product(product(inner, scatter), inner)
        still = [0.0] * self.fixed
        return [[0.0] * self.size] * self.fixed + [still + row for row in inner]

    def _expected(self, i: int, j: int) -> float:
        return 1 / (1 + math.exp(self.values[j] - self.values[i]))

    def _slopes(self) -> tuple[list[float], Matrix]:
        slope = [0.0] * self.size
        bend = [[0.0] * self.size for _ in range(self.size)]
        for (i, j), (count, score) in self.totals.items():
            expected = self._expected(i, j)
            spread = count * expected * (1 - expected)
            for a, b, sign in ((i, j, 1), (j, i, -1)):
                slope[a] += sign * (score - count * expected)
                bend[a][a] += spread
                bend[a][b] -= spread
        if self.leaning:
            for k in range(self.size):  # the virtual draw against an average player
                expected = 1 / (1 + math.exp(-self.values[k]))
                slope[k] += 0.5 - expected
                bend[k][k] += expected * (1 - expected)
        return slope, bend

    def _scatter(self) -> Matrix | None:
        """Return the covariance of the groups' scores around their expectation; None if there are too few."""
        groups: dict[int, list[float]] = {}
        for i, j, score, group in self.rows:
            sums = groups.setdefault(group, [0.0] * self.size)
            surprise = score - self._expected(i, j)
            sums[i] += surprise
            sums[j] -= surprise
        count, free = len(groups), range(self.fixed, self.size)
        if self.leaning or count < _ENOUGH_GROUPS * len(free):
            return None
        correction = count / (count - len(free))
        scatter = [
            [correction * sum(sums[a] * sums[b] for sums in groups.values()) for b in free] for a in free
        ]
        return scatter if all(row[k] > 0 for k, row in enumerate(scatter)) else None


def _has_maximum(size: int, rows: Sequence[tuple[int, int, float, int]]) -> bool:
    """Return whether the maximum is finite (Ford's condition).

    In the graph with an edge from each player to those it scored against, every player must be reachable from
    every other.
    """
    forward: list[set[int]] = [set() for _ in range(size)]
    backward: list[set[int]] = [set() for _ in range(size)]
    for i, j, score, _ in rows:
        for a, b, got in ((i, j, score), (j, i, 1 - score)):
            if got > 0:
                forward[a].add(b)
                backward[b].add(a)
    return all(len(_reached(arrows)) == size for arrows in (forward, backward))


def _reached(arrows: list[set[int]]) -> set[int]:
    found, waiting = {0}, [0]
    while waiting:
        for other in arrows[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found
