"""The search requests of players follow from their options and limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Limit, _core
from kibitz.base.random import Random
from kibitz.base.time_management import OVERHEAD, TimeLeft
from kibitz.games.control import control_for
from kibitz.players import evaluation
from kibitz.players.mcts import MctsPlayer
from kibitz.players.search_player import Searcher, SearchPlan
from kibitz.players.selective import SelectivePlayer

GAME = kibitz.load("tictactoe")
DICE = kibitz.load("ewn")
CHESS = kibitz.load("chess")
EWN = kibitz.load("ewn")


class Heard:
    """Records the arguments of a core class by its name, and makes an instance."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self._real = getattr(_core, name)
        self.told: list[dict[str, Any]] = []
        monkeypatch.setattr(_core, name, self)

    def __call__(self, **told: Any) -> Any:
        self.told.append(told)
        return self._real(**told)

    @property
    def last(self) -> dict[str, Any]:
        return self.told[-1]


@pytest.fixture
def switches(monkeypatch: pytest.MonkeyPatch) -> Heard:
    return Heard(monkeypatch, "Switches")


def planned(spec: str, limit: Limit = Limit(), game: kibitz.Game = GAME) -> SearchPlan:  # noqa: B008
    player = kibitz.player(spec)
    assert isinstance(player, Searcher)
    return player.plan(game, limit)


@pytest.mark.parametrize(
    ("spec", "limit", "depth", "deepens"),
    [
        ("minimax", Limit(), 4, False),
        ("alphabeta", Limit(), 6, False),
        ("negascout", Limit(), 7, True),
        ("negascout:deepen=no", Limit(), 7, False),
        ("alphabeta:depth=3", Limit(), 3, False),
        ("alphabeta:depth=3", Limit(depth=2), 2, False),
        ("alphabeta:depth=3", Limit(depth=5), 3, False),
        ("alphabeta", Limit(depth=9), 9, False),
        ("alphabeta", Limit(nodes=100), 999, True),
        ("alphabeta", Limit(seconds=1), 999, True),
        ("alphabeta:depth=3", Limit(nodes=100), 3, True),
        ("alphabeta:deepen=yes", Limit(), 6, True),
        ("lines", Limit(), 1, False),
        ("lines", Limit(depth=5), 1, False),
    ],
)
def test_how_deep_and_whether_step_by_step(spec: str, limit: Limit, depth: int, deepens: bool) -> None:
    plan = planned(spec, limit)
    assert (plan.depth, plan.deepen) == (depth, deepens)


@pytest.mark.parametrize(
    ("spec", "game", "algorithm"),
    [
        ("minimax", GAME, "minimax"),
        ("alphabeta", DICE, "alphabeta"),
        ("negascout", GAME, "negascout"),
        ("negascout", DICE, "alphabeta"),  # with dice a scout's question costs more than it saves
        ("negascout:scout=yes", DICE, "negascout"),
        ("negascout:scout=no", GAME, "alphabeta"),
        ("minimax", DICE, "minimax"),
    ],
)
def test_which_algorithm(spec: str, game: kibitz.Game, algorithm: str) -> None:
    assert planned(spec, game=game).algorithm == algorithm


BARE = {
    "fail_hard": False,
    "star": 0,
    "table_bytes": 0,
    "double_hashing": False,
    "killers": False,
    "history": False,
    "first": 1,
    "step": 1,
    "aspiration": False,
    "threads": 1,
}


@pytest.mark.parametrize(
    ("spec", "changed"),
    [
        ("minimax", {}),
        ("alphabeta", {"star": 1}),
        ("alphabeta:star=2,fail=hard", {"star": 2, "fail_hard": True}),
        ("alphabeta:tt=1M", {"star": 1, "table_bytes": 2**20}),
        ("alphabeta:tt=7", {"star": 1, "table_bytes": 64}),  # room for one cluster
        ("alphabeta:tt=64,scheme=double", {"star": 1, "table_bytes": 64, "double_hashing": True}),
        ("alphabeta:tt=65,scheme=clusters", {"star": 1, "table_bytes": 65}),
        ("alphabeta:killers=yes", {"star": 1, "killers": True}),
        ("alphabeta:history=yes", {"star": 1, "history": True}),
        ("alphabeta:first=3,step=2", {"star": 1, "first": 3, "step": 2}),
        ("alphabeta:tt=1M,threads=2", {"star": 1, "table_bytes": 2**20, "threads": 2}),
        (
            "negascout",
            {"star": 2, "table_bytes": 16 * 2**20, "killers": True, "history": True, "aspiration": True},
        ),
    ],
)
def test_switches_are_those_of_the_spec(switches: Heard, spec: str, changed: dict[str, object]) -> None:
    planned(spec)
    assert switches.last == {**BARE, **changed}


