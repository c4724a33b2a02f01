"""Games in progress: turns, rolls, clocks with increment, failures and ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kibitz
from kibitz.base.ending import Ending, Termination
from kibitz.base.errors import BadOption, GameOver, IllegalMove, Stopped, WrongGame
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.side import Outcome, Side
from kibitz.base.time_control import TimeControl
from kibitz.base.time_management import TimeLeft
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.session import live_game
from kibitz.session.clock import Clock
from kibitz.session.live_game import LiveGame
from kibitz.session.session import Session

GAME = kibitz.load("tictactoe")


class Time:
    """A time that passes when the test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Scripted(Player):
    """Takes so long for each move, and does what a test wants of it."""

    name = "scripted"
    summary = "for tests"

    def __init__(
        self, time: Time, seconds: float = 0.0, act: Callable[[Position], object] | None = None
    ) -> None:
        super().__init__({}, {})
        self._time, self._seconds, self._act = time, seconds, act
        self.limits: list[Limit] = []
        self.told: list[TimeLeft] = []
        self.draws: list[float] = []

    def prepare(self, position: Position) -> None:
        self._time.now += 1000  # before its clock runs

    def set_clock(self, left: TimeLeft) -> None:
        self.told.append(left)

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        self.limits.append(limit)
        self.draws.append(rng.random())
        self._time.now += self._seconds
        acted = self._act(position) if self._act else None
        return Choice(acted if isinstance(acted, kibitz.Move) else position.moves[0])


def clocked(
    first: float, second: float, control: TimeControl, monkeypatch: pytest.MonkeyPatch, **more: object
) -> tuple[LiveGame, Scripted, Scripted]:
    time = Time()
    monkeypatch.setattr(live_game.time, "perf_counter", time)
    players = Scripted(time, first), Scripted(time, second)
    live = LiveGame(GAME, *players, clock=Clock(control, now=time), **more)  # type: ignore[arg-type]
    return live, *players


def test_each_has_time_of_its_own_and_an_increment(monkeypatch: pytest.MonkeyPatch) -> None:
    live, one, other = clocked(3, 5, TimeControl(60, 2), monkeypatch, margin=0.5)
    events = list(live.play_out())
    assert live.ending == Ending(Outcome(Side.FIRST))
    assert [event.seconds for event in events] == [3, 5, 3, 5, 3, 5, 3]
    assert one.told == [TimeLeft(60 - n, 60 - 3 * n, 2) for n in range(4)]
    assert other.told == [TimeLeft(59 - n, 60 - 3 * n, 2) for n in range(3)]
    # Each is given what the one policy says of its own time.
    assert [limit.seconds for limit in one.limits] == [left.allowance(Side.FIRST) for left in one.told]
    assert [limit.seconds for limit in other.limits] == [left.allowance(Side.SECOND) for left in other.told]


def test_a_margin_is_for_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    live, _, _ = clocked(2.05, 0, TimeControl(6), monkeypatch, margin=0.25)
    list(live.play_out())
    assert live.ending == Ending.lost(Side.FIRST, Termination.ON_TIME, "2.20 s too late")
    assert live.decisions == 6  # the third move used up a part of it, the fourth had no other
    board, _, _ = clocked(3, 0, TimeControl(6), monkeypatch)
    for _ in range(2):
        board.step()
    with pytest.raises(GameOver, match="time of x is up"):
        board.step()
    assert board.ending == Ending.lost(Side.FIRST, Termination.ON_TIME)


