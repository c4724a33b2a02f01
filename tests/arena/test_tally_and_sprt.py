"""Elo, likelihood of superiority and the sequential test against published numbers and simulation."""

from __future__ import annotations

import itertools
import math
import random
import statistics
from fractions import Fraction

import pytest

from kibitz.arena.elo import elo_of_score, expected_score, normal_below
from kibitz.arena.sprt import Sprt, fitted
from kibitz.arena.tally import Tally
from kibitz.base.errors import BadOption

# What fastchess asserts in its own tests (app/tests/elo_test.cpp): counts, Elo, half interval, LOS.
# It writes pairs as LL, LD, WL, DD, WD, WW; drawn pairs are one count here.
FASTCHESS = [
    ((96, 111, 136), 40.70, 30.43, 0.9960),
    ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 1.0),
    ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, 0.0505),
    ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, 0.0),
]


@pytest.mark.parametrize(("counts", "elo", "error", "los"), FASTCHESS)
def test_elo_and_superiority_as_published(
    counts: tuple[int, ...], elo: float, error: float, los: float
) -> None:
    tally = Tally(counts)
    low, high = tally.elo_interval()
    assert tally.elo == pytest.approx(elo, abs=0.006)
    assert (high - low) / 2 == pytest.approx(error, abs=0.006)
    assert tally.superiority() == pytest.approx(los, abs=6e-5)


# app/tests/sprt_test.cpp of fastchess, the logistic model.
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        ((21184, 40708, 21404), 0.5, 2.5, -1.57),
        ((57030, 106593, 57433), 0, 2, -2.59),
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
    ],
)
def test_log_likelihood_ratio_as_published(
    counts: tuple[int, ...], elo0: float, elo1: float, ratio: float
) -> None:
    assert Sprt(elo0, elo1).ratio(Tally(counts)) == pytest.approx(ratio, abs=0.006)


def test_bounds_are_walds() -> None:
    sprt = Sprt(0, 5)
    assert sprt.upper == pytest.approx(2.944, abs=0.001)
    assert sprt.lower == pytest.approx(-2.944, abs=0.001)
    assert [sprt.decision(x) for x in (3, -3, 0)] == ["H1", "H0", None]
    assert [sprt.decision(x) for x in (sprt.upper, sprt.lower)] == ["H1", "H0"]
    # Wald's A = (1 - beta) / alpha and B = beta / (1 - alpha), alpha being the chance to accept elo1 wrongly.
    uneven = Sprt(0, 5, alpha=0.01, beta=0.2)
    assert math.exp(uneven.upper) == pytest.approx(80)
    assert math.exp(uneven.lower) == pytest.approx(20 / 99)


def test_the_ratio_is_that_of_likelihoods_where_both_claims_are_a_coin() -> None:
    """Without draws a claim leaves nothing to fit, so the ratio is that of two binomial likelihoods."""
    wins, losses = 13, 8
    low, high = expected_score(0), expected_score(40)
    exact = wins * math.log(high / low) + losses * math.log((1 - high) / (1 - low))
    # A draw that has not happened yet is given a little room.
    assert Sprt(0, 40).ratio(Tally.of_games(wins, 0, losses)) == pytest.approx(exact, abs=1e-3)
    assert Sprt(0, 40).ratio(Tally((0, 0, 0))) == 0


def test_fitted_distribution_is_the_likeliest_with_its_mean() -> None:
    rng = random.Random(1)
    values = (0, 0.25, 0.5, 0.75, 1)
    for _ in range(50):
        raw = [rng.random() + 0.01 for _ in values]
        shares = [x / sum(raw) for x in raw]
        mean = rng.uniform(0.2, 0.8)
        best = fitted(shares, values, mean)
        assert sum(best) == pytest.approx(1)
        assert sum(p * v for p, v in zip(best, values, strict=True)) == pytest.approx(mean)

        def likelihood(ps: list[float], shares: list[float] = shares) -> float:
            return sum(s * math.log(p) for s, p in zip(shares, ps, strict=True))

        # Moves that keep the sum and the mean: no small one makes the results more likely.
        for i in range(3):
            for step in (1e-4, -1e-4):
                moved = list(best)
                moved[i] += step
                moved[i + 1] -= 2 * step
                moved[i + 2] += step
                if min(moved) > 0:
                    assert likelihood(moved) <= likelihood(best)


