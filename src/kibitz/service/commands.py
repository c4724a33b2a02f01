"""Commands: all that a client may ask for, one class each, with the type of its reply.

A command is a plain, checked value. `codec.py` makes it from JSON, `service.py`
executes it, `descriptions.py` writes JSON Schema and TypeScript from its types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from kibitz.service import replies
from kibitz.service.codec import ClockTime, OneOf, Options, Place, Seconds, Several, Text, Trusted, Whole
from kibitz.service.replies import At, Done, Wanted

R = TypeVar("R", covariant=True)

#: Changes when older pages can't talk to this server any more; they load themselves anew then.
PROTOCOL = 1
#: The seat of a person elsewhere, who will come by an invitation.
FRIEND = "friend"
#: Seconds between two moves of computers that play each other.
PACE = 0.7


class Command(Generic[R]):
    """Something to do, to which the reply is an R."""

    __slots__ = ()
    #: The word for it in messages.
    name: ClassVar[str]
    #: Whether the answer takes time; of a client's commands of one kind only the newest counts then.
    slow: ClassVar[bool] = False
    #: Whether it enters a game or begins one, which may have to wait for the disk or for a process.
    waits: ClassVar[bool] = False
    #: Whether it puts something on disk; beginning a game is counted besides.
    writes: ClassVar[bool] = False


_Seq = Annotated[int | None, "The state that the client acted on; refused if the game has moved on."]
_At = Annotated[At, Place()]
_Spec = Annotated[str, Text(500), "A game's spec."]
_OptionMap = Annotated[dict[str, str], Options(), "Options of the game that are not in its spec."]
_AcceptChanged = Annotated[bool, "Take a record whose checksum does not fit."]


# Games to enter.


@dataclass(frozen=True, slots=True)
class NewGame(Command[replies.Entered]):
    """Begin a game: a seat is `person`, `friend` or a player's spec."""

    name, waits = "new", True
    rules: _Spec
    options: _OptionMap = field(default_factory=dict)
    first: str = "person"
    second: str = "person"
    seed: Annotated[int | None, Whole(high=10**18)] = None
    position: Annotated[str | None, Text(4000)] = None
    clock: Annotated[float | str | None, ClockTime(), "Seconds for each player, or such as `5m+3s`."] = None
    pace: Annotated[float, Seconds(10)] = PACE
    analysis: Annotated[bool, "Whether nobody plays and moves are only tried."] = False


@dataclass(frozen=True, slots=True)
class JoinGame(Command[replies.Entered]):
    """Enter a game in memory or on disk."""

    name, waits = "join", True
    game: Annotated[str, Text(80)]
    key: Annotated[str, "Of a seat."] = ""
    accept_changed: _AcceptChanged = False
    take_over: Annotated[bool, "Take the game from another program that has it open."] = False


@dataclass(frozen=True, slots=True)
class LoadRecord(Command[replies.Entered]):
    """Begin a game of its own from a record."""

    name, waits = "load", True
    record: Annotated[str, Text(60_000)]
    analysis: bool = False
    accept_changed: _AcceptChanged = False


@dataclass(frozen=True, slots=True)
class PlayAgain(Command[Done]):
    """Begin another game of the same people with sides changed, or agree to it."""

    name, waits = "again", True


@dataclass(frozen=True, slots=True)
class TakeSeat(Command[replies.Seated]):
    """Take the seat that an invitation is for."""

    name, writes = "sit", True
    invitation: str


@dataclass(frozen=True, slots=True)
class Pause(Command[Done]):
    """Let computers that play each other wait, or go on at some pace."""

    name = "pause"
    paused: bool = False
    pace: Annotated[float | None, Seconds(10)] = None


# What changes a game. The game's own process answers with the news, the client is told that it is done.


@dataclass(frozen=True, slots=True)
class ChangeGame(Command[Done]):
    """A change of a game, made when it was at `seq`."""

    writes = True
    #: Where people hold seats: an offer, if all of them have to want it; else only the one to move may do it.
    offer: ClassVar[Wanted | None] = None
    #: Why others may not.
    refusal: ClassVar[str] = ""
    seq: _Seq = None


