"""Linear algebra for ratings, against its definitions."""

from __future__ import annotations

import random

import pytest

from kibitz.arena.linear_algebra import Matrix, inverse, product, transposed


def _close(a: Matrix, b: Matrix) -> bool:
    return len(a) == len(b) and all(x == pytest.approx(y, abs=1e-9) for x, y in zip(a, b, strict=True))


def _one(size: int) -> Matrix:
    return [[1.0 if i == j else 0.0 for j in range(size)] for i in range(size)]


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_a_matrix_times_its_inverse_is_one(size: int) -> None:
    rng = random.Random(size)
    for _ in range(10):
        matrix = [[rng.uniform(-2, 2) for _ in range(size)] for _ in range(size)]
        before = [list(row) for row in matrix]
        assert _close(product(matrix, inverse(matrix)), _one(size))
        assert _close(product(inverse(matrix), matrix), _one(size))
        assert matrix == before


@pytest.mark.parametrize(
    "matrix",
    [
        [[0.0, 1.0], [1.0, 0.0]],
        [[1e-20, 1.0], [-1.0, 1.0]],
        [[0.0, 0.0, 2.0], [3.0, 0.0, 0.0], [0.0, 4.0, 0.0]],
    ],
)
def test_zeros_and_tiny_numbers_in_the_corner_do_no_harm(matrix: Matrix) -> None:
    assert _close(product(matrix, inverse(matrix)), _one(len(matrix)))


@pytest.mark.parametrize("matrix", [[[0.0]], [[1.0, 2.0], [2.0, 4.0]], [[1.0, 0.0], [0.0, 0.0]]])
def test_a_matrix_without_an_inverse_is_refused(matrix: Matrix) -> None:
    with pytest.raises(ZeroDivisionError, match="no inverse"):
        inverse(matrix)


def test_products_and_turned_matrices_by_hand() -> None:
    assert product([[1, 2], [3, 4], [5, 6]], [[1, 10, 100], [2, 20, 200]]) == [
        [5, 50, 500],
        [11, 110, 1100],
        [17, 170, 1700],
    ]
    assert transposed([[1, 2, 3], [4, 5, 6]]) == [[1, 4], [2, 5], [3, 6]]
