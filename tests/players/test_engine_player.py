"""Time limits of engine players, with a clock under the test's control."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from types import SimpleNamespace
from typing import ClassVar

import pytest

import kibitz
from kibitz import Limit
from kibitz.base.time_management import TimeLeft
from kibitz.engines.process import EngineFailed
from kibitz.engines.protocol import Answer, Protocol, Question
from kibitz.players import engine_player
from kibitz.players.engine_player import EnginePlayer
from tests.players.chance import Told

START = kibitz.load("tictactoe").start()


class Talk(Protocol):
    """A protocol that notes everything and answers with the first move."""

    quit_command = "bye"
    said: ClassVar[list[object]] = []
    questions: ClassVar[list[Question]] = []
    #: What the next answer takes, or why there is none.
    takes: ClassVar[float] = 0.0
    fails: ClassVar[BaseException | None] = None

    def set_options(self, given: Mapping[str, str]) -> None:
        self.said.append(dict(given))

    def handshake(self, first: Question) -> None:
        self.said.append("greeted")
        self.questions.append(first)

    def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        if Talk.fails is not None:
            raise Talk.fails
        engine_player.time.now += Talk.takes  # type: ignore[attr-defined]
        return Answer(question.position.moves[0], depth=3, nodes=77)


class TalkOfGames(Talk):
    """The same for a protocol that has only a time for the whole game."""

    typical_moves = 20


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No program, and a clock that only an answer moves."""
    for name, value in (("said", []), ("questions", []), ("takes", 0.0), ("fails", None)):
        monkeypatch.setattr(Talk, name, value)
    clock = SimpleNamespace(now=100.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(engine_player, "time", clock)

    def process(command: str, answers_on_stderr: bool) -> SimpleNamespace:
        Talk.said.append(command)
        return SimpleNamespace(pid=4711, close=lambda *words: Talk.said.append(("closed", *words)))

    monkeypatch.setattr(engine_player, "EngineProcess", process)
    monkeypatch.setattr(
        engine_player, "protocol_client", lambda name: TalkOfGames if name == "2023" else Talk
    )


def made(options: str = "") -> EnginePlayer:
    player = kibitz.player(f"engine:cmd=prog,{options}".rstrip(","))
    assert isinstance(player, EnginePlayer)
    return player


def asked(player: EnginePlayer, limit: Limit) -> Question:
    player.choose(START, limit)
    return Talk.questions[-1]


@pytest.mark.parametrize(
    ("options", "limit", "clocks", "waits"),
    [
        ("", Limit(), None, 60),
        ("patience=5", Limit(), None, 5),
        ("", Limit(seconds=2), None, 2.5),
        ("grace=250", Limit(seconds=2), None, 2.25),
        ("grace=0", Limit(seconds=2), None, 2),
        ("", Limit(), TimeLeft(9, 4), 9.5),
        ("", Limit(seconds=2), TimeLeft(9, 4), 2.5),
        ("", Limit(seconds=12), TimeLeft(9, 4), 9.5),
        ("protocol=2023", Limit(seconds=2), None, 60),  # it gets no limit per move
        ("protocol=2023", Limit(seconds=2), TimeLeft(9, 4), 9.5),
    ],
)
def test_an_answer_is_waited_for_so_long(
    options: str, limit: Limit, clocks: TimeLeft | None, waits: float
) -> None:
    player = made(options)
    if clocks is not None:
        player.set_clock(clocks)
    question = asked(player, limit)
    assert question.deadline == pytest.approx(100 + waits)
    assert (question.position, question.limit) == (START, limit)
    assert player.may_take(limit) == (None if "2023" in options else limit.seconds)


def test_it_is_started_once_greeted_and_set() -> None:
    player = made('set="Hash=64; Threads = 2;",patience=7')
    assert player.pid is None
    player.prepare(START)
    assert Talk.said == ["prog", {"Hash": "64", "Threads": "2"}, "greeted"]
    (greeting,) = Talk.questions
    assert (greeting.deadline, greeting.limit, greeting.seed) == (107, Limit(), 0)
    assert player.pid == 4711
    choice = player.choose(START, Limit(seconds=1))
    assert (choice.move, choice.depth, choice.nodes) == (START.moves[0], 3, 77)
    assert Talk.said.count("greeted") == 1
    player.close()
    assert Talk.said[-1] == ("closed", "bye")
    assert player.pid is None
    player.close()  # what does not run needs no end
    assert Talk.said.count(("closed", "bye")) == 1
    player.choose(START)
    assert Talk.said.count("greeted") == 2


def test_its_seed_is_drawn_from_chance() -> None:
    player = made()
    player.choose(START, Limit(), Told(0.5))
    assert Talk.questions[-1].seed == 2**52
    Talk.takes = 1.5
    assert player.choose(START).seconds == 1.5


def test_remaining_time_of_a_separate_clock() -> None:
    player = made("clock=10")
    Talk.takes = 4.0
    lefts = [asked(player, Limit()).time_left for _ in range(4)]
    assert lefts == [TimeLeft(left, left) for left in (10, 6, 2, 0)]
    # Started again, it begins anew.
    player.close()
    assert asked(player, Limit()).time_left == TimeLeft(10, 10)
    # Clocks of the game come before one's own.
    player.set_clock(TimeLeft(3, 5, 1))
    assert asked(player, Limit()).time_left == TimeLeft(3, 5, 1)


def test_a_limit_a_move_comes_to_so_much_for_a_game() -> None:
    player = made("protocol=2023")
    assert asked(player, Limit()).time_left is None
    Talk.takes = 9.0
    lefts = [asked(player, Limit(seconds=2)).time_left for _ in range(6)]
    # Twenty moves of two seconds, less what was spent; always enough for one more.
    assert lefts == [TimeLeft(left, left) for left in (40, 31, 22, 13, 4, 2)]
    assert asked(made(), Limit(seconds=2)).time_left is None


@pytest.mark.parametrize("error", [EngineFailed("gave up"), KeyboardInterrupt()])
def test_after_a_failure_it_is_ended_without_a_goodbye_and_started_afresh(error: BaseException) -> None:
    player = made()
    player.prepare(START)
    Talk.fails = error
    with pytest.raises(type(error)) as failed:
        player.choose(START)
    assert str(failed.value) == ("the program gave up" if isinstance(error, EngineFailed) else "")
    assert Talk.said[-1] == ("closed",)
    assert player.pid is None
    Talk.fails = None
    player.choose(START)
    assert player.pid == 4711
    assert Talk.said.count("greeted") == 2
    # The player ends only the second one, with a farewell; the first had ended before.
    error.with_traceback(None)
    del player, failed
    gc.collect()
    assert Talk.said.count(("closed", "bye")) == 1


@pytest.mark.parametrize("text", ["Hash", "=64", "Hash=64;Threads"])
def test_settings_that_set_nothing_are_refused(text: str) -> None:
    with pytest.raises(kibitz.BadOption, match="sets nothing"):
        made(f'set="{text}"')


def test_an_option_may_be_set_to_nothing() -> None:
    made('set="Book=;Hash=1"').prepare(START)
    assert {"Book": "", "Hash": "1"} in Talk.said
    made("set=none").prepare(START)
    assert {} in Talk.said


def test_it_plays_what_its_protocol_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Talk, "cannot_play", staticmethod(lambda game: "too hard"))
    assert made().cannot_play(START.game) == "too hard"
    with pytest.raises(kibitz.BadOption, match="too hard"):
        made().choose(START)
