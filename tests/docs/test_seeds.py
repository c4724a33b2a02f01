"""The page of the original systems lists every feature, each with something to try."""

from __future__ import annotations

import re

from tests.docs.pages import ROOT, blocks

PAGE = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]


def test_there_are_five_origins():
    assert len(re.findall(r"^## ", PAGE, flags=re.MULTILINE)) == 5


def test_each_ability_says_where_it_is_and_can_be_tried():
    for section in SECTIONS:
        title = section.splitlines()[0]
        assert "Where:" in section, title
        assert blocks(section, "console") or blocks(section, "pycon"), title


def test_places_that_are_named_are_there():
    for place in re.findall(r"`((?:src|native|tests|benchmarks|docs)/[^`*]+)`", PAGE):
        assert (ROOT / place).exists(), place
