"""Lessons on the page: mistakes of a review one after the other; puzzles with themes, hints and a rating."""

from __future__ import annotations

import re
from typing import Any

from tests.web.playing import cell, wait_for_moves, wait_for_turn


def play(page: Any, *cells: int) -> None:
    for count, number in enumerate(cells):
        wait_for_turn(page)
        cell(page, number).click()
        wait_for_moves(page, count)


def test_mistakes_of_a_review_come_one_after_the_other(open_page: Any) -> None:
    page = open_page(second="person")
    # A corner is answered beside it, which loses; the win is then missed, and so is the draw.
    play(page, 0, 1, 5, 2, 3, 4, 7, 6)
    page.wait_for_selector(".result h2")
    page.locator(".result button").nth(1).click()
    page.click("#learn-mistakes")
    task = page.locator(".lessontask")
    count = int(re.search(r"of (\d+)", task.locator("h2").inner_text())[1])  # type: ignore[index]
    assert count > 1
    for at in range(1, count + 1):
        assert task.locator("h2").inner_text() == f"Mistake {at} of {count}"
        page.wait_for_selector(".game kb-board.open")
        task.get_by_role("button", name="Show the answer").click()
        task.get_by_text("Play on from here, or go to the next one.").wait_for()
        assert page.locator(".said").inner_text().startswith("Better:")
        if at < count:
            task.get_by_role("button", name="Next mistake").click()
    task.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("dialog[open]")


def test_puzzles_have_a_theme_a_hint_and_a_rating(open_page: Any) -> None:
    page = open_page(path="/train?game=tictactoe&theme=the+only+winning+move")
    page.wait_for_selector(".exercise kb-board.open")
    assert page.locator("#train-theme").input_value() == "the only winning move"
    assert "Only one move wins" in page.locator(".task h2").inner_text()
    # To pass over a puzzle is not what a button invites to.
    assert page.locator(".task .buttons .primary").count() == 0
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".task .said", has_text="One move is right.").wait_for()
    page.get_by_role("button", name="Show the answer").click()
    page.locator(".score", has_text=re.compile(r"Rating \d")).wait_for()
    assert page.locator(".task .buttons .primary").inner_text() == "Next"
