"""Languages besides English: every text of the page and every sentence of the service has its translation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest

from kibitz.base.random import Random
from kibitz.games.chess.opening_names import opening_names
from tests.web import sentences
from tests.web.playing import cell, wait_for_moves, wait_for_turn

FOLDER = 'document.querySelector("link[rel=stylesheet]").href.replace(/[^/]*$/, "")'

#: Words of English that are none in the other languages.
ENGLISH = re.compile(r"\b(the|which|with|wins|loses|and|or|that|after|moves|it|than|would|your|you)\b", re.I)

GAMES = (
    "tictactoe",
    "mnk:misere=yes",
    "gomoku",
    "numerical",
    "connect4",
    "ewn:size=4,stones=3",
    "chess",
    "breakthrough",
    "domineering",
    "dots_and_boxes",
    "kalah",
    "morris",
    "othello",
    "pig:target=10",
    "race",
)


@pytest.fixture
def tables(open_page: Any) -> Any:
    """A page, and the codes of the languages besides English."""
    page = open_page(path="/")
    codes = page.evaluate(
        f"async () => (await import({FOLDER} + 'texts.js')).languages().map(([code]) => code)"
    )
    return page, [code for code in codes if code != "en"]


def translated(page: Any, code: str, texts: Iterable[str], section: str = "text") -> dict[str, str | None]:
    """Translations by the page's own code; None where the table lacks them."""
    asked = sorted({text for text in texts if text})
    found = page.evaluate(
        f"""async ([code, texts, section]) => {{
          const {{ Translator }} = await import({FOLDER} + "translate.js");
          const translator = new Translator((await import({FOLDER} + code + ".js")).service);
          return texts.map((text) => translator.translate(text, section));
        }}""",
        [code, asked, section],
    )
    return dict(zip(asked, found, strict=True))


def missing(found: dict[str, str | None]) -> list[str]:
    """Texts without a translation, or with English left in it."""
    return [text for text, words in found.items() if words is None or ENGLISH.search(words)]


def test_each_language_has_every_text_of_the_page(tables: Any) -> None:
    page, codes = tables
    load = f"async (code) => (await import({FOLDER} + code + '.js')).default"
    english = page.evaluate(load, "en")
    assert codes
    for code in codes:
        table = page.evaluate(load, code)
        assert set(table) == set(english)
        for key, text in english.items():
            assert isinstance(table[key], list) == isinstance(text, list), key
            gaps = [sorted(set(re.findall(r"{\w+}", str(each)))) for each in (text, table[key])]
            assert gaps[1] == gaps[0], key
            assert not ENGLISH.search(str(table[key])), key


def test_gaps_of_each_table_are_those_of_the_english_words(tables: Any) -> None:
    page, codes = tables
    for code in codes:
        sections = page.evaluate(f"async (code) => (await import({FOLDER} + code + '.js')).service", code)
        known = {*sections, "m", "line", "cells", "n", "name", "w"}
        for entries in sections.values():
            for english, words in entries.items():
                gaps = set(re.findall(r"{(\w+)}", english))
                assert {gap.rstrip("0123456789") for gap in gaps} <= known, english
                assert set(re.findall(r"{(\w+)}", words)) <= gaps, english


def test_all_names_rules_and_options_are_translated(tables: Any) -> None:
    page, codes = tables
    for code in codes:
        assert missing(translated(page, code, sentences.catalogue())) == []


def test_all_openings_are_translated(tables: Any) -> None:
    page, codes = tables
    names = [str(opening) for opening in opening_names().values()]
    for code in codes:
        found = translated(page, code, names, "opening")
        left = re.compile(r"\b(Defence|Opening|Attack|Game|Declined|Accepted|Variation|Knights?|Pawns?)\b")
        assert [text for text, words in found.items() if words is None or left.search(words)] == []


@pytest.mark.parametrize("spec", GAMES)
def test_all_sentences_about_games_are_translated(tables: Any, spec: str) -> None:
    page, codes = tables
    rng = Random(3)
    ((line, moves),) = sentences.games(spec, rng, 1)
    sparse = line[:: max(1, len(line) // 6)]
    said = {
        *chain.from_iterable(map(sentences.of_position, sparse)),
        *sentences.of_review(line[:13], moves[:12]),
        *sentences.of_puzzles(spec, rng, 1),
    }
    assert len(said) > 10
    for code in codes:
        assert missing(translated(page, code, said)) == []


def test_an_unknown_sentence_stays_as_it_is(tables: Any) -> None:
    page, codes = tables
    for code in codes:
        found = translated(page, code, ["my own rules say so", "12", "x"])
        assert found == {"my own rules say so": None, "12": "12", "x": "x"}


def test_a_game_in_german_has_no_english_on_the_page(open_page: Any) -> None:
    page = open_page("connect4", second="person", language="de")
    page.evaluate(
        """() => { globalThis.untranslated = [];
          document.addEventListener("kibitz-untranslated", ({ detail }) => untranslated.push(detail)); }"""
    )
    for count, column in enumerate((3, 0, 3, 0, 3, 1)):
        wait_for_turn(page)
        cell(page, column).click()
        wait_for_moves(page, count)
    wait_for_turn(page)
    page.click("#hint")
    page.wait_for_selector(".pointed", state="attached")
    seen = [page.locator("body").inner_text()]
    page.click("#tab-learn")
    page.wait_for_selector(".learn-panel p")
    seen.append(page.locator("body").inner_text())
    page.click("#tab-moves")
    cell(page, 3).click()
    page.wait_for_selector(".result h2")
    page.locator(".result button").nth(1).click()
    page.wait_for_selector(".graph svg")
    for summary in page.locator(".faults summary").all():
        summary.click()
    seen.append(page.locator("body").inner_text())
    assert page.evaluate("untranslated") == []
    for text in seen:
        left = [row for row in text.splitlines() if ENGLISH.search(row)]
        assert left == []
