"""Each game played to its end in a browser, by mouse and with keys alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.playing import focus_board, play_by_keys, play_by_mouse, wait_for_ply, wait_for_turn
from tests.web.serving import NIM

GAMES: list[tuple[str, dict[str, object]]] = [
    ("tictactoe", {}),
    ("mnk", {"width": 4, "height": 3}),
    ("numerical", {}),
    ("connect4", {}),
    ("connect", {"width": 10, "height": 3, "length": 3}),
    ("ewn", {"size": 4, "stones": 3}),
    (NIM, {}),
]
NAMES = [name.rpartition("/")[2] for name, _ in GAMES]


@pytest.mark.parametrize("how", ["mouse", "keys"])
@pytest.mark.parametrize(("rules", "options"), GAMES, ids=NAMES)
def test_game_to_its_end(open_page: Any, rules: str, options: dict[str, object], how: str) -> None:
    page = open_page(rules, **options)
    state = wait_for_turn(page)
    if how == "keys" and state["look"]:
        focus_board(page)
    for number in range(80):
        (play_by_keys if how == "keys" else play_by_mouse)(page, number * 7 + 3)
        wait_for_ply(page, state["ply"])
        state = wait_for_turn(page)
        if not state["playable"]:
            break
    assert page.locator("#status").inner_text().endswith(("wins", "It is a draw"))
    # What happened is said aloud, and the record has it.
    assert page.locator("#said").inner_text().rstrip(".").endswith(("wins", "It is a draw"))
    assert page.locator("#moves li").count() == state["ply"]


def test_drag_stone(open_page: Any) -> None:
    page = open_page("ewn", second="person", setup="123456")
    state = wait_for_turn(page)
    gesture = state["gestures"][0]
    page.drag_and_drop(f"[data-cell='{gesture['from']}']", f"[data-cell='{gesture['to']}']")
    wait_for_ply(page, state["ply"])
    assert gesture["move"] in page.locator("#moves").inner_text()


def test_drag_number(open_page: Any) -> None:
    page = open_page("numerical", second="person")
    wait_for_turn(page)
    page.drag_and_drop(".tray button:nth-child(3)", "[data-cell='4']")
    wait_for_ply(page, 0)
    assert page.locator("#moves").inner_text() == "5=5"


def test_typed_moves_and_what_is_wrong_with_them(open_page: Any) -> None:
    page = open_page(second="person")
    page.fill("#typed", "5")
    page.press("#typed", "Enter")
    wait_for_ply(page, 0)
    assert page.input_value("#typed") == ""
    page.fill("#typed", "5")
    page.press("#typed", "Enter")
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('taken')")
    # A click on a taken cell is answered in the same words.
    page.locator("[data-cell='0']").click()
    wait_for_ply(page, 1)
    page.locator("[data-cell='4']").click(force=True)
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('taken')")


def test_undo_redo_hint_why_resign(open_page: Any) -> None:
    page = open_page(second="person")
    page.locator("[data-cell='4']").click()
    wait_for_ply(page, 0)
    page.click("#undo")
    page.wait_for_function("() => document.querySelector('kb-board').view.ply === 0")
    page.click("#redo")
    wait_for_ply(page, 0)
    page.locator("[data-cell='4']").focus()
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelector('kb-board').view.ply === 0")
    page.keyboard.press("r")
    wait_for_ply(page, 0)
    page.click("#hint")
    page.wait_for_selector(".cell.hinted")
    assert "Hint: " in page.locator("#said").inner_text()
    page.click("#why")
    page.wait_for_function("() => /^5 /.test(document.querySelector('#said').textContent)")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#resign")
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('resigned')")


def test_values_in_words_and_shapes(open_page: Any) -> None:
    page = open_page(second="person", values=True)
    page.locator("[data-cell='0']").click()
    page.wait_for_selector(".cell .badge.best")
    # After a corner only the centre holds the draw.
    assert page.locator(".cell .badge.draw").count() == 1
    assert page.locator("[data-cell='4'] .badge").inner_text().startswith("=")
    assert page.locator(".cell .badge.loss").count() == 7
    assert "draws in 8, best" in (page.locator("[data-cell='4']").get_attribute("aria-label") or "")
    assert "o draws" in page.locator("#words").inner_text()
    assert page.locator("#worth li").count() == 8


def test_review_and_practice(open_page: Any) -> None:
    page = open_page(second="person")
    for ply, cell in enumerate((4, 1, 0, 8, 6, 2, 3)):
        page.locator(f"[data-cell='{cell}']").click()
        wait_for_ply(page, ply)
    page.click("#goover")
    page.wait_for_selector(".graph")
    # o's first move was the mistake: an edge against the centre loses.
    assert "losing move" in page.locator(".verdicts li").nth(1).inner_text()
    page.locator(".verdicts .practise").first.click()
    page.wait_for_function(
        "() => document.querySelector('#status').textContent.includes('find the better move')"
    )
    page.locator("[data-cell='3']").click()
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('there is better')")
    page.locator("[data-cell='0']").click()
    page.wait_for_function("() => document.querySelector('#said').textContent.startsWith('Right')")
    page.locator("#moves button").last.click()
    page.wait_for_function("() => document.querySelector('#status').textContent === 'x wins'")
