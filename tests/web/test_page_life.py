"""The page over time and on other screens: links, reloads, a server that dies, two tabs, a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.playing import play_by_mouse, state_of, wait_for_ply, wait_for_turn
from tests.web.serving import NIM, Server

#: What opens which dialog.
DIALOGS = {"new": "setup", "open": "files", "solve": "solving", "inside": "searches"}
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"


def test_share_link_brings_the_whole_game(open_page: Any) -> None:
    page = open_page("numerical", second="person")
    for ply in range(4):
        play_by_mouse(page, ply)
        wait_for_ply(page, ply)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#share")
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('clipboard')")
    link = page.evaluate("navigator.clipboard.readText()")
    before = page.evaluate("document.querySelector('kb-board').view.position")
    other = open_page(path=link[link.index("/#") :])
    wait_for_ply(other, 3)
    assert other.evaluate("document.querySelector('kb-board').view.position") == before
    # It is a game of its own now: what is played here does not show there.
    play_by_mouse(other, 0)
    wait_for_ply(other, 4)
    assert state_of(page)["ply"] == 4


def test_broken_link_still_gives_a_game(open_page: Any) -> None:
    for path in ("/#record=AAAA", "/#play=nothing-like-this", "/#nonsense"):
        assert wait_for_turn(open_page(path=path))["playable"]


def test_reload_comes_back_to_the_game(open_page: Any) -> None:
    page = open_page("connect4", second="person")
    page.locator("[data-cell='3']").click()
    wait_for_ply(page, 0)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    wait_for_ply(page, 0)
    assert page.locator("#moves li").count() == 1


def test_killed_server_is_come_back_to(open_page: Any, data: Path) -> None:
    server = Server(data)
    try:
        page = open_page(second="person", url=server.url)
        page.locator("[data-cell='4']").click()
        wait_for_ply(page, 0)
        server.kill()
        page.wait_for_selector("#offline:not([hidden])")
        page.locator("[data-cell='0']").click()
        page.wait_for_function("() => document.querySelector('#said').textContent.includes('onnection')")
        server.start()
        page.wait_for_selector("#offline", state="hidden")
        page.locator("[data-cell='0']").click()
        wait_for_ply(page, 1)
        # Told to stop, it goes in good order although somebody is there.
        code, said = server.stop()
        page.close()
        # The browser itself complains about the lost connection, and should.
        open_page.troubles[:] = [text for text in open_page.troubles if "WebSocket" not in text]
    finally:
        server.kill()
    assert code == 0
    assert "Traceback" not in said


def test_two_tabs_show_one_game(open_page: Any) -> None:
    one = open_page(second="person")
    two = open_page(context=one.context, path=one.evaluate("location.hash").replace("#", "/#"))
    one.locator("[data-cell='0']").click()
    wait_for_ply(two, 0)
    two.locator("[data-cell='4']").click()
    wait_for_ply(one, 1)
    assert one.locator("#moves").inner_text() == two.locator("#moves").inner_text()


def test_new_game_dialog_has_every_option(open_page: Any) -> None:
    page = open_page()
    page.click("#new")
    page.select_option("#rules", "connect")
    page.fill("#option-width", "5")
    page.fill("#option-height", "4")
    page.locator("summary").click()
    page.fill("#option-mark1", "#")
    page.select_option("#seat0", "random")
    page.select_option("#seat1", "person")
    page.select_option("#clock", "180")
    page.click("#start")
    page.wait_for_function("() => document.querySelector('#title').textContent.includes('5×4')")
    state = wait_for_turn(page)
    assert (state["look"], state["width"], state["ply"]) == ("discs", 5, 1)
    assert page.locator("#first").inner_text() == "#: random"
    assert page.locator("#clock1").inner_text().startswith(("3:00", "2:5"))
    # It begins with what was chosen last, and sides change with one click.
    page.click("#new")
    page.wait_for_selector("#setup[open]")
    assert page.input_value("#option-width") == "5"
    page.click("#swap")
    assert (page.input_value("#seat0"), page.input_value("#seat1")) == ("person", "random")
    # What the server refuses, the dialog says.
    page.select_option("#rules", "ewn")
    page.fill("#option-setup", "112233")
    page.click("#start")
    page.wait_for_function("() => document.querySelector('#setup .trouble').textContent.includes('setup')")


def test_on_a_phone(open_page: Any) -> None:
    for rules in ("tictactoe", "connect4", "ewn", "numerical"):
        page = open_page(rules, phone=True, values=True)
        state = wait_for_turn(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), rules
        box = page.locator(".frame").bounding_box()
        assert box["y"] + box["height"] <= 844, rules  # the whole board without scrolling
        gesture = state["gestures"][0]
        if gesture["from"] is not None and gesture["from"] != state["picked"]:
            page.tap(f"[data-cell='{gesture['from']}']")
        page.tap(f"[data-cell='{gesture['to']}']")
        if gesture["choice"]:
            page.tap(".tray button")
        wait_for_ply(page, state["ply"])


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
        page.wait_for_selector("body[data-ready]:not(.waiting) #worth li")
        assert page.evaluate("() => shifted") < 0.1, rules


def test_watching_two_computers(open_page: Any) -> None:
    page = open_page(first="random", second="random")
    page.wait_for_function("() => document.querySelector('kb-board').view.turn === null")
    assert page.locator("#hint").is_disabled()


def test_from_the_other_side(open_page: Any) -> None:
    page = open_page("ewn", first="random", second="person")
    wait_for_turn(page)
    # Blue's corner is at the top left, where red's would be.
    assert page.locator(".cell").first.get_attribute("data-cell") == "24"
    page.click("#flip")
    page.wait_for_function("() => document.querySelector('.cell').dataset.cell === '0'")


def test_moves_are_seen_to_move(open_page: Any) -> None:
    page = open_page("ewn", motion=True, setup="123456")
    state = wait_for_turn(page)
    play_by_mouse(page, 0)
    wait_for_ply(page, state["ply"])
    page.wait_for_selector("kb-die.rolling")
    wait_for_turn(page)


def test_files_to_keep(open_page: Any, data: Path) -> None:
    page = open_page("connect4", second="person")
    page.locator("[data-cell='3']").click()
    wait_for_ply(page, 0)
    kept = {}
    for name in ("save", "assvg", "aspng"):
        with page.expect_download() as download:
            page.click(f"#{name}")
        kept[name] = Path(download.value.path()).read_bytes()
    assert b'[Game "connect4"]' in kept["save"]
    assert b"1. 4 *" in kept["save"]
    assert kept["assvg"].startswith(b"<svg")
    assert kept["aspng"].startswith(b"\x89PNG")
    # A record comes back as text.
    page.click("#undo")
    page.wait_for_function("() => document.querySelector('kb-board').view.ply === 0")
    page.click("#open")
    page.fill("#pasted", kept["save"].decode())
    page.click("text=Open the text")
    wait_for_ply(page, 0)
    # So it does as a file.
    (data / "game.pgn").write_bytes(kept["save"])
    before = page.evaluate("location.hash")
    page.click("#open")
    page.set_input_files("#file", data / "game.pgn")
    page.wait_for_function("(before) => location.hash !== before", arg=before)
    assert page.locator("#moves li").count() == 1


def test_a_changed_record_is_asked_about(open_page: Any) -> None:
    page = open_page("connect4", second="person")
    page.locator("[data-cell='3']").click()
    wait_for_ply(page, 0)
    with page.expect_download() as download:
        page.click("#save")
    changed = Path(download.value.path()).read_text().replace("1. 4 *", "1. 5 *")
    before = page.evaluate("location.hash")
    asked: list[str] = []
    for accept in (False, True):

        def answer(dialog: Any, accept: bool = accept) -> None:
            asked.append(dialog.message)
            dialog.accept() if accept else dialog.dismiss()

        page.once("dialog", answer)
        page.click("#open")
        page.fill("#pasted", changed)
        page.click("text=Open the text")
        if accept:
            page.wait_for_function("(before) => location.hash !== before", arg=before)
        else:
            page.wait_for_function(
                "() => document.querySelector('#files .trouble').textContent.includes('changed by hand')"
            )
            assert page.evaluate("location.hash") == before
            page.click("#files >> text=Close")
    assert all("changed by hand or damaged" in message for message in asked)
    assert len(asked) == 2


def test_clocks_count_down_and_fall(open_page: Any) -> None:
    page = open_page(second="person", clock=2)
    page.wait_for_function("() => document.querySelector('#clock0').textContent !== '0:02.0'")
    assert page.locator("#clock1").inner_text() == "0:02.0"
    page.wait_for_function("() => document.querySelector('#status').textContent.includes('lost on time')")
    assert page.locator("#clock0").inner_text() == "0:00.0"


def test_solve_from_the_page(open_page: Any) -> None:
    page = open_page("mnk", width=4, height=3)
    page.click("#solve")
    page.click("#solve-go")
    page.wait_for_function("() => document.querySelector('#solving').textContent.includes('done')")


def test_solving_can_be_stopped_and_gone_on_with(open_page: Any) -> None:
    page = open_page("connect", width=5, height=5)
    page.click("#solve")
    for go in ("Solve", "Go on"):
        page.locator("#solve-go:enabled", has_text=go).click()
        page.wait_for_selector("#solving progress:not([hidden])")
        page.click("#solve-stop")
        page.wait_for_function("() => document.querySelector('#solving').textContent.includes('stopped')")


axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: npm install in tests/web")


@axe
@pytest.mark.parametrize("rules", ["tictactoe", "connect4", "ewn", NIM, "numerical", "mnk"])
def test_nothing_keeps_anybody_out(open_page: Any, rules: str) -> None:
    options: dict[str, object] = {"width": 9, "height": 9} if rules == "mnk" else {}
    page = open_page(rules, values=True, clock=1000, **options)
    state = wait_for_turn(page)
    if rules != "ewn":
        play_by_mouse(page, 3)
        wait_for_ply(page, state["ply"])
        wait_for_turn(page)
    page.wait_for_selector("body:not(.waiting) #worth li")
    if rules == "tictactoe":
        page.click("#goover")
        page.wait_for_selector(".graph")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert _violations(page) == [], scheme


@axe
def test_nothing_keeps_anybody_out_of_dialogs(open_page: Any) -> None:
    page = open_page("connect4")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for button, dialog in DIALOGS.items():
        page.click(f"#{button}")
        page.wait_for_selector(f"#{dialog}[open]")
        if button == "inside":
            page.click("#search-go")
            page.wait_for_selector("#searches table")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert _violations(page) == [], (dialog, scheme)
        page.keyboard.press("Escape")


def test_searches_at_work(open_page: Any) -> None:
    page = open_page()
    page.click("#inside")
    page.click("#search-go")
    page.wait_for_selector("#searches tbody tr:nth-child(3)")
    page.click("#tree-go")
    tree = page.frame_locator(".tree")
    tree.locator("text=nodes visited").wait_for()
    # More than can be shown is said, not shown.
    page.select_option("#search-who", "minimax")
    page.fill("#tree-depth", "9")
    page.click("#tree-go")
    page.wait_for_function(
        "() => document.querySelector('#searches [role=status]').textContent.includes('nodes')"
    )
    # The browser itself notes that the answer was a refusal.
    open_page.troubles[:] = [text for text in open_page.troubles if "422" not in text]


def _violations(page: Any) -> list[str]:
    found: list[str] = page.evaluate(
        """async () => (await axe.run()).violations.map(
          (v) => `${v.id}: ${v.nodes.map((n) => n.target + " " + n.failureSummary).join(" | ")}`)"""
    )
    return found