def test_dice_cost_no_time_and_give_none(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(live_game.time, "perf_counter", time)
    one, other = Scripted(time, 3), Scripted(time, 5)
    live = LiveGame(
        kibitz.load("ewn"), one, other, clock=Clock(TimeControl(600, 2), now=time), margin=0, seed=3
    )
    list(live.play_out())
    assert live.ending is not None
    assert not live.ending.is_forfeit
    assert [left.first for left in one.told] == [600 - n for n in range(len(one.told))]
    assert [left.second for left in other.told] == [600 - 3 * n for n in range(len(other.told))]


def test_rolls_are_those_of_the_seed() -> None:
    """The same on every machine and in every version: roll number n of a game with a seed."""
    live = LiveGame(kibitz.load("ewn"), kibitz.player("random"), kibitz.player("random"), seed=5)
    list(live.play_out())
    before = [position for position in live.positions[:-1] if position.turn is Side.CHANCE]
    assert len(before) > 5
    rolls = [position.roll(Random(f"kibitz 5 roll {n}")) for n, position in enumerate(before)]
    assert rolls == [move for move in live.moves if str(move).startswith("d")]


def test_a_clock_stands_after_a_computer_that_failed() -> None:
    session = Session(GAME, Scripted(Time(), act=_fail), clock=Clock(TimeControl(60), now=Time()))
    session.start_clock()
    with pytest.raises(ZeroDivisionError):
        session.step()
    assert session.clock is not None
    assert session.clock.running is None


def test_a_limit_for_a_move_is_enforced_when_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(live_game.time, "perf_counter", time)
    limits = (Limit(seconds=5), Limit(seconds=1))
    for slow, margin, ending in (
        (1.2, 0.25, Ending(Outcome(Side.FIRST))),
        (1.3, 0.25, Ending.lost(Side.SECOND, Termination.ON_TIME, "took 1.30 s for a move, more than 1 s")),
        (9.0, None, Ending(Outcome(Side.FIRST))),
    ):
        live = LiveGame(GAME, Scripted(time, 1.3), Scripted(time, slow), limits=limits, margin=margin)
        list(live.play_out())
        assert live.ending == ending


def _fail(position: Position) -> None:
    raise ZeroDivisionError("division by zero")


def _give_up(position: Position) -> None:
    raise GameOver("enough")


@pytest.mark.parametrize(
    ("act", "detail"),
    [
        (_fail, "ZeroDivisionError: division by zero"),
        (_give_up, "enough"),
        (lambda position: kibitz.Move("z9", 99), "illegal move 'z9'"),
        (lambda position: position.play("nonsense"), "'nonsense' is not a move"),
    ],
)
def test_failing_players_lose_matches_and_are_reported_in_games(
    act: Callable[[Position], object], detail: str
) -> None:
    live = LiveGame(GAME, Scripted(Time()), Scripted(Time(), act=act))
    events = list(live.play_out())
    assert [str(event.move) for event in events] == ["1"]
    assert live.ending is not None
    assert (live.ending.termination, live.ending.by) == (Termination.FORFEITED, Side.SECOND)
    assert live.ending.detail.startswith(detail)
    session = Session(GAME, Scripted(Time()), Scripted(Time(), act=act))
    session.step()
    with pytest.raises(Exception, match=detail.partition(": ")[2] or detail):
        session.step()
    assert session.ending is None


def test_work_that_is_called_off_is_no_failure() -> None:
    def stop(position: Position) -> None:
        raise Stopped("enough")

    live = LiveGame(GAME, Scripted(Time(), act=stop), Scripted(Time()))
    with pytest.raises(Stopped):
        list(live.play_out())
    assert live.ending is None


def test_an_endless_game_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_game, "MAX_PLIES", 5)
    live = LiveGame(GAME, Scripted(Time()), Scripted(Time()))
    list(live.play_out())
    assert live.ending == Ending(Outcome(None), Termination.CALLED_OFF, None, "nobody had won after 5 moves")
    assert len(live.moves) == 5
    session = Session(GAME, Scripted(Time()), Scripted(Time()))
    for _ in range(5):
        session.step()
    assert session.is_over
    again = Session.resumed(kibitz.Record.parse(str(session.record())), GAME)
    assert again.ending == session.ending == live.ending
    assert not again.can_undo
    with pytest.raises(IllegalMove, match="can't be taken back"):
        again.undo()


def test_the_rules_end_a_game_before_the_number_of_moves_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_game, "MAX_PLIES", 7)
    live = LiveGame(GAME, Scripted(Time()), Scripted(Time()))
    list(live.play_out())
    assert live.ending == Ending(Outcome(Side.FIRST))


def test_a_session_and_a_match_play_the_same_game() -> None:
    """Without anybody's purpose in the way, dice and players draw the same."""
    ewn = kibitz.load("ewn")
    session = Session(ewn, kibitz.player("random"), kibitz.player("random"), seed=8)
    while not session.is_over:
        session.step()
    live = LiveGame(ewn, kibitz.player("random"), kibitz.player("random"), seed=8)
    list(live.play_out())
    assert live.moves == session.moves
    other = LiveGame(ewn, kibitz.player("random"), kibitz.player("random"), seed=8, purposes=("a", "b"))
    list(other.play_out())
    rolls = [[move for move in game.moves if str(move).startswith("d")] for game in (live, other)]
    shared = min(map(len, rolls))
    assert rolls[0][:shared] == rolls[1][:shared]
    assert live.moves != other.moves
    one, two = Scripted(Time()), Scripted(Time())
    list(LiveGame(GAME, one, two, purposes=("a", "b")).play_out())
    assert len({*one.draws, *two.draws}) == 7


