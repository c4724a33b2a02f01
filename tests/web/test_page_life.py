"""The page over time and on other screens: addresses, reloads, server failures, two tabs, phones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.files.ownership import TakenOver
from kibitz.records.record import Record
from kibitz.records.record_store import Store
from tests.web.conftest import needs_server
from tests.web.playing import cell, play_by_mouse, state_of, wait_for_moves, wait_for_turn
from tests.web.serving import NIM, Server

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
_VIEW = "() => JSON.stringify(document.querySelector('.game kb-board').view.pieces)"


def _played(open_page: Any, count: int, rules: str = "tictactoe", **how: Any) -> Any:
    """A game of two people at one screen after so many moves."""
    page = open_page(rules, second="person", **how)
    for number in range(count):
        wait_for_turn(page)
        play_by_mouse(page, number)
        wait_for_moves(page, number)
    wait_for_turn(page)
    return page


# Front page


def test_first_visit_plays_within_two_clicks(open_page: Any) -> None:
    page = open_page(path="/")
    page.locator("article", has_text="Connect Four").locator("button", has_text="Medium").click()
    wait_for_turn(page)
    assert page.evaluate("(location.hash.slice(1) || location.pathname)").startswith("/game/connect4-")
    # The side that is chosen is kept, and the game is offered to go on with.
    cell(page, 3).click()
    wait_for_moves(page, 1)
    page.go_back()
    page.locator(".goon-game", has_text="Connect Four").wait_for()
    page.locator(".sides label", has_text="Second").click()
    page.locator("article", has_text="Tic-tac-toe").locator("button", has_text="Easy").first.click()
    wait_for_moves(page, 0)
    page.locator(".strip", has_text="you").locator("b", has_text="o").wait_for()


def test_boards_on_the_front_page_are_alive(open_page: Any) -> None:
    page = open_page(path="/", motion=True)
    card = page.locator("article", has_text="Connect Four")
    pieces = "() => document.querySelectorAll(\"[aria-label='Connect Four'] .piece\").length"
    before = page.evaluate(pieces)
    card.hover()
    page.wait_for_function(f"(before) => ({pieces})() < before", arg=before)
    page.wait_for_function(f"(before) => ({pieces})() > 3 && ({pieces})() !== before", arg=before)


def test_games_are_found_by_kind_and_by_words(open_page: Any) -> None:
    page = open_page(path="/")
    kinds = page.locator(".kind-of-games")
    assert kinds.locator("h2:not(.card h2)").all_inner_texts() == [
        "Classics",
        "Quick and solved",
        "With dice",
        "Yours",
    ]
    # The examples and the game that the server was started with are there as well.
    names = page.locator("article.card").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert {"Chess", "Othello", "Kalah", "Domineering", "Pig"} <= set(names)
    assert kinds.nth(3).locator("article").count() == 1
    page.get_by_role("searchbox").fill("four line")
    assert page.locator("article.card:visible").count() == 1
    page.get_by_role("searchbox").fill("no game has these words")
    page.get_by_text("No game like that.").wait_for()
    page.get_by_role("searchbox").fill("")
    page.locator("article", has_text="Othello").locator("button", has_text="Easy").click()
    wait_for_turn(page)
    page.locator(".strip", has_text="you").locator("b", has_text="Black").wait_for()


def test_an_address_leads_to_the_lesson_of_a_game(open_page: Any) -> None:
    page = open_page(path="/learn/chess")
    page.locator(".lesson h2", has_text="Chess").wait_for()


def test_the_usual_levels_can_be_chosen_among_the_options(open_page: Any) -> None:
    page = open_page(path="/")
    page.locator("article", has_text="Connect Four").locator(".others button").first.click()
    page.wait_for_selector("#seat1")
    words = page.locator("#seat1 > option").all_text_contents()
    assert [word for word in words if word in ("Easy", "Medium", "Hard")] == ["Easy", "Medium", "Hard"]
    assert page.locator("#seat1 optgroup option", has_text="Minimax").count() == 1


def test_everything_can_be_chosen(open_page: Any) -> None:
    page = open_page(path="/")
    page.locator("article", has_text="Connect Four").locator("text=Other boards").click()
    page.fill("#option-width", "5")
    page.fill("#option-height", "4")
    page.locator("dialog summary", has_text="More").last.click()
    page.fill("#option-mark1", "#")
    page.select_option("#seat0", "random")
    page.select_option("#seat1", "person")
    page.select_option("#clock", "300")
    page.click("#start")
    wait_for_moves(page, 0)
    assert page.locator("#where").inner_text().endswith("5×4")
    page.locator(".strip", has_text="# Random").wait_for()
    assert page.locator(".strip[data-side='1'] .clock").inner_text().startswith(("5:00", "4:5"))
    # It begins with what was chosen last, and sides change with one click.
    page.click("#menu")
    page.click("text=New game…")
    page.wait_for_selector("dialog[open]")
    page.click("#swap")
    assert (page.input_value("#seat0"), page.input_value("#seat1")) == ("person", "random")
    # What the server refuses, the dialog says.
    page.select_option("#rules", "ewn")
    page.fill("#option-setup", "112233")
    page.click("#start")
    page.locator("dialog .trouble", has_text="etup").wait_for()


# Addresses


def test_one_address_for_a_game_and_for_each_ply(open_page: Any) -> None:
    page = _played(open_page, 4)
    home = page.evaluate("(location.hash.slice(1) || location.pathname)")
    seen = {4: page.evaluate(_VIEW)}
    for ply in (3, 2):
        page.keyboard.press("ArrowLeft")
        page.wait_for_function(
            "(path) => (location.hash.slice(1) || location.pathname) === path", arg=f"{home}/{ply}"
        )
        seen[ply] = page.evaluate(_VIEW)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.wait_for_function(
        "(path) => (location.hash.slice(1) || location.pathname) === path", arg=f"{home}/2"
    )
    assert page.evaluate(_VIEW) == seen[2]
    page.keyboard.press("End")
    page.wait_for_function("(path) => (location.hash.slice(1) || location.pathname) === path", arg=home)
    assert page.evaluate(_VIEW) == seen[4]
    page.keyboard.press("Home")
    page.wait_for_function(
        "(path) => (location.hash.slice(1) || location.pathname) === path", arg=f"{home}/0"
    )
    other = open_page(path=f"{home}/3", context=page.context)
    assert other.evaluate(_VIEW) == seen[3]


def test_back_leads_to_where_one_came_from(open_page: Any) -> None:
    page = open_page(path="/")
    page.locator("article", has_text="Connect Four").locator("button", has_text="Easy").click()
    wait_for_turn(page)
    cell(page, 3).click()
    wait_for_moves(page, 1)
    page.click("#back")
    page.go_back()
    page.wait_for_selector(".cards")
    page.go_forward()
    page.wait_for_selector(".game kb-board .frame")
    assert state_of(page)["moves"] == 2


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/#record=AAAA", "link can't be read"),
        ("/#record=!!", "link can't be read"),
        ("/game/nothing-like-this", "not here"),
        ("/game/..%2fetc", "not here"),
        ("/nothing", "no such page"),
        ("/constructor", "no such page"),
    ],
)
def test_a_broken_link_says_so(open_page: Any, path: str, words: str) -> None:
    page = open_page(path=path)
    if words == "no such page":  # which the server says as well
        assert all("404" in trouble for trouble in open_page.troubles)
        open_page.troubles.clear()
    page.locator(".lost", has_text=words).wait_for()
    page.click("text=To the front page")
    page.wait_for_selector(".cards")


def test_a_place_that_is_not_there(open_page: Any) -> None:
    page = _played(open_page, 2)
    home = page.evaluate("(location.hash.slice(1) || location.pathname)")
    for at in ("99", "v7", "x"):
        other = open_page(path=f"{home}/{at}", context=page.context)
        other.locator(".lost", has_text="no such place").wait_for()


def test_share_link_brings_the_whole_game(open_page: Any) -> None:
    page = _played(open_page, 4, "numerical")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#menu")
    page.click(".menu >> text=Share")
    assert "this machine only" in page.locator("dialog").inner_text()
    page.locator("dialog button", has_text="Copy").first.click()
    page.locator(".toast", has_text="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page(path=link[link.index("/#") :])
    wait_for_moves(other, 3)
    assert other.evaluate(_VIEW) == page.evaluate(_VIEW)
    # A view only: variations tried there are not part of the game and don't appear here.
    other.wait_for_selector(".game kb-board.open")
    play_by_mouse(other, 0)
    wait_for_moves(other, 4)
    assert state_of(page)["moves"] == 4


# Variations


def test_a_move_in_the_past_begins_a_variation(open_page: Any) -> None:
    page = _played(open_page, 4)
    home = page.evaluate("(location.hash.slice(1) || location.pathname)")
    page.click("#first")
    page.wait_for_function(
        "(path) => (location.hash.slice(1) || location.pathname) === path", arg=f"{home}/0"
    )
    page.wait_for_selector(".game kb-board.open")
    cell(page, 8).click()
    page.wait_for_function(
        "(path) => (location.hash.slice(1) || location.pathname) === path", arg=f"{home}/v1"
    )
    page.wait_for_selector(".branch")
    cell(page, 0).click()
    page.wait_for_function(
        "(path) => (location.hash.slice(1) || location.pathname) === path", arg=f"{home}/v2"
    )
    # It is kept, also by an address of its own, and the game is as it was.
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.locator(".branch .move").count() == 2
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    page.wait_for_function("(path) => (location.hash.slice(1) || location.pathname) === path", arg=home)
    page.locator(".drop").click()
    page.wait_for_selector(".branch", state="detached")
    assert state_of(page)["moves"] == 4


def test_comments_and_the_order_of_lines(open_page: Any) -> None:
    page = _played(open_page, 3)
    for count, at in enumerate((2, 4, 8)):
        page.keyboard.press("Home")
        page.wait_for_function("() => (location.hash.slice(1) || location.pathname).endsWith('/0')")
        page.wait_for_selector(".game kb-board.open")
        cell(page, at).click()
        page.locator(".branch").nth(count).wait_for(state="attached")
    assert page.locator(".branch .number").first.inner_text() == "1."
    count = page.locator(".branch").count()
    last = page.locator(".branch .move").last
    written = last.inner_text()
    last.click(button="right")
    page.locator(".menu button", has_text="Put this line first").click()
    page.wait_for_function(
        "(text) => document.querySelector('.branch .move').textContent === text", arg=written
    )
    # What is said is shown with the move, and comes back with the game.
    page.locator(".movelist .moverow .move").nth(1).click(button="right")
    page.locator(".menu button", has_text="Comment").click()
    page.fill("#comment", "a little\nhasty")
    page.click("#comment-save")
    page.locator(".comment", has_text="a little hasty").wait_for()
    page.reload()
    page.locator(".comment", has_text="a little hasty").wait_for()
    assert page.locator(".branch .move").first.inner_text() == written
    page.locator(".branch .move").first.click(button="right")
    page.locator(".menu button", has_text="Remove from here on").click()
    page.wait_for_function("(count) => document.querySelectorAll('.branch').length < count", arg=count)


def test_arrows_and_rings_are_drawn_with_the_other_button(open_page: Any) -> None:
    page = _played(open_page, 1)

    def drag(source: int, to: int) -> None:
        for number, button in ((source, "down"), (to, "up")):
            box = cell(page, number).bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            getattr(page.mouse, button)(button="right")

    drag(2, 6)
    drag(4, 4)
    assert page.locator(".arrow.drawn").count() == 1
    assert page.locator(".ring.drawn").count() == 1
    drag(2, 6)
    assert page.locator(".arrow.drawn").count() == 0
    assert state_of(page)["moves"] == 1
    play_by_mouse(page, 0)
    wait_for_moves(page, 1)
    assert page.locator(".drawn").count() == 0


def test_an_analysis_board_reads_as_a_game(open_page: Any) -> None:
    page = open_page("tictactoe", analysis=True, values=True)
    for count, number in enumerate((4, 0, 8)):
        page.wait_for_selector(".game kb-board.open")
        cell(page, number).click()
        wait_for_moves(page, count)
    assert page.locator(".moverow .number").all_inner_texts() == ["1.", "2."]
    page.locator(".said", has_text="o draws").wait_for()
    # The wheel steps through it.
    cell(page, 1).hover()
    page.mouse.wheel(0, -100)
    page.wait_for_function("() => document.querySelector('.move[aria-current]')?.dataset.at === 'v2'")


def test_analysis_board_with_dice(open_page: Any) -> None:
    page = open_page("ewn", setup="123456", analysis=True)
    page.locator(".tray button", has_text="d3").click()
    page.wait_for_selector(".cell.target")
    state = state_of(page)
    assert state["picked"] is not None
    play_by_mouse(page, 0)
    wait_for_moves(page, 1)
    page.locator(".tray button", has_text="d6").wait_for()


def test_choices_of_two_players(open_page: Any) -> None:
    page = _played(open_page, 1)
    page.click("#tab-analysis")
    page.locator("summary", has_text="What would they play").click()
    page.click("text=Ask them")
    page.wait_for_function("() => document.querySelectorAll('.asks .worth li .move').length === 2")
    page.wait_for_selector(".pointed")


def test_edit_a_position(open_page: Any) -> None:
    page = _played(open_page, 1)
    page.click("#tab-analysis")
    page.locator("summary", has_text="Position as text").click()
    page.click("text=Edit the position")
    page.fill("dialog textarea", "xo./.x./..o")
    page.wait_for_function("() => document.querySelector('dialog .trouble').textContent === ''")
    page.click("text=Analyse this")
    page.wait_for_function("() => document.querySelectorAll('.table .frame .piece:not(.ghost)').length === 4")
    page.locator(".standing", has_text="x").wait_for()


# Review


def test_review_and_trying_again(open_page: Any) -> None:
    page = open_page(second="person")
    for count, number in enumerate((4, 1, 0, 8, 6, 2, 3)):
        wait_for_turn(page)
        cell(page, number).click()
        wait_for_moves(page, count)
    page.locator(".result button", has_text="Review").click()
    page.wait_for_selector(".graph svg")
    # o's first move was the mistake: an edge against the centre loses.
    fault = page.locator(".faults li").first
    assert "o 2" in fault.inner_text()
    fault.locator("text=Try again").click()
    page.locator(".said", has_text="Find something better").wait_for()
    # Nothing gives the answer away.
    assert page.locator(".cell .pill").count() == 0
    assert page.locator(".meter.off").count() == 1
    page.wait_for_selector(".game kb-board.open")
    cell(page, 3).click()
    page.locator(".said", has_text="there is better").wait_for()
    cell(page, 0).click()
    page.locator(".said", has_text="Right").wait_for()
    # What was tried is on the board.
    assert "o" in (cell(page, 0).get_attribute("aria-label") or "")
    page.click("#tab-moves")
    assert page.locator(".verdict", has_text="?").count() >= 1


# Life


@needs_server
def test_killed_server_is_come_back_to(open_page: Any, data: Path) -> None:
    server = Server(data)
    try:
        page = open_page(second="person", url=server.url)
        wait_for_turn(page)
        cell(page, 4).click()
        wait_for_moves(page, 0)
        server.kill()
        page.wait_for_selector("#offline:not([hidden])")
        server.start()
        page.wait_for_selector("#offline", state="hidden")
        wait_for_turn(page)
        cell(page, 0).click()
        wait_for_moves(page, 1)
        # Told to stop, it goes in good order although somebody is there.
        code, said = server.stop()
        page.close()
        # The browser itself complains about the lost connection, and should.
        open_page.troubles[:] = [text for text in open_page.troubles if "ERR_CONN" not in text]
    finally:
        server.kill()
    assert code == 0
    assert "Traceback" not in said


@needs_server
def test_a_page_of_a_server_that_is_gone_comes_when_it_is_back(open_page: Any, data: Path) -> None:
    server = Server(data)
    try:
        page = open_page(path="/", url=server.url)
        server.kill()
        page.wait_for_selector("#offline:not([hidden])")
        page.click("nav a[href$='/learn']")
        page.locator(".lost", has_text="does not answer").wait_for()
        server.start()
        page.wait_for_selector(".lesson")
        server.kill()
        page.wait_for_selector("#offline:not([hidden])")
        page.locator(".lesson .primary").click()
        page.locator(".toast", has_text="no connection").wait_for()
        page.close()
        gone = ("WebSocket", "ERR_CONNECTION", "Failed to load resource")
        open_page.troubles[:] = [said for said in open_page.troubles if not any(one in said for one in gone)]
    finally:
        server.kill()


def test_a_server_that_hangs_is_noticed_within_a_second(open_page: Any, data: Path) -> None:
    server = Server(data)
    page = open_page(second="person", url=server.url)
    wait_for_turn(page)
    server.pause()
    cell(page, 4).click()
    page.locator("#offline", has_text="Waiting for the server").wait_for(timeout=1500)
    server.go_on()
    wait_for_moves(page, 0)
    page.wait_for_selector("#offline", state="hidden")
    # Also where nobody does anything.
    server.pause()
    page.locator("#offline", has_text="Waiting for the server").wait_for(timeout=6000)
    server.go_on()
    page.wait_for_selector("#offline", state="hidden")
    page.close()
    server.stop()


def test_an_old_page_loads_itself_anew_after_an_upgrade(open_page: Any) -> None:
    page = _played(open_page, 1)
    scripts = []

    def outdated(route: Any) -> None:
        """The first time, the script of another protocol, as a tab has it that was opened before."""
        scripts.append(route.fetch().text())
        body = scripts[-1].replace("PROTOCOL = ", "PROTOCOL = 9") if len(scripts) == 1 else scripts[-1]
        route.fulfill(body=body, content_type="text/javascript")

    page.route("**/link.js", outdated)
    with page.expect_event("load"):
        page.reload(wait_until="commit")
    page.wait_for_function("() => Number(sessionStorage.getItem('kibitz-anew')) > 0")
    assert len(wait_for_turn(page)["gestures"]) == 8
    assert len(scripts) == 2
    page.unroute("**/link.js")


def test_two_tabs_show_one_game(open_page: Any) -> None:
    one = open_page(second="person")
    two = open_page(context=one.context, path=one.evaluate("(location.hash.slice(1) || location.pathname)"))
    wait_for_turn(one)
    cell(one, 0).click()
    wait_for_moves(two, 0)
    wait_for_turn(two)
    cell(two, 4).click()
    wait_for_moves(one, 1)
    assert one.locator(".movelist").inner_text() == two.locator(".movelist").inner_text()


def test_play_with_a_friend(open_page: Any) -> None:
    page = open_page(path="/")
    page.locator(".door.friend").click()
    page.select_option("#friend-game", "tictactoe")
    page.click("text=Make a link")
    link = page.locator(".invitation input").input_value()
    assert "this machine only" in page.locator(".invitation").inner_text()
    # Whoever opens it first sits down, the next one watches.
    friend = open_page(path=link[link.index("/game") :])
    page.wait_for_selector(".invitation", state="detached")
    watcher = open_page(path=link[link.index("/game") :])
    watcher.locator(".toast", has_text="taken").wait_for()
    wait_for_turn(page)
    assert not state_of(friend)["open"]
    cell(page, 4).click()
    wait_for_moves(friend, 0)
    wait_for_turn(friend)
    cell(friend, 0).click()
    wait_for_moves(watcher, 1)
    assert not state_of(watcher)["open"]
    assert page.locator("#values").is_disabled()
    # Who goes away is waited for, and comes back to the same seat.
    wait_for_turn(page)
    address = friend.evaluate("(location.hash.slice(1) || location.pathname)")
    context = friend.context
    friend.close()
    page.locator(".strip", has_text="away").wait_for()
    friend = open_page(path=address, context=context)
    page.locator(".strip .note", has_text="away").wait_for(state="detached")
    # To take back, both must want it.
    page.click("#undo")
    friend.locator(".result", has_text="take back").wait_for()
    friend.click("text=Agree")
    page.wait_for_function("() => document.querySelectorAll('.movelist .move').length < 2")
    wait_for_turn(friend)
    friend.click("#menu")
    friend.click("text=Resign")
    friend.click("#resign-yes")
    page.locator(".result", has_text="You win").wait_for()
    # Another game, with sides changed, when both want one.
    page.locator(".result button", has_text="Play again").click()
    friend.click("text=Agree")
    for who in (page, friend):
        who.wait_for_function("(path) => (location.hash.slice(1) || location.pathname) !== path", arg=address)
    wait_for_turn(friend)
    assert not state_of(page)["open"]


def test_on_a_phone(open_page: Any) -> None:
    for rules in ("tictactoe", "connect4", "ewn", "numerical"):
        page = open_page(rules, phone=True, values=True)
        state = wait_for_turn(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), rules
        box = page.locator(".table .frame").bounding_box()
        assert box["y"] + box["height"] <= 844, rules  # the whole board without scrolling
        _, to, source, choice = state["gestures"][0]
        if source is not None and source != state["picked"]:
            page.tap(f".game [data-cell='{source}']")
        page.tap(f".game [data-cell='{to}']")
        if choice:
            page.tap(".tray button")
        wait_for_moves(page, state["moves"])
        # The board stays in view whatever else is.
        for tab in ("analysis", "review", "learn"):
            page.tap(f"#tab-{tab}")
            box = page.locator(".table .frame").bounding_box()
            assert box["y"] >= 0, (rules, tab)
            assert box["y"] + box["height"] <= 844, (rules, tab)


#: Adds up how much of the page moved by itself, as browsers count it: 0.1 is what they call good.
_SHIFTS = """globalThis.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => (shifted += one.value)))
  .observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_moves_about_when_the_page_opens(open_page: Any, phone: bool) -> None:
    for rules in ("tictactoe", "connect4", "ewn"):
        page = open_page(rules, second="person", values=True, phone=phone)
        page.add_init_script(_SHIFTS)
        page.reload()
        page.wait_for_selector("body[data-ready] .meter:not(.off)")
        assert page.evaluate("() => shifted") < 0.1, rules