def test_a_depth_that_is_asked_for_is_searched_or_refused() -> None:
    player = kibitz.player("negascout")
    assert isinstance(player, Searcher)
    assert player.plan_to(GAME, 3).depth == 3
    for spec, why in (("negascout:depth=3", "depth of its own"), ("lines", "always looks 1 ahead")):
        refused = kibitz.player(spec)
        assert isinstance(refused, Searcher)
        with pytest.raises(kibitz.BadOption, match=why):
            refused.plan_to(GAME, 3)


@pytest.mark.parametrize(
    ("spec", "game", "asked"),
    [
        ("alphabeta:depth=1", EWN, True),
        ("alphabeta:depth=1,endgames=no", EWN, False),
        ("alphabeta:depth=1", GAME, False),  # has no endgame tables
        ("mcts:playouts=2", GAME, True),
        ("mcts:playouts=2,endgames=no", GAME, False),
        ("selective:depth=1", CHESS, True),
        ("selective:depth=1,endgames=no", CHESS, False),
    ],
)
def test_tables_are_asked_unless_refused(
    monkeypatch: pytest.MonkeyPatch, spec: str, game: kibitz.Game, asked: bool
) -> None:
    looked: list[kibitz.Game] = []
    for place in ("search_player", "mcts", "selective"):
        monkeypatch.setattr(f"kibitz.players.{place}.known_probe", looked.append)
    position = game.start(Random(1))
    if position.turn is kibitz.Side.CHANCE:
        position = position.play(position.roll(Random(1)))
    kibitz.player(spec).choose(position)
    assert looked == ([game] if asked else [])


def test_a_search_reports_each_depth() -> None:
    choice = kibitz.player("negascout:depth=4").choose(GAME.position("xo./.x./..o"))
    assert [each.depth for each in choice.iterations] == [1, 2, 3, 4][: len(choice.iterations)]
    last = choice.iterations[-1]
    assert (last.value, last.depth, last.nodes) == (choice.value, choice.depth, choice.nodes)
    assert choice.line[0] == choice.move == last.line[0]
    assert choice.value == kibitz.Win(3)  # x makes two threats at once
    # What had no time for a single depth knows nothing.
    assert kibitz.player("negascout").choose(kibitz.load("connect4").start(), Limit(nodes=1)).value is None


# Sampling.


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> Heard:
    return Heard(monkeypatch, "MctsRequest")


USUAL = {
    "playouts": 5,
    "threads": 1,
    "exploration": 1.0,
    "fpu_reduction": -1.0,
    "rave": 0.0,
    "bias": 0.0,
    "max_plies": 2000,
    "solve": True,
    "enumerate": False,
    "reuse": False,
    "gumbel": 0,
}


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ("", {}),
        ("explore=150", {"exploration": 1.5}),
        ("fpu=25", {"fpu_reduction": 0.25}),
        ("fpu=0", {"fpu_reduction": 0.0}),
        ("fpu=first", {"fpu_reduction": -1.0}),
        ("rave=300", {"rave": 300.0}),
        ("bias=50", {"bias": 0.5}),
        ("plies=9", {"max_plies": 9}),
        ("solve=no", {"solve": False}),
        ("chance=enumerated", {"enumerate": True}),
        ("reuse=yes", {"reuse": True}),
        ("reuse=no", {"reuse": False}),
        ("by=rules", {"playout_policy": "rules"}),
        ("by=random", {"playout_policy": "random"}),
        ("by=auto", {"playout_policy": GAME.search.playouts}),
        ("threads=2", {"threads": 2}),
    ],
)
def test_a_sample_is_asked_as_the_spec_says(sampled: Heard, options: str, changed: dict[str, object]) -> None:
    kibitz.player(f"mcts:playouts=5,{options}").choose(GAME.start())
    assert {name: sampled.last[name] for name in USUAL | changed} == {**USUAL, **changed}


@pytest.mark.parametrize(
    ("reuse", "limit", "kept"),
    [
        ("auto", Limit(seconds=0.01), True),
        ("auto", Limit(nodes=3), False),
        ("yes", Limit(nodes=3), True),
        ("no", Limit(seconds=0.01), False),
    ],
)
def test_the_tree_is_kept_where_the_clock_is_the_limit(
    sampled: Heard, reuse: str, limit: Limit, kept: bool
) -> None:
    kibitz.player(f"mcts:reuse={reuse}").choose(GAME.start(), limit)
    assert sampled.last["reuse"] is kept


