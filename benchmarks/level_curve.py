"""A curve of strength along the ladder of behaviours, fitted to all games at once.

Where games are slow, too few can be played between the chosen levels to rate each by itself. But behaviours
beside a level on the ladder are nearly as strong as it is. So the rating is taken to be linear between the
levels, and the ratings of the levels are those that make all results likeliest (Bradley-Terry).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_PER_ELO = math.log(10) / 400
_STEPS = 60
#: Keeps ratings finite where one side has won all games.
_RIDGE = 1e-7


@dataclass(frozen=True)
class Met:
    """A game between behaviours at two places on the ladder, and the score of the first."""

    first: float
    second: float
    score: float


def _weights(place: float, knots: Sequence[float]) -> np.ndarray:
    """How much each knot's rating counts at a place between two of them."""
    found = np.zeros(len(knots))
    after = min(max(int(np.searchsorted(knots, place)), 1), len(knots) - 1)
    share = (place - knots[after - 1]) / (knots[after] - knots[after - 1])
    found[after - 1], found[after] = 1 - share, share
    return found


def fit_curve(games: Sequence[Met], knots: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Return the ratings at the knots in Elo, the first being 0, and their covariance."""
    rows = np.array([_weights(game.first, knots) - _weights(game.second, knots) for game in games])[:, 1:]
    scores = np.array([game.score for game in games])
    ratings = np.zeros(len(knots) - 1)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(-_PER_ELO * (rows @ ratings)))
        slope = rows.T @ (scores - expected) * _PER_ELO - _RIDGE * ratings
        curvature = (rows * (expected * (1 - expected))[:, None]).T @ rows * _PER_ELO**2
        curvature += _RIDGE * np.eye(len(ratings))
        ratings = ratings + np.clip(np.linalg.solve(curvature, slope), -200, 200)
    covariance = np.zeros((len(knots), len(knots)))
    covariance[1:, 1:] = np.linalg.inv(curvature)
    return np.concatenate([[0.0], ratings]), covariance


def even_knots(games: Sequence[Met], knots: Sequence[float], rounds: int = 12) -> list[float]:
    """Return places between which the rating rises by equal steps, beginning with some places."""
    places = list(knots)
    for _ in range(rounds):
        ratings, _ = fit_curve(games, places)
        ratings = np.maximum.accumulate(ratings) + 1e-6 * np.arange(len(places))
        wanted = np.linspace(ratings[0], ratings[-1], len(places))
        moved = np.interp(wanted, ratings, places)
        places = [float((a + b) / 2) for a, b in zip(places, moved, strict=True)]
    return places
