"""Matrix games: no strategy does better than the equilibrium against it."""

from random import Random

import pytest

from kibitz.arena.matrix_game import equilibrium


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (3, 1), (2, 2), (3, 5), (24, 24), (40, 30)])
def test_neither_side_gains_by_leaving_the_equilibrium(shape: tuple[int, int]) -> None:
    rows, columns = shape
    for seed in range(10):
        rng = Random(seed)
        # Few different payoffs, so that many choices are equally good.
        payoffs = [[rng.randrange(1 + seed) / 7 - 0.3 for _ in range(columns)] for _ in range(rows)]
        value, first, second = equilibrium(payoffs)
        for shares in (first, second):
            assert sum(shares) == pytest.approx(1)
            assert min(shares) >= -1e-9
        by_row = [sum(p * share for p, share in zip(row, second, strict=True)) for row in payoffs]
        by_column = [sum(row[j] * first[k] for k, row in enumerate(payoffs)) for j in range(columns)]
        assert max(by_row) == pytest.approx(value, abs=1e-9)
        assert min(by_column) == pytest.approx(value, abs=1e-9)


def test_well_known_games() -> None:
    value, first, second = equilibrium([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert value == pytest.approx(0)
    assert first == pytest.approx([1 / 3] * 3)
    assert second == pytest.approx([1 / 3] * 3)
    # A saddle: the best of the worst rows is the worst of the best columns.
    assert equilibrium([[3, 5], [2, 9]]) == (3, [1, 0], [1, 0])
