"""Games by name, file and class: lookup, suggestions, and package data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.base.errors import BadGame, BadOption
from kibitz.games import registry
from kibitz.games.bundled import examples
from kibitz.games.package import Entry, FormatEntry, GamePackage, ProtocolEntry, TagsEntry

TAKE = '''
import kibitz

class Take(kibitz.PythonGame):
    """Take some."""
    options = (kibitz.Option("stones", 7, "how many", low=1, high=99),)
    def start(self): return self.stones
    def moves(self, left): return [1]
    def play(self, left, taken): return left - taken
    def outcome(self, left): return None if left else "loss"
'''


class Countdown(kibitz.PythonGame):
    """Count down to nothing.

    Whoever says one wins.
    """

    def start(self) -> int:
        return 3

    def moves(self, left: int) -> list[int]:
        return [1]

    def play(self, left: int, taken: int) -> int:
        return left - taken

    def outcome(self, left: int) -> str | None:
        return None if left else "loss"


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """Each test asks anew, and leaves nothing behind."""
    remembered = (registry.packages, registry._built_in, registry._installed, registry._cached, examples)
    for cached in remembered:
        cached.cache_clear()
    yield
    for cached in remembered:
        cached.cache_clear()


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """What other packages bring, to be filled by a test."""
    found: list[tuple[str, Any]] = []
    monkeypatch.setattr(
        registry, "plugins", lambda group: iter(found) if group == "kibitz.games" else iter(())
    )
    return found


def test_built_in_games_are_known_by_name() -> None:
    assert set(kibitz.game_names()) == {
        entry.name for package in registry.packages() for entry in package.entries
    }
    for name in ("tictactoe", "mnk", "numerical", "connect4", "connect", "ewn", "chess", "chess960"):
        assert registry.entry(name).name == name
        assert registry.entries()[name] is registry.entry(f" {name.upper()} ")
    assert len(registry.packages()) == 5


def test_examples_are_games_too_but_not_built_in() -> None:
    assert registry.entry("nim").name == "nim"
    assert "nim" not in kibitz.game_names()
    assert "nim" not in registry.entries()
    game = kibitz.load("nim:piles=4")
    assert (game.name, game.spec) == ("nim", "nim:piles=4")
    assert [option.name for option in registry.entry("nim").options()] == ["piles"]


def test_an_example_says_of_itself_what_its_file_begins_with() -> None:
    """Its first line, without the name of the game and the full stop."""
    folder = Path(kibitz.__file__).parent / "examples"
    assert set(examples()) == {path.stem for path in folder.glob("*.py")} - {"__init__"}
    for name, entry in examples().items():
        assert entry.path == folder / f"{name}.py"
        title, _, summary = (
            entry.path.read_text(encoding="utf-8").splitlines()[0].removeprefix('"""').partition(": ")
        )
        assert title
        assert entry.summary == summary.removesuffix('"""').removesuffix(".") != ""


@pytest.mark.parametrize(("wrong", "near"), [("tictactoo", "tictactoe"), ("ches", "chess"), ("nimm", "nim")])
def test_a_name_that_is_nearly_right_is_reported(wrong: str, near: str) -> None:
    with pytest.raises(BadOption, match=f"{wrong}.*did you mean {near}\\?") as error:
        kibitz.load(wrong)
    for name in ("connect4", "ewn", "othello"):
        assert name in str(error.value)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOption) as error:
        kibitz.load("zzzzzz")
    assert "did you mean" not in str(error.value)
    assert "tictactoe" in str(error.value)


def test_options_come_from_the_spec_or_by_name_but_not_twice() -> None:
    wide = kibitz.load("mnk:width=5", height=4)
    assert (wide.values["width"], wide.values["height"]) == (5, 4)
    assert wide.spec == "mnk:width=5,height=4"
    assert kibitz.load("mnk", width=5, height=4) == wide
    with pytest.raises(BadOption, match="width is given twice"):
        kibitz.load("mnk:width=5,height=4", width=5)


def test_the_same_game_is_made_once() -> None:
    assert kibitz.load("mnk:width=5,height=4") is kibitz.load("mnk:height=4,width=5")
    assert kibitz.load("mnk:width=5") is not kibitz.load("mnk:width=4")


@pytest.mark.parametrize("value", [[5], {"a": 1}, object()])
def test_values_that_can_not_be_compared_are_refused_as_any_other(value: object) -> None:
    with pytest.raises(BadOption, match="width must be 1 to 19"):
        kibitz.load("mnk", width=value, height=3)


@pytest.mark.parametrize("spec", [5, None, dict, GamePackage])
def test_neither_a_name_nor_a_class_is_refused(spec: Any) -> None:
    with pytest.raises(BadOption, match=r"a name, a file or a class of kibitz\.PythonGame"):
        kibitz.load(spec)


def test_a_file_is_a_game_with_options(tmp_path: Path) -> None:
    path = tmp_path / "take.py"
    path.write_text(TAKE)
    usual = kibitz.load(str(path))
    assert (usual.name, usual.spec, str(usual.start())) == ("take", str(path), "7 first")
    fewer = kibitz.load(f"{path}:stones=3")
    assert (fewer.spec, str(fewer.start())) == (f"{path}:stones=3", "3 first")
    assert kibitz.load(str(path), stones=3) == fewer
    with pytest.raises(BadOption):
        kibitz.load(f"{path}x")