@dataclass(frozen=True, slots=True)
class Play(Command[Done]):
    """Play a person's move."""

    name, writes = "play", True
    move: str
    seq: _Seq = None


@dataclass(frozen=True, slots=True)
class Undo(ChangeGame):
    """Take back the last move of a person."""

    name, offer = "undo", "undo"


@dataclass(frozen=True, slots=True)
class Redo(ChangeGame):
    """Play again what was taken back."""

    name, offer = "redo", "redo"


@dataclass(frozen=True, slots=True)
class OfferDraw(ChangeGame):
    """Offer a draw, or agree to one."""

    name, offer = "draw", "draw"


@dataclass(frozen=True, slots=True)
class Resign(ChangeGame):
    """Resign for the person to move."""

    name, refusal = "resign", "you can resign when it is your turn"


@dataclass(frozen=True, slots=True)
class ClaimDraw(ChangeGame):
    """Claim a draw for the person to move."""

    name, refusal = "claim", "you can claim a draw when it is your turn"


@dataclass(frozen=True, slots=True)
class AgreeOnDraw(ChangeGame):
    """End the game in a draw that both people want."""

    name = "agree"


@dataclass(frozen=True, slots=True)
class CheckFlag(ChangeGame):
    """See whether somebody's time is up."""

    name = "flag"


@dataclass(frozen=True, slots=True)
class TellNews(ChangeGame):
    """Tell what is different since it was told last, as after a computer's move."""

    name = "news"


# What is asked about a game, or noted beside it.


@dataclass(frozen=True, slots=True)
class GameQuestion(Command[R]):
    """A question about a game; it leaves the game itself as it is."""

    #: Whether people who play each other have to wait for it until the game is over.
    advice: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Look(GameQuestion[replies.Looked]):
    """Show the board at a place."""

    name = "look"
    at: _At


@dataclass(frozen=True, slots=True)
class ShowLine(GameQuestion[replies.LineViews]):
    """Show the board after each move of a line."""

    name, advice = "line", True
    at: _At
    moves: Annotated[tuple[str, ...], Several(16, Text(40))] = ()


@dataclass(frozen=True, slots=True)
class GetRecord(GameQuestion[replies.RecordText]):
    """Return the record of the game."""

    name = "record"


@dataclass(frozen=True, slots=True)
class GetPicture(GameQuestion[replies.Picture]):
    """Return the board at a place as a picture."""

    name = "picture"
    at: _At


@dataclass(frozen=True, slots=True)
class TryMove(GameQuestion[replies.Looked]):
    """Play a move beside the game."""

    name, advice, writes = "try", True, True
    at: _At
    move: str


@dataclass(frozen=True, slots=True)
class DropVariation(GameQuestion[Done]):
    """Remove a variation."""

    name, advice, writes = "drop", True, True
    at: _At


@dataclass(frozen=True, slots=True)
class PromoteVariation(GameQuestion[Done]):
    """Put a variation before the others."""

    name, advice, writes = "promote", True, True
    at: _At


@dataclass(frozen=True, slots=True)
class WriteComment(GameQuestion[Done]):
    """Say something about a place; an empty text takes it away."""

    name, advice, writes = "comment", True, True
    at: _At
    text: Annotated[str, Text(600)]


@dataclass(frozen=True, slots=True)
class Hint(GameQuestion[replies.HintReply]):
    """Suggest a move, and say why."""

    name, advice, slow = "hint", True, True
    at: _At


@dataclass(frozen=True, slots=True)
class Why(GameQuestion[replies.WhyReply]):
    """Say why a move is good or bad: one that is named, or the last one made."""

    name, advice, slow = "why", True, True
    at: _At
    move: str = ""


@dataclass(frozen=True, slots=True)
class Teach(GameQuestion[replies.TeachReply]):
    """Say what a teacher has against a move before it is played."""

    name, advice, slow = "teach", True, True
    at: _At
    move: str


@dataclass(frozen=True, slots=True)
class Values(GameQuestion[replies.ValuesReply]):
    """Evaluate the position at a place and each of its moves."""

    name, advice, slow = "values", True, True
    at: _At