def test_from_the_other_side(open_page: Any) -> None:
    page = open_page("ewn", first="random", second="person")
    wait_for_turn(page)
    # Blue's corner is at the top left, where red's would be.
    assert page.locator(".game .cell").first.get_attribute("data-cell") == "24"
    page.click("#flip")
    page.wait_for_function("() => document.querySelector('.game .cell').dataset.cell === '0'")


def test_dice_are_seen_to_roll_and_show_their_face(open_page: Any) -> None:
    page = open_page("ewn", motion=True, setup="123456")
    state = wait_for_turn(page)
    # It rolls for a moment only, so it is watched from before the move on; the note of it must not be what
    # is watched, or the page would do nothing else any more.
    page.evaluate(
        """() => {
          const die = document.querySelector("kb-die");
          new MutationObserver(() => {
            if (die.classList.contains("rolling")) document.body.dataset.rolled = "yes";
          }).observe(die, { attributes: true, attributeFilter: ["class"] });
        }"""
    )
    play_by_mouse(page, 0)
    page.wait_for_selector("body[data-rolled]")
    wait_for_moves(page, state["moves"] + 2)
    state = wait_for_turn(page)
    face = int(page.evaluate("() => document.querySelector('.game kb-board').view.die"))
    assert page.locator("kb-die .pip").count() == face
    assert page.locator(".move.rolled").last.locator(".pip").count() == face