def test_how_many_playouts(long_game_file: Path) -> None:
    def playouts(spec: str, limit: Limit, game: kibitz.Game = GAME) -> int:
        player = kibitz.player(spec)
        assert isinstance(player, MctsPlayer)
        return player.playouts(game, limit)

    slow = kibitz.load(f"{long_game_file}:length=9")
    assert playouts("mcts:playouts=70", Limit()) == 70
    assert playouts("mcts:playouts=70", Limit(nodes=50)) == 50
    assert playouts("mcts:playouts=70", Limit(nodes=90)) == 70
    assert playouts("mcts:playouts=70", Limit(seconds=9)) == 70
    assert playouts("mcts", Limit(nodes=50)) == 50
    assert playouts("mcts", Limit(seconds=9)) == 0  # as many as there is time for
    assert playouts("mcts", Limit()) > 50 * playouts("mcts", Limit(), slow) > 0


def test_unplayable_conversions_are_refused(long_game_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "_registered", {})
    slow = kibitz.load(f"{long_game_file}:length=9")

    def why(spec: str, game: kibitz.Game) -> str:
        return kibitz.player(spec).cannot_play(game) or ""

    assert "RAVE" in why("mcts:rave=5", slow)
    assert why("mcts:rave=5", GAME) == why("mcts", slow) == ""
    for by in ("lines", "none"):
        assert f"by={by} needs an evaluation" in why(f"mcts:by={by}", slow)
        assert why(f"mcts:by={by}", GAME) == ""

        def even(position: kibitz.Position) -> float:
            return 0.0

        kibitz.register_evaluation(even)
        assert why(f"mcts:by={by},eval=even", slow) == ""
    assert why("mcts:by=random", slow) == ""
    missing = long_game_file.parent / "missing.net"
    with pytest.raises(kibitz.BadFile):
        kibitz.player(f"mcts:net={missing}").cannot_play(GAME)
    for fpu in ("last", "12345", "-1", "1.5"):
        with pytest.raises(kibitz.BadOption, match="9999"):
            kibitz.player(f"mcts:fpu={fpu}")
    assert kibitz.player("mcts:fpu=9999").spec == "mcts:fpu=9999"
    with pytest.raises(kibitz.BadOption, match="net=FILE"):
        kibitz.player("mcts:gumbel=4")
    kibitz.player(f"mcts:gumbel=4,net={missing}")


def test_one_tree_for_one_game_at_a_time_until_it_is_let_go() -> None:
    player = kibitz.player("mcts:playouts=5")
    assert isinstance(player, MctsPlayer)
    one = player.engine(GAME)
    assert player.engine(kibitz.load("tictactoe")) is one
    other = player.engine(DICE)
    assert other is not one
    assert player.engine(GAME) is not one
    again = player.engine(GAME)
    player.close()
    assert player.engine(GAME) is not again


def test_mcts_reports_its_stages() -> None:
    choice = kibitz.player("mcts:playouts=500,solve=no").choose(GAME.position("xx./oo./..."))
    assert choice.nodes == 500
    assert str(choice.move) == "3"
    assert choice.line[0] == choice.move
    open_ = kibitz.player("mcts:playouts=500,solve=no").choose(GAME.start())
    assert open_.value is not None
    assert open_.value.result is None
    for stage in choice.iterations:
        assert stage.depth == len(stage.line)
        assert (stage.cutoffs, stage.table_hits, stage.researches) == (0, 0, 0)
    assert [stage.nodes for stage in choice.iterations] == sorted(stage.nodes for stage in choice.iterations)
    # A win that stands on the board needs no playout to be sure of.
    proven = kibitz.player("mcts:playouts=500").choose(GAME.position("xx./oo./..."))
    assert proven.value is not None
    assert proven.value.result == 1


# The selective search.


@pytest.fixture
def thought(monkeypatch: pytest.MonkeyPatch) -> Heard:
    return Heard(monkeypatch, "SearchLimits")


UNTOLD: dict[str, object] = {
    "depth": 0,
    "seconds": None,
    "left": None,
    "increment": 0.0,
    "overhead": 0.0,
    "without": [],
}


