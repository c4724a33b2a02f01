"""Commands: all that a client may ask for, one class each, with the type of its reply.

A command is a plain, checked value. `codec.py` makes it from JSON, `service.py`
executes it, `descriptions.py` writes JSON Schema and TypeScript from its types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, TypeVar, dataclass_transform

from kibitz.service import codec, replies
from kibitz.service.replies import At, Done, Wanted

R = TypeVar("R", covariant=True)

#: Changes when older pages can't talk to this server any more; they load themselves anew then.
PROTOCOL = 1
#: The seat of a person elsewhere, who will come by an invitation.
FRIEND = "friend"
#: Seconds between two moves of computers that play each other.
PACE = 0.7


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Command(Generic[R]):
    """Something to do, to which the reply is an R. Every command is a frozen dataclass."""

    #: The word for it in messages.
    name: ClassVar[str]
    #: Whether the answer takes time; of a client's commands of one kind only the newest counts then.
    slow: ClassVar[bool] = False
    #: Whether it enters a game or begins one, which may have to wait for the disk or for a process.
    waits: ClassVar[bool] = False
    #: Whether it puts something on disk; beginning a game is counted besides.
    writes: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, name: str = "", slow: bool = False, waits: bool = False, writes: bool = False
    ) -> None:
        super().__init_subclass__()
        cls.name, cls.waits = name, waits
        cls.slow, cls.writes = slow or cls.slow, writes or cls.writes
        dataclass(frozen=True)(cls)


_Seq = Annotated[int | None, "The state that the client acted on; refused if the game has moved on."]
_At = Annotated[At, codec.place()]
_Spec = Annotated[str, codec.text(500), "A game's spec."]
_OptionMap = Annotated[dict[str, str], codec.options(), "Options of the game that are not in its spec."]
_AcceptChanged = Annotated[bool, "Take a record whose checksum does not fit."]


# Games to enter.


class NewGame(Command[replies.Entered], name="new", waits=True):
    """Begin a game: a seat is `person`, `friend` or a player's spec."""

    rules: _Spec
    options: _OptionMap = field(default_factory=dict)
    first: str = "person"
    second: str = "person"
    seed: Annotated[int | None, codec.whole(high=10**18)] = None
    position: Annotated[str | None, codec.text(4000)] = None
    clock: Annotated[
        float | str | None, codec.clock_time(), "Seconds for each player, or such as `5m+3s`."
    ] = None
    pace: Annotated[float, codec.seconds(10)] = PACE
    analysis: Annotated[bool, "Whether nobody plays and moves are only tried."] = False


class JoinGame(Command[replies.Entered], name="join", waits=True):
    """Enter a game in memory or on disk."""

    game: Annotated[str, codec.text(80)]
    key: Annotated[str, "Of a seat."] = ""
    accept_changed: _AcceptChanged = False
    take_over: Annotated[bool, "Take the game from another program that has it open."] = False


class LoadRecord(Command[replies.Entered], name="load", waits=True):
    """Begin a game of its own from a record."""

    record: Annotated[str, codec.text(60_000)]
    analysis: bool = False
    accept_changed: _AcceptChanged = False


class PlayAgain(Command[Done], name="again", waits=True):
    """Begin another game of the same people with sides changed, or agree to it."""


class TakeSeat(Command[replies.Seated], name="sit", writes=True):
    """Take the seat that an invitation is for."""

    invitation: str


class Pause(Command[Done], name="pause"):
    """Let computers that play each other wait, or go on at some pace."""

    paused: bool = False
    pace: Annotated[float | None, codec.seconds(10)] = None


# What changes a game. The game's own process answers with the news, the client is told that it is done.


class ChangeGame(Command[Done], writes=True):
    """A change of a game, made when it was at `seq`."""

    #: Where people hold seats: an offer, if all of them have to want it; else only the one to move may do it.
    offer: ClassVar[Wanted | None] = None
    #: Why others may not.
    refusal: ClassVar[str] = ""
    seq: _Seq = None

    def __init_subclass__(cls, *, offer: Wanted | None = None, refusal: str = "", **traits: Any) -> None:
        super().__init_subclass__(**traits)
        cls.offer, cls.refusal = offer, refusal