def test_files_to_keep(open_page: Any, data: Path) -> None:
    page = _played(open_page, 1, "connect4")
    page.click("#menu")
    page.click(".menu >> text=Share")
    kept = {}
    for name in ("save", "assvg", "aspng"):
        with page.expect_download() as download:
            page.click(f"#{name}")
        kept[name] = Path(download.value.path()).read_bytes()
    assert b'[Game "connect4"]' in kept["save"]
    assert kept["assvg"].startswith(b"<svg")
    assert kept["aspng"].startswith(b"\x89PNG")
    # A record comes back as text, and as a file.
    (data / "game.pgn").write_bytes(kept["save"])
    for open_it in ("text", "file"):
        other = open_page(path="/saved")
        other.locator(".opener summary").click()
        if open_it == "text":
            other.fill("#pasted", kept["save"].decode())
            other.click("text=Open the text")
        else:
            other.set_input_files("#file", data / "game.pgn")
        wait_for_moves(other, 0)


def test_a_changed_record_is_asked_about(open_page: Any) -> None:
    page = open_page("connect4", second="person")
    cell(page, 3).click()
    wait_for_moves(page, 0)
    name = page.url.rpartition("/")[2]
    record: str = page.evaluate("(name) => fetch(`/api/records/${name}`).then((found) => found.text())", name)
    changed = record.replace("1. 4 *", "1. 5 *")
    assert changed != record
    asked: list[str] = []
    for accept in (False, True):

        def answer(dialog: Any, accept: bool = accept) -> None:
            asked.append(dialog.message)
            dialog.accept() if accept else dialog.dismiss()

        other = open_page(path="/saved")
        other.once("dialog", answer)
        other.locator(".opener summary").click()
        other.fill("#pasted", changed)
        other.click("text=Open the text")
        if accept:
            wait_for_moves(other, 0)
            assert other.locator(".movelist .move").inner_text() == "5"
        else:
            other.get_by_text("changed by hand").wait_for()
            assert other.url.endswith("/saved")
    assert all("changed by hand or damaged" in message for message in asked)
    assert len(asked) == 2


