"""Ratings against a second computation, closed forms and simulation."""

from __future__ import annotations

import itertools
import math
import random
import statistics

import pytest

from kibitz.arena.elo import elo_of_score, expected_score
from kibitz.arena.ratings import Played, Rating, RatingList, fit_ratings
from kibitz.arena.tally import Tally
from kibitz.base.errors import BadOption


def _simulated(truth: dict[str, float], pairs: int, seed: int, draws: float = 0.0) -> list[Played]:
    rng = random.Random(seed)
    games = []
    group = 0
    for one, other in itertools.combinations(truth, 2):
        for _ in range(pairs):
            for a, b in ((one, other), (other, one)):
                expected = expected_score(truth[a] - truth[b])
                # A draw takes from both sides alike, so that the expected score stays.
                chance = 2 * draws * min(expected, 1 - expected)
                luck = rng.random()
                win = expected - chance / 2
                score = 1.0 if luck < win else 0.5 if luck < win + chance else 0.0
                games.append(Played(a, b, score, group))
            group += 1
    return games


def _zermelo(games: list[Played]) -> dict[str, float]:
    """Zermelo's iteration, written without a look at the code: it needs no derivative."""
    names = sorted({n for g in games for n in (g.first, g.second)})
    strength = dict.fromkeys(names, 1.0)
    score = dict.fromkeys(names, 0.0)
    for game in games:
        score[game.first] += game.score
        score[game.second] += 1 - game.score
    for _ in range(3000):
        weight = dict.fromkeys(names, 0.0)
        for game in games:
            share = 1 / (strength[game.first] + strength[game.second])
            weight[game.first] += share
            weight[game.second] += share
        strength = {n: score[n] / weight[n] for n in names}
        mean = math.exp(sum(map(math.log, strength.values())) / len(names))
        strength = {n: s / mean for n, s in strength.items()}
    return {n: 400 * math.log10(s) for n, s in strength.items()}


# A tournament of tic-tac-toe, exported by --pgn, and what Ordo 1.2.6 made of it:
# ordo -a 0 -z 200.24 -N 1 -p games.pgn (200.24 Elo are a score of 76%; its own scale has 202).
ORDO = {"a": 158.9, "b": 142.8, "c": 140.9, "d": 56.1, "e": -85.0, "f": -133.9, "g": -279.8}
#: Losses, draws and wins of the one against the other.
MEETINGS = {
    "ab": (12, 72, 16), "ac": (16, 58, 26), "ad": (15, 40, 45), "ae": (8, 30, 62), "af": (4, 22, 74),
    "ag": (1, 13, 86), "bc": (16, 54, 30), "bd": (20, 39, 41), "be": (16, 22, 62), "bf": (6, 18, 76),
    "bg": (2, 15, 83), "cd": (27, 27, 46), "ce": (14, 15, 71), "cf": (5, 9, 86), "cg": (2, 4, 94),
    "de": (26, 12, 62), "df": (21, 11, 68), "dg": (10, 7, 83), "ef": (41, 12, 47), "eg": (26, 10, 64),
    "fg": (23, 5, 72),
}  # fmt: skip


def test_ratings_agree_with_ordos() -> None:
    games = [
        Played(one, other, score / 2, 0)
        for (one, other), counts in MEETINGS.items()
        for score, count in enumerate(counts)
        for _ in range(count)
    ]
    fitted = fit_ratings(games)
    for name, elo in ORDO.items():
        assert fitted[name].elo == pytest.approx(elo, abs=0.06)


def test_the_error_of_a_difference_knows_who_met_whom() -> None:
    games = _simulated({"a": 0, "b": 0, "c": 0, "d": 0}, 200, seed=8)
    near = [game for game in games if {game.first, game.second} in ({"a", "b"}, {"b", "c"}, {"c", "d"})]
    fitted = fit_ratings(near, anchor=("a", 0))
    difference, error = fitted.difference("d", "c")
    assert difference == pytest.approx(fitted["d"].elo - fitted["c"].elo)
    # Between neighbours lies one meeting, between an end and the anchor lie three of them.
    assert error == pytest.approx(fitted["d"].error / math.sqrt(3), rel=0.1)
    tally = Tally.of_games(0, 0, 0)
    for game in near:
        if {game.first, game.second} == {"c", "d"}:
            won = game.score == (1 if game.first == "d" else 0)
            tally = Tally.of_games(tally.counts[2] + won, 0, tally.counts[0] + 1 - won)
    low, high = tally.elo_interval()
    assert error == pytest.approx((high - low) / 2, rel=0.15)
    assert difference == pytest.approx(tally.elo)