@dataclass(frozen=True, slots=True)
class Choices(GameQuestion[replies.ChoicesReply]):
    """Return what several players would do at a place."""

    name, advice, slow = "choices", True, True
    at: _At
    players: Annotated[tuple[str, ...], Several(4, Text())] = ()


@dataclass(frozen=True, slots=True)
class Review(GameQuestion[replies.ReviewReply]):
    """Review the game so far."""

    name, advice, slow = "review", True, True


@dataclass(frozen=True, slots=True)
class Act(GameQuestion[Done]):
    """Let the computer move; `TellNews` tells the move."""

    name, slow = "act", True


@dataclass(frozen=True, slots=True)
class RollDice(GameQuestion[Done]):
    """Let the dice roll; `TellNews` tells the roll."""

    name = "roll"


@dataclass(frozen=True, slots=True)
class TakeSnapshot(GameQuestion[replies.Snapshot]):
    """Return everything about the game."""

    name = "snapshot"


@dataclass(frozen=True, slots=True)
class RunClock(GameQuestion[replies.ClockReply]):
    """Let the clock run or stand."""

    name = "clock"
    runs: bool


@dataclass(frozen=True, slots=True)
class GetRematch(GameQuestion[replies.Rematch]):
    """Return what another game with sides changed would be."""

    name = "rematch"


@dataclass(frozen=True, slots=True)
class SetTag(GameQuestion[Done]):
    """Note something in the record; an empty text removes it."""

    name = "tag"
    tag: str
    text: Annotated[str, Trusted()]


@dataclass(frozen=True, slots=True)
class SaveWhole(GameQuestion[replies.SaveReply]):
    """Write all of the game."""

    name = "save"


# Puzzles.


@dataclass(frozen=True, slots=True)
class PuzzleCommand(Command[R]):
    """Something about the puzzles of whoever sits at this machine."""

    slow = True


@dataclass(frozen=True, slots=True)
class GetProgress(PuzzleCommand[replies.ProgressReply]):
    """Return how it went so far."""

    name = "training"


@dataclass(frozen=True, slots=True)
class FindMistakes(PuzzleCommand[replies.ProgressReply]):
    """Look for mistakes in saved games."""

    name = "mistakes"


@dataclass(frozen=True, slots=True)
class NextPuzzle(PuzzleCommand[replies.PuzzleReply]):
    """Give a puzzle."""

    name = "puzzle"
    rules: Annotated[str, Text(500), "A game's spec; empty for all games."] = ""
    mistakes: Annotated[bool, "Whether only one's own mistakes are given."] = False
    skipped: Annotated[tuple[str, ...], Several(50, Text(20)), "Puzzles not to give."] = ()


@dataclass(frozen=True, slots=True)
class AnswerPuzzle(PuzzleCommand[replies.AnswerReply]):
    """Try a move or a roll."""

    name = "answer"
    move: str


@dataclass(frozen=True, slots=True)
class RevealAnswer(PuzzleCommand[replies.RevealReply]):
    """Give the answer away."""

    name = "reveal"


# Positions: what is asked says all that the answer depends on.


@dataclass(frozen=True, slots=True)
class PositionQuestion(Command[R]):
    """A question about a position of a game."""

    game: _Spec
    options: _OptionMap = field(default_factory=dict)
    position: Annotated[str | None, Text(4000), "Where to begin; the start if left out."] = None
    moves: Annotated[str | None, Text(4000), "Played from there first."] = None


@dataclass(frozen=True, slots=True)
class Analyse(PositionQuestion[replies.Analysis]):
    """Evaluate a position and its moves."""

    name, slow = "analyse", True
    seconds: Annotated[float | None, Seconds(10), "How long to think; if left out, as for a hint."] = None


@dataclass(frozen=True, slots=True)
class Explore(PositionQuestion[replies.Explored]):
    """Evaluate the moves of a position, and count how often each was played in saved games."""

    name, slow = "explore", True


@dataclass(frozen=True, slots=True)
class DrawPosition(PositionQuestion[replies.Picture]):
    """Draw a position as SVG."""

    name = "draw position"


