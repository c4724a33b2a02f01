"""Players and options on the pages exist, code blocks have a language, and every page has links."""

from __future__ import annotations

import re

import pytest

import kibitz
from kibitz.players.registry import make_player
from kibitz.players.search_player import Searcher
from tests.docs.pages import PAGES, ROOT, name

_PLAYERS = "|".join(kibitz.player_names())
_SPEC = re.compile(rf"(?<![\w./-])((?:{_PLAYERS}):\w+=[^\s`'\"|)\]…]+)")
#: Capitals and braces stand for something, and files of the reader's are not here.
_STANDS_FOR = re.compile(r"=[A-Z]|=\w+:[A-Z]|[{]|\.py")


@pytest.mark.parametrize("page", [name(page) for page in PAGES])
def test_players_on_a_page_can_be_made(page: str):
    for spec in set(_SPEC.findall((ROOT / page).read_text(encoding="utf-8"))):
        if not _STANDS_FOR.search(spec):
            make_player(spec.rstrip(".,;:"))


@pytest.mark.parametrize("page", [name(page) for page in PAGES])
def test_every_block_says_what_it_is(page: str):
    """So that commands and examples are found and tried, and shown in their colours."""
    fences = re.findall(r"(?m)^```(.*)$", (ROOT / page).read_text(encoding="utf-8"))
    assert all(fences[::2]), "a block without a language"


@pytest.mark.parametrize("page", [name(page) for page in PAGES if page.stem != "reference"])
def test_every_page_leads_on(page: str):
    links = re.findall(r"\]\((?!https?:|#)[^)]+\.md[^)]*\)", (ROOT / page).read_text(encoding="utf-8"))
    assert links, "no link to another page"


def test_the_page_about_search_lists_the_options_that_there_are():
    known = {
        option.name
        for player in kibitz.player_names()
        if isinstance(made := make_player(player), Searcher)
        for option in made.options
    }
    known |= {found.option.name for game in kibitz.game_names() for found in kibitz.load(game).search.options}
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    table = text.partition("| option | what it does |")[2].partition("\n\n")[0]
    value = {
        word for cell in re.findall(r"(?m)^\| (`.+?) \|", table) for word in re.findall(r"`(\w+)`", cell)
    }
    assert value <= known
    assert known - value <= {"depth", "fail"}, "not told"


@pytest.mark.parametrize("page", [name(page) for page in PAGES if page.name not in ("README.md", "index.md")])
def test_every_page_says_first_whom_it_is_for_and_what_they_will_have(page: str):
    """The first paragraph, unless the page is a part of a series, where the first sentence says it."""
    _, first, *_ = (ROOT / page).read_text(encoding="utf-8").split("\n\n")
    words = " ".join(first.split())
    assert words.startswith("For "), first
    assert "t the end" in words, first


@pytest.mark.parametrize("page", [name(page) for page in PAGES])
def test_no_page_installs_a_package_that_is_not_published(page: str):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert not re.search(r"pip install '?kibitz(?!-)", text.replace("**Don't run `pip install kibitz`**", ""))