def test_clocks_count_down_and_fall(open_page: Any) -> None:
    page = open_page(second="person", clock=2)
    page.wait_for_function(
        "() => document.querySelector('.strip[data-side=\"0\"] .clock').textContent !== '0:02.0'"
    )
    assert page.locator(".strip[data-side='1'] .clock").inner_text() == "0:02.0"
    page.locator(".result", has_text="ran out of time").wait_for()
    assert page.locator(".strip[data-side='0'] .clock").inner_text() == "0:00.0"


def test_solve_from_the_page(open_page: Any) -> None:
    page = open_page("mnk", width=4, height=3)
    page.click("#menu")
    page.click("text=Solve…")
    page.click("#solve-go")
    page.locator("dialog.solving", has_text="Done").wait_for()


def test_a_game_too_large_for_a_table_says_what_there_is_instead(open_page: Any) -> None:
    page = open_page("connect4", second="person")
    page.click("#menu")
    page.click("text=Solve…")
    page.click("#solve-go")
    page.locator("dialog.solving", has_text="one by one: switch values on").wait_for()
    assert "kibitz analyse" not in page.locator("dialog").inner_text()


def test_solving_can_be_stopped_and_gone_on_with(open_page: Any) -> None:
    page = open_page("connect", width=5, height=5)
    page.click("#menu")
    page.click("text=Solve…")
    for go in ("Solve", "Go on"):
        page.locator("#solve-go:enabled", has_text=go).click()
        page.wait_for_selector("dialog progress:not([hidden])")
        page.click("#solve-stop")
        page.locator("dialog.solving", has_text="Stopped").wait_for()