def test_ratings_agree_with_zermelos_iteration() -> None:
    games = _simulated({"a": 0, "b": 120, "c": -80, "d": 300}, 20, seed=3, draws=0.4)
    fitted = fit_ratings(games)
    for name, elo in _zermelo(games).items():
        assert fitted[name].elo == pytest.approx(elo, abs=1e-4)
    assert sum(r.elo for r in fitted.ratings) == pytest.approx(0, abs=1e-9)
    # At the maximum everybody's expected score is the real one.
    for rating in fitted.ratings:
        expected = sum(
            expected_score(rating.elo - fitted[g.second if g.first == rating.name else g.first].elo)
            for g in games
            if rating.name in (g.first, g.second)
        )
        assert expected == pytest.approx(rating.score)


def test_two_players_get_the_elo_and_interval_of_their_match() -> None:
    games = _simulated({"a": 70, "b": 0}, 100, seed=8, draws=0.5)
    scores = [g.score if g.first == "a" else 1 - g.score for g in games]
    pairs = [a + b for a, b in zip(scores[::2], scores[1::2], strict=True)]
    tally = Tally(tuple(pairs.count(score) for score in (0, 0.5, 1, 1.5, 2)))
    fitted = fit_ratings(games, anchor=("b", 1000))
    assert fitted["a"].elo - 1000 == pytest.approx(tally.elo)
    assert (fitted["b"].elo, fitted["b"].error) == (1000, 0)
    low, high = tally.elo_interval()
    assert fitted["a"].error == pytest.approx((high - low) / 2, rel=0.02)
    assert fitted.superiority("a", "b") == pytest.approx(tally.superiority(), abs=0.01)
    assert fitted.superiority("a", "b") + fitted.superiority("b", "a") == pytest.approx(1)


def test_the_error_is_that_of_groups_corrected_for_what_was_fitted() -> None:
    """Two players, so one rating is fitted: the error is the sample standard deviation, with n - 1."""
    scores = [(1, 0), (1, 1), (0.5, 0), (0, 0), (1, 0.5), (1, 1), (0.5, 0.5), (0, 0)]
    games = []
    for group, (one, other) in enumerate(scores):
        games += [Played("a", "b", one, group), Played("b", "a", 1 - other, group)]
    fitted = fit_ratings(games, anchor=("b", 0))
    means = [(one + other) / 2 for one, other in scores]
    share = statistics.fmean(means)
    error = statistics.stdev(means) / math.sqrt(len(means))
    # A small change of the score is worth 400 / ln 10 / (s (1 - s)) Elo.
    slope = 400 / math.log(10) / (share * (1 - share))
    assert fitted["a"].elo == pytest.approx(elo_of_score(share))
    assert fitted["a"].error == pytest.approx(1.959964 * error * slope, rel=1e-6)
    # With too few groups each game has the largest spread that its expected score allows.
    few = fit_ratings([g for g in games if g.group in (0, 2, 4)], anchor=("b", 0))
    share = (1 + 0 + 0.5 + 0 + 1 + 0.5) / 6
    slope = 400 / math.log(10) / (share * (1 - share))
    assert few["a"].error == pytest.approx(1.959964 * math.sqrt(share * (1 - share) / 6) * slope, rel=1e-6)


def test_error_bars_hold_the_truth_95_times_in_100() -> None:
    truth = {"a": 0.0, "b": 100.0, "c": -150.0}
    held = total = 0
    for seed in range(250):
        fitted = fit_ratings(_simulated(truth, 25, seed, draws=0.3), anchor=("a", 0))
        for name in "bc":
            total += 1
            held += abs(fitted[name].elo - truth[name]) <= fitted[name].error
    assert 0.925 < held / total < 0.975


