"""The players' choices, and the ladder: each player beats or ties the one below."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

import kibitz
from kibitz.players.registry import names
from tests.search.settings import random_positions

FORK = "x../.o./..x"  # a corner here lets the opponent block and fork at once
SIDES = {"2", "4", "6", "8"}


def choices(spec: str, position: kibitz.Position, times: int = 40) -> set[str]:
    player = kibitz.player(spec)
    return {str(player.choose(position, rng=Random(seed)).move) for seed in range(times)}


def play(first: str, second: str, seed: int, spec: str = "tictactoe") -> int:
    """A game's result for the first player: 1, 0 or -1."""
    rng = Random(seed)
    players = (kibitz.player(first), kibitz.player(second))
    position = kibitz.load(spec).start()
    while not position.is_over:
        position = position.play(players[position.turn].choose(position, rng=rng).move)
    assert position.outcome
    return position.outcome.for_side(kibitz.Side.FIRST)


@pytest.mark.parametrize(
    "spec",
    ["rules", "minimax:depth=2", "alphabeta:depth=2", "alphabeta:depth=3", "alphabeta:depth=6", "negascout"],
)
def test_the_fork_is_denied(spec: str) -> None:
    assert choices(spec, kibitz.load("tictactoe").position(FORK)) == SIDES


def test_players_without_look_ahead_fall_for_the_fork() -> None:
    position = kibitz.load("tictactoe").position(FORK)
    assert choices("lines", position) == choices("preference", position) == {"3", "7"}


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        ("xx./oo./...", {"3"}),  # win rather than block
        ("xx./o../...", {"3"}),  # block
        ("xo./x../o..", {"5"}),  # fork
    ],
)
def test_rules_in_their_order(position: str, wanted: set[str]) -> None:
    assert choices("rules", kibitz.load("tictactoe").position(position)) == wanted


def test_preference_goes_from_the_middle_outwards() -> None:
    game = kibitz.load("tictactoe")
    assert choices("preference", game.start()) == {"5"}
    assert choices("preference", game.position(".../.x./...")) == {"1", "3", "7", "9"}
    assert choices("preference", game.position("o.x/.x./o..")) == {"9"}
    assert choices("preference", kibitz.load("mnk:width=5,height=5,length=4").start()) == {"c3"}


def test_ties_are_broken_evenly() -> None:
    position = kibitz.load("tictactoe").position(FORK)
    for spec in ("minimax:depth=2", "alphabeta:depth=4", "negascout:depth=5"):
        player = kibitz.player(spec)
        counts = dict.fromkeys(SIDES, 0)
        for seed in range(400):
            counts[str(player.choose(position, rng=Random(seed)).move)] += 1
        # Four equal moves: 100 each, with a standard deviation below 9.
        assert all(60 <= count <= 140 for count in counts.values()), (spec, counts)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("preference", "random"),
        ("lines", "random"),
        ("rules", "lines"),
        ("alphabeta:depth=2", "lines"),
        ("rules", "preference"),
        ("negascout:depth=9", "rules"),
    ],
)
def test_each_rung_beats_or_ties_the_one_below(better: str, worse: str) -> None:
    games = range(12)
    score = sum(play(better, worse, seed) - play(worse, better, seed) for seed in games)
    assert score >= 0


def test_perfect_players_never_lose_tic_tac_toe() -> None:
    for spec in ("negascout:depth=9", "minimax:depth=6", "rules"):
        for seed in range(6):
            assert play(spec, "random", seed) >= 0
            assert play("random", spec, seed) <= 0


def test_rules_count_ways_to_win() -> None:
    game = kibitz.load("tictactoe")
    assert choices("rules", game.start()) == {"5"}
    # The far corner leaves four lines with a cross and no nought, the near ones three, sides fewer.
    assert choices("rules", game.position("x../.o./...")) == {"9"}