class Play(Command[Done], name="play", writes=True):
    """Play a person's move."""

    move: str
    seq: _Seq = None


class Undo(ChangeGame, name="undo", offer="undo"):
    """Take back the last move of a person."""


class Redo(ChangeGame, name="redo", offer="redo"):
    """Play again what was taken back."""


class OfferDraw(ChangeGame, name="draw", offer="draw"):
    """Offer a draw, or agree to one."""


class Resign(ChangeGame, name="resign", refusal="you can resign when it is your turn"):
    """Resign for the person to move."""


class ClaimDraw(ChangeGame, name="claim", refusal="you can claim a draw when it is your turn"):
    """Claim a draw for the person to move."""


class AgreeOnDraw(ChangeGame, name="agree"):
    """End the game in a draw that both people want."""


class CheckFlag(ChangeGame, name="flag"):
    """See whether somebody's time is up."""


class TellNews(ChangeGame, name="news"):
    """Tell what is different since it was told last, as after a computer's move."""


# What is asked about a game, or noted beside it.


class GameQuestion(Command[R]):
    """A question about a game; it leaves the game itself as it is."""

    #: Whether people who play each other have to wait for it until the game is over.
    advice: ClassVar[bool] = False

    def __init_subclass__(cls, *, advice: bool = False, **traits: Any) -> None:
        super().__init_subclass__(**traits)
        cls.advice = advice


class Look(GameQuestion[replies.Looked], name="look"):
    """Show the board at a place."""

    at: _At


class ShowLine(GameQuestion[replies.LineViews], name="line", advice=True):
    """Show the board after each move of a line."""

    at: _At
    moves: Annotated[tuple[str, ...], codec.several(16, codec.text(40))] = ()


class GetRecord(GameQuestion[replies.RecordText], name="record"):
    """Return the record of the game."""


class GetPicture(GameQuestion[replies.Picture], name="picture"):
    """Return the board at a place as a picture."""

    at: _At


class TryMove(GameQuestion[replies.Looked], name="try", advice=True, writes=True):
    """Play a move beside the game."""

    at: _At
    move: str


class DropVariation(GameQuestion[Done], name="drop", advice=True, writes=True):
    """Remove a variation."""

    at: _At


class PromoteVariation(GameQuestion[Done], name="promote", advice=True, writes=True):
    """Put a variation before the others."""

    at: _At


class WriteComment(GameQuestion[Done], name="comment", advice=True, writes=True):
    """Say something about a place; an empty text takes it away."""

    at: _At
    text: Annotated[str, codec.text(600)]


class Hint(GameQuestion[replies.HintReply], name="hint", advice=True, slow=True):
    """Suggest a move, and say why."""

    at: _At


class Why(GameQuestion[replies.WhyReply], name="why", advice=True, slow=True):
    """Say why a move is good or bad: one that is named, or the last one made."""

    at: _At
    move: str = ""


class Teach(GameQuestion[replies.TeachReply], name="teach", advice=True, slow=True):
    """Say what a teacher has against a move before it is played."""

    at: _At
    move: str


class Values(GameQuestion[replies.ValuesReply], name="values", advice=True, slow=True):
    """Evaluate the position at a place and each of its moves."""

    at: _At


class Choices(GameQuestion[replies.ChoicesReply], name="choices", advice=True, slow=True):
    """Return what several players would do at a place."""

    at: _At
    players: Annotated[tuple[str, ...], codec.several(4, codec.text())] = ()


class Review(GameQuestion[replies.ReviewReply], name="review", advice=True, slow=True):
    """Review the game so far."""


class Act(GameQuestion[Done], name="act", slow=True):
    """Let the computer move; `TellNews` tells the move."""


class RollDice(GameQuestion[Done], name="roll"):
    """Let the dice roll; `TellNews` tells the roll."""


class TakeSnapshot(GameQuestion[replies.Snapshot], name="snapshot"):
    """Return everything about the game."""