def test_a_name_may_settle_options_and_begin_from_others() -> None:
    entry = Entry("four", registry.entry("mnk").cls, "", fixed={"width": 4}, defaults={"height": 5})
    assert "width" not in [option.name for option in entry.options()]
    assert {option.name: option.default for option in entry.options()}["height"] == 5
    game = entry.make({})
    assert (game.values["width"], game.values["height"], game.spec) == (4, 5, "four")
    # What is as usual under this name need not be said.
    assert entry.make({"height": 5}).spec == "four"
    assert entry.make({"height": 6}).spec == "four:height=6"
    with pytest.raises(BadOption, match="four has no option 'width'"):
        entry.make({"width": 4})


# What other packages bring.


def test_a_class_becomes_a_game(brought: list[tuple[str, Any]]) -> None:
    brought.append(("countdown", Countdown))
    entry = registry.entry("countdown")
    assert entry.summary == "Count down to nothing"
    assert entry.options() == ()
    game = kibitz.load("countdown")
    assert (game.name, str(game.start())) == ("countdown", "3 first")
    assert "countdown" in registry.entries()
    assert "countdown" not in kibitz.game_names()


def test_a_game_package_is_taken_as_it_is(brought: list[tuple[str, Any]]) -> None:
    mine = GamePackage(
        entries=(Entry("small", registry.entry("mnk").cls, "small", defaults={"width": 2}),),
        protocols=(ProtocolEntry("shout", "aloud", "a:b", "c:d"),),
        formats=(FormatEntry(".small", "game.small", "a:b", "c:d"),),
    )
    brought.append(("small", mine))
    assert kibitz.load("small").values["width"] == 2
    assert registry.protocols()["shout"] is mine.protocols[0]
    assert {"uci", "2023", "2024"} < set(registry.protocols())
    assert list(registry.formats_for("small")) == list(mine.formats)
    assert list(registry.formats_for("tictactoe")) == []
    assert registry.formats()[".small"] is mine.formats[0]
    assert [*registry.all_packages()] == [*registry.packages(), mine]
    assert list(registry.formats_for()) == [
        kind for package in registry.all_packages() for kind in package.formats
    ]


def test_our_own_games_stay_ours(brought: list[tuple[str, Any]]) -> None:
    brought.append(("tictactoe", Countdown))
    assert kibitz.load("tictactoe").title != "tictactoe"
    assert registry.entries()["tictactoe"] is registry.entry("tictactoe")


@pytest.mark.parametrize("thing", [5, dict, Countdown()])
def test_anything_else_is_refused(brought: list[tuple[str, Any]], thing: Any) -> None:
    brought.append(("odd", thing))
    with pytest.raises(BadGame, match="entry point odd is neither"):
        kibitz.load("odd")


def test_tags_of_other_programs_are_read_by_the_package_that_knows_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def package(name: str, known: str) -> GamePackage:
        entry = Entry(name, registry.entry("mnk").cls, "")
        return GamePackage((entry,), tags=TagsEntry(f"{__name__}:read_{known}", f"{__name__}:write_{known}"))

    mnk, values = registry.entry("mnk").game_class(), kibitz.load("mnk").values
    silent = GamePackage((Entry("silent", registry.entry("mnk").cls, ""),))
    packages = (silent, package("ours", "a"), package("theirs", "b"))
    monkeypatch.setattr(
        registry, "_built_in", lambda: {one.entries[0].name: one.entries[0] for one in packages}
    )
    monkeypatch.setattr(registry, "packages", lambda: packages)
    assert registry.understood_tags({"Kind": "b"}) == {"Game": "theirs"}
    assert registry.understood_tags({"Kind": "a"}) == {"Game": "ours"}
    assert registry.understood_tags({"Kind": "c"}) is None
    for name, each in {"ours": {"Kind": "a"}, "theirs": {"Kind": "b"}, "silent": {}}.items():
        assert registry.other_tags(mnk(name, values, {}), {}) == each
    # A game in Python may have the name of a built-in one, but does not belong to its package.
    other = kibitz.load(type("Ours", (Countdown,), {"name": "strange"}))
    assert registry.other_tags(other, {}) == {}


def read_a(tags: dict[str, str]) -> dict[str, str] | None:
    return {"Game": "ours"} if tags["Kind"] == "a" else None


def read_b(tags: dict[str, str]) -> dict[str, str] | None:
    return {"Game": "theirs"} if tags["Kind"] == "b" else None


def write_a(tags: dict[str, str]) -> dict[str, str]:
    return {"Kind": "a"}


def write_b(tags: dict[str, str]) -> dict[str, str]:
    return {"Kind": "b"}


def test_a_file_may_be_a_path(tmp_path: Path) -> None:
    folder = tmp_path / "my.python"  # which a spec has to see through
    folder.mkdir()
    (folder / "take.py").write_text(TAKE)
    by_path, by_text = (
        kibitz.load(folder / "take.py", stones=5),
        kibitz.load(f"{folder / 'take.py'}:stones=5"),
    )
    assert by_path == by_text
    assert by_path.start().python_state == 5
    assert kibitz.load(by_path.spec) == by_path
    with pytest.raises(BadOption, match=r"the file of a game ends in \.py, not 'take\.txt'"):
        kibitz.load(tmp_path / "take.txt")
    with pytest.raises(kibitz.BadFile, match="No such file"):
        kibitz.load(tmp_path / "none.py")
    with pytest.raises(BadOption, match="stones is given twice"):
        kibitz.load(by_text.spec, stones=5)
