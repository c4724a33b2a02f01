"""Names of players: built in, registered and installed, and resources that specs name."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.base.random import Random
from kibitz.players import registry
from kibitz.players.player_file import players_in
from kibitz.players.python_file import code_name
from kibitz.players.registry import (
    able,
    display_name,
    make_player,
    names,
    player_class,
    register_player,
    resources,
)
from kibitz.players.spec import PlayerSpec

GAME = kibitz.load("tictactoe")


class Foremost(kibitz.Player):
    """The first move of the list."""

    name = "foremost"
    summary = "the first move"

    def think(self, position: kibitz.Position, limit: kibitz.Limit, rng: object) -> kibitz.Move:
        return position.moves[0]


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)
    registry._brought.cache_clear()


def bring(monkeypatch: pytest.MonkeyPatch, **found: object) -> None:
    monkeypatch.setattr(registry, "plugins", lambda group: list(found.items()) if "players" in group else [])
    registry._brought.cache_clear()


def test_other_packages_bring_players(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, guest=Foremost)
    assert "guest" in names()
    assert player_class(" Guest ") is Foremost
    with pytest.raises(kibitz.BadOption, match="guest"):
        player_class("gest")
    for wrong in (int, "text", 3):
        bring(monkeypatch, odd=wrong)
        with pytest.raises(kibitz.BadOption, match="brings the player odd gives no"):
            names()


def test_names_near_what_was_typed_are_suggested() -> None:
    with pytest.raises(kibitz.BadOption, match=r"did you mean negascout\?") as refused:
        player_class("negascot")
    assert all(name in str(refused.value) for name in ("random", "human", "engine"))
    with pytest.raises(kibitz.BadOption) as refused:
        player_class("zzzzzz")
    assert "did you mean" not in str(refused.value)
    assert player_class("human").name == "human"


def test_players_that_can_play() -> None:
    everybody = set(able(None))
    assert everybody == set(names())
    assert "human" not in everybody
    assert "selective" in able(kibitz.load("chess"))
    assert {"selective", "rules"} & set(able(GAME)) == {"rules"}
    assert "rules" not in able(kibitz.load("ewn"))


def test_a_registered_player_is_the_first_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.players.registry._registered", {})
    assert register_player(Foremost) is Foremost
    assert player_class("foremost") is Foremost
    assert kibitz.player("foremost").choose(GAME.start()).move == GAME.start().moves[0]
    assert names()[-1] == "foremost"


@pytest.mark.parametrize("name", ["random", "human", "engine", "two words", "", "1st", "Negascout"])
def test_a_name_that_cannot_be_ones_own_is_refused(name: str) -> None:
    with pytest.raises(kibitz.BadOption, match="name of its own"):
        register_player(type("Mine", (Foremost,), {"name": name}))
    assert registry._registered.get(name) is None


@pytest.mark.parametrize("wrong", [Foremost({}, {}), int, "random", None])
def test_only_classes_of_players_are_registered(wrong: object) -> None:
    with pytest.raises(kibitz.BadOption, match="inherits from"):
        register_player(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spec", "files"),
    [
        ("random", []),
        ("negascout:depth=3", []),
        ("my.py", ["my.py"]),
        ("my.py:Mine", ["my.py"]),
        ("a/b.py:Mine:place=4", ["a/b.py"]),
        ("negascout:eval=my.py:evaluate", ["my.py"]),
        ("negascout:eval=net:some.net", ["some.net"]),
        ("negascout:eval=learned", []),
        ("mcts:net=some.net", ["some.net"]),
        ("mcts:net=none", []),
        ("mcts:net=one.net,eval=two.py:judge", ["two.py", "one.net"]),
        ("my.py:Mine:eval=other.py:judge", ["my.py", "other.py"]),
        ("my.py:Mine:net=some.net", ["my.py", "some.net"]),
        (' negascout : eval = " net:some.net" ', ["some.net"]),
        ('mcts:net="  some.net\t"', ["some.net"]),
        ('NEGASCOUT:EVAL=" my.py:evaluate "', ["my.py"]),
        ('engine:cmd=" ./program -x"', ["./program -x"]),
    ],
)
def test_files_named_by_a_spec(spec: str, files: list[str]) -> None:
    assert [each.name for each in resources(PlayerSpec.read(spec))] == files


@pytest.mark.parametrize(
    ("spec", "file", "options"),
    [
        ("my.py", "my.py", ""),
        ("my.py:Mine", "my.py", ""),
        ("my.py:Mine:place=4,x=5", "my.py", "place=4,x=5"),
        ("my.py:place=4", "my.py", "place=4"),
        ("random", None, ""),
        ("negascout:eval=my.py:evaluate", None, ""),
    ],
)
def test_specs_of_files(spec: str, file: str | None, options: str) -> None:
    found = code_name(spec)
    assert (None if found is None else found.file) == file
    assert found is None or found.options == options


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("alphabeta:depth=5", "alphabeta, depth 5"),
        ("level:strength=40", "difficulty 40"),
        ("random", "random"),
        ("Anna", "Anna"),
        ("alphabeta:depth=x", "alphabeta:depth=x"),  # no player: what the text says
        ("my.py:Mine", "my.py:Mine"),  # never run for its name alone
        ("=,:", "=,:"),
        ("human", "human"),
    ],
)
def test_display_names_of_players(spec: str, name: str) -> None:
    assert display_name(spec) == name


@pytest.mark.parametrize(
    ("spec", "kept"),
    [
        ("alphabeta", "alphabeta"),
        ("alphabeta:depth=0", "alphabeta"),
        ("alphabeta:depth=5,star=1", "alphabeta:depth=5"),
        ("negascout:eval=normal", "negascout:eval=normal"),
        ("AlphaBeta:depth=5", "alphabeta:depth=5"),
    ],
)
def test_defaults_are_left_out_of_a_spec(spec: str, kept: str) -> None:
    player = make_player(spec)
    assert player.spec == str(player) == kept
    assert repr(player) == f"<Player {kept}>"
    again = pickle.loads(pickle.dumps(player))
    assert (again.spec, again.values) == (player.spec, player.values)


def test_search_options_are_those_of_some_game() -> None:
    for spec, message in (
        ("random:threat=3", "threat"),
        ("negascout:threat=lots", "threat"),
        ("negascout:eval=nonsense", "my.py:evaluate"),
        ("negascout:nonsense=1", "nonsense"),
    ):
        with pytest.raises(kibitz.BadOption, match=message):
            make_player(spec)
    player = make_player("negascout:depth=2,forced=no")
    with pytest.raises(kibitz.BadOption, match="forced is an option of other games"):
        player.choose(kibitz.load("connect4").start())
    player.choose(kibitz.load("mnk:width=4,height=4,length=4").start())


FILE = '''
from kibitz import Option, Player


class First(Player):
    name, summary = "first", "the first move"
    options = (Option("place", 0, "which", high=8),)

    def think(self, position, limit, rng):
        return position.moves[0]


class _Hidden(First):
    pass


class Base(Player):
    name = "base"


def judge(position):
    """Counts nothing.

    And says so at length.
    """
    return 0


def bare(position):
    return 1


def helper(one, other):
    return one
'''


def test_a_file_is_listed_with_its_players_and_evaluations(tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text(FILE)
    rows = list(players_in(str(path)))
    assert [row[0].replace('"', "") for row in rows] == [
        f"{path}:First",
        f"negascout:eval={path}:judge",
        f"negascout:eval={path}:bare",
    ]
    assert [row[1] for row in rows] == ["the first move", "Counts nothing.", ""]
    assert [[option.name for option in row[2]] for row in rows] == [["place"], [], []]
    for spec, _, _ in rows:
        assert make_player(spec).choose(GAME.start(), kibitz.Limit(depth=1)).move in GAME.start().moves
    empty = tmp_path / "empty.py"
    empty.write_text("x = 1\n")
    with pytest.raises(kibitz.BadOption, match="no player and no evaluation"):
        list(players_in(str(empty)))


def test_a_file_with_one_player_needs_no_name(tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text(FILE)
    player = make_player(str(path))
    assert player.spec == f"{path}:First"
    assert player.in_file
    assert pickle.loads(pickle.dumps(player)).spec == player.spec
    assert make_player(f"{path}:place=3").values["place"] == 3
    hidden = make_player(f"{path}:_Hidden")  # asked for by its name it is there
    assert hidden.choose(GAME.start()).move == GAME.start().moves[0]
    with pytest.raises(kibitz.BadOption, match="no player Base"):
        make_player(f"{path}:Base")
    two = tmp_path / "two.py"
    two.write_text(FILE + "\n\nclass Second(First):\n    pass\n")
    with pytest.raises(kibitz.BadOption, match=r"several players; say which: .*two\.py:First"):
        make_player(str(two))
    assert make_player(f"{two}:Second").spec == f"{two}:Second"


def test_players_are_asked_only_what_they_can_answer() -> None:
    player = kibitz.player("random")
    with pytest.raises(kibitz.BadOption, match="roll them"):
        player.choose(kibitz.load("ewn").start())
    with pytest.raises(kibitz.GameOver):
        player.choose(GAME.position("xxx/oo./..."))
    with pytest.raises(kibitz.BadOption, match="can't play chess"):
        kibitz.player("preference").choose(kibitz.load("chess").start())
    assert player.may_take(kibitz.Limit(seconds=3)) == 3
    assert player.may_take(kibitz.Limit(nodes=3)) is None
    with pytest.raises(kibitz.BadOption, match="game must be"):
        kibitz.player("preference").cannot_play("tictactoe")  # type: ignore[arg-type]


def test_allowed_values_are_named_for_each_option() -> None:
    with pytest.raises(kibitz.BadOption, match=r"^threat must be 0 to 1000, not 'abc'$"):
        make_player("negascout:threat=abc")
    with pytest.raises(
        kibitz.BadOption, match=r"^eval must be a custom evaluation such as my\.py:evaluate, or"
    ):
        make_player("negascout:eval=abc")


# Chance that nobody brings along.


def _choices(player: kibitz.Player, count: int = 40) -> list[str]:
    start = kibitz.load("connect:width=10,height=10").start()
    return [str(player.choose(start).move) for _ in range(count)]


def test_a_player_without_a_seed_goes_on_from_choice_to_choice() -> None:
    """Ten columns forty times: the chance that all are equal, or that two players agree, is 1 in 10 ** 39."""
    one, other = kibitz.player("random"), kibitz.player("random")
    assert len(set(_choices(one))) > 1
    assert _choices(one) != _choices(one)
    assert _choices(one) != _choices(other)
    assert _choices(pickle.loads(pickle.dumps(one))) != _choices(pickle.loads(pickle.dumps(one)))


@pytest.mark.parametrize("spec", ["random", "mcts:playouts=20", "level:strength=0"])
def test_the_same_seed_makes_the_same_choices(spec: str) -> None:
    one, other, third = (kibitz.player(spec, seed=seed) for seed in (5, 5, 6))
    found = _choices(one, 15)
    assert found == _choices(other, 15)
    assert found != _choices(third, 15)
    # What travels begins again, as it was made.
    assert _choices(pickle.loads(pickle.dumps(one)), 15) == found
    with pytest.raises(kibitz.BadOption, match="seed must be a whole number or None"):
        kibitz.player(spec, seed="five")  # type: ignore[arg-type]


def test_chance_that_is_brought_along_counts_alone() -> None:
    start = kibitz.load("chess").start()
    for player in (kibitz.player("random"), kibitz.player("random", seed=1)):
        assert len({player.choose(start, rng=Random(7)).move for _ in range(5)}) == 1


def test_a_player_of_a_file_keeps_its_seed_when_it_travels(tmp_path: Path) -> None:
    file = tmp_path / "any.py"
    file.write_text(
        "import kibitz\n"
        "class Any(kibitz.Player):\n"
        "    name, summary = 'any', 'any'\n"
        "    def think(self, position, limit, rng):\n"
        "        return position.moves[int(rng.random() * len(position.moves))]\n"
    )
    player = kibitz.player(f"{file}:Any", seed=3)
    assert _choices(pickle.loads(pickle.dumps(player))) == _choices(player)


def test_limits_may_be_written_or_named() -> None:
    start, player = kibitz.load("connect4").start(), kibitz.player("negascout")
    for choice in (
        player.choose(start, "depth=3"),
        player.choose(start, depth=3),
        player.choose(start, kibitz.Limit(depth=3)),
        player.choose(start, depth=3, nodes=10_000_000, seconds=3600),
    ):
        assert choice.depth == 3
    assert (player.choose(start, nodes=500).nodes or 0) <= 501
    with pytest.raises(kibitz.BadOption, match="'detph=3' is not a limit"):
        player.choose(start, "detph=3")
    with pytest.raises(kibitz.BadOption, match="nodes must be at least 1"):
        player.choose(start, nodes=0)


def test_options_may_be_keywords() -> None:
    by_keyword = kibitz.player("mcts", playouts=50, seed=3)
    assert by_keyword.spec == kibitz.player("mcts:playouts=50").spec
    assert by_keyword.seed == 3
    assert kibitz.player("negascout:depth=5", tt="16M").spec == kibitz.player("negascout:depth=5,tt=16M").spec
    with pytest.raises(kibitz.BadOption, match="depth is given twice"):
        kibitz.player("negascout:depth=5", depth=6)
    with pytest.raises(kibitz.BadOption, match="negascout has no option 'deep'"):
        kibitz.player("negascout", deep=6)
    with pytest.raises(kibitz.BadOption, match="depth must be"):
        kibitz.player("negascout", depth=object())


def test_a_program_as_a_player_is_an_engine() -> None:
    with pytest.raises(kibitz.BadOption, match="a program is engine:cmd=PROGRAM,protocol="):
        kibitz.player("python3")
