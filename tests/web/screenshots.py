"""Pictures of every state of the page.

    dev/screenshots OUT [--states front,ewn …] [--widths 390,768,1280,1920] [--language de] [--axe]

Each state is put up in a browser as a person would reach it, once for each
width, and photographed in light and dark. OUT gets a file for each and, for each
state, a sheet with all of them (`sheet-NAME.png`). `--axe` says besides what axe has
to complain about in each (npm install in tests/web).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

from tests.web.conftest import new_game
from tests.web.playing import cell, play_by_mouse, wait_for_moves, wait_for_turn
from tests.web.serving import NIM, Server

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
HEIGHTS = {390: 844, 768: 1024, 1280: 800, 1920: 1080}


class Stage:
    """A browser of one width, and a server to ask."""

    def __init__(self, browser: Any, server: Server, width: int, language: str) -> None:
        self._browser, self.server, self.width, self._language = browser, server, width, language
        self._contexts: list[Any] = []

    def open(self, path: str, *, context: Any = None, before: str = "", url: str = "") -> Page:
        """A page, in a browser of its own unless a context is given."""
        if context is None:
            context = self._browser.new_context(
                viewport={"width": self.width, "height": HEIGHTS.get(self.width, 900)},
                has_touch=self.width < 500,
                reduced_motion="reduce",
                locale={"de": "de-DE"}.get(self._language, "en-US"),
            )
            context.set_default_timeout(20_000)
            self._contexts.append(context)
        page: Page = context.new_page()
        page.add_init_script(before)
        page.goto((url or self.server.url) + path)
        page.wait_for_selector("body[data-ready], .docs")
        return page

    def game(self, rules: str, moves: int = 0, *, values: bool = False, **asked: Any) -> Page:
        """A game after so many moves of people."""
        wish = {"rules": rules, "first": "person", "second": "person", "seed": 5, **asked}
        page = self.open(f"/game/{new_game(self.server.url, **wish)}", before=_kept("values", values))
        for number in range(moves):
            count = len(wait_for_turn(page)["gestures"])
            before = page.locator(".movelist .move").count()
            play_by_mouse(page, (number * 5 + 2) % max(1, count))
            wait_for_moves(page, before)
        if moves:
            wait_for_turn(page)
        return page

    def won(self, moves: tuple[int, ...] = (4, 1, 0, 8, 6, 2, 3), **asked: Any) -> Page:
        """A game of tic-tac-toe to its end."""
        page = self.game("tictactoe", **asked)
        for count, number in enumerate(moves):
            wait_for_turn(page)
            cell(page, number).click()
            wait_for_moves(page, count)
        page.wait_for_selector(".result h2")
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


def _kept(name: str, value: object) -> str:
    return f"localStorage.setItem('kibitz-{name}', {json.dumps(json.dumps(value))})"


State = Callable[[Stage], Page]
STATES: dict[str, State] = {}


def state(made: State) -> State:
    """Counts among the states, under the name of the function."""
    STATES[made.__name__.replace("_", "-")] = made
    return made


def _paths() -> None:
    for name, path in {
        "front": "/",
        "learn": "/learn",
        "learn-game": "/learn?game=connect4",
        "explore": "/explore",
        "own": "/own",
        "saved": "/saved",
        "docs": "/docs",
        "lost-page": "/nothing",
        "lost-game": "/game/none",
        "lost-link": "/#record=AAAA",
    }.items():
        STATES[name] = lambda stage, path=path: stage.open(path)  # type: ignore[misc]


def _games() -> None:
    for name, rules, moves, more in (
        ("tictactoe", "tictactoe", 3, {}),
        ("connect4", "connect4", 7, {}),
        ("ewn", "ewn", 2, {"options": {"setup": "123456"}}),
        ("numerical", "numerical", 3, {}),
        ("chess", "chess", 6, {}),
        ("gomoku", "mnk", 5, {"options": {"width": "15", "height": "15", "length": "5"}}),
        ("own-game", NIM, 1, {}),
    ):
        for values in (False, True):
            STATES[f"{name}{'-values' if values else ''}"] = (  # type: ignore[assignment]
                lambda stage, rules=rules, moves=moves, more=more, values=values: _settled(
                    stage.game(rules, moves, values=values, **more), values
                )
            )


def _settled(page: Page, values: bool) -> Page:
    if values:
        page.wait_for_selector(".meter:not(.off):not(.waiting)")
    return page


_paths()
_games()


@state
def front_going_on(stage: Stage) -> Page:
    page = stage.open("/")
    for name in ("Connect Four", "Chess"):
        page.goto(stage.server.url)
        page.locator("article", has_text=name).locator(".levels button").first.click()
        wait_for_turn(page)
        play_by_mouse(page, 3)
        wait_for_moves(page, 1)
    page.goto(stage.server.url)
    page.wait_for_selector(".goon-game")
    return page


@state
def options(stage: Stage) -> Page:
    page = stage.open("/")
    page.locator("article").nth(2).locator(".others button").first.click()
    page.wait_for_selector("dialog[open]")
    return page


@state
def menu(stage: Stage) -> Page:
    page = stage.game("connect4", 3)
    page.click("#menu")
    return page


def _dialog(entry: int | str) -> State:
    def opened(stage: Stage) -> Page:
        page = menu(stage)
        page.locator(f".menu button:text-is('{entry}')").click()
        page.wait_for_selector("dialog[open]")
        return page

    return opened


for _name, _entry in {"share": "Share", "solve": "Solve…", "keys": "Keys", "resign": "Resign"}.items():
    STATES[_name] = _dialog(_entry)


@state
def hint(stage: Stage) -> Page:
    page = stage.game("connect4", 5)
    page.click("#hint")
    page.wait_for_selector(".pointed", state="attached")
    return page


@state
def in_the_past(stage: Stage) -> Page:
    page = stage.game("connect4", 8)
    for _ in range(3):
        page.click("#back")
        page.wait_for_timeout(100)
    return page


@state
def variations(stage: Stage) -> Page:
    page = stage.game("chess", 6, values=True)
    for back, number in ((4, 3), (1, 6), (1, 8)):
        for _ in range(back):
            page.click("#back")
            page.wait_for_timeout(150)
        page.wait_for_selector(".game kb-board.open")
        before = page.locator(".movelist .move").count()
        play_by_mouse(page, number)
        wait_for_moves(page, before)
    return _settled(page, True)


@state
def analysis(stage: Stage) -> Page:
    page = stage.game("connect4", analysis=True)
    for number in (3, 3, 2, 4):
        page.wait_for_selector(".game kb-board.open")
        before = page.locator(".movelist .move").count()
        cell(page, number).click()
        wait_for_moves(page, before)
    page.click("#tab-analysis")
    return _settled(page, True)


@state
def what_would_they_play(stage: Stage) -> Page:
    page = analysis(stage)
    page.locator(".analysis-panel details").first.locator("summary").click()
    page.locator(".asks button").click()
    page.wait_for_function("() => document.querySelectorAll('.asks .worth li .move').length === 2")
    return page


@state
def editor(stage: Stage) -> Page:
    page = stage.game("chess", analysis=True)
    page.click("#tab-analysis")
    page.locator("details.position summary").click()
    page.locator("details.position button").last.click()
    page.wait_for_selector("dialog .kind")
    return page


@state
def teacher(stage: Stage) -> Page:
    page = stage.game("connect4")
    for count, number in enumerate((3, 0, 3, 0)):
        wait_for_turn(page)
        cell(page, number).click()
        wait_for_moves(page, count)
    page.evaluate(_kept("teach", True))
    wait_for_turn(page)
    cell(page, 6).click()
    page.wait_for_selector("dialog.teacher[open]")
    page.locator(".airy .piece").first.wait_for(state="attached")
    return page


@state
def result(stage: Stage) -> Page:
    return stage.won()


@state
def review(stage: Stage) -> Page:
    page = stage.won()
    page.locator(".result button").nth(1).click()
    page.wait_for_selector(".graph svg")
    return page


@state
def trying_again(stage: Stage) -> Page:
    page = review(stage)
    page.locator(".faults .again").first.click()
    page.wait_for_selector(".game kb-board.open")
    return page


@state
def waiting_for_a_friend(stage: Stage) -> Page:
    page = stage.open("/")
    page.locator(".door.friend").click()
    page.select_option("#friend-game", "connect4")
    page.locator("dialog button.primary, dialog .buttons button").last.click()
    page.wait_for_selector(".invitation input")
    return page


@state
def with_a_friend(stage: Stage) -> Page:
    page = waiting_for_a_friend(stage)
    link = page.locator(".invitation input").input_value()
    friend = stage.open(link[link.index("/game") :])
    page.wait_for_selector(".invitation", state="detached")
    wait_for_turn(page)
    cell(page, 3).click()
    wait_for_moves(friend, 0)
    return friend


@state
def friend_away(stage: Stage) -> Page:
    page = waiting_for_a_friend(stage)
    link = page.locator(".invitation input").input_value()
    stage.open(link[link.index("/game") :]).close()
    page.locator(".strip.away").wait_for()
    return page


@state
def two_computers(stage: Stage) -> Page:
    page = stage.game("connect4", first="alphabeta:depth=2", second="random")
    wait_for_moves(page, 4)
    page.click("#pause")
    return page


@state
def clock(stage: Stage) -> Page:
    return stage.game("connect4", 2, clock="3m+2s")


@state
def searches(stage: Stage) -> Page:
    page = stage.open("/search?game=tictactoe")
    page.wait_for_selector(".tree .node")
    return page


@state
def slow_motion(stage: Stage) -> Page:
    page = stage.open("/search?game=tictactoe&depth=3")
    page.wait_for_selector(".tree .node")
    page.evaluate(
        """() => { const s = document.querySelector('.treeview input.wide');
          for (let at = 1; at <= Number(s.max); at++) {
            s.value = String(at);
            s.dispatchEvent(new Event("input"));
            if (document.querySelector(".tree .cutoff") && at > 20) return;
          } }"""
    )
    return page


@state
def searches_with_dice(stage: Stage) -> Page:
    page = stage.open("/search?game=ewn&depth=2")
    page.wait_for_selector(".tree .node")
    return page


@state
def comparison(stage: Stage) -> Page:
    page = stage.open("/search?game=tictactoe")
    page.wait_for_selector(".tree .node")
    page.click("#search-go")
    page.wait_for_selector(".plot")
    page.locator(".plot").scroll_into_view_if_needed()
    return page


def _puzzle(rules: str) -> State:
    def shown(stage: Stage) -> Page:
        page = stage.open(f"/train?game={rules}")
        page.wait_for_selector(".exercise kb-board.open", timeout=60_000)
        page.wait_for_selector(".course h2")
        return page

    return shown


for _name in ("tictactoe", "ewn", "chess"):
    STATES[f"puzzle-{_name}"] = _puzzle(_name)


@state
def puzzle_shown(stage: Stage) -> Page:
    page = _puzzle("connect4")(stage)
    page.locator(".task .buttons button").first.click()
    page.wait_for_selector(".pointed", state="attached")
    page.wait_for_selector(".days")
    return page


@state
def no_mistakes(stage: Stage) -> Page:
    page = stage.open("/train?mistakes")
    page.wait_for_selector(".task h2:not(:empty)")
    return page


@state
def server_gone(stage: Stage) -> Page:
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        page = stage.open("/", url=server.url)
        server.kill()
    page.wait_for_selector("#offline:not([hidden])")
    page.locator("nav a").nth(1).click()
    page.wait_for_selector(".lost")
    return page


@state
def connection_lost(stage: Stage) -> Page:
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        game = new_game(server.url, rules="connect4", first="person", second="person")
        page = stage.open(f"/game/{game}", url=server.url)
        server.kill()
    page.wait_for_selector("#offline:not([hidden])")
    return page


@state
def refused(stage: Stage) -> Page:
    page = stage.game("tictactoe", 1)
    cell(page, 2).click(force=True)
    page.wait_for_selector(".toast")
    return page


# Taking the pictures


def _sheet(browser: Any, name: str, taken: list[Path], out: Path) -> None:
    figures = "".join(f"<img src='{path.resolve().as_uri()}' title='{path.stem}'>" for path in taken)
    style = "body{margin:8px;background:#888} img{height:520px;margin:4px}"
    folder = out / "sheet.html"
    folder.write_text(f"<style>{style}</style>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1900, "height": 900})
    page.goto(folder.resolve().as_uri())
    page.screenshot(path=out / f"sheet-{name}.png", full_page=True)
    page.close()
    folder.unlink()


def _complaints(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(
        """async () => (await axe.run()).violations.map(
          (v) => `${v.id}: ${v.nodes.map((n) => n.target + " " + n.failureSummary).join(" | ")}`)"""
    )
    return found


def main() -> int:
    output = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    output.add_argument("out", type=Path)
    output.add_argument("--states", default=",".join(STATES))
    output.add_argument("--widths", default="390,768,1280,1920")
    output.add_argument("--schemes", default="light,dark")
    output.add_argument("--language", default="en")
    output.add_argument("--axe", action="store_true")
    asked = output.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    complained = 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), "--game", NIM)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name in asked.states.split(","):
            taken: list[Path] = []
            for width in map(int, asked.widths.split(",")):
                stage = Stage(browser, server, width, asked.language)
                try:
                    page = STATES[name](stage)
                    for scheme in asked.schemes.split(","):
                        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                        page.wait_for_timeout(100)
                        taken.append(asked.out / f"{name}-{width}-{scheme}.png")
                        page.screenshot(path=taken[-1])
                        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                        troubles = _complaints(page) if asked.axe else []
                        troubles += [f"wider than the window by {wide} px"] if wide > 0 else []
                        for trouble in troubles:
                            complained += 1
                            print(f"{taken[-1].stem}: {trouble}", flush=True)
                except Error as error:
                    complained += 1
                    print(f"{name} {width}: {str(error).splitlines()[0]}", flush=True)
                stage.close()
            _sheet(browser, name, taken, asked.out)
            print(name, flush=True)
        browser.close()
        server.stop()
    return 1 if complained else 0


if __name__ == "__main__":
    sys.exit(main())
