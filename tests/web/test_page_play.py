"""Each game played to its end in a browser, by mouse, by touch and by keys, and the feel of it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.playing import (
    cell,
    focus_board,
    play_by_keys,
    play_by_mouse,
    play_by_touch,
    state_of,
    wait_for_moves,
    wait_for_turn,
)
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


PLAY = {"mouse": play_by_mouse, "touch": play_by_touch, "keys": play_by_keys}


@pytest.mark.parametrize("how", PLAY)
@pytest.mark.parametrize(("rules", "options"), GAMES, ids=NAMES)
def test_game_to_its_end(open_page: Any, rules: str, options: dict[str, object], how: str) -> None:
    page = open_page(rules, phone=how == "touch", **options)
    state = wait_for_turn(page)
    if how == "keys" and state["drawn"]:
        focus_board(page)
    for number in range(80):
        PLAY[how](page, number * 7 + 3)
        wait_for_moves(page, state["moves"])
        state = wait_for_turn(page)
        if state["over"]:
            break
    page.wait_for_selector(".result h2")
    assert page.locator(".result h2").inner_text() in ("You win", "You lose", "It is a draw")
    # What happened is said aloud.
    said = page.locator("#announced").inner_text().rstrip(".\u00a0")
    assert re.search(r"( wins|It is a draw)(: .+)?$", said)


def test_a_double_click_is_one_move(open_page: Any) -> None:
    page = open_page("connect4", motion=True)
    wait_for_turn(page)
    cell(page, 3).dblclick()
    wait_for_moves(page, 1)
    wait_for_turn(page)
    assert state_of(page)["moves"] == 2  # one of ours and the answer


def test_of_clicks_while_something_moves_the_last_is_kept(open_page: Any) -> None:
    page = open_page("connect4", second="alphabeta:depth=2", motion=True)
    wait_for_turn(page)
    for column in (3, 2, 4, 1, 5, 3, 2, 4):
        cell(page, column).click(force=True)
    wait_for_moves(page, 1)
    wait_for_turn(page)
    moves = state_of(page)["moves"]
    assert moves % 2 == 0
    assert moves < 8


def test_the_line_that_wins_comes_after_the_last_disc(open_page: Any) -> None:
    page = open_page("connect4", second="person", motion=True)
    for count, column in enumerate((0, 1, 0, 1, 0, 1)):
        wait_for_turn(page)
        cell(page, column).click()
        wait_for_moves(page, count)
    wait_for_turn(page)
    # Look at every frame: whenever the line is there, nothing falls.
    page.evaluate(
        """() => { globalThis.wrong = 0; globalThis.right = 0;
          const look = () => {
            const board = document.querySelector(".game kb-board");
            const falls = board.stones.getAnimations({ subtree: true }).length;
            if (board.querySelector(".won")) falls ? wrong++ : right++;
            requestAnimationFrame(look);
          };
          look(); }"""
    )
    cell(page, 0).click()
    page.wait_for_selector(".result h2")
    assert page.evaluate("() => [wrong, right > 0]") == [0, True]


def test_a_ghost_shows_where_a_disc_will_lie(open_page: Any) -> None:
    page = open_page("connect4", second="person")
    wait_for_turn(page)
    cell(page, 3).hover()
    ghost = page.locator(".game .ghost.disc.side0")
    ghost.wait_for()
    # At the bottom of that column, whatever cell of it is pointed at.
    assert "translate(3.5px, 5.5px)" in ghost.get_attribute("style")


def test_refusals_and_their_reasons(open_page: Any) -> None:
    page = open_page(second="person")
    wait_for_turn(page)
    page.fill("#typed", "5")
    page.press("#typed", "Enter")
    wait_for_moves(page, 0)
    assert page.input_value("#typed") == ""
    wait_for_turn(page)
    page.fill("#typed", "5")
    page.press("#typed", "Enter")
    page.locator(".toast", has_text="taken").first.wait_for()
    cell(page, 4).click(force=True)
    page.locator(".toast", has_text="taken").nth(1).wait_for()
    assert state_of(page)["moves"] == 1


def test_thinking_players_are_waited_for(open_page: Any) -> None:
    page = open_page("mnk", second="negascout", width=15, height=15, length=5)
    wait_for_turn(page)
    cell(page, 112).click()
    wait_for_moves(page, 0)
    page.locator(".strip .doing", has_text="thinking").wait_for()
    # A stone lies there already; the message appears at the board.
    cell(page, 112).click(force=True)
    page.locator(".bubble", has_text="Wait for").wait_for()


def test_drag_stone(open_page: Any) -> None:
    page = open_page("ewn", second="person", setup="123456")
    state = wait_for_turn(page)
    move, to, source, _ = state["gestures"][0]
    page.drag_and_drop(f".game [data-cell='{source}']", f".game [data-cell='{to}']")
    wait_for_moves(page, state["moves"])
    assert move in page.locator(".movelist").inner_text()


def test_drag_number(open_page: Any) -> None:
    page = open_page("numerical", second="person")
    wait_for_turn(page)
    page.drag_and_drop(".tray button:nth-child(3)", ".game [data-cell='4']")
    wait_for_moves(page, 0)
    assert "5=5" in page.locator(".movelist").inner_text()


def test_undo_redo_hint_why_resign(open_page: Any) -> None:
    page = open_page(second="person")
    wait_for_turn(page)
    cell(page, 4).click()
    wait_for_moves(page, 0)
    for undo in (lambda: page.click("#undo"), lambda: page.keyboard.press("u")):
        wait_for_turn(page)
        undo()
        page.wait_for_function("() => document.querySelectorAll('.movelist .move').length === 0")
        wait_for_turn(page)
        page.click("#menu")
        page.click("text=Redo")
        wait_for_moves(page, 0)
    wait_for_turn(page)
    page.click("#hint")
    page.wait_for_selector(".game .pointed")
    page.locator(".said", has_text="draw").wait_for()
    page.click("#tab-learn")
    page.click("text=Was the last move good?")
    page.locator(".said", has_text="5 ").wait_for()
    page.click("#menu")
    page.click("text=Resign")
    page.click("#resign-yes")
    page.locator(".result", has_text="resigned").wait_for()


def test_values_in_words_and_shapes(open_page: Any) -> None:
    page = open_page(second="person", values=True)
    wait_for_turn(page)
    cell(page, 0).click()
    page.wait_for_selector(".cell .pill.best")
    # After a corner only the centre holds the draw.
    assert page.locator(".cell .pill.draw").count() == 1
    assert page.locator("[data-cell='4'] .pill").inner_text().startswith("=")
    assert page.locator(".cell .pill.loss").count() == 7
    assert "draws in 8, best" in (cell(page, 4).get_attribute("aria-label") or "")
    page.click("#tab-analysis")
    page.locator(".standing", has_text="o draws in 8").wait_for()
    assert page.locator(".worth li").count() == 8
    # Where the bar stands, the board does not move.
    box = page.locator(".table .frame").bounding_box()
    page.click("#values")
    page.wait_for_selector(".meter.off", state="attached")
    assert page.locator(".table .frame").bounding_box() == box


def test_estimates_look_different_from_exact_values(open_page: Any) -> None:
    page = open_page("mnk", second="person", values=True, width=9, height=9, length=5)
    page.wait_for_selector(".cell .pill.about")
    assert page.locator(".cell .pill:not(.about)").count() == 0


def test_expected_line_in_ghosts_and_to_walk_along(open_page: Any) -> None:
    page = open_page("connect4", second="person", values=True)
    page.click("#tab-analysis")
    page.locator(".worth button").first.hover()
    page.wait_for_selector(".game .airy .piece", state="attached")
    page.locator(".expected .move").nth(2).click()
    page.locator(".branch .move").nth(2).wait_for(state="attached")
    page.wait_for_function("() => /\\/v3$/.test((location.hash.slice(1) || location.pathname))")


def test_two_computers_with_pause_and_pace(open_page: Any) -> None:
    page = open_page("connect4", first="random", second="random", pace=1.5)
    wait_for_moves(page, 1)
    page.click("#pause")
    page.locator("#pause", has_text="Go on").wait_for()
    page.wait_for_timeout(500)
    count = state_of(page)["moves"]
    page.wait_for_timeout(2500)
    assert state_of(page)["moves"] == count
    page.locator(".said", has_text="paused").wait_for()
    page.locator(".speed input").fill("4")
    page.click("#pause")
    wait_for_moves(page, count)
    page.wait_for_selector(".result h2")


def test_a_teacher_stops_a_clear_mistake(open_page: Any) -> None:
    """Whether it is made by mouse, by keys or typed; and it can still be played."""
    page = open_page("connect4", second="person")
    for number in (3, 0, 3, 0):
        wait_for_turn(page)
        before = state_of(page)["moves"]
        cell(page, number).click()
        wait_for_moves(page, before)
    wait_for_turn(page)
    page.click("#menu")
    page.click(".menu >> text=Teacher on")
    # 7 gives a win away, as the solver knows: 4 wins. It is stopped, however it is made.
    for make in (
        lambda: cell(page, 6).click(),
        lambda: (cell(page, 6).focus(), page.keyboard.press("Enter")),
        lambda: (page.locator("#typed").fill("7"), page.keyboard.press("Enter")),
    ):
        make()
        page.wait_for_selector("dialog.teacher[open]")
        assert "7 is a missed win" in page.locator("dialog.teacher").inner_text()
        assert page.evaluate("document.activeElement.id") == "teach-back"
        page.locator(".airy .piece").first.wait_for(state="attached")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog.teacher", state="detached")
        assert state_of(page)["moves"] == 4
        assert page.locator(".airy .piece").count() == 0
        wait_for_turn(page)
    cell(page, 6).click()
    page.click("#teach-better")
    page.locator("dialog.teacher", has_text="Better: 4").wait_for()
    page.click("#teach-anyway")
    wait_for_moves(page, 4)
    # What is no mistake is played at once.
    wait_for_turn(page)
    cell(page, 3).click()
    wait_for_moves(page, 5)


def test_the_first_game_explains_the_goal_and_the_computers_reply(open_page: Any) -> None:
    page = open_page("tictactoe", second="level:strength=15")
    wait_for_turn(page)
    intro = page.locator(".intro")
    intro.get_by_text("Whoever has 3 in a line").wait_for()
    intro.get_by_text("Click an empty cell.").wait_for()
    # A picture of a win, with nothing to touch.
    intro.get_by_text("x has won.").wait_for()
    assert intro.locator(".piece.cross").count() == 3
    assert intro.locator(".cell").count() == 0
    cell(page, 4).click()
    page.locator(".reply", has_text="Why that reply?").wait_for()
    assert not intro.is_visible()
    wait_for_turn(page)
    play_by_mouse(page, 0)
    page.wait_for_selector(".reply", state="hidden")
    # Who has had enough of it sees it in no other game.
    page = open_page("connect4", second="person")
    wait_for_turn(page)
    page.locator(".intro").get_by_text("Click a column").wait_for()
    page.click(".intro .dismiss")
    page.wait_for_selector(".intro", state="hidden")
    page.get_by_text("No moves yet.").wait_for()
    page.reload()
    page.get_by_text("No moves yet.").wait_for()
    assert not page.locator(".intro").is_visible()


def test_a_move_made_early_waits_for_its_turn(open_page: Any) -> None:
    page = open_page("mnk", second="negascout:depth=4", width=8, height=8, length=4)
    wait_for_turn(page)
    # All at once, so that nothing can happen in between; the last premove counts.
    page.evaluate(
        """() => [27, 0, 1].map((cell) => document.querySelector(`.table [data-cell='${cell}']`).click())"""
    )
    wait_for_moves(page, 2)
    moves = page.locator(".movelist .move").all_inner_texts()
    assert moves[2] == "b8"
    assert page.locator(".cell.queued").count() == 0


def test_a_piece_is_refused_at_the_board_with_a_reason(open_page: Any) -> None:
    page = open_page("chess", second="person", position="4k3/8/8/8/4r3/8/4B3/R3K2R w KQ - 0 1")
    wait_for_turn(page)
    board = page.locator(".game kb-board")
    cell(page, 60).click()
    cell(page, 44).click(force=True)  # e1-e3
    page.locator(".bubble").wait_for()
    assert "king" in board.locator(".bubble").inner_text().lower()
    cell(page, 52).click(force=True)  # the bishop is pinned
    page.locator(".bubble", has_text="can't move").wait_for()
    assert state_of(page)["moves"] == 0


def test_a_king_on_its_own_rook_castles(open_page: Any) -> None:
    page = open_page("chess", second="person", position="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    wait_for_turn(page)
    cell(page, 60).click()
    cell(page, 56).click()
    wait_for_moves(page, 0)
    assert page.locator(".movelist .move").first.inner_text() == "O-O-O"


def test_keys_work_after_a_tab_was_clicked(open_page: Any) -> None:
    page = open_page(second="person")
    for number in (0, 1):
        wait_for_turn(page)
        cell(page, number).click()
        wait_for_moves(page, number)
    page.get_by_role("tab", name="Learn").click()
    page.keyboard.press("ArrowLeft")
    page.locator(".said", has_text="After 1 of 2 moves").wait_for()
    assert page.get_by_role("tab", name="Learn").get_attribute("aria-selected") == "true"
    page.get_by_role("tab", name="Learn").focus()
    page.keyboard.press("f")
    page.wait_for_selector(".game.turned")


def test_a_draw_that_may_be_claimed_is_offered(open_page: Any) -> None:
    page = open_page("chess", second="person")
    shuffle = [(62, 45), (6, 21), (45, 62), (21, 6)] * 2
    for count, (source, target) in enumerate(shuffle):
        wait_for_turn(page)
        cell(page, source).click()
        cell(page, target).click()
        wait_for_moves(page, count)
    page.locator(".claim").get_by_role("button").click()
    page.locator(".result", has_text="draw").wait_for()
