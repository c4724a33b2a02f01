"""Exports of `kibitz web --export` as visitors use them: below a path, offline, in tabs that are killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kibitz.base.errors import BadOption
from kibitz.cli.web import command
from kibitz.service.settings import Settings
from kibitz.web.browser.export import PYODIDE_FILES, export
from tests.web.conftest import EXPORT, chromium  # noqa: F401  # a fixture
from tests.web.serving import Export

needs_export = pytest.mark.skipif(EXPORT is None, reason="needs KIBITZ_EXPORT, an export's folder")
PATIENCE = 120_000
MOVES = "(count) => document.querySelectorAll('.movelist .move').length >= count"


@pytest.fixture
def site() -> Iterator[Export]:
    found = Export(Path(os.environ["KIBITZ_EXPORT"]).resolve())
    yield found
    found.stop()


@pytest.fixture
def context(chromium: Any) -> Iterator[Any]:  # noqa: F811
    """A browser profile that has never been here, in which the page may complain about nothing."""
    made = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-US")
    made.set_default_timeout(PATIENCE)
    troubles: list[str] = []
    made.on("weberror", lambda error: troubles.append(str(error.error)))
    made.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    yield made
    made.close()
    assert [said for said in troubles if "ERR_INTERNET_DISCONNECTED" not in said] == []


def play(page: Any, *cells: int) -> None:
    """Moves of a person, each with a reply."""
    for cell in cells:
        before = page.locator(".movelist .move").count()
        page.locator(f".game [data-cell='{cell}']").click()
        page.wait_for_function(MOVES, arg=before + 2)


@needs_export
def test_a_first_visit_a_second_one_offline_and_a_killed_tab(context: Any, site: Export) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(site.url.rstrip("#"))
    page.locator(".cards button").first.click()
    page.wait_for_selector(".game kb-board")
    play(page, 4)
    game = page.url
    page.wait_for_function("async () => Boolean((await navigator.serviceWorker.ready).active)")
    own = site.url.rstrip("#")
    assert [url for url in asked if not url.startswith((own, "blob:", "data:"))] == []

    # Everything shown is durable: the tab ends at once, as when it is killed.
    moves = page.locator(".movelist .move").all_inner_texts()
    page.close(run_before_unload=False)
    context.set_offline(True)
    site.stop()
    page = context.new_page()
    page.goto(game)
    page.wait_for_function(MOVES, arg=len(moves))
    assert page.locator(".movelist .move").all_inner_texts() == moves
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".game .pointed")


@needs_export
def test_two_tabs_play_one_game_and_the_second_survives_the_first(context: Any, site: Export) -> None:
    one = context.new_page()
    one.goto(site.url.rstrip("#"))
    one.locator(".cards button").first.click()
    one.wait_for_selector(".game kb-board")
    two = context.new_page()
    two.goto(one.url)
    two.wait_for_selector(".game kb-board")
    play(two, 4)
    one.wait_for_function(MOVES, arg=2)
    assert len(one.workers) > 0 == len(two.workers)
    one.close()
    two.wait_for_selector("body.offline")
    two.wait_for_function("() => !document.body.classList.contains('offline')")
    two.get_by_role("button", name="Undo").click()
    two.wait_for_function("() => document.querySelectorAll('.movelist .move').length === 0")
    assert len(two.workers) > 0


def test_missing_files_are_named_with_the_command_that_makes_them(tmp_path: Path) -> None:
    core = tmp_path / "_core.abi3.so"
    with pytest.raises(BadOption, match=r"the core for browsers is not at .*dev/browser-core makes it"):
        export(tmp_path / "site", Settings(), core, tmp_path)
    core.touch()
    with pytest.raises(BadOption, match=r"Pyodide is not at .*--pyodide names it"):
        export(tmp_path / "site", Settings(), core, tmp_path)
    assert not (tmp_path / "site").exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    core, pyodide, site = tmp_path / "_core.abi3.so", tmp_path / "pyodide", tmp_path / "site"
    core.touch()
    pyodide.mkdir()
    site.mkdir()
    for name in PYODIDE_FILES:
        (pyodide / name).touch()
    (site / "thesis.txt").write_text("mine")
    with pytest.raises(BadOption, match="has other files in it"):
        export(site, Settings(), core, pyodide)
    assert (site / "thesis.txt").read_text() == "mine"


def test_options_that_go_with_export(tmp_path: Path) -> None:
    ran = CliRunner().invoke(command, ["--pyodide", str(tmp_path)])
    assert isinstance(ran.exception, BadOption)
    assert "go with --export" in str(ran.exception)