class RunClock(GameQuestion[replies.ClockReply], name="clock"):
    """Let the clock run or stand."""

    runs: bool


class GetRematch(GameQuestion[replies.Rematch], name="rematch"):
    """Return what another game with sides changed would be."""


class SetTag(GameQuestion[Done], name="tag"):
    """Note something in the record; an empty text removes it."""

    tag: str
    text: Annotated[str, codec.TRUSTED]


class SaveWhole(GameQuestion[replies.SaveReply], name="save"):
    """Write all of the game."""


# Puzzles.


class PuzzleCommand(Command[R], slow=True):
    """Something about the puzzles of whoever sits at this machine."""


class GetProgress(PuzzleCommand[replies.ProgressReply], name="training"):
    """Return how it went so far."""


class FindMistakes(PuzzleCommand[replies.ProgressReply], name="mistakes"):
    """Look for mistakes in saved games."""


class NextPuzzle(PuzzleCommand[replies.PuzzleReply], name="puzzle"):
    """Give a puzzle."""

    rules: Annotated[str, codec.text(500), "A game's spec; empty for all games."] = ""
    mistakes: Annotated[bool, "Whether only one's own mistakes are given."] = False
    skipped: Annotated[tuple[str, ...], codec.several(50, codec.text(20)), "Puzzles not to give."] = ()


class AnswerPuzzle(PuzzleCommand[replies.AnswerReply], name="answer"):
    """Try a move or a roll."""

    move: str


class RevealAnswer(PuzzleCommand[replies.RevealReply], name="reveal"):
    """Give the answer away."""


# Positions: what is asked says all that the answer depends on.


class PositionQuestion(Command[R]):
    """A question about a position of a game."""

    game: _Spec
    options: _OptionMap = field(default_factory=dict)
    position: Annotated[str | None, codec.text(4000), "Where to begin; the start if left out."] = None
    moves: Annotated[str | None, codec.text(4000), "Played from there first."] = None


class Analyse(PositionQuestion[replies.Analysis], name="analyse", slow=True):
    """Evaluate a position and its moves."""

    seconds: Annotated[float | None, codec.seconds(10), "How long to think; if left out, as for a hint."] = (
        None
    )


class Explore(PositionQuestion[replies.Explored], name="explore", slow=True):
    """Evaluate the moves of a position, and count how often each was played in saved games."""


class DrawPosition(PositionQuestion[replies.Picture], name="draw position"):
    """Draw a position as SVG."""


class Arrange(PositionQuestion[replies.Arranged], name="arrange"):
    """Return a position to change by hand: as it is written, or with pieces put on its cells."""

    pieces: Annotated[
        tuple[int, ...] | None,
        codec.several(1024, codec.whole(-1, 10**6)),
        "For each cell, row by row from the top, the number of a piece of the supply; -1 for none.",
    ] = None
    side: Annotated[
        str | None, codec.one_of("first", "second"), "Who is to move, where the pieces don't say."
    ] = None


class Compare(PositionQuestion[replies.Comparison], name="compare", slow=True):
    """Compare searches of a position, depth by depth."""

    depth: Annotated[int, codec.whole(1, 12), "Decisions to look ahead."] = 4
    players: Annotated[
        tuple[str, ...], codec.several(8, codec.text()), "Players that search; all of them if left out."
    ] = ()


class GrowTree(PositionQuestion[replies.SearchTree], name="tree", slow=True):
    """Return the tree that a search visits, and the steps in which it does."""

    depth: Annotated[int, codec.whole(1, 12), "Decisions to look ahead."] = 2
    player: Annotated[str, "Who searches."] = "alphabeta"


# The server: its games and players, saved games, solving.


class GetVersion(Command[replies.Version], name="version"):
    """Return the version that runs here."""


class ListGames(Command[replies.Catalogue], name="games"):
    """List all games and players with their options."""


class ListRecords(Command[replies.SavedGames], name="records"):
    """List the saved games, the last one played first."""


class ReadRecord(Command[replies.RecordText], name="saved"):
    """Return a saved game as text."""

    game: Annotated[str, codec.text(4000)]
    accept_changed: _AcceptChanged = False