def test_a_player_that_cannot_play_is_refused() -> None:
    with pytest.raises(BadOption, match="rules can't play ewn"):
        LiveGame(kibitz.load("ewn"), kibitz.player("random"), kibitz.player("rules"))
    live = LiveGame(GAME, kibitz.player("random"))
    live.step()
    with pytest.raises(IllegalMove, match="a person's turn"):
        live.step()


def test_exactly_at_the_limit_is_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(live_game.time, "perf_counter", time)
    for slow, in_time in ((1.25, True), (1.375, False)):
        live = LiveGame(
            GAME, Scripted(time), Scripted(time, slow), limits=(Limit(), Limit(seconds=1)), margin=0.25
        )
        list(live.play_out())
        assert live.ending is not None
        assert live.ending.is_forfeit is not in_time


def test_a_start_by_lot_is_that_of_the_seed() -> None:
    chess = kibitz.load("chess:chess960=yes")
    starts = {LiveGame(chess, seed=seed).start for seed in range(20)}
    assert len(starts) > 10
    assert LiveGame(chess, seed=7).start == chess.start(Random("kibitz 7 start 0"))
    given = GAME.start().play("5")
    assert LiveGame(GAME, start=given).start == given
    with pytest.raises(WrongGame):
        LiveGame(GAME, start=chess.start())


def test_events_say_who_did_what_and_where_it_led() -> None:
    ewn = kibitz.load("ewn")
    live = LiveGame(ewn, kibitz.player("random"), kibitz.player("random"), seed=2)
    events = list(live.play_out())
    assert [event.move for event in events] == list(live.moves)
    assert [event.position for event in events] == list(live.positions[1:])
    assert [event.side for event in events] == [position.turn for position in live.positions[:-1]]
    assert [event.is_roll for event in events] == [event.choice is None for event in events]
    assert {event.seconds for event in events if event.is_roll} == {0.0}
    assert live.decisions == sum(not event.is_roll for event in events)
    assert live.is_over
    assert live.ending == Ending(live.position.outcome)  # type: ignore[arg-type]


def test_nothing_happens_after_the_end() -> None:
    live = LiveGame(GAME, Scripted(Time()), Scripted(Time()))
    assert (live.ending, live.outcome, live.is_over, live.last) == (None, None, False, None)
    list(live.play_out())
    assert (live.outcome, live.is_over, str(live.last)) == (Outcome(Side.FIRST), True, "7")
    with pytest.raises(GameOver, match=r"the game is over \(1-0\)"):
        live.step()
    assert list(live.play_out()) == []
    assert live.flag_falls() is None


@pytest.mark.parametrize("side", [Side.FIRST, Side.SECOND])
def test_a_flag_falls_for_whose_time_ran(side: Side) -> None:
    time = Time()
    live = LiveGame(GAME, clock=Clock(TimeControl(10), now=time))
    assert live.clock is not None
    live.clock.run_for(side)
    time.now += 9.5
    assert live.flag_falls() is None
    assert not live.is_over
    time.now += 0.5  # with nothing left it has fallen
    assert live.flag_falls() is side
    assert live.ending == Ending.lost(side, Termination.ON_TIME)
    assert live.flag_falls() is None
    assert LiveGame(GAME).flag_falls() is None


def test_own_time_management_replaces_our_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    live, one, other = clocked(1, 1, TimeControl(60), monkeypatch, limits=(Limit(depth=3), Limit(seconds=1)))
    monkeypatch.setattr(one, "keeps_time", True)
    live.step()
    live.step()
    assert one.limits == [Limit(depth=3)]
    assert one.told == [TimeLeft(60, 60)]
    assert other.limits == [Limit(seconds=1)]  # less than its share of the clock


def test_a_player_receives_its_limit_and_the_last_move() -> None:
    received: list[object] = []

    class Listening(Scripted):
        def set_limit(self, limit: Limit) -> None:
            received.append(limit)

        def choose(self, position, limit=None, rng=None, *, last=None):  # type: ignore[no-untyped-def]
            received.append(last)
            return super().choose(position, limit, rng, last=last)

    live = LiveGame(GAME, Listening(Time()), Listening(Time()), limits=(Limit(depth=2), Limit(nodes=7)))
    one, two = live.step().move, live.step().move
    assert received == [Limit(depth=2), None, Limit(nodes=7), one]
    assert live.last == two


def test_start_up_does_not_run_an_engines_clock() -> None:
    time = Time()
    player = Scripted(time, 3)
    session = Session(GAME, player, clock=Clock(TimeControl(60), now=time))
    session.start_clock()
    session.step()
    assert player.told == [TimeLeft(60, 60)]
    assert session.clock is not None
    assert session.clock.left(Side.FIRST) == 57