def test_a_human_does_not_choose_by_itself() -> None:
    with pytest.raises(kibitz.BadOption, match="kibitz play"):
        kibitz.player("human").choose(kibitz.load("tictactoe").start())


def test_an_invalid_spec_lists_valid_ones() -> None:
    with pytest.raises(kibitz.BadOption, match="did you mean negascout"):
        kibitz.player("negascuot")
    with pytest.raises(kibitz.BadOption, match="did you mean star"):
        kibitz.player("negascout:stars=2")
    with pytest.raises(kibitz.BadOption, match="star must be 0 to 2"):
        kibitz.player("negascout:star=3")
    with pytest.raises(kibitz.BadOption, match="tt must be 0 to 64G, not 'much'"):
        kibitz.player("negascout:tt=much")
    with pytest.raises(kibitz.BadOption, match="soft or hard"):
        kibitz.player("alphabeta:fail=safe")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        # The usual strength counts as given too when somebody writes it.
        ("level:strength=50,elo=1200", "level: strength and elo both say"),
        ("level:elo=0,strength=60", "give one or the other"),
        ("negascout:tt=0,threads=2", "negascout: 2 threads share what they find in a table"),
        ("alphabeta:scheme=double", "alphabeta: scheme=double arranges a table; give it memory"),
        ("alphabeta:threads=3", "alphabeta: 3 threads .* such as tt=64M"),
    ],
)
def test_options_that_contradict_each_other_are_refused(spec: str, message: str) -> None:
    with pytest.raises(kibitz.BadOption, match=message):
        kibitz.player(spec)


@pytest.mark.parametrize(
    "spec",
    [
        "level:strength=60,elo=-1",
        "alphabeta:threads=2,tt=1M",
        "negascout:threads=1,tt=0",
        # With a clock a player deepens even so, and then these count.
        "negascout:deepen=no,step=2",
        "alphabeta:aspiration=yes",
    ],
)
def test_options_that_only_sound_like_a_contradiction_are_not(spec: str) -> None:
    position = kibitz.load("tictactoe").start()
    assert kibitz.player(spec).choose(position, kibitz.Limit(depth=2, seconds=5)).move in position.moves


@pytest.mark.parametrize(
    "spec", ["random", "negascout:depth=7,star=1,tt=64M", "alphabeta:depth=3,fail=hard", "negascout:tt=0"]
)
def test_specs_round_trip(spec: str) -> None:
    assert kibitz.player(spec).spec == spec
    assert kibitz.player(kibitz.player(spec).spec).values == kibitz.player(spec).values


def test_every_player_makes_legal_moves_everywhere() -> None:
    for spec in ("tictactoe", "mnk:width=6,height=5,length=4,misere=yes", "connect4", "numerical", "ewn"):
        for position in random_positions(kibitz.load(spec), 5, seed=1):
            for name in names():
                if kibitz.player(name).cannot_play(position.game) is None:
                    player = kibitz.player(f"{name}:depth=2" if name in ("minimax", "alphabeta") else name)
                    assert player.choose(position, kibitz.Limit(depth=3)).move in position.moves


@pytest.mark.skipif(sys.platform != "linux", reason="limits its memory as Linux does")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_table_too_large_for_the_memory_is_refused(threads: int) -> None:
    program = f"""
import resource, kibitz
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
try:
    kibitz.player("negascout:depth=1,tt=16G,threads={threads}").choose(kibitz.load("connect4").start())
except kibitz.BadOption as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "not enough memory" in done.stdout


@pytest.mark.parametrize("eval_", ["normal", "aggressive", "race", "learned"])
def test_a_spec_keeps_what_a_game_is_evaluated_by(eval_: str) -> None:
    """A worker makes the player again from its spec, and `normal` is not the default of every player."""
    player = kibitz.player(f"negascout:eval={eval_},depth=1")
    again = kibitz.player(player.spec)
    assert again.values == player.values
    position = kibitz.load("ewn").start().play("d3")
    assert again.choose(position).value == player.choose(position).value
