"""The index of Syzygy files is injective on arrangements of pieces."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Set
from math import comb

import pytest

from kibitz.games.chess.syzygy_index import Arrangement, leading_file

#: Pieces as files number them: white's from the pawn to the king, black's eight more.
P, N, R, K, P2, K2 = 1, 2, 4, 6, 9, 14
_NO_PAWNS = (0, 0)
_PAWN_SQUARES = range(8, 56)


def _images(squares: Iterable[int]) -> list[tuple[int, ...]]:
    """The eight ways to turn and reflect a board."""
    found = []
    for mask in (0, 7, 56, 63):
        turned = tuple(square ^ mask for square in squares)
        found += [turned, tuple(square % 8 * 8 + square // 8 for square in turned)]
    return found


def _mirrored(squares: Iterable[int]) -> tuple[int, ...]:
    """Left and right exchanged."""
    return tuple(square ^ 7 for square in squares)


def _is_one_to_one(found: Mapping[int, Set[Hashable]], total: int) -> bool:
    """Whether all numbers below a total stand for one arrangement each."""
    return found.keys() == set(range(total)) and all(len(each) == 1 for each in found.values())


def _touch(a: int, b: int) -> bool:
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) <= 1


def test_two_kings_have_462_places() -> None:
    """A published number: the remainder modulo 462."""
    arrangement = Arrangement([K, K2, R, R], 0, 15, _NO_PAWNS, 0)
    assert arrangement.total == 462 * comb(62, 2)
    found = defaultdict(set)
    for first, second in itertools.permutations(range(64), 2):
        if not _touch(first, second):
            rooks = [square for square in (20, 43, 9, 54) if square not in (first, second)][:2]
            place = arrangement.number([first, second, *rooks])
            assert 0 <= place < arrangement.total
            found[place % 462].add(min(_images((first, second))))
    assert _is_one_to_one(found, 462)


#: The corner that the first piece is brought to: the squares below the long diagonal, then those on it.
_CORNER = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27]


def _above(square: int) -> int:
    """How far above the long diagonal a square is; below it if negative."""
    return square // 8 - square % 8


def test_kings_are_counted_from_the_corner_and_those_on_the_diagonal_last() -> None:
    arrangement = Arrangement([K, K2, R, R], 0, 15, _NO_PAWNS, 0)
    usual: list[tuple[int, int]] = []
    last: list[tuple[int, int]] = []
    for first in _CORNER:
        for second in range(64):
            if not _touch(first, second) and (_above(first) or _above(second) <= 0):
                on_diagonal = not _above(first) and not _above(second)
                (last if on_diagonal else usual).append((first, second))
    assert (len(usual), len(last)) == (441, 21)
    for number, kings in enumerate(usual + last):
        rooks = [square for square in (20, 43, 13, 54) if square not in kings][:2]
        assert arrangement.number([*kings, *rooks]) % 462 == number


def test_three_pieces_with_the_first_in_the_corner_have_all_places() -> None:
    """Where it stands on the diagonal, the first piece that does not stands below it."""
    arrangement = Arrangement([K, R, K2], 0, 15, _NO_PAWNS, 0)
    found = [
        arrangement.number((first, second, third))
        for first in _CORNER
        for second, third in itertools.permutations([each for each in range(64) if each != first], 2)
        if next((off for off in map(_above, (first, second, third)) if off), 0) <= 0
    ]
    assert sorted(found) == list(range(31332))


def test_equal_pieces_are_one_group_whatever_their_order() -> None:
    arrangement = Arrangement([K, K2, R, R], 0, 15, _NO_PAWNS, 0)
    kings = (1, 35)  # below the diagonal, so that the board is not turned
    free = [square for square in range(64) if square not in kings]
    found = defaultdict(set)
    for pair in itertools.permutations(free, 2):
        found[arrangement.number([*kings, *pair]) // 462].add(frozenset(pair))
    assert _is_one_to_one(found, comb(62, 2))


def test_turning_the_board_changes_no_place() -> None:
    rng = random.Random(2)
    for pieces in ([K, R, K2], [K, K2, R, R], [K, R, K2, N, N]):
        arrangement = Arrangement(pieces, 0, 15, _NO_PAWNS, 0)
        for _ in range(60):
            squares = rng.sample(range(64), len(pieces))
            kings = squares[pieces.index(K)], squares[pieces.index(K2)]
            if not _touch(*kings):
                places = {arrangement.number(image) for image in _images(squares)}
                # Where the leading pieces lie on the diagonal, the others decide nothing.
                on_diagonal = any(
                    all(square % 8 == square // 8 for square in image[: arrangement.sizes[0]])
                    for image in _images(squares)
                )
                assert len(places) == 1 or on_diagonal


def test_groups_are_counted_in_the_order_that_the_file_says() -> None:
    """Three different pieces have 31332 places, two knights on the other squares 61 over 2."""
    knights = comb(61, 2)
    first = Arrangement([K, R, K2, N, N], 0, 15, _NO_PAWNS, 0)
    second = Arrangement([K, R, K2, N, N], 1, 15, _NO_PAWNS, 0)
    assert first.sizes == second.sizes == [3, 2]
    assert first.total == second.total == 31332 * knights
    rng = random.Random(3)
    for _ in range(50):
        squares = rng.sample(range(64), 5)
        if not _touch(squares[0], squares[2]):
            group, lead = divmod(first.number(squares), 31332)
            assert divmod(second.number(squares), knights) == (lead, group)


def test_single_pieces_behind_the_leading_three_follow_one_another() -> None:
    arrangement = Arrangement([K, R, K2, N, 3], 0, 15, _NO_PAWNS, 0)
    assert arrangement.sizes == [3, 1, 1]
    assert arrangement.total == 31332 * 61 * 60
    lead = (1, 12, 35)
    free = [square for square in range(64) if square not in lead]
    found = defaultdict(set)
    for pair in itertools.permutations(free, 2):
        place, rest = divmod(arrangement.number([*lead, *pair]), 31332)
        assert rest == arrangement.number([*lead, 62, 63]) % 31332
        found[place].add(pair)
    assert _is_one_to_one(found, 61 * 60)


# Pawns


@pytest.mark.parametrize("file", range(4))
def test_a_pawn_has_six_places_in_its_file(file: int) -> None:
    arrangement = Arrangement([P, K, K2], 0, 15, (1, 0), file)
    assert arrangement.total == 6 * 63 * 62
    found = defaultdict(set)
    for pawn in _PAWN_SQUARES:
        if min(pawn % 8, 7 - pawn % 8) == file:
            assert leading_file([pawn]) == file
            found[arrangement.number([pawn, 0, 63]) % 6].add(min(pawn, pawn ^ 7))
    assert _is_one_to_one(found, 6)


def test_kings_beside_a_pawn_have_the_places_that_it_leaves() -> None:
    arrangement = Arrangement([P, K, K2], 0, 15, (1, 0), 2)
    pawn = 26
    found = defaultdict(set)
    for kings in itertools.permutations([square for square in range(64) if square != pawn], 2):
        place = arrangement.number([pawn, *kings])
        assert place == arrangement.number(_mirrored([pawn, *kings]))
        found[place // 6].add(kings)
    assert _is_one_to_one(found, 63 * 62)


@pytest.mark.parametrize(("count", "files"), [(2, range(4)), (3, range(2, 4))])
def test_several_leading_pawns_have_a_place_each(count: int, files: range) -> None:
    """The file nearest to the edge that one of them stands on comes first; left and right are the same."""
    found: dict[int, dict[int, set[tuple[int, ...]]]] = {file: defaultdict(set) for file in files}
    arrangements = {file: Arrangement([P] * count + [K, K2], 0, 15, (count, 0), file) for file in files}
    behind = (64 - count) * (63 - count)
    sizes = {file: arrangement.total // behind for file, arrangement in arrangements.items()}
    assert all(arrangements[file].total == sizes[file] * behind for file in files)
    squares = [pawn for pawn in _PAWN_SQUARES if min(pawn % 8, 7 - pawn % 8) in files]
    for pawns in itertools.combinations(squares, count):
        file = leading_file(pawns)
        assert file == min(min(pawn % 8, 7 - pawn % 8) for pawn in pawns)
        place = arrangements[file].number([*pawns, 0, 63]) % sizes[file]
        found[file][place].add(min(pawns, tuple(sorted(_mirrored(pawns)))))
    for file in files:
        assert _is_one_to_one(found[file], sizes[file])


def test_the_order_of_equal_pawns_does_not_matter() -> None:
    arrangement = Arrangement([P, P, P, K, K2], 0, 15, (3, 0), 0)
    places = {arrangement.number([*pawns, 0, 63]) for pawns in itertools.permutations((16, 20, 31))}
    assert len(places) == 1


@pytest.mark.parametrize(("order", "order2"), [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2)])
def test_pawns_of_both_sides_are_groups_of_their_own(order: int, order2: int) -> None:
    """Each group's part of a place, by the factors of those that the file counts before it."""
    file = 1
    arrangement = Arrangement([P, P2, K, K2], order, order2, (1, 1), file)
    assert arrangement.total == 6 * 47 * 62 * 61
    sizes: dict[str, int] = {"lead": 6, "other": 47}
    kings = iter((("king", 62), ("second", 61)))
    counted: list[str] = []
    for turn in range(4):
        if turn in (order, order2):
            counted.append("lead" if turn == order else "other")
        else:
            name, sizes[name] = next(kings)
            counted.append(name)

    def parts(place: int) -> dict[str, int]:
        found = {}
        for name in counted:
            place, found[name] = divmod(place, sizes[name])
        assert place == 0
        return found

    leads, others = defaultdict(set), defaultdict(set)
    for lead, other in itertools.permutations(_PAWN_SQUARES, 2):
        if min(lead % 8, 7 - lead % 8) == file:
            squares = [lead, other, 0, 63]
            found = parts(arrangement.number(squares))
            turned = min(squares, list(_mirrored(squares)))
            leads[found["lead"]].add(turned[0])
            others[found["lead"] * 47 + found["other"]].add(tuple(turned[:2]))
    assert _is_one_to_one(leads, 6)
    assert _is_one_to_one(others, 6 * 47)


def test_several_pawns_of_the_other_side_are_one_group() -> None:
    arrangement = Arrangement([P, P2, P2, K, K2], 0, 1, (1, 2), 3)
    assert arrangement.total == 6 * comb(47, 2) * 61 * 60
    found = defaultdict(set)
    lead = 27
    for pair in itertools.permutations([pawn for pawn in _PAWN_SQUARES if pawn != lead], 2):
        place = arrangement.number([lead, *pair, 0, 63])
        found[place // 6 % comb(47, 2)].add(frozenset(pair))
    assert _is_one_to_one(found, comb(47, 2))
