"""Every public name has a docstring with an example that runs."""

from __future__ import annotations

import doctest
import inspect
import re
import runpy

import pytest

import kibitz
from tests.docs.pages import PAGES, ROOT

NAMES = [name for name in kibitz.__all__ if name != "__version__"]
FLAGS = doctest.ELLIPSIS


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_a_public_name_runs(name):
    # Not by testmod, which passes over functions behind a gate (`base/argument_checks.py`).
    text = inspect.getdoc(getattr(kibitz, name)) or ""
    known = {each: getattr(kibitz, each) for each in NAMES}
    example = doctest.DocTestParser().get_doctest(text, known, name, None, None)
    assert example.examples, f"{name} shows no example"
    assert doctest.DocTestRunner(optionflags=FLAGS).run(example).failed == 0


@pytest.mark.parametrize("name", [name for name in NAMES if inspect.isclass(getattr(kibitz, name))])
def test_public_members_have_docstrings(name):
    cls = getattr(kibitz, name)
    for member, value in inspect.getmembers(cls):
        ours = any(member in vars(base) for base in cls.__mro__ if base.__module__.startswith("kibitz"))
        if ours and not member.startswith("_") and (callable(value) or isinstance(value, property)):
            assert inspect.getdoc(value), f"{name}.{member}"


def test_the_page_has_every_public_name():
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    shown = re.findall(r"^::: kibitz\.(\w+)$", page, flags=re.MULTILINE)
    assert sorted(shown) == sorted(NAMES)


def test_the_page_says_what_the_docstrings_say():
    dev = runpy.run_path(str(ROOT / "dev" / "reference"))
    assert dev["page"]() == (ROOT / "docs" / "reference.md").read_text(encoding="utf-8"), "run dev/reference"


def test_the_page_of_commands_says_what_their_help_says():
    dev = runpy.run_path(str(ROOT / "dev" / "reference"))
    assert dev["commands_page"]() == (ROOT / "docs" / "commands.md").read_text(encoding="utf-8"), (
        "run dev/reference"
    )


def test_the_page_of_commands_has_every_environment_variable():
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    used = {
        name
        for path in (ROOT / "src" / "kibitz").rglob("*.py")
        for name in re.findall(r"\bKIBITZ_[A-Z]+\b", path.read_text(encoding="utf-8"))
    }
    assert used == set(re.findall(r"\bKIBITZ_[A-Z]+\b", page))


def test_the_bibliography_is_that_of_the_bibtex_file():
    dev = runpy.run_path(str(ROOT / "dev" / "reference"))
    page = (ROOT / "docs" / "bibliography.md").read_text(encoding="utf-8")
    assert dev["bibliography_page"]() == page, "run dev/reference"
    anchors = set(re.findall(r'<a id="([\w-]+)">', page))
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"bibliography\.md#([\w-]+)", text)) <= anchors, path.name
    for path in re.findall(r"`([\w/]+\.hpp)`", page):
        assert (ROOT / path).exists(), path
