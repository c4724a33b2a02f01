"""The board in a frame of another site, and links that carry everything (docs/embed.md)."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.conftest import EXPORT
from tests.web.serving import Export, Server

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PATIENCE = 120_000
#: x wins by 6, and by nothing else.
PUZZLE = "......./..ox.../..xx.../..oo.../..xo.x./..xooox"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *said: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def lesson_site() -> Iterator[str]:
    """Another site, with the lesson."""
    handler = functools.partial(_Quiet, directory=str(EXAMPLES))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def kibitz_site(lesson_site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Kibitz, which that site may show in a frame: an export, or a server."""
    found: Server | Export
    if EXPORT is not None:
        found = Export(Path(EXPORT).resolve())
    else:
        found = Server(tmp_path_factory.mktemp("embed"), "--frame", lesson_site)
    yield found.url.rstrip("#/") + "/"
    found.stop()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1100, "height": 800}, locale="en-US")
    context.set_default_timeout(PATIENCE)
    troubles: list[str] = []
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert troubles == []


def said(page: Any, text: str) -> None:
    """Wait until the lesson says something."""
    page.wait_for_function("(text) => document.getElementById('said').textContent === text", arg=text)


def test_the_lesson_drives_the_board_and_hears_of_it(page: Any, lesson_site: str, kibitz_site: str) -> None:
    page.goto(f"{lesson_site}/lesson.html?kibitz={quote(kibitz_site)}")
    said(page, "Your turn.")
    frame = page.frame_locator("#board")
    board = frame.locator("kb-board").first
    assert frame.locator(".panel").is_hidden()
    assert frame.locator(".top").is_hidden()
    board.locator("[data-cell='38']").click()  # the bottom row, fourth column
    said(page, "You tried 4.")
    page.locator("#edge").click()
    said(page, "Your turn.")
    page.locator("#puzzle").click()
    page.wait_for_function(
        "() => /wins in 4 moves. How\\?/.test(document.getElementById('said').textContent)"
    )
    frame.locator("kb-board [data-cell='36']").click()
    page.wait_for_function("() => /^Not 2\\./.test(document.getElementById('said').textContent)")
    frame.locator("kb-board [data-cell='26']").click()
    said(page, "Right so far: go on.")


def test_messages_that_are_not_understood_are_refused(page: Any, lesson_site: str, kibitz_site: str) -> None:
    page.goto(f"{lesson_site}/lesson.html?kibitz={quote(kibitz_site)}")
    said(page, "Your turn.")
    page.evaluate("ask({ do: 'dance' })")
    page.wait_for_function("() => /is not understood here/.test(document.getElementById('said').textContent)")
    page.evaluate("ask({ do: 'open', game: 'nonsense' })")
    page.wait_for_function("() => /nonsense/.test(document.getElementById('said').textContent)")


def test_a_position_a_puzzle_a_game_and_its_review_come_by_a_link(page: Any, kibitz_site: str) -> None:
    page.goto(f"{kibitz_site}#game=connect4&position=4435")
    page.wait_for_selector(".game kb-board")
    assert page.locator("kb-board .piece").count() == 4

    page.goto("about:blank")
    page.goto(f"{kibitz_site}#game=connect4&position={quote(PUZZLE)}&puzzle")
    page.wait_for_selector(".training kb-board [data-cell]")
    page.locator(".training h2", has_text="wins in 4 moves").wait_for()

    page.goto("about:blank")
    page.goto(f"{kibitz_site}#game=tictactoe&position=x.o/.../...&puzzle")
    page.get_by_text("no puzzle is known of this position").first.wait_for()

    page.goto("about:blank")
    page.goto(f"{kibitz_site}#game=tictactoe&second=random")
    page.wait_for_selector(".game kb-board")
    page.locator(".game [data-cell='4']").click()
    page.wait_for_function("() => document.querySelectorAll('.movelist .move').length >= 2")

    # Share gives the whole game, and its review.
    page.locator("#menu").click()
    page.get_by_role("menuitem", name="Share").click()
    links = {
        name: page.get_by_label(name, exact=True).input_value()
        for name in ("The whole game in a link", "The review in a link", "This position in a link")
    }
    moves = page.locator(".movelist .move").all_inner_texts()
    for name, link in links.items():
        page.goto("about:blank")
        page.goto(link)
        page.wait_for_selector(".game kb-board")
        if name != "This position in a link":
            page.locator("#tab-moves").click()
            page.wait_for_function(
                "(count) => document.querySelectorAll('.movelist .move').length === count", arg=len(moves)
            )
        assert page.locator("kb-board .piece").count() == 2
    page.goto("about:blank")
    page.goto(links["The review in a link"])
    page.wait_for_selector("#tab-review[aria-selected='true']")
