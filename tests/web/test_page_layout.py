"""The board fits every window or can be scrolled to: no cell is below 32 pixels, and no page too wide."""

from __future__ import annotations

from typing import Any

import pytest

#: From a small phone to a large screen; the last three are common windows enlarged two- and fourfold.
SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800), (2560, 1440), (640, 400), (320, 200), (640, 360)]
GAMES: list[tuple[str, dict[str, object]]] = [
    ("chess", {}),
    ("ewn", {}),
    ("numerical", {}),
    ("mnk", {"width": 15, "height": 15, "length": 5}),
]

_PLACES = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [cell, panel, table] = [box(".game .cell"), box(".panel"), document.querySelector(".table")];
  const frame = box(".frame");
  table.scrollTo(9999, 9999);
  scrollTo(9999, 9999);
  const corner = box(".table .cells .row:last-child .cell:last-child");
  return {
    cell: Math.min(cell.width, cell.height),
    over: document.documentElement.scrollWidth - innerWidth,
    beside: panel.left >= frame.right - 1 || table.scrollWidth > table.clientWidth && panel.left > 0,
    corner: [corner.right - innerWidth, corner.bottom - innerHeight],
  };
}"""


@pytest.mark.parametrize(("rules", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_every_window_shows_a_board_that_can_be_touched(
    open_page: Any, rules: str, options: dict[str, object]
) -> None:
    page = open_page(rules, second="person", **options)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => { scrollTo(0, 0); document.querySelector('.table').scrollTo(0, 0); }")
        page.wait_for_timeout(80)
        found = page.evaluate(_PLACES)
        assert found["cell"] >= 32, (width, height, found)
        assert found["over"] <= 0, (width, height, found)
        # The last cell can be brought into view.
        assert max(found["corner"]) <= 1, (width, height, found)
        if width > height and width >= 640:
            assert found["beside"], (width, height, found)