def _above_half(wins: int, losses: int) -> Fraction:
    """The chance that a share is above one half after such a count, every share being as likely before.

    That is the tail of a Beta(wins + 1, losses + 1), a sum of binomial coefficients. Draws tell nothing.
    """
    n = wins + losses + 1
    return Fraction(sum(math.comb(n, k) for k in range(wins + 1)), 2**n)


def test_superiority_after_few_games_is_exact() -> None:
    for wins, losses in itertools.product(range(7), repeat=2):
        for draws in (0, 1, 20):
            found = Tally.of_games(wins, draws, losses).superiority()
            assert found == pytest.approx(float(_above_half(wins, losses)), abs=1e-12)
    # One game won is 3 in 4, n games won 1 - 2^-(n + 1): sure only slowly, as the interval beside it is.
    assert Tally.of_games(1, 0, 0).superiority() == 0.75
    assert Tally.of_games(4, 0, 0).superiority() == 1 - 2**-5


def test_superiority_of_single_games_is_near_the_exact_binomial_tail() -> None:
    """Where many games were decided the normal approximation takes over, without a step."""
    for wins, losses in ((60, 45), (50, 49), (51, 50), (65, 36), (66, 35)):
        found = Tally.of_games(wins, 0, losses).superiority()
        assert found == pytest.approx(float(_above_half(wins, losses)), abs=0.005)
    assert Tally.of_games(101, 0, 0).superiority() == 1
    assert Tally.of_games(0, 5, 200).superiority() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    "counts",
    [(0, 0, 0, 0, 1), (0, 0, 9, 1, 0), (1, 0, 2, 3, 2), (2, 5, 1, 1, 4), (0, 3, 30, 9, 0), (8, 1, 0, 6, 3)],
)
def test_superiority_of_pairs_is_that_of_drawn_distributions(counts: tuple[int, ...]) -> None:
    """Distributions of the five scores are drawn as likely as the counts say."""
    rng = random.Random(3)
    rounds, above = 40_000, 0
    for _ in range(rounds):
        shares = [rng.gammavariate(count + 1, 1) for count in counts]
        above += sum(share * value for share, value in zip(shares, (-2, -1, 0, 1, 2), strict=True)) > 0
    # Four standard errors.
    assert Tally(counts).superiority() == pytest.approx(above / rounds, abs=0.01)
    assert Tally(counts[::-1]).superiority() == pytest.approx(1 - Tally(counts).superiority())


def test_figures_of_pairs_by_hand() -> None:
    tally = Tally((1, 2, 3, 4, 6))
    scores = [0.0] + [0.25] * 2 + [0.5] * 3 + [0.75] * 4 + [1.0] * 6
    assert tally.units == 16
    assert tally.score == statistics.fmean(scores)
    assert tally.variance == pytest.approx(statistics.pvariance(scores))
    assert tally.standard_error == pytest.approx(statistics.pstdev(scores) / 4)
    low, high = tally.score_interval()
    margin = statistics.NormalDist().inv_cdf(0.975) * statistics.pstdev(scores) / 4
    assert (low, high) == pytest.approx((tally.score - margin, tally.score + margin))
    assert Tally((0, 0, 0)).score == 0.5
    assert Tally((0, 0, 0)).standard_error == math.inf


def test_elo_and_score_are_inverse() -> None:
    for elo in (-700, -1.5, 0, 33, 400):
        assert elo_of_score(expected_score(elo)) == pytest.approx(elo)
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of_score(1) == math.inf
    assert elo_of_score(0) == -math.inf
    assert normal_below(1.959963984540054) == pytest.approx(0.975)


def test_sure_results_leave_doubt() -> None:
    low, high = Tally((0, 0, 0, 0, 12)).elo_interval()
    # Wilson's bound for n of n is n / (n + z²).
    assert expected_score(low) == pytest.approx(12 / (12 + 1.96**2), abs=1e-4)
    assert high == math.inf
    even = Tally((0, 0, 20, 0, 0))
    # And for a score of one half z / (2 sqrt(n + z²)) to each side.
    assert even.score_interval() == pytest.approx(
        [0.5 + k * 1.96 / (2 * math.sqrt(20 + 1.96**2)) for k in (-1, 1)], abs=1e-4
    )
    assert even.elo == 0
    assert even.superiority() == 0.5
    assert even.elo_interval()[0] < 0 < even.elo_interval()[1]
    assert Tally((0, 0, 0)).score_interval() == (0, 1)


