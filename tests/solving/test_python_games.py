"""Games written in Python: loops, chance, and rules that change."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

import pytest
from small_games import COIN, WALK, load

import kibitz
from kibitz import Draw, Expect, Loss, Value, Win
from kibitz.solving.table_store import find_table
from kibitz.solving.verify import verify_table

pytestmark = pytest.mark.core

NIM = Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "nim.py"


def test_a_game_with_loops(tmp_path: Path) -> None:
    game = load(tmp_path, "walk", WALK)
    table = kibitz.solve(game)
    # The first player acts on even places only. It must not step down, where the second
    # would win; the second must not step up; so they go up and down for ever.
    expected: dict[str, Value] = {
        "(2, 'first')": Draw(),
        "(3, 'second')": Draw(),
        "(1, 'second')": Win(1),
        "(4, 'first')": Win(0),
        "(0, 'first')": Loss(0),
    }
    assert table.positions == len(expected)
    for text, value in expected.items():
        assert table.value(game.position(text)) == value, text
    assert verify_table(table, 200) == 200


def test_a_game_of_chance(tmp_path: Path) -> None:
    game = load(tmp_path, "coin", COIN)
    table = kibitz.solve(game)
    # Worked backwards by hand: with nothing left a draw is 1/2. One flip left: 1/4 + 3/4 * 1/2 = 5/8;
    # the other then has 5/8, so 1/4 + 3/4 * 3/8 = 17/32; and 1/4 + 3/4 * 15/32 = 77/128, all over 1/2.
    assert table.value(game.start()) == Expect(77 / 128)
    after = game.start().play("flip", "tails")
    assert table.value(after) == Expect(17 / 32)
    assert table.value(after.play("flip", "tails")) == Expect(5 / 8)
    assert verify_table(table, 200) == 200


def test_nim_is_won_as_its_theory_says() -> None:
    table = kibitz.solve(f"{NIM}:piles=4")
    game = table.game
    known = 0
    for piles in product(range(2), range(3), range(4), range(5)):
        value = table.value(game.position(f"{piles} first"))
        if value is not None:  # the first player may not be the one to move here
            known += 1
            assert value.result == (1 if reduce(xor, piles) else -1)
    assert known > 60


def test_other_rules_in_the_same_file_are_another_game(tmp_path: Path) -> None:
    kibitz.solve(load(tmp_path, "walk", WALK))
    changed = load(tmp_path, "walk", WALK.replace("== 4", "== 5"))
    assert find_table(changed) is None


def test_an_exception_in_the_rules_names_the_file(tmp_path: Path) -> None:
    broken = load(tmp_path, "broken", WALK.replace('return ["up", "down"]', "return 1 / (state[0] - 3)"))
    with pytest.raises(kibitz.KibitzError, match=r"broken\.py"):
        kibitz.solve(broken)


def test_a_thousand_positions_are_verified_by_default() -> None:
    assert verify_table(kibitz.solve("tictactoe")) == 1000
