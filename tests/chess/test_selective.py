"""The selective search of chess: positions it must solve, with any feature off, and its limits."""

from __future__ import annotations

import threading
from random import Random

import pytest

import kibitz
from kibitz import _core
from kibitz.base.cancel import Cancel
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit
from kibitz.base.value import Estimate, Loss, Win
from kibitz.games.position import Position
from kibitz.players.registry import make_player
from kibitz.players.selective import SelectivePlayer

CHESS = kibitz.load("chess")
FEATURES = _core.selective_features()

#: Positions with a mate in so many moves, from problem books and played games, each with its first move.
MATES = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, "Ra8#"),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1, "Qxf7#"),
    (
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        2,
        "Ra6",
    ),  # Morphy; black must not have to move, so passing hides it
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "Ra6+"),
    ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, "Bc5+"),
]


@pytest.mark.parametrize(("fen", "moves", "first"), MATES)
def test_mates_are_found(fen: str, moves: int, first: str) -> None:
    position = CHESS.position(fen)
    choice = make_player("selective").choose(position, Limit(nodes=400_000))
    assert choice.value == Win(2 * moves - 1)
    assert position.write(choice.move) == first
    end = position.play(*choice.line)
    assert len(choice.line) == 2 * moves - 1
    assert end.is_over


@pytest.mark.parametrize("feature", FEATURES)
def test_mates_are_found_without_any_one_feature(feature: str) -> None:
    position = CHESS.position(MATES[3][0])
    assert make_player(f"selective:without={feature}").choose(position, Limit(depth=10)).value == Win(5)


#: Names of features in specs that were stored, and their present names.
OLD_NAMES = {
    "table": "tt",
    "scout": "pvs",
    "continuation": "continuation_history",
    "verify_null": "null_move_verification",
    "standing": "reverse_futility",
    "probing": "probcut",
    "internal_reduction": "iir",
    "late_reduction": "lmr",
    "late_pruning": "lmp",
    "exchange_pruning": "see_pruning",
    "singular": "singular_extension",
    "delta": "delta_pruning",
    "correction": "correction_history",
}


@pytest.mark.parametrize("old", OLD_NAMES)
def test_an_old_name_of_a_feature_gives_the_same_search(old: str) -> None:
    position = CHESS.position(MATES[4][0])
    searches = [
        make_player(f"selective:tt=1M,without={name}").choose(position, Limit(depth=8))
        for name in (old, OLD_NAMES[old])
    ]
    assert searches[0].line == searches[1].line
    assert searches[0].value == searches[1].value
    assert searches[0].nodes == searches[1].nodes


def test_old_and_new_names_can_be_mixed() -> None:
    old, new = (
        kibitz.player(f"selective:without={names}")
        for names in ("standing+probing+lmr", "reverse_futility+probcut+late_reduction")
    )
    assert isinstance(old, SelectivePlayer)
    assert isinstance(new, SelectivePlayer)
    assert old.without == new.without == ("reverse_futility", "probcut", "lmr")


def test_an_unknown_feature_is_refused() -> None:
    with pytest.raises(BadOption, match="luck"):
        make_player("selective:without=luck")


def test_a_mate_that_threatens_is_seen_as_a_loss() -> None:
    # Two rooks mate whatever black does; the longest defence takes two moves.
    position = CHESS.position("7k/R7/8/8/8/8/8/1R4K1 b - - 0 1")
    choice = make_player("selective").choose(position, Limit(depth=8))
    assert choice.value == Loss(2)


def test_the_same_question_gets_the_same_answer() -> None:
    position = CHESS.start().play("e4", "e5", "Nf3")
    player = make_player("selective")
    first, second = (player.choose(position, Limit(nodes=30_000)) for _ in range(2))
    assert (first.line, first.value, first.nodes) == (second.line, second.value, second.nodes)


def test_limits_are_kept() -> None:
    player = make_player("selective")
    assert player.choose(CHESS.start(), Limit(depth=5)).depth == 5
    chosen = player.choose(CHESS.start(), Limit(nodes=20_000)).nodes
    assert chosen is not None
    assert chosen <= 20_000 + 512


