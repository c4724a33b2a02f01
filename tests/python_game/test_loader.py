"""Games from files and classes: choice of the class, names, and error locations."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.python_game.take import Take, always, take_with

import kibitz
from kibitz.base.errors import BadGame, BadOption
from kibitz.games.python_game.loader import ClassEntry, class_in, load_class, load_file, run_file

RULES = """
    def start(self): return 7
    def moves(self, left): return [1]
    def play(self, left, taken): return left - taken
    def outcome(self, left): return None if left else "loss"
"""
TAKE = f"import kibitz\nclass Take(kibitz.PythonGame):{RULES}"


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str, name: str = "stones.py") -> Path:
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return path

    return write


def test_a_file_is_called_by_its_name_or_as_the_class_says(write: Callable[..., Path]) -> None:
    path = write(TAKE)
    game = load_file(path, {})
    assert (game.name, game.spec) == ("stones", str(path))
    named = load_file(write(TAKE + '    name = "heap"\n'), {})
    assert (named.name, named.spec) == ("heap", str(path))
    known = load_file(path, {}, known_as="pebbles")
    assert (known.name, known.spec) == ("pebbles", "pebbles")


def test_mistakes_are_named_with_the_file_or_the_class(write: Callable[..., Path]) -> None:
    path = write(TAKE.replace("return left - taken", "return left // 0"))
    for loaded, where in (
        (load_file(path, {}), f"{path}: "),
        (load_file(path, {}, known_as="pebbles"), "stones.py: "),
    ):
        with pytest.raises(BadGame) as error:
            loaded.start().play("1")
        assert str(error.value).startswith(where)
        assert "(line 5)" in str(error.value)
    with pytest.raises(BadGame, match=r"^Take: play"):
        take_with(play=lambda self, left, taken: left // 0).start().play("1")


def test_the_last_of_classes_that_are_made_from_each_other_is_the_game(write: Callable[..., Path]) -> None:
    path = write(TAKE + "class More(Take):\n    pass\nclass Most(More):\n    name = 'most'\n")
    assert class_in(path)[0].__name__ == "Most"
    assert class_in(path)[1] == path.read_bytes()


def test_a_class_from_elsewhere_is_not_the_files_game(write: Callable[..., Path]) -> None:
    path = write(
        "import kibitz\nfrom tests.python_game.take import Take as Other\n"
        f"class Mine(kibitz.PythonGame):{RULES}"
    )
    assert class_in(path)[0].__name__ == "Mine"
    alone = write("from tests.python_game.take import Take\nx = 5\n", "alone.py")
    with pytest.raises(BadGame, match=r"alone\.py: has no game"):
        class_in(alone)


def test_several_games_in_a_file_are_named(write: Callable[..., Path]) -> None:
    path = write(TAKE + f"class Give(kibitz.PythonGame):{RULES}")
    with pytest.raises(BadGame, match=r"several games \(Take, Give\)"):
        class_in(path)


def test_a_file_is_run_once_for_the_same_text(write: Callable[..., Path]) -> None:
    path = write("import kibitz\nmade = object()\n")
    text = path.read_bytes()
    module = run_file(path, text)
    assert run_file(path, text) is module
    assert sys.modules[module.__name__] is module
    assert module.__file__ == str(path)
    assert run_file(path, text + b"\nmore = 1\n").more == 1
    assert run_file(path.with_name("other.py"), text) is not module


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\ny = (\n", "line 2: "),
        ("x = 1\n\nraise KeyError('k')\n", "line 3: KeyError: 'k'"),
        ("def f():\n    1 / 0\nf()\n", "line 2: ZeroDivisionError"),
        ("import sys\nsys.exit(4)\n", "line 2: SystemExit: 4"),
        ("import json\njson.loads('')\n", "line 2: JSONDecodeError"),
    ],
)
def test_a_file_that_fails_is_named_with_its_line_and_forgotten(
    write: Callable[..., Path], text: str, said: str
) -> None:
    path = write(text)
    before = set(sys.modules)
    for _ in range(2):
        with pytest.raises(BadGame) as error:
            run_file(path, path.read_bytes())
        assert str(error.value).startswith(f"{path}: {said}")
    assert not [name for name in set(sys.modules) - before if name.startswith("kibitz_own_")]


def test_an_edited_file_and_other_classes_have_other_rules(write: Callable[..., Path]) -> None:
    before = load_file(write(TAKE), {})
    after = load_file(write(TAKE.replace("return 7", "return 8")), {})
    same = load_file(write(TAKE), {})
    assert before.rules_id == same.rules_id != after.rules_id
    assert before.fingerprint == same.fingerprint != after.fingerprint


def test_a_class_that_was_typed_at_a_prompt_is_known_by_itself() -> None:
    def typed() -> Any:
        space: dict[str, Any] = {"__name__": "__nowhere__"}
        exec(TAKE, space)
        return space["Take"]

    one, other = typed(), typed()
    assert load_class(one, {}).rules_id == load_class(one, {}).rules_id
    assert load_class(one, {}).rules_id != load_class(other, {}).rules_id


def test_a_class_is_called_by_its_name_in_small_letters_unless_it_says() -> None:
    assert load_class(Take, {}).name == "take"
    assert load_class(Take, {}, "stones").name == "stones"
    named = type("Take", (Take,), {"name": "heap"})
    assert load_class(named, {}).name == "heap"
    assert load_class(named, {}, "stones").name == "stones"


def test_methods_that_are_missing_are_named() -> None:
    class Half(kibitz.PythonGame):
        def start(self) -> int:
            return 0

    with pytest.raises(BadGame, match="Half has no method moves, outcome, play"):
        load_class(Half, {})  # type: ignore[type-abstract]


@pytest.mark.parametrize("ability", ["turn", "evaluate", "board", "actions", "encode"])
def test_an_ability_is_a_method(ability: str) -> None:
    with pytest.raises(BadGame, match=rf"Take\.{ability} must be a method"):
        take_with(**{ability: 5})


def test_chances_need_a_turn_that_says_when() -> None:
    with pytest.raises(BadGame, match="needs a method turn"):
        take_with(chances=always({1: 1}))
    assert take_with(turn=always("first"), chances=always({1: 1})).has_chance


@pytest.mark.parametrize("error", [ValueError("odd"), SystemExit(2)])
def test_a_class_that_can_not_be_made_is_named(error: BaseException) -> None:
    def fails(self: Any, **values: Any) -> None:
        raise error

    with pytest.raises(BadGame, match=rf"Take\(\) failed: {type(error).__name__}: {error}"):
        take_with(__init__=fails)


def test_options_that_are_as_usual_are_not_shown() -> None:
    option = kibitz.Option("stones", 7, "how many", low=1, high=9)
    cls = type("Take", (Take,), {"options": (option,)})
    assert load_class(cls, {"stones": 7}).spec == load_class(cls, {}).spec == "take"
    assert load_class(cls, {"stones": "8"}).spec == "take:stones=8"
    with pytest.raises(BadOption, match="stones must be 1 to 9"):
        load_class(cls, {"stones": 10})


def test_an_entry_of_a_class_says_its_first_line() -> None:
    entry = ClassEntry.of("stones", Take)
    assert entry.summary == "Take one or two of seven stones; the player who takes the last one wins"
    assert entry.cls == "tests.python_game.take:Take"
    assert ClassEntry.of("plain", type("Plain", (Take,), {"__doc__": None})).summary == ""
    assert entry.make({}).name == "stones"
