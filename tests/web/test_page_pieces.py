"""Moving pieces: dragged, by touch and by keys, with promotion."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.playing import cell, state_of, wait_for_moves, wait_for_turn

PAWN = "8/P6k/8/8/8/8/8/K7 w - - 0 1"


def _cell_called(page: Any, name: str) -> Any:
    number = page.evaluate(
        "(name) => document.querySelector('.game kb-board').board.names.indexOf(name)", name
    )
    return cell(page, number)


def _drag(page: Any, source: Any, target: Any) -> None:
    start, end = source.bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def _moves(page: Any) -> list[str]:
    return [str(text) for text in page.locator(".movelist .move").all_inner_texts()]


def test_dragged_and_let_go(open_page: Any) -> None:
    page = open_page("chess", second="person")
    wait_for_turn(page)
    # Somewhere it can't go: it is as if nothing had been touched.
    _drag(page, _cell_called(page, "e2"), _cell_called(page, "e6"))
    assert state_of(page)["moves"] == 0
    assert state_of(page)["picked"] is None
    _drag(page, _cell_called(page, "e2"), _cell_called(page, "e4"))
    wait_for_moves(page, 0)
    # By two touches; another piece of one's own is picked up instead.
    wait_for_turn(page)
    for name in ("b8", "g8", "f6"):
        _cell_called(page, name).click()
    wait_for_moves(page, 1)
    assert _moves(page) == ["e4", "Nf6"]


@pytest.mark.parametrize(
    ("how", "becomes", "written"), [("touch", "queen", "a8=Q"), ("keys", "knight", "a8=N")]
)
def test_promotion(open_page: Any, how: str, becomes: str, written: str) -> None:
    page = open_page("chess", second="person", position=PAWN)
    wait_for_turn(page)
    for name in ("a7", "a8"):
        place = _cell_called(page, name)
        if how == "touch":
            place.click()
        else:
            place.focus()
            page.keyboard.press("Enter")
    menu = page.locator(".choices")
    menu.wait_for()
    assert menu.locator("button").count() == 4
    place = menu.get_by_role("button", name=becomes)
    if how == "touch":
        place.click()
    else:
        assert page.evaluate("() => document.activeElement.closest('.choices') !== null")
        place.focus()
        page.keyboard.press("Enter")
    wait_for_moves(page, 0)
    assert _moves(page)[0].rstrip("+") == written


def test_a_choice_may_be_left(open_page: Any) -> None:
    page = open_page("chess", second="person", position=PAWN)
    wait_for_turn(page)
    _cell_called(page, "a7").click()
    _cell_called(page, "a8").click()
    page.locator(".choices").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector(".choices", state="detached")
    assert state_of(page)["moves"] == 0


def test_puzzles_on_the_board(open_page: Any) -> None:
    page = open_page(path="/train?game=tictactoe")
    board = page.locator(".exercise kb-board.open")
    board.wait_for()
    assert "answer" not in page.locator(".task .said").inner_text().lower()
    page.click("text=Show the answer")
    page.wait_for_selector(".pointed")
    before = page.locator(".task h2").inner_text()
    assert before
    page.locator(".course", has_text=re.compile("[1-9][0-9]* puzzles? so far")).wait_for()
    page.click(".task >> text=Next")
    board.wait_for()


def test_puzzles_with_dice_show_the_die(open_page: Any) -> None:
    page = open_page(path="/train?game=ewn")
    page.wait_for_selector(".exercise kb-board.open", timeout=90_000)
    face = page.evaluate("() => document.querySelector('.exercise kb-board').view.die")
    assert page.locator(".taskhead kb-die .pip").count() == face


def test_values_do_not_overlap(open_page: Any) -> None:
    """On a board where many pieces may move, also on a phone."""
    for phone in (False, True):
        page = open_page("chess", second="person", values=True, phone=phone)
        page.wait_for_selector(".meter:not(.off):not(.waiting)")
        page.wait_for_selector(".arrow.worth", state="attached")
        assert page.locator(".cell .pill").count() <= 3
        for box in (one.bounding_box() for one in page.locator(".cell .pill").all()):
            cells = page.locator(".game .cell").first.bounding_box()
            assert box["width"] <= cells["width"] + 1
        # A piece that is chosen shows what its own moves are worth.
        page.locator("[data-cell='57']").click()
        page.wait_for_function("() => document.querySelectorAll('.cell .pill').length === 2")


def test_a_king_in_check_is_seen_and_said(open_page: Any) -> None:
    page = open_page("chess", second="person", position="4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    wait_for_turn(page)
    assert page.locator(".threatened").count() == 0
    _drag(page, _cell_called(page, "a1"), _cell_called(page, "a8"))
    wait_for_moves(page, 0)
    page.locator(".threatened").wait_for(state="attached")
    assert "attacked" in _cell_called(page, "e8").get_attribute("aria-label")
    page.locator(".said", has_text="Black to move. In check.").wait_for()


def test_moves_stay_as_they_are_written_and_openings_have_names(open_page: Any) -> None:
    """Exd5 at the head of a sentence would be no move, and Bxc3 another one than bxc3."""
    page = open_page("chess", second="person", position="4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    page.locator(".said", has_text=re.compile(r"^exd5\b.*the queen")).wait_for()
    assert not page.locator(".opening").is_visible()
    page = open_page("chess", second="person")
    wait_for_turn(page)
    _drag(page, _cell_called(page, "e2"), _cell_called(page, "e4"))
    page.locator(".opening", has_text="King's Pawn").wait_for()


def test_a_lead_in_chess_is_seen_on_the_bar_and_said(open_page: Any) -> None:
    """A queen ahead is more than a bit better, and mate in two is two moves away."""
    page = open_page("chess", second="person", values=True, position="4k3/ppp5/8/8/8/8/PPP5/3QK3 w - - 0 1")
    page.wait_for_selector(".meter:not(.off):not(.waiting)")
    page.wait_for_function("() => Number(document.querySelector('.meter').ariaValueNow) > 90")
    assert "much better" in (page.locator(".meter").get_attribute("aria-valuetext") or "")
    page = open_page("chess", second="person", values=True, position="7k/8/8/8/8/8/R7/1R2K3 w - - 0 1")
    page.locator(".cell .pill", has_text="▲2").first.wait_for()


def test_a_mate_is_called_one_and_the_example_is_written_as_in_books(open_page: Any) -> None:
    chess = pytest.importorskip("chess", reason="python-chess is not installed (pip install chess)")
    page = open_page("chess", second="person")
    board = chess.Board()
    for count, (here, there) in enumerate((("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4"))):
        wait_for_turn(page)
        example = page.locator("#typed").get_attribute("placeholder").removeprefix("such as ")
        assert board.san(board.parse_san(example)) == example
        _drag(page, _cell_called(page, here), _cell_called(page, there))
        wait_for_moves(page, count)
        board.push_uci(here + there)
    assert board.is_checkmate()
    page.locator(".result", has_text="Black wins: checkmate.").wait_for()
    page.get_by_role("tab", name="Review").click()
    # The card gives its place to the review, and takes it again.
    page.locator(".said", has_text="Black wins: checkmate.").wait_for()
    assert not page.locator(".result").is_visible()
    page.get_by_role("tab", name="Moves").click()
    assert page.locator(".result").is_visible()
    assert not page.locator(".said").is_visible()
    page.goto(page.url.partition("/game")[0] + "/saved")
    page.locator(".saved li", has_text="0-1 (checkmate)").first.wait_for()