def test_threads_answer_too() -> None:
    position = CHESS.position(MATES[3][0])
    assert make_player("selective:threads=3").choose(position, Limit(depth=8)).value == Win(5)


def test_it_stops_when_it_is_called_off() -> None:
    with Cancel() as cancel:
        threading.Timer(0.1, cancel.now).start()
        choice = make_player("selective").choose(CHESS.start(), Limit(depth=150))
    assert choice.depth is not None
    assert choice.depth < 150


def test_a_queen_behind_takes_the_draw_by_repetition() -> None:
    # White checks for ever from e8 and h5, or is mated.
    start = CHESS.position("6k1/6p1/8/4Q3/8/8/r1q3PP/7K w - - 0 1")
    position = start.play("Qe8", "Kh7", "Qh5", "Kg8", "Qe8", "Kh7", "Qh5", "Kg8")
    assert make_player("selective").choose(position, Limit(depth=6)).value == Estimate(0)


def test_other_games_have_no_such_search() -> None:
    with pytest.raises(BadOption, match="adapter for the selective search"):
        make_player("selective").choose(kibitz.load("tictactoe").start())
    with pytest.raises(ValueError, match="no selective search"):
        _core.make_selective_engine(kibitz.load("tictactoe").rules, 2**20)
    engine, state = _core.make_selective_engine(CHESS.rules, 2**20), kibitz.load("tictactoe").start().state
    with pytest.raises(kibitz.WrongGame):
        engine.search(state, _core.SearchLimits(depth=1), _core.Control())


def mirrored(position: Position) -> Position:
    """The same with colours changed."""
    placement, mover, castling, passing, *clocks = str(position).split()
    ranks = "/".join(reversed(placement.split("/"))).swapcase()
    passing = passing if passing == "-" else passing[0] + {"3": "6", "6": "3"}[passing[1]]
    order = sorted(castling.swapcase(), key="KQkq-".index)
    return CHESS.position(" ".join([ranks, "wb"[mover == "w"], "".join(order), passing, *clocks]))


def test_both_colours_are_evaluated_alike() -> None:
    """An evaluation that confuses the colours somewhere gives itself away in random positions."""
    rng = Random(3)
    position = CHESS.start()
    for _ in range(600):
        position = CHESS.start() if position.is_over else position.play(rng.choice(position.moves))
        here, there = (CHESS.rules.evaluate(each.state) for each in (position, mirrored(position)))
        assert here == pytest.approx(-there), str(position)


def test_analysis_has_a_value_and_a_line_for_every_move() -> None:
    position = CHESS.start().play("e4", "e5", "Qh5", "Nc6", "Bc4", "a6")
    found = kibitz.analyse(position, Limit(nodes=60_000))
    assert {each.move for each in found.moves} == set(position.moves)
    assert position.write(found.moves[0].move) == "Qxf7#"
    assert found.value == Win(1)
    for each in found.moves:
        position.play(*each.line)


@pytest.mark.parametrize("fen", ["8/8/4k3/8/8/8/8/2B1KB2", "8/8/8/3k4/8/8/8/BN2K3", "8/8/B2k2N1/8/8/8/8/5K2"])
def test_a_king_alone_is_mated_before_a_draw_can_be_claimed(fen: str) -> None:
    """Without tables: the mates are too far for any search, and the rules leave fifty moves."""
    position = CHESS.position(f"{fen} w - - 0 1")
    players = [kibitz.player("selective:endgames=no") for _ in range(2)]
    while not position.is_over and CHESS.draws.claim_reason(position) is None:
        limit = Limit(nodes=40_000 if position.mover is kibitz.Side.FIRST else 10_000)
        position = position.play(players[position.mover].choose(position, limit).move)
    assert CHESS.how_it_ended(position) == "mate: white wins"


@pytest.mark.parametrize("colours", ["NNKk", "nnkK"])
def test_two_knights_that_can_t_mate_are_worth_less_than_a_pawn(colours: str) -> None:
    first, second, king, other = colours
    engine = _core.make_selective_engine(CHESS.rules, 2**20)
    state = CHESS.position(f"3{other}4/8/8/2{first}2{second}2/8/4{king}3/8/8 w - - 0 1").state
    assert abs(engine.evaluate(state)) < 100
