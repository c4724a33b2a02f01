"""The size of `Game`, and the table of capabilities in docs/capabilities.md."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import kibitz
from kibitz.games.python_game.definition import OPTIONAL_METHODS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "capabilities.md").read_text(encoding="utf-8")

IDENTITY = {"name", "title", "spec", "rules_id", "side_names", "side_name"}
RULES = {
    "options",
    "values",
    "rules",
    "codec",
    "has_chance",
    "repetition",
    "score_range",
    "start",
    "position",
    "batch",
}
#: Always there, or with working defaults.
PRESENT = {"notation", "view", "scale", "search", "solving", "draws", "exact", "encoding"}
OPTIONAL = {"forced_wins", "text", "teacher", "editor", "openings", "book"}

#: By capability: the other four columns of its row, each as the names in backticks.
TABLE = {
    row[0][1:-1]: [re.findall(r"`([\w/.]+)`", cell) for cell in row[1:]]
    for row in (line.strip("| ").split(" | ") for line in PAGE.splitlines())
    if len(row) == 5 and re.fullmatch(r"`\w+`", row[0])
}


def test_a_game_has_sixteen_public_names_and_its_capabilities() -> None:
    assigned = re.findall(r"self\.([a-z]\w*)(?:: [^=]+)? = ", inspect.getsource(kibitz.Game))
    public = {name for name in (*vars(kibitz.Game), *assigned) if not name.startswith("_")}
    assert len(IDENTITY | RULES) == 16
    assert public == IDENTITY | RULES | PRESENT | OPTIONAL


@pytest.mark.parametrize("spec", ["tictactoe", "numerical", "connect4", "ewn", "chess", "nim", "race"])
def test_every_loaded_game_is_such_a_game(spec: str) -> None:
    game = kibitz.load(spec)
    assert isinstance(game, kibitz.Game)
    for name in IDENTITY | RULES | OPTIONAL:
        getattr(game, name)
    for name in PRESENT:
        assert getattr(game, name) is not None
    assert isinstance(game.exact, tuple)


def test_the_table_has_every_capability() -> None:
    assert TABLE.keys() == {"rules", "codec"} | PRESENT | OPTIONAL


def test_every_concept_of_the_core_is_on_the_page() -> None:
    headers = [path.read_text(encoding="utf-8") for path in (ROOT / "native").rglob("*.hpp")]
    defined = {name for text in headers for name in re.findall(r"^concept (\w+) =", text, re.MULTILINE)}
    listed = {concept for concepts, *_ in TABLE.values() for concept in concepts}
    assert listed <= defined
    base = (ROOT / "native" / "base" / "concepts.hpp").read_text(encoding="utf-8")
    for concept in re.findall(r"^concept (\w+) ", base, re.MULTILINE):
        assert f"`{concept}`" in PAGE


def test_every_name_of_an_author_is_in_the_table() -> None:
    listed = {name for _, names, _, _ in TABLE.values() for name in names}
    assert set(OPTIONAL_METHODS) <= listed
    assert all(hasattr(kibitz.PythonGame, name) for name in listed)


@pytest.mark.parametrize("capability", TABLE)
def test_the_modules_in_the_table_ask_the_capability(capability: str) -> None:
    *_, modules = TABLE[capability]
    assert modules
    for module in modules:
        path = Path(kibitz.__file__).parent / module
        files = path.rglob("*.py") if path.is_dir() else [path]
        assert any(re.search(rf"\.{capability}\b", file.read_text(encoding="utf-8")) for file in files), (
            module
        )