def test_searches_at_work(open_page: Any) -> None:
    page = open_page(path="/search?game=tictactoe")
    page.wait_for_selector(".tree .node")
    nodes = page.locator(".tree .node").count()
    assert page.locator(".tree .cutoff").count() > 0
    # One step after the other, each with its reason.
    page.click("text=From the start")
    page.wait_for_function("() => document.querySelectorAll('.tree .node').length === 0")
    for _ in range(3):
        page.click("#tree-step")
    assert page.locator(".tree .node").count() == 3
    assert page.locator(".tree .node.now").count() == 1
    page.locator(".treeview input.wide").fill("9999")
    page.evaluate(
        """() => { const s = document.querySelector('.treeview input.wide');
          for (let at = 1; at <= Number(s.max); at++) {
            s.value = String(at);
            s.dispatchEvent(new Event("input"));
            if (document.querySelector(".treesaid").textContent.startsWith("Cut")) return;
          } }"""
    )
    assert "will never allow" in page.locator(".treesaid").inner_text()
    page.locator(".treeview input.wide").fill("9999")
    assert page.locator(".tree .node").count() == nodes
    page.click("#search-go")
    page.wait_for_selector(".plot")
    assert page.locator("tbody tr").count() >= 3
    # More than can be shown is said, not shown.
    page.select_option("#search-who", "minimax")
    page.fill("#tree-depth", "9")
    page.click("#tree-go")
    page.locator(".trouble", has_text="nodes").wait_for()
    # The browser itself notes that the answer was a refusal.
    open_page.troubles[:] = [text for text in open_page.troubles if "422" not in text]