@dataclass(frozen=True, slots=True)
class Arrange(PositionQuestion[replies.Arranged]):
    """Return a position to change by hand: as it is written, or with pieces put on its cells."""

    name = "arrange"
    pieces: Annotated[
        tuple[int, ...] | None,
        Several(1024, Whole(-1, 10**6)),
        "For each cell, row by row from the top, the number of a piece of the supply; -1 for none.",
    ] = None
    side: Annotated[str | None, OneOf(("first", "second")), "Who is to move, where the pieces don't say."] = (
        None
    )


@dataclass(frozen=True, slots=True)
class Compare(PositionQuestion[replies.Comparison]):
    """Compare searches of a position, depth by depth."""

    name, slow = "compare", True
    depth: Annotated[int, Whole(1, 12), "Decisions to look ahead."] = 4
    players: Annotated[
        tuple[str, ...], Several(8, Text()), "Players that search; all of them if left out."
    ] = ()


@dataclass(frozen=True, slots=True)
class GrowTree(PositionQuestion[replies.SearchTree]):
    """Return the tree that a search visits, and the steps in which it does."""

    name, slow = "tree", True
    depth: Annotated[int, Whole(1, 12), "Decisions to look ahead."] = 2
    player: Annotated[str, "Who searches."] = "alphabeta"


# The server: its games and players, saved games, solving.


@dataclass(frozen=True, slots=True)
class GetVersion(Command[replies.Version]):
    """Return the version that runs here."""

    name = "version"


@dataclass(frozen=True, slots=True)
class ListGames(Command[replies.Catalogue]):
    """List all games and players with their options."""

    name = "games"


@dataclass(frozen=True, slots=True)
class ListRecords(Command[replies.SavedGames]):
    """List the saved games, the last one played first."""

    name = "records"


@dataclass(frozen=True, slots=True)
class ReadRecord(Command[replies.RecordText]):
    """Return a saved game as text."""

    name = "saved"
    game: Annotated[str, Text(4000)]
    accept_changed: _AcceptChanged = False


@dataclass(frozen=True, slots=True)
class GetSolving(Command[replies.SolvingReply]):
    """Return how far solving is."""

    name = "solving"


@dataclass(frozen=True, slots=True)
class StartSolving(Command[replies.SolvingReply]):
    """Start solving a game."""

    name = "solve"
    game: _Spec
    options: _OptionMap = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StopSolving(Command[replies.SolvingReply]):
    """Stop solving."""

    name = "stop"


# For code that is not ours: between a server and its sandboxes.


@dataclass(frozen=True, slots=True)
class CodeQuestion(Command[R]):
    """Something that runs a game's or a player's own code."""


@dataclass(frozen=True, slots=True)
class CheckGame(CodeQuestion[str]):
    """Load a game in a file, and return its title."""

    name = "check"
    path: Annotated[str, Trusted()]


@dataclass(frozen=True, slots=True)
class DescribeGame(CodeQuestion[replies.GameEntry]):
    """Return the entry of a game in a file, or of one that another package brings."""

    name = "describe"
    spec: Annotated[str, Trusted()]


@dataclass(frozen=True, slots=True)
class DescribePlayers(CodeQuestion[list[replies.PlayerEntry]]):
    """Return the players in a file."""

    name = "players"
    path: Annotated[str, Trusted()]


@dataclass(frozen=True, slots=True)
class PlayDemo(CodeQuestion[replies.Demo]):
    """Play a short game for the front page."""

    name = "demo"
    spec: Annotated[str, Trusted()]


@dataclass(frozen=True, slots=True)
class SolveGame(CodeQuestion[str]):
    """Solve a game, and say what came of it."""

    name, slow = "solve game", True
    spec: Annotated[str, Trusted()]
    options: Annotated[dict[str, str], Trusted()]


@dataclass(frozen=True, slots=True)
class OpenGame(CodeQuestion[replies.Snapshot]):
    """Hold one game: `request` is a `GameRequest`, `claim` the server's claim to it."""

    name = "open"
    game: Annotated[str, Trusted()]
    request: Annotated[dict[str, Any], Trusted()]
    claim: Annotated[dict[str, Any] | None, Trusted()]


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
    | (CheckGame | DescribeGame | DescribePlayers | PlayDemo | SolveGame | OpenGame)
)