def _pair(rng: random.Random, strength: float, draws: float) -> int:
    """A pair's half points; both games lean the same way by their opening."""
    opening = rng.choice((-0.15, 0.15))
    points = 0
    for lean in (opening, -opening):
        if rng.random() < draws:
            points += 1
        elif rng.random() < strength + lean:
            points += 2
    return points


def test_intervals_hold_the_truth_95_times_in_100() -> None:
    rng = random.Random(5)
    truth = elo_of_score(0.3 * 0.5 + 0.7 * 0.6)
    rounds, held = 1500, 0
    for _ in range(rounds):
        counts = [0] * 5
        for _ in range(100):
            counts[_pair(rng, 0.6, 0.3)] += 1
        low, high = Tally(tuple(counts)).elo_interval()
        held += low <= truth <= high
    # Three standard errors around 95%, and a little for the shape of the distribution.
    assert 0.93 < held / rounds < 0.97


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H1"), (60.0, "H0")])
def test_sequential_test_errs_as_rarely_as_promised(elo: float, wrong: str) -> None:
    rng = random.Random(9)
    sprt = Sprt(0, 60, alpha=0.1, beta=0.1)
    strength = (expected_score(elo) - 0.15) / 0.7
    runs, errors, lengths = 300, 0, 0
    for _ in range(runs):
        counts = [0] * 5
        decision = None
        while decision is None:
            for _ in range(4):
                counts[_pair(rng, strength, 0.3)] += 1
            decision = sprt.decision(sprt.ratio(Tally(tuple(counts))))
        errors += decision == wrong
        lengths += sum(counts)
    assert errors / runs < 0.1 + 3 * math.sqrt(0.09 / runs)
    assert lengths / runs < 200  # it stops early


@pytest.mark.parametrize("claims", [(5, 5), (5, 0), (0, math.inf)])
def test_claims_in_the_wrong_order_are_refused(claims: tuple[float, float]) -> None:
    with pytest.raises(BadOption, match="the lower first"):
        Sprt(*claims)


@pytest.mark.parametrize(
    ("name", "value"), [("alpha", 0), ("alpha", 0.5), ("beta", 0), ("beta", 0.5), ("beta", -1)]
)
def test_chances_of_errors_lie_between_nothing_and_a_half(name: str, value: float) -> None:
    with pytest.raises(BadOption, match=f"{name} must be between 0 and 0.5, not {value:g}"):
        Sprt(0, 5, **{name: value})
    assert Sprt(0, 5, **{name: 0.499})
    with pytest.raises(BadOption, match="the lower first"):
        Sprt(-math.inf, 0)


@pytest.mark.parametrize("score", [-0.01, 1.01, math.nan])
def test_there_is_no_elo_beyond_all_points(score: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        elo_of_score(score)


def test_up_to_100_units_that_were_not_even_superiority_is_exact() -> None:
    for wins, losses in ((60, 40), (51, 49), (100, 0)):
        for draws in (0, 7):
            found = Tally.of_games(wins, draws, losses).superiority()
            assert found == pytest.approx(float(_above_half(wins, losses)), abs=1e-9)
    # From then on it is what the normal distribution says.
    for wins, losses in ((60, 41), (51, 50)):
        share = wins / 101
        error = math.sqrt(share * (1 - share) / 101)
        found = Tally.of_games(wins, 0, losses).superiority()
        assert found == pytest.approx(statistics.NormalDist().cdf((share - 0.5) / error), abs=1e-9)
    assert Tally.of_games(0, 0, 101).superiority() == 0


def test_intervals_end_where_scores_do() -> None:
    low, high = Tally.of_games(9, 0, 1).score_interval()
    assert 0 < low < 0.9 < high == 1
    low, high = Tally.of_games(1, 0, 9).score_interval()
    assert 0 == low < 0.1 < high < 1
