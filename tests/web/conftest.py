"""A server for all tests, and a browser where there is one.

With KIBITZ_EXPORT=FOLDER, tests in the browser use what `kibitz web --export` wrote there instead of the
server; those that need a server are skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.web.serving import NIM, Export, Server

EXPORT = os.environ.get("KIBITZ_EXPORT")
#: For tests that end their server, or look at its files.
needs_server = pytest.mark.skipif(EXPORT is not None, reason="an export has no server")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server | Export]:
    found: Server | Export
    if EXPORT is not None:
        found = Export(Path(EXPORT).resolve())
    else:
        found = Server(tmp_path_factory.mktemp("web"), "--game", NIM, "--people-per-address", "20")
    # The first list of games takes seconds; no test should end the server in the middle of it.
    with urllib.request.urlopen(f"{found.url}/api/games") as answer:
        answer.read()
    yield found
    code, said = found.stop()
    assert code == 0
    assert "Traceback" not in said, said


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Chromium; the system's own, as none is downloaded."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="no browser tests without Playwright: pip install '.[browser]'"
    )
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("KIBITZ_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("no browser tests without Chromium: apt-get install chromium, or set KIBITZ_CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


Open = Callable[..., Any]

#: Begins a game, and leaves it for another one.
_BEGIN = """async (asked) => {
  const script = document.querySelector("script[src$='main.js']").src.replace("main.js", "link.js");
  const { Link } = await import(script);
  const link = new Link();
  await link.connect();
  const { game } = await link.ask("new", asked);
  await link.ask("new", { rules: "tictactoe", analysis: true });
  return game;
}"""


def new_game(url: str, keeper: Any = None, **asked: Any) -> str:
    """A game begun by another client, which leaves again: its name. `keeper` is an export's first tab."""
    if url.endswith("#"):
        asked["rules"] = asked["rules"].replace(NIM, "/site/own/nim.py")
        return str(keeper.evaluate(_BEGIN, asked))
    with connect(f"{url.replace('http', 'ws')}/socket") as web:
        web.send(json.dumps({"id": 1, "do": "new", **asked}))
        while (answer := json.loads(web.recv(30))).get("id") != 1:
            pass
    assert answer["type"] == "reply", answer
    return str(answer["game"])


@pytest.fixture
def open_page(chromium: Any, server: Server | Export) -> Iterator[Open]:
    """Opens the page on a game; whatever it complains about fails the test."""
    contexts: list[Any] = []
    troubles: list[str] = []
    keepers: dict[Any, Any] = {}

    def keeper_of(context: Any) -> Any:
        """The tab of an export that runs the service."""
        if context not in keepers:
            page = keepers[context] = context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
            page.goto(f"{server.url}/saved")
        return keepers[context]

    def opened(
        rules: str = "tictactoe",
        first: str = "person",
        second: str = "random",
        *,
        values: bool = False,
        phone: bool = False,
        language: str = "en-US",
        motion: bool = False,
        path: str = "",
        url: str = "",
        context: Any = None,
        **wish: Any,
    ) -> Any:
        """Open a path or a new game; `wish` has the other fields of the request and the game's options."""
        if context is None:
            context = chromium.new_context(
                viewport={"width": 390, "height": 844} if phone else {"width": 1200, "height": 900},
                has_touch=phone,
                reduced_motion="no-preference" if motion else "reduce",
                locale=language,
            )
            context.set_default_timeout(30_000 if EXPORT is None else 90_000)
            contexts.append(context)
        if not path:
            known = ("clock", "position", "seed", "analysis", "pace")
            fields = {name: wish.pop(name) for name in known if name in wish}
            options = {name: str(value) for name, value in wish.items()}
            asked = {"rules": rules, "options": options, "first": first, "second": second, **fields}
            address = url or server.url
            keeper = keeper_of(context) if address.endswith("#") else None
            path = f"/game/{new_game(address, keeper, **asked)}"
        page = context.new_page()
        page.add_init_script(f"localStorage.setItem('kibitz-values', '{json.dumps(values)}')")
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.goto((url or server.url) + path)
        page.wait_for_selector("body[data-ready]")
        return page

    opened.troubles = troubles  # type: ignore[attr-defined]  # for tests that cut the connection
    yield opened
    for context in contexts:
        context.close()
    assert not troubles


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path