class GetSolving(Command[replies.SolvingReply], name="solving"):
    """Return how far solving is."""


class StartSolving(Command[replies.SolvingReply], name="solve"):
    """Start solving a game."""

    game: _Spec
    options: _OptionMap = field(default_factory=dict)


class StopSolving(Command[replies.SolvingReply], name="stop"):
    """Stop solving."""


# For code that is not ours: between a server and its sandboxes.


class CodeQuestion(Command[R]):
    """Something that runs a game's or a player's own code."""


class CheckGame(CodeQuestion[str], name="check"):
    """Load a game in a file, and return its title."""

    path: Annotated[str, codec.TRUSTED]


class DescribeGame(CodeQuestion[replies.GameEntry], name="describe"):
    """Return the entry of a game in a file, or of one that another package brings."""

    spec: Annotated[str, codec.TRUSTED]


class DescribePlayers(CodeQuestion[list[replies.PlayerEntry]], name="players"):
    """Return the players in a file."""

    path: Annotated[str, codec.TRUSTED]


class PlayDemo(CodeQuestion[replies.Demo], name="demo"):
    """Play a short game for the front page."""

    spec: Annotated[str, codec.TRUSTED]


class SolveGame(CodeQuestion[str], name="solve game", slow=True):
    """Solve a game, and say what came of it."""

    spec: Annotated[str, codec.TRUSTED]
    options: Annotated[dict[str, str], codec.TRUSTED]


class OpenGame(CodeQuestion[replies.Snapshot], name="open"):
    """Hold one game: `request` is a `GameRequest`, `claim` the server's claim to it."""

    game: Annotated[str, codec.TRUSTED]
    request: Annotated[dict[str, Any], codec.TRUSTED]
    claim: Annotated[dict[str, Any] | None, codec.TRUSTED]


class ThinkFor(CodeQuestion[dict[str, Any]], name="think", slow=True):
    """Answer a slow question for a game elsewhere; `request` is a `GameRequest` for a copy of it.

    `question` is a `GameQuestion` as JSON. For `Act` the reply is the computer's choice, played elsewhere.
    """

    request: Annotated[dict[str, Any], codec.TRUSTED]
    question: Annotated[dict[str, Any], codec.TRUSTED]


#: What clients change about a game, and what only happens by itself.
ChangeCommand = Play | Undo | Redo | OfferDraw | Resign | ClaimDraw
AnyChange = ChangeCommand | AgreeOnDraw | CheckFlag | TellNews

_Beside = TryMove | DropVariation | PromoteVariation | WriteComment
_Advice = Hint | Why | Teach | Values | Choices | Review
AnyGameQuestion = Look | ShowLine | GetRecord | GetPicture | _Beside | _Advice
AnyPuzzleCommand = GetProgress | FindMistakes | NextPuzzle | AnswerPuzzle | RevealAnswer
AnyPositionQuestion = Analyse | DrawPosition | Arrange | Compare | GrowTree

#: What a client asks for who has something open: a game, a puzzle.
LiveCommand = (
    (NewGame | JoinGame | LoadRecord | PlayAgain | TakeSeat | Pause)
    | ChangeCommand
    | AnyGameQuestion
    | AnyPuzzleCommand
)
#: What is asked at once, by anybody.
_Server = GetVersion | ListGames | ListRecords | ReadRecord | GetSolving | StartSolving | StopSolving
AnyCommand = LiveCommand | AnyPositionQuestion | Explore | _Server

#: What is asked of a game by the process that the game is in.
AnyInnerQuestion = Act | RollDice | TakeSnapshot | RunClock | GetRematch | SetTag | SaveWhole
AnyGameCommand = AnyChange | AnyGameQuestion | AnyInnerQuestion
#: What a sandbox answers.
CodeCommand = (
    AnyGameCommand
    | AnyPositionQuestion
    | (CheckGame | DescribeGame | DescribePlayers | PlayDemo | SolveGame | OpenGame | ThinkFor)
)