def test_a_player_who_wins_everything_stays_finite() -> None:
    games = [Played("a", "b", 1, i) for i in range(10)] + [Played("b", "c", i % 2, 10 + i) for i in range(10)]
    fitted = fit_ratings(games)
    assert fitted.leaning
    assert fitted.ratings[0].name == "a"
    assert all(math.isfinite(r.elo) and r.error > 0 for r in fitted.ratings)
    # a's score says 10 E(b) + E(average) = 10.5 where a is above average, so E(b) is between 0.95 and 1.
    assert fitted["a"].elo - fitted["b"].elo > elo_of_score(0.95)


def test_players_without_games_and_no_players_at_all() -> None:
    fitted = fit_ratings([], ["a", "b"])
    assert [(r.elo, r.games) for r in fitted.ratings] == [(0, 0), (0, 0)]
    assert fit_ratings([]).ratings == ()
    assert fit_ratings([], ["alone"])["alone"].elo == 0


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(BadOption, match="not one of the players"):
        fit_ratings([Played("a", "b", 1, 0)], anchor=("c", 0))


@pytest.mark.parametrize("groups", [3, 4, 5, 6])
def test_five_groups_for_every_rating_are_enough_to_trust_their_scatter(groups: int) -> None:
    means = [0.5, 1, 0, 0.5, 1, 0.5][:groups]
    games = [Played("a", "b", score, group) for group, score in enumerate(means)]
    fitted = fit_ratings(games, anchor=("b", 0))
    share = statistics.fmean(means)
    largest = math.sqrt(share * (1 - share) / groups)
    scatter = statistics.stdev(means) / math.sqrt(groups)
    slope = 400 / math.log(10) / (share * (1 - share))
    assert fitted["a"].error == pytest.approx(1.959964 * slope * (scatter if groups >= 5 else largest))


def test_a_drawn_game_against_an_average_player_is_worked_out_by_hand() -> None:
    """One game, won: the winner is as far above the average as the loser is below it."""

    def expected(value: float) -> float:
        return 1 / (1 + math.exp(-value))

    low, high = 0.0, 9.0
    for _ in range(100):
        value = (low + high) / 2
        low, high = (value, high) if expected(2 * value) + expected(value) < 1.5 else (low, value)
    fitted = fit_ratings([Played("a", "b", 1, 0)])
    assert fitted.leaning
    points = 400 / math.log(10)
    assert [r.elo for r in fitted.ratings] == [pytest.approx(points * value), pytest.approx(-points * value)]
    # The information of a game is the variance of its score; of the difference, twice that of their own game.
    met, drawn = (expected(x) * (1 - expected(x)) for x in (2 * value, value))
    error = 1.959964 * points * math.sqrt(2 / (2 * met + drawn))
    assert fitted.difference("a", "b")[1] == pytest.approx(error)
    assert fitted["a"].error == fitted["b"].error == pytest.approx(error / 2)


def test_no_games_leave_the_comparison_open() -> None:
    fitted = fit_ratings([], ["a", "b"])
    assert fitted.superiority("a", "b") == 0.5
    assert fitted.difference("a", "b") == (0, 0)


def test_ratings_that_nothing_can_move_are_compared_as_they_are() -> None:
    ratings = tuple(Rating(name, elo, 0, 0, 0) for name, elo in (("a", 10), ("b", -10)))
    fixed = RatingList(ratings, False, dict.fromkeys(itertools.product("ab", "ab"), 0.0))
    assert (fixed.superiority("a", "b"), fixed.superiority("b", "a")) == (1, 0)


def test_a_row_has_its_players_games_and_points() -> None:
    games = [Played("a", "b", 1, 0), Played("b", "a", 0.5, 0), Played("b", "c", 0, 1), Played("c", "a", 0, 1)]
    fitted = fit_ratings(games)
    assert {r.name: (r.games, r.score) for r in fitted.ratings} == {"a": (3, 2.5), "b": (3, 0.5), "c": (2, 1)}
    assert [r.name for r in fitted.ratings] == ["a", "c", "b"]
