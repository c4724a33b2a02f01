"""The site builds without warnings and without remote resources; its pictures are current."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from tests.docs.pages import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs", reason="the site needs pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_there(site: Path):
    pages = {page.relative_to(ROOT / "docs").with_suffix("") for page in (ROOT / "docs").rglob("*.md")}
    built = {page.relative_to(site).with_suffix("") for page in site.rglob("*.html")}
    assert pages <= built
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [page for page in pages if f"{page.as_posix()}.md" not in menu] == []


def test_nothing_is_loaded_from_elsewhere(site: Path):
    loads = re.compile(
        r"<(?:script|img|iframe|source)[^>]*\ssrc=[\"']?(?:https?:)?//|<link[^>]*href=[\"']?https?://"
    )
    for page in site.rglob("*.html"):
        assert loads.search(page.read_text(encoding="utf-8")) is None, page.name


EXAMPLES = {path.stem for path in (ROOT / "src" / "kibitz" / "examples").glob("[!_]*.py")}


@pytest.mark.parametrize(
    "name", sorted({kibitz.load(name).rules.family for name in kibitz.game_names()} | EXAMPLES)
)
def test_every_game_has_a_page_with_a_picture(name: str):
    text = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    assert re.search(r"!\[.+\]\(pictures/\w+\.svg\)", text)
    if name in EXAMPLES:
        assert f"`{name}`:" in text
        assert all(part in text for part in ("## Options", "## Moves and positions", "## What is known"))
        options = set(kibitz.load(name).values)
        assert options == set(re.findall(r"`(\w+)`", "".join(re.findall(r"(?m)^\| (`.+?) \|", text)))), (
            "its options"
        )


def test_pictures_are_as_kibitz_draws_them():
    dev = runpy.run_path(str(ROOT / "dev" / "pictures"))
    for name, picture in dev["pictures"]().items():
        assert (dev["DOCS"] / name).read_text(encoding="utf-8") == picture + "\n", f"{name}: run dev/pictures"
