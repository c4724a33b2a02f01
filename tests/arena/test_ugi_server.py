"""Kibitz as a UGI engine (docs/protocol.md), with a player that records its requests."""

from __future__ import annotations

import io

import pytest

import kibitz
from kibitz import Limit, Position, Win
from kibitz.base.move import Line
from kibitz.base.random import Random
from kibitz.base.time_management import allowance
from kibitz.engines.server_base import ServerContext
from kibitz.engines.ugi_server import serve_ugi
from kibitz.players.player import Choice

GAME = kibitz.load("tictactoe")


class Heard:
    """Plays the first move there is."""

    spec = "heard"

    def __init__(self, **known: object) -> None:
        self.known = known
        self.asked: list[tuple[Position, Limit, float]] = []

    def choose(self, position: Position, limit: Limit, rng: Random) -> Choice:
        self.asked.append((position, limit, rng.random()))
        return Choice(position.moves[0], **self.known)  # type: ignore[arg-type]


def talk(player: Heard, *lines: str, limit: Limit | None = None) -> list[str]:
    said = io.StringIO()
    ask = io.StringIO("".join(f"{line}\n" for line in lines))
    serve_ugi(ServerContext(GAME, player, limit or Limit(), ask, said))  # type: ignore[arg-type]
    return said.getvalue().splitlines()


@pytest.mark.parametrize(
    ("go", "limit"),
    [
        ("go", Limit()),
        ("go movetime 250", Limit(seconds=0.25)),
        ("go movetime 0", Limit(seconds=0.001)),
        ("go depth 7 nodes 12", Limit(depth=7, nodes=12)),
        ("go depth 0 nodes 0", Limit(depth=1, nodes=1)),
        ("go depth 500 nodes 999999999999999999", Limit(depth=500, nodes=10**18 - 1)),
        ("go nodes 1000000000000000000", Limit()),  # more digits than anybody means
        ("go p1time 60000 p1inc 2000 p2time 1 p2inc 1", Limit(seconds=allowance(60, 2))),
        ("go p1time 60000 p2time 1", Limit(seconds=allowance(60))),
        ("go movetime 100 p1time 60000", Limit(seconds=0.1)),
        ("go p2time 60000", Limit()),
    ],
)
def test_limits_of_the_first_player(go: str, limit: Limit) -> None:
    player = Heard()
    assert talk(player, "position startpos", go) == ["bestmove 1"]
    assert [(asked, bounds) for asked, bounds, _ in player.asked] == [(GAME.start(), limit)]


def test_the_second_player_has_its_own_clock() -> None:
    player = Heard()
    talk(player, "position startpos moves 5", "go p1time 1 p1inc 1 p2time 60000 p2inc 2000")
    assert [bounds for _, bounds, _ in player.asked] == [Limit(seconds=allowance(60, 2))]


def test_the_own_limit_holds_too_and_the_seed_is_passed_on() -> None:
    player = Heard()
    talk(player, "go depth 9 seed 3", "go depth 2 seed 3", "go seed 4", limit=Limit(depth=4))
    assert [bounds.depth for _, bounds, _ in player.asked] == [4, 2, 4]
    one, same, other = (chance for _, _, chance in player.asked)
    assert one == same == Random(3).random() != other


def test_everything_known_is_reported_in_order() -> None:
    start = GAME.start()
    line = Line([start.move("1"), start.play("1").move("5")])
    known = Heard(depth=3, nodes=17, seconds=0.0126, value=Win(5), line=line)
    assert talk(known, "go") == ["info depth 3 nodes 17 time 13 score Win(5) pv 1 5", "bestmove 1"]


def test_questions_about_the_game() -> None:
    queries = ("query gameover", "query p1turn", "query result")
    for moves, answers in {
        "": ("false", "true", "none"),
        "1": ("false", "false", "none"),
        "1 4 2 5 3": ("true", None, "p1win"),
        "1 4 2 5 9 6": ("true", None, "p2win"),
        "1 2 3 5 4 6 8 7 9": ("true", None, "draw"),
    }.items():
        said = talk(Heard(), f"position startpos moves {moves}", *queries)
        assert len(said) == 3
        for text, answer in zip(said, answers, strict=True):
            assert answer is None or text == f"response {answer}"
    assert talk(Heard(), "query weather") == ["info string query must be gameover, p1turn or result"]


def test_messages_around_the_game() -> None:
    player = Heard()
    said = talk(player, "ugi", "isready", "stop", "", "setoption name game value tictactoe", "setoption x")
    assert said[0].startswith("id name Kibitz ")
    assert said[0].endswith(" heard")
    assert said[1:] == [
        "id author The Kibitz developers",
        "option name game type string default tictactoe",
        "ugiok",
        "readyok",
    ]
    assert talk(player, "setoption name game value nim") == [
        "info string this program plays tictactoe, not nim"
    ]
    assert talk(player, "sing") == ["info string unknown command 'sing'"]
    assert talk(player, "quit", "isready") == []
    # A mistake changes nothing, and another game begins at the start.
    talk(player, "position startpos moves 5", "position nowhere", "position startpos moves 5 5", "go")
    assert player.asked[-1][0] == GAME.start().play("5")
    talk(player, "position startpos moves 5", "uginewgame", "go")
    assert player.asked[-1][0] == GAME.start()
    talk(player, f"position fen {GAME.start().play('5')} moves 1", "go")
    assert player.asked[-1][0] == GAME.start().play("5", "1")


def test_options_that_this_program_does_not_have_change_nothing() -> None:
    for words in ("name Hash value 16", "name game", "value tictactoe"):
        assert talk(Heard(), f"setoption {words}") == []
    assert talk(Heard(), "setoption name game value " + "n" * 70) == [
        "info string this program plays tictactoe, not " + "n" * 60
    ]


def test_without_a_seed_choices_go_on_from_anywhere() -> None:
    """A program that began the same way each time would play the same game for ever."""
    player, other = Heard(), Heard()
    talk(player, "go", "go seed 5", "go", "go seed 5")
    talk(other, "go")
    drawn, seeded, next_drawn, again = (chance for _, _, chance in player.asked)
    assert seeded == again == Random(5).random()
    ((_, _, elsewhere),) = other.asked
    assert len({drawn, next_drawn, elsewhere, seeded}) == 4


def test_undeclared_facts_of_a_served_game_are_unknown() -> None:
    served = ServerContext(GAME, Heard(), Limit(), io.StringIO("a\n b \n\nlast"), io.StringIO())  # type: ignore[arg-type]
    assert (served.make_player, served.tables(GAME), served.elo_range(GAME)) == (None, None, (0, 0))
    assert list(served.lines()) == ["a", "b", "", "last"]


def test_an_answer_is_there_at_once() -> None:
    class Stream(io.StringIO):
        flushed = ""

        def flush(self) -> None:
            self.flushed = self.getvalue()

    stream = Stream()
    ServerContext(GAME, Heard(), Limit(), io.StringIO(), stream).send("readyok")  # type: ignore[arg-type]
    assert stream.flushed == "readyok\n"