@pytest.mark.parametrize(
    ("spec", "limit", "changed"),
    [
        ("selective:depth=2", Limit(), {"depth": 2}),
        ("selective:depth=2", Limit(depth=1), {"depth": 1}),
        ("selective", Limit(nodes=500), {}),
        ("selective", Limit(depth=1), {"depth": 1}),
        ("selective:depth=2", Limit(seconds=3), {"depth": 2, "seconds": 3}),
        (
            "selective:depth=1,without=null+reductions",
            Limit(),
            {"depth": 1, "without": ["null", "reductions"]},
        ),
        ("selective:depth=1,without=none", Limit(), {"depth": 1}),
    ],
)
def test_a_selective_search_is_asked_as_the_spec_says(
    thought: Heard, spec: str, limit: Limit, changed: dict[str, object]
) -> None:
    features = _core.selective_features()
    without = changed.get("without")
    if isinstance(without, list):
        changed = {**changed, "without": features[:2]}
        spec = spec.replace("null+reductions", "+".join(features[:2]).upper())
    kibitz.player(spec).choose(CHESS.start(), limit)
    assert thought.last == {**UNTOLD, **changed}


def test_clocks_are_reported_once_and_to_the_side_that_moves(thought: Heard) -> None:
    player = kibitz.player("selective:depth=1")
    player.set_clock(TimeLeft(7.0, 5.0, increment=2.0))
    player.choose(CHESS.start().play("e4"))
    assert thought.last == {**UNTOLD, "depth": 1, "left": 5.0, "increment": 2.0, "overhead": OVERHEAD}
    player.choose(CHESS.start())
    assert thought.last == {**UNTOLD, "depth": 1}


@pytest.mark.parametrize(
    ("limit", "clocks", "nodes", "clears"),
    [
        (Limit(), None, 1_000_000, True),
        (Limit(nodes=300), None, 300, True),
        (Limit(depth=1), None, None, True),
        (Limit(seconds=0.02), None, None, False),
        (Limit(depth=1), TimeLeft(0.2, 0.2), None, False),
        (Limit(), TimeLeft(0.05, 0.05), None, False),
    ],
)
def test_it_clears_its_tables_unless_it_plays_on_time(
    monkeypatch: pytest.MonkeyPatch, limit: Limit, clocks: TimeLeft | None, nodes: int | None, clears: bool
) -> None:
    player = kibitz.player("selective:tt=64K")
    assert isinstance(player, SelectivePlayer)
    real = player.selective_engine(CHESS)
    received: list[object] = []

    class Noting:
        def clear(self) -> None:
            received.append("cleared")
            real.clear()

        def search(self, state: Any, limits: Any, control: Any, on_info: Any, tablebase: Any) -> Any:
            return real.search(state, _core.SearchLimits(depth=1), control, on_info, tablebase)

    limits: list[Limit] = []

    def noted(limit: Limit) -> Any:
        limits.append(limit)
        return control_for(limit)

    monkeypatch.setattr("kibitz.players.selective.control_for", noted)
    monkeypatch.setattr(player, "selective_engine", lambda game: Noting())
    if clocks is not None:
        player.set_clock(clocks)
    player.choose(CHESS.start(), limit)
    assert limits == [Limit(nodes=nodes)]
    assert received == (["cleared"] if clears else [])


def test_a_selective_engine_lives_as_long_as_its_player_holds_it() -> None:
    player = kibitz.player("selective:tt=64K")
    assert isinstance(player, SelectivePlayer)
    one = player.selective_engine(CHESS)
    assert player.selective_engine(CHESS) is one
    player.close()
    assert player.selective_engine(CHESS) is not one
    assert "selective search" in (player.cannot_play(GAME) or "")
    assert player.cannot_play(CHESS) is None


def test_selective_search_reports_each_depth() -> None:
    choice = kibitz.player("selective:depth=3,tt=1M").choose(CHESS.start())
    assert [each.depth for each in choice.iterations] == [1, 2, 3]
    last = choice.iterations[-1]
    assert (last.value, last.line[0]) == (choice.value, choice.move)
    assert choice.line[0] == choice.move
    assert (last.cutoffs, last.table_hits, last.researches) == (0, 0, 0)
    mate = CHESS.position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    assert kibitz.player("selective:depth=2").choose(mate).value == kibitz.Win(1)


def test_a_feature_that_it_does_not_have_cannot_be_switched_off() -> None:
    known = _core.selective_features()
    with pytest.raises(kibitz.BadOption, match="no feature called guessing") as refused:
        kibitz.player(f"selective:without={known[0]}+guessing")
    assert all(feature in str(refused.value) for feature in known)
    player = kibitz.player(f"selective:without={known[0]} + {known[1]}")
    assert isinstance(player, SelectivePlayer)
    assert player.without == tuple(known[:2])