def test_a_position_is_put_together_by_dragging_touching_and_keys(open_page: Any) -> None:
    page = open_page("chess", analysis=True)
    page.click("#tab-analysis")
    page.locator("details.position summary").click()
    page.click("text=Edit the position")
    text = page.locator("dialog textarea")
    square = "dialog [data-cell='{}']".format

    def drag(what: str, to: str) -> None:
        for place, button in ((what, "down"), (to, "up")):
            box = page.locator(place).bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            getattr(page.mouse, button)()

    def reads(position: str) -> None:
        page.wait_for_function(
            "(text) => document.querySelector('dialog textarea').value === text", arg=position
        )

    page.wait_for_selector(square(0))
    drag(square(52), square(36))  # e2 to e4
    reads("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")
    drag(square(0), "dialog h2")  # off the board
    reads("1nbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQk - 0 1")
    drag("dialog .kind[title='black rook']", square(16))
    reads("1nbqkbnr/pppppppp/r7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQk - 0 1")
    page.select_option("dialog select", "second")
    page.locator("dialog .kind[title='Take away']").click()
    page.locator(square(48)).click()  # a2
    page.locator(square(48)).press("ArrowRight")
    page.keyboard.press("Enter")  # b2
    reads("1nbqkbnr/pppppppp/r7/8/4P3/8/2PP1PPP/RNBQKBNR b KQk - 0 1")
    # What is no position is said, and can't be opened; the text brings the board back.
    page.locator(square(4)).click()
    page.locator("dialog .trouble", has_text="Black has no king").wait_for()
    assert page.locator("dialog button", has_text="Analyse this").is_disabled()
    text.fill("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    page.locator("dialog button:enabled", has_text="Analyse this").wait_for()
    page.locator(f"{square(63)}[aria-label*=rook]").wait_for()
    page.click("text=Analyse this")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function("() => document.querySelectorAll('.game kb-board .piece').length === 3")
    open_page.troubles[:] = [said for said in open_page.troubles if "422" not in said]


def test_another_language_is_one_more_table(open_page: Any) -> None:
    page = open_page(path="/")
    page.select_option(".top .speaks", "de")
    page.locator("h1", has_text="Spiel").wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    page.reload()
    page.locator("h1", has_text="Spiel").wait_for()
    # Both tables say the same things, with the same gaps to fill.
    differ = page.evaluate(
        """async () => {
          const folder = document.querySelector("link[rel=stylesheet]").href.replace(/[^/]*$/, "");
          const load = async (name) => (await import(`${folder}${name}.js`)).default;
          const [en, de] = [await load("en"), await load("de")];
          const gaps = (text) => ([text].flat().join(" ").match(/\\{\\w+\\}/g) ?? []).sort().join();
          return Object.keys({ ...en, ...de }).filter(
            (key) => !(key in en) || !(key in de) || gaps(en[key]) !== gaps(de[key]));
        }"""
    )
    assert differ == []


axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: npm install in tests/web")


@axe
@pytest.mark.parametrize("rules", ["tictactoe", "connect4", "ewn", NIM, "numerical", "mnk"])
def test_games_are_accessible(open_page: Any, rules: str) -> None:
    options: dict[str, object] = {"width": 9, "height": 9} if rules == "mnk" else {}
    page = open_page(rules, values=True, clock=1000, **options)
    state = wait_for_turn(page)
    play_by_mouse(page, 3)
    wait_for_moves(page, state["moves"])
    wait_for_turn(page)
    page.wait_for_selector(".meter:not(.off):not(.waiting)")
    _clean(page)
    for tab in ("analysis", "review", "learn"):
        page.click(f"#tab-{tab}")
        if tab == "review":
            page.click("#goover")
            page.wait_for_selector(".graph svg")
        page.wait_for_timeout(200)
        _clean(page)


@axe
@pytest.mark.parametrize(
    "path", ["/", "/learn", "/explore", "/search?game=tictactoe", "/own", "/saved", "/game/none", "/docs"]
)
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_pages_are_accessible(open_page: Any, path: str, phone: bool) -> None:
    if path == "/docs":
        page = open_page(path="/", phone=phone)
        page.goto(page.url.rstrip("/") + path)
    else:
        page = open_page(path=path, phone=phone)
    _clean(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@axe
def test_the_editor_is_accessible(open_page: Any) -> None:
    page = open_page("chess", analysis=True)
    page.click("#tab-analysis")
    page.locator("details.position summary").click()
    page.click("text=Edit the position")
    page.wait_for_selector("dialog .kind")
    _clean(page)


@axe
def test_lessons_are_accessible(open_page: Any) -> None:
    page = open_page("connect4", second="person")
    for count, number in enumerate((3, 0, 3, 0)):
        wait_for_turn(page)
        cell(page, number).click()
        wait_for_moves(page, count)
    page.evaluate("localStorage.setItem('kibitz-teach', 'true')")
    wait_for_turn(page)
    cell(page, 6).click()
    page.wait_for_selector("dialog.teacher[open]")
    _clean(page)
    other = open_page(path="/train?game=tictactoe", context=page.context)
    other.wait_for_selector(".exercise kb-board.open")
    _clean(other)
    other.click("text=Show the answer")
    other.wait_for_selector(".days")
    _clean(other)


@axe
def test_dialogs_are_accessible(open_page: Any) -> None:
    page = _played(open_page, 1, "connect4")
    for entry in ("New game…", "Comment…", "Share", "Solve…", "Keys", "Resign"):
        page.click("#menu")
        _clean(page)
        page.click(f".menu >> text={entry}")
        page.wait_for_selector("dialog[open]")
        _clean(page)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def _clean(page: Any) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = page.evaluate(
            """async () => (await axe.run()).violations.map(
              (v) => `${v.id}: ${v.nodes.map((n) => n.target + " " + n.failureSummary).join(" | ")}`)"""
        )
        assert found == [], scheme


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


@needs_server
def test_a_game_that_is_open_elsewhere(open_page: Any, data: Path) -> None:
    """It may be watched, gone on with as a copy, or taken over."""
    server, store = Server(data), Store(data / "games")
    try:
        store.save("mine", Record.parse('[Game "tictactoe"]\n\n1. 5 1 *'))
        claim = store.claim("mine", "another program")
        for way, watched in (("Watch", True), ("copy", False), ("over", False)):
            page = open_page(path="/game/mine", url=server.url)
            page.locator(".lost", has_text="another program").wait_for()
            page.locator(".lost button", has_text=way).click()
            page.wait_for_selector(".game kb-board")
            page.wait_for_function("document.querySelectorAll('.movelist .move').length === 2")
            assert page.url.endswith("/game/mine") is (way == "over")
            if not watched:
                wait_for_turn(page)
                cell(page, 8).click()
                wait_for_moves(page, 2)
            if way == "copy":
                assert len(store.load("mine").moves) == 2
            page.close()
        assert len(store.load("mine").moves) == 3
        with pytest.raises(TakenOver), claim.held():
            pass
    finally:
        server.stop()
    claim.release()
