"""What a person wants to play: taken from options, asked for where they don't say."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.records.record import Record
from kibitz.session.clock import Clock
from kibitz.session.seats import Seats, fit_player, read_seat, recorded_seats
from kibitz.session.session import Session
from kibitz.terminal import questions
from kibitz.terminal.talk import Talk
from kibitz.words.limit import Limit
from kibitz.words.side import Side
from kibitz.words.time_control import TimeControl


@dataclass(frozen=True)
class Wishes:
    """The options of `kibitz play`; None is what nobody said."""

    game: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    players: tuple[str, str] | None = None
    people: int | None = None
    opponent: str | None = None
    difficulty: int | None = None
    side: str | None = None
    position: str | None = None
    seed: int = 0
    limit: Limit = field(default_factory=Limit)
    #: For each player, for a whole game.
    clock: TimeControl | None = None
    #: Whether to ask for what was not said, instead of taking the default.
    ask: bool = True
    #: Whether to go on with a record that was changed by hand or damaged.
    accept_changed: bool = False

    def load_game(self, spec: str) -> Game:
        """The game with the options that were given apart from the spec."""
        return load(spec, **self.options)


def settle_game(wishes: Wishes, talk: Talk) -> Game:
    """Which game it is to be."""
    if wishes.game is not None:
        return wishes.load_game(wishes.game)
    if wishes.ask:
        return questions.ask_game(talk, wishes.load_game)
    return wishes.load_game(questions.default_game())


def settle_seats(wishes: Wishes, game: Game, talk: Talk) -> Seats:
    """Who sits where."""
    if wishes.players is not None:
        first, second = (read_seat(spec, game) for spec in wishes.players)
        return first, second
    people = wishes.people
    if people is None:
        told = (wishes.opponent, wishes.difficulty, wishes.side)
        alone = any(answer is not None for answer in told) or not wishes.ask
        people = 1 if alone else questions.ask_people(talk)
    if people == 2:
        return None, None
    if wishes.opponent is not None:
        computer = fit_player(wishes.opponent, game)
    elif wishes.difficulty is not None or not wishes.ask or people == 0:
        difficulty = questions.DEFAULT_DIFFICULTY if wishes.difficulty is None else wishes.difficulty
        computer = questions.read_difficulty(str(difficulty), game)
    else:
        computer = questions.ask_difficulty(talk, game)
    if people == 0:
        return computer, computer
    if wishes.side is not None or not wishes.ask:
        side = questions.read_side(wishes.side or "first", game)
    else:
        side = questions.ask_side(talk, game)
    return (None, computer) if side is Side.FIRST else (computer, None)


def new_session(wishes: Wishes, game: Game, seats: Seats, seed: int, date: str) -> Session:
    """A game from its start, or from the position that was wished for."""
    start = None if wishes.position is None else game.position(wishes.position)
    clock = None if wishes.clock is None else Clock(wishes.clock)
    return Session(game, *seats, start=start, seed=seed, limit=wishes.limit, clock=clock, tags={"Date": date})


def resumed_seats(wishes: Wishes, record: Record, game: Game, talk: Talk) -> Seats:
    """Who sat where; options may say otherwise."""
    told = (wishes.players, wishes.opponent, wishes.difficulty, wishes.side, wishes.people)
    if any(answer is not None for answer in told):
        return settle_seats(wishes, game, talk)
    return recorded_seats(record, game)
