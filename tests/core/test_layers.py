"""The layers of the core: which files may include which, and which may name a game."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "native"
PACKAGES = sorted(header.parent.name for header in NATIVE.glob("games/*/package.hpp"))
SOURCES = sorted(path for path in NATIVE.rglob("*") if path.suffix in (".hpp", ".cpp"))

#: The layers that each layer may include besides itself, lowest first.
BELOW = {"base": (), "search": ("base",), "solve": ("base",), "games": ("base", "search", "solve")}
BELOW["bind"] = ("base", "search", "solve")
#: The header that native/bind/generate.py makes from the packages.
MADE = {"packages.hpp"}


def relative(path: Path) -> str:
    return path.relative_to(NATIVE).as_posix()


def included(path: Path) -> list[str]:
    return re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE)


def allowed(path: str, header: str) -> bool:
    """Whether a file of the core may include a header of it."""
    layer, header_layer = path.split("/")[0], header.split("/")[0]
    if header_layer == "games":
        # A package includes no other package, and no other layer includes one.
        return layer == "games" and header.split("/")[1] == path.split("/")[1]
    if layer == "games" and path.endswith("/bind.cpp") and header_layer == "bind":
        return True  # additional bindings of a package
    return header_layer == layer or header_layer in BELOW[layer]


def test_the_core_has_packages_and_layers() -> None:
    assert len(PACKAGES) >= 4
    assert {relative(path).split("/")[0] for path in SOURCES} == set(BELOW)


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_a_layer_includes_only_those_below_it(path: Path) -> None:
    for header in included(path):
        if header in MADE:
            continue
        assert (NATIVE / header).exists(), f"{header} is no header of the core"
        assert allowed(relative(path), header), f"{relative(path)} must not include {header}"


def test_every_header_is_included() -> None:
    everywhere = {header for path in SOURCES for header in included(path)}
    interfaces = {f"bind/adapters/{interface.stem}.hpp" for interface in NATIVE.glob("bind/interfaces/*.hpp")}
    special = {
        f"games/{package}/{interface.stem}.hpp"
        for package in PACKAGES
        for interface in NATIVE.glob("bind/interfaces/*.hpp")
    }
    packages = {f"games/{name}/package.hpp" for name in PACKAGES}
    headers = {relative(path) for path in SOURCES if path.suffix == ".hpp"}
    assert headers - everywhere - interfaces - special - packages == {"base/standard.hpp"}


#: Families, and the games' names as people write them.
NAMES = [*PACKAGES, "einstein", "würfelt", "tic-tac-toe", "tictactoe", "m,n,k", "connect4", "gomoku", "chess"]


@pytest.mark.parametrize(
    "path", [*SOURCES, ROOT / "CMakeLists.txt", NATIVE / "bind" / "generate.py"], ids=lambda path: path.name
)
def test_only_packages_name_a_game(path: Path) -> None:
    if path.is_relative_to(NATIVE / "games"):
        own = path.relative_to(NATIVE / "games").parts[0]
        names = [name for name in PACKAGES if name != own]
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
