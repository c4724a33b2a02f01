"""The floors of the core: who may include whom, and who may name a game."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "native"
ROOMS = sorted(header.parent.name for header in NATIVE.glob("games/*/package.hpp"))
SOURCES = sorted(path for path in NATIVE.rglob("*") if path.suffix in (".hpp", ".cpp"))

#: What each floor may include besides itself, lowest first.
BELOW = {"base": (), "search": ("base",), "solve": ("base",), "games": ("base", "search", "solve")}
BELOW["bind"] = ("base", "search", "solve")
#: What native/bind/generate.py makes, from the rooms.
MADE = {"packages.hpp"}


def relative(path: Path) -> str:
    return path.relative_to(NATIVE).as_posix()


def included(path: Path) -> list[str]:
    return re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)


def allowed(path: str, header: str) -> bool:
    """Whether a file of the core may include a header of it."""
    floor, header_floor = path.split("/")[0], header.split("/")[0]
    if header_floor == "games":
        # A room includes no other room, and nobody else includes one.
        return floor == "games" and header.split("/")[1] == path.split("/")[1]
    if floor == "games" and path.endswith("/bind.cpp") and header_floor == "bind":
        return True  # what a room shows Python besides the faces
    return header_floor == floor or header_floor in BELOW[floor]


def test_the_core_has_rooms_and_floors() -> None:
    assert len(ROOMS) >= 4
    assert {relative(path).split("/")[0] for path in SOURCES} == set(BELOW)


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_a_floor_includes_only_those_below_it(path: Path) -> None:
    for header in included(path):
        if header in MADE:
            continue
        assert (NATIVE / header).exists(), f"{header} is no header of the core"
        assert allowed(relative(path), header), f"{relative(path)} reaches up or aside to {header}"


def test_every_header_is_included_by_somebody() -> None:
    everywhere = {header for path in SOURCES for header in included(path)}
    faces = {f"bind/adapters/{face.stem}.hpp" for face in NATIVE.glob("bind/interfaces/*.hpp")}
    special = {
        f"games/{room}/{face.stem}.hpp" for room in ROOMS for face in NATIVE.glob("bind/interfaces/*.hpp")
    }
    rooms = {f"games/{room}/package.hpp" for room in ROOMS}
    headers = {relative(path) for path in SOURCES if path.suffix == ".hpp"}
    assert headers - everywhere - faces - special - rooms == {"base/standard.hpp"}


#: Families, and the games' names as people write them.
NAMES = [*ROOMS, "einstein", "würfelt", "tic-tac-toe", "tictactoe", "m,n,k", "connect4", "gomoku", "chess"]


@pytest.mark.parametrize(
    "path", [*SOURCES, ROOT / "CMakeLists.txt", NATIVE / "bind" / "generate.py"], ids=lambda path: path.name
)
def test_only_rooms_name_a_game(path: Path) -> None:
    if path.is_relative_to(NATIVE / "games"):
        own = path.relative_to(NATIVE / "games").parts[0]
        names = [name for name in ROOMS if name != own]
        text = re.sub(r"Numerical tic-tac-toe", "", path.read_text(encoding="utf-8"))
    else:
        names, text = NAMES, path.read_text(encoding="utf-8")
    for name in names:
        found = re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", text, re.IGNORECASE)
        assert found is None, f"{path} names {name!r}"


def test_the_check_itself_bites() -> None:
    assert not allowed("base/types.hpp", "search/run.hpp")
    assert not allowed("search/run.hpp", "solve/tiers.hpp")
    assert not allowed("solve/tiers.hpp", "search/run.hpp")
    assert not allowed("games/one/rules.hpp", "games/two/rules.hpp")
    assert not allowed("games/one/rules.hpp", "bind/generic.hpp")
    assert not allowed("bind/generic.hpp", "games/one/rules.hpp")
    assert allowed("games/one/bind.cpp", "bind/long_work.hpp")
    assert allowed("games/one/rules.hpp", "games/one/eval.hpp")


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_only_the_stable_interface_of_python_is_used(path: Path) -> None:
    # From Python 3.12 on one module serves all versions; macros such as PyList_GET_SIZE are not for it.
    assert not re.findall(r"\bPy[A-Z]\w*_[A-Z][A-Z_]+\(", path.read_text(encoding="utf-8"))
