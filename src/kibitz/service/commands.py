"""Commands: all requests of clients, one class each, with the type of its reply.

A command is a plain, validated value. `codec.py` makes it from JSON, `service.py` executes it,
`descriptions.py` generates JSON Schema and TypeScript from its types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, TypeVar, dataclass_transform

from kibitz.puzzles.puzzle import Task
from kibitz.service import codec, replies
from kibitz.service.replies import At, Done, Wanted

R = TypeVar("R", covariant=True)

#: Protocol version; older pages reload themselves when it changes.
PROTOCOL = 1
#: The seat of a remote person, who will come by an invitation.
FRIEND = "friend"
#: Seconds between moves of computers that play each other.
PACE = 0.7


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Command(Generic[R]):
    """A request with a reply of type R. Every command is a frozen dataclass."""

    #: Its name in messages.
    name: ClassVar[str]
    #: Whether it is slow; a client's newer command of the same kind cancels it.
    slow: ClassVar[bool] = False
    #: Whether it enters or starts a game, which may wait for the disk or a process.
    waits: ClassVar[bool] = False
    #: Whether it writes to disk; starting a game is counted separately.
    writes: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, name: str = "", slow: bool = False, waits: bool = False, writes: bool = False
    ) -> None:
        super().__init_subclass__()
        cls.name, cls.waits = name, waits
        cls.slow, cls.writes = slow or cls.slow, writes or cls.writes
        dataclass(frozen=True)(cls)


_Seq = Annotated[int | None, "The state that the client acted on; refused if the game has changed since."]
_At = Annotated[At, codec.place()]
_Spec = Annotated[str, codec.text(500), "A game's spec."]
_OptionMap = Annotated[dict[str, str], codec.options(), "Options of the game that are not in its spec."]
_Seat = Annotated[str, codec.text(), "Who has this seat: `person`, `friend` or a player's spec."]
_Move = Annotated[str, codec.text(), "A move in notation."]
_AcceptChanged = Annotated[bool, "Accept a record whose checksum does not match."]


# Entering games


class NewGame(Command[replies.Entered], name="new", waits=True):
    """Start a game: a seat is `person`, `friend` or a player's spec."""

    rules: _Spec
    options: _OptionMap = field(default_factory=dict)
    first: _Seat = "person"
    second: _Seat = "person"
    seed: Annotated[int | None, codec.whole(high=10**18), "Seed of dice and players."] = None
    position: Annotated[str | None, codec.text(4000), "The position to begin with; by default the start."] = (
        None
    )
    clock: Annotated[
        float | str | None, codec.clock_time(), "Seconds for each player, or such as `5m+3s`."
    ] = None
    pace: Annotated[float, codec.seconds(10)] = PACE
    analysis: Annotated[bool, "Whether it is an analysis board without players."] = False


class JoinGame(Command[replies.Entered], name="join", waits=True):
    """Enter a game in memory or on disk."""

    game: Annotated[str, codec.text(80)]
    key: Annotated[str, "Key of a seat."] = ""
    accept_changed: _AcceptChanged = False
    take_over: Annotated[bool, "Take the game from another program that has it open."] = False


class LoadRecord(Command[replies.Entered], name="load", waits=True):
    """Start a new game from a record."""

    record: Annotated[str, codec.text(60_000), "The record of the game."]
    analysis: Annotated[bool, "Whether it is an analysis board without players."] = False
    accept_changed: _AcceptChanged = False


class PlayAgain(Command[Done], name="again", waits=True):
    """Start a rematch with sides swapped, or agree to it."""


class TakeSeat(Command[replies.Seated], name="sit", writes=True):
    """Take the seat of an invitation."""

    invitation: str


class Pause(Command[Done], name="pause"):
    """Pause or resume computers that play each other, or set their pace."""

    paused: bool = False
    pace: Annotated[float | None, codec.seconds(10)] = None


# Changing a game: the process of the game returns the news, the client gets an acknowledgement.


class ChangeGame(Command[Done], writes=True):
    """A change of a game in state `seq`."""

    #: With locked seats: an offer, if all people have to agree; otherwise only the side to move may do it.
    offer: ClassVar[Wanted | None] = None
    #: Error message for others.
    refusal: ClassVar[str] = ""
    seq: _Seq = None

    def __init_subclass__(cls, *, offer: Wanted | None = None, refusal: str = "", **traits: Any) -> None:
        super().__init_subclass__(**traits)
        cls.offer, cls.refusal = offer, refusal


class Play(Command[Done], name="play", writes=True):
    """Play a person's move."""

    move: _Move
    seq: _Seq = None


class Undo(ChangeGame, name="undo", offer="undo"):
    """Undo the last move of a person."""


class Redo(ChangeGame, name="redo", offer="redo"):
    """Redo undone moves."""


class OfferDraw(ChangeGame, name="draw", offer="draw"):
    """Offer a draw, or accept an offer."""


class Resign(ChangeGame, name="resign", refusal="you can resign when it is your turn"):
    """Resign for the person to move."""


class ClaimDraw(ChangeGame, name="claim", refusal="you can claim a draw when it is your turn"):
    """Claim a draw for the person to move."""


class AgreeOnDraw(ChangeGame, name="agree"):
    """End the game in a draw by agreement."""


class CheckFlag(ChangeGame, name="flag"):
    """Check whether a side's time is up."""


class TellNews(ChangeGame, name="news"):
    """Return what has changed since the last news, as after a computer's move."""


# Queries and annotations of a game


class GameQuestion(Command[R]):
    """A query about a game; the game itself does not change."""

    #: Whether it is refused to people who play each other until the game is over.
    advice: ClassVar[bool] = False

    def __init_subclass__(cls, *, advice: bool = False, **traits: Any) -> None:
        super().__init_subclass__(**traits)
        cls.advice = advice


class Look(GameQuestion[replies.Looked], name="look"):
    """Return the board at a place."""

    at: _At


class ShowLine(GameQuestion[replies.LineViews], name="line", advice=True):
    """Return the board after each move of a line."""

    at: _At
    moves: Annotated[tuple[str, ...], codec.several(16, codec.text(40))] = ()


class GetRecord(GameQuestion[replies.RecordText], name="record"):
    """Return the record of the game."""


class ShowText(GameQuestion[replies.PositionText], name="text"):
    """Return a place as text, with the legal moves."""

    at: Annotated[At | None, codec.place(), "A place; by default the latest position."] = None


class GetPicture(GameQuestion[replies.Picture], name="picture"):
    """Return an SVG picture of a place."""

    at: _At


class TryMove(GameQuestion[replies.Looked], name="try", advice=True, writes=True):
    """Play a move as a variation."""

    at: _At
    move: str


class DropVariation(GameQuestion[Done], name="drop", advice=True, writes=True):
    """Remove a variation."""

    at: _At


class PromoteVariation(GameQuestion[Done], name="promote", advice=True, writes=True):
    """Move a variation before the others."""

    at: _At


class WriteComment(GameQuestion[Done], name="comment", advice=True, writes=True):
    """Set the comment of a place; an empty text removes it."""

    at: _At
    text: Annotated[str, codec.text(600)]


class Hint(GameQuestion[replies.HintReply], name="hint", advice=True, slow=True):
    """Suggest a move, with reasons."""

    at: _At


class Why(GameQuestion[replies.WhyReply], name="why", advice=True, slow=True):
    """Explain why a move is good or bad: the given one, or the last one made."""

    at: _At
    move: _Move = ""


class Teach(GameQuestion[replies.TeachReply], name="teach", advice=True, slow=True):
    """Check a move for blunders before it is played."""

    at: _At
    move: str


class Values(GameQuestion[replies.ValuesReply], name="values", advice=True, slow=True):
    """Evaluate the position at a place and each of its moves."""

    at: _At


class Choices(GameQuestion[replies.ChoicesReply], name="choices", advice=True, slow=True):
    """Return the choices of several players at a place."""

    at: _At
    players: Annotated[tuple[str, ...], codec.several(4, codec.text())] = ()


class Review(GameQuestion[replies.ReviewReply], name="review", advice=True, slow=True):
    """Review the game so far."""

    quick: Annotated[bool, "Whether to search each position only briefly, for a first look."] = False


class Act(GameQuestion[Done], name="act", slow=True):
    """Let the computer move; `TellNews` returns the move."""


class RollDice(GameQuestion[Done], name="roll"):
    """Roll the dice; `TellNews` returns the roll."""


class TakeSnapshot(GameQuestion[replies.Snapshot], name="snapshot"):
    """Return everything about the game."""


class RunClock(GameQuestion[replies.ClockReply], name="clock"):
    """Start or stop the clock."""

    runs: bool


class GetRematch(GameQuestion[replies.Rematch], name="rematch"):
    """Return the request for a rematch with sides swapped."""


class SetTag(GameQuestion[Done], name="tag"):
    """Set a tag of the record; an empty text removes it."""

    tag: str
    text: Annotated[str, codec.TRUSTED]


class SaveWhole(GameQuestion[replies.SaveReply], name="save"):
    """Write the whole record to disk."""


# Puzzles


#: The themes of puzzles are their tasks.
_Theme = Annotated[str, codec.one_of("", *(task.value for task in Task)), "A puzzle's task; empty for all."]


class PuzzleCommand(Command[R], slow=True):
    """A command about the puzzles of the person at this machine."""


class GetProgress(PuzzleCommand[replies.ProgressReply], name="training"):
    """Return the results so far, of one game and theme or of all."""

    rules: Annotated[str, codec.text(500), "A game's spec; empty for all games."] = ""
    theme: _Theme = ""


class FindMistakes(PuzzleCommand[replies.ProgressReply], name="mistakes"):
    """Search saved games for mistakes."""


class NextPuzzle(PuzzleCommand[replies.PuzzleReply], name="puzzle"):
    """Return the next puzzle."""

    rules: Annotated[str, codec.text(500), "A game's spec; empty for all games."] = ""
    mistakes: Annotated[bool, "Whether to give only puzzles from own mistakes."] = False
    skipped: Annotated[tuple[str, ...], codec.several(50, codec.text(20)), "Puzzles not to give."] = ()
    theme: _Theme = ""
    position: Annotated[str | None, codec.text(4000), "The position of the puzzle, if it came by a link."] = (
        None
    )


class AnswerPuzzle(PuzzleCommand[replies.AnswerReply], name="answer"):
    """Try an answer."""

    move: _Move


class GiveClue(PuzzleCommand[replies.ClueReply], name="clue"):
    """Say what to look for, without the answer."""


class RevealAnswer(PuzzleCommand[replies.RevealReply], name="reveal"):
    """Reveal the answer."""


# Positions: stateless queries


class CodeQuery(Command[R]):
    """A stateless query that runs the code of a game."""


class PositionQuestion(CodeQuery[R]):
    """A query about a position of a game."""

    game: _Spec
    options: _OptionMap = field(default_factory=dict)
    position: Annotated[str | None, codec.text(4000), "The position; by default the start."] = None
    moves: Annotated[
        str | tuple[str, ...] | None,
        codec.line(),
        "Moves to play from there first: a list, or a text with blanks between moves. In games written in "
        "Python a text is one move.",
    ] = None


class Analyse(PositionQuestion[replies.Analysis], name="analyse", slow=True):
    """Evaluate a position and its moves."""

    seconds: Annotated[float | None, codec.seconds(10), "Time limit; by default that of a hint."] = None


class Explore(PositionQuestion[replies.Explored], name="explore", slow=True):
    """Evaluate the moves of a position, with their statistics in saved games."""


class DrawPosition(PositionQuestion[replies.Picture], name="draw position"):
    """Draw a position as SVG."""


class DescribePosition(PositionQuestion[replies.PositionText], name="describe position"):
    """Return a position as text, with the legal moves."""


class GetRules(PositionQuestion[replies.RulesText], name="rules"):
    """Return the rules of a game with its options, and a position of it as text."""


class Explain(PositionQuestion[replies.WhyReply], name="explain", slow=True):
    """Explain why a move of a position is good or bad; without a move, the best one."""

    move: _Move = ""
    seconds: Annotated[float | None, codec.seconds(10), "Time limit; by default that of a hint."] = None


class Arrange(PositionQuestion[replies.Arranged], name="arrange"):
    """Return a position for the editor: from its notation, or from the pieces on its cells."""

    pieces: Annotated[
        tuple[int, ...] | None,
        codec.several(1024, codec.whole(-1, 10**6)),
        "For each cell, row by row from the top, the index of a piece in the supply; -1 for none.",
    ] = None
    side: Annotated[
        str | None, codec.one_of("first", "second"), "The side to move, if the pieces don't imply it."
    ] = None


class Compare(PositionQuestion[replies.Comparison], name="compare", slow=True):
    """Compare searches of a position by depth."""

    depth: Annotated[int, codec.whole(1, 12), "Search depth in decisions."] = 4
    players: Annotated[
        tuple[str, ...], codec.several(8, codec.text()), "Players to compare; by default all that search."
    ] = ()


class GrowTree(PositionQuestion[replies.SearchTree], name="tree", slow=True):
    """Return the tree of a search, and its steps."""

    depth: Annotated[int, codec.whole(1, 12), "Search depth in decisions."] = 2
    player: Annotated[str, "The player that searches."] = "alphabeta"


# Records and matches: stateless as well


class ReviewRecord(CodeQuery[replies.ReviewReply], name="review record", slow=True):
    """Review the game in a record, without saving it."""

    record: Annotated[str, codec.text(60_000), "The record of the game."]
    accept_changed: _AcceptChanged = False


class PlayMatch(CodeQuery[replies.MatchReply], name="match", slow=True):
    """Play a match between two players, in pairs of games with the sides swapped."""

    game: _Spec
    first: Annotated[str, codec.text(), "A player's spec."]
    second: Annotated[str, codec.text(), "Another player's spec."]
    options: _OptionMap = field(default_factory=dict)
    games: Annotated[int, codec.whole(1, 1000), "Number of games."] = 20
    nodes: Annotated[int, codec.whole(1, 10**7), "Limit per move, for players without their own."] = 10_000
    seconds: Annotated[float, codec.seconds(60), "Time limit; the games so far count."] = 20.0
    seed: Annotated[int, codec.whole(high=10**18), "The same seed gives the same match."] = 0


# The server: catalogue, saved games, solving


class GetVersion(Command[replies.Version], name="version"):
    """Return the version of the server."""


class ListGames(Command[replies.Catalogue], name="games"):
    """List all games and players with their options."""


class ListRecords(Command[replies.SavedGames], name="records"):
    """List the saved games, most recent first."""


class ReadRecord(Command[replies.RecordText], name="saved"):
    """Return a saved game as text."""

    game: Annotated[str, codec.text(4000)]
    accept_changed: _AcceptChanged = False


class GetSolving(Command[replies.SolvingReply], name="solving"):
    """Return the progress of solving."""


class StartSolving(Command[replies.SolvingReply], name="solve"):
    """Start solving a game."""

    game: _Spec
    options: _OptionMap = field(default_factory=dict)


class StopSolving(Command[replies.SolvingReply], name="stop"):
    """Stop solving."""


class WriteGame(Command[replies.WrittenGame], name="write game", slow=True, writes=True):
    """Check the rules of a game written in Python, and offer it if they have no problem."""

    title: Annotated[str, codec.text(40), "Name of its file: lower-case letters, digits and underscores."]
    source: Annotated[str, codec.text(40_000), "The Python source of the file."]


# Sandboxes: commands from a server


class CodeQuestion(Command[R]):
    """A command that runs a game's or a player's own code."""


class CheckRules(CodeQuestion[replies.RulesReport], name="check rules", slow=True):
    """Check the rules of a game in a file by playing random games."""

    path: Annotated[str, codec.TRUSTED]
    games: Annotated[int, codec.TRUSTED]


class CheckGame(CodeQuestion[str], name="check"):
    """Load a game in a file, and return its title."""

    path: Annotated[str, codec.TRUSTED]


class DescribeGame(CodeQuestion[replies.GameEntry], name="describe"):
    """Return the entry of a game from a file or another package."""

    spec: Annotated[str, codec.TRUSTED]


class DescribePlayers(CodeQuestion[list[replies.PlayerEntry]], name="players"):
    """Return the players in a file."""

    path: Annotated[str, codec.TRUSTED]


class PlayDemo(CodeQuestion[replies.Demo], name="demo"):
    """Play a short game for the front page."""

    spec: Annotated[str, codec.TRUSTED]


class SolveGame(CodeQuestion[str], name="solve game", slow=True):
    """Solve a game, and return a summary."""

    spec: Annotated[str, codec.TRUSTED]
    options: Annotated[dict[str, str], codec.TRUSTED]


class OpenGame(CodeQuestion[replies.Snapshot], name="open"):
    """Open a game: `request` is a `GameRequest`, `claim` the server's claim to it."""

    game: Annotated[str, codec.TRUSTED]
    request: Annotated[dict[str, Any], codec.TRUSTED]
    claim: Annotated[dict[str, Any] | None, codec.TRUSTED]


class ThinkFor(CodeQuestion[dict[str, Any]], name="think", slow=True):
    """Execute a slow query for a game of another process; `request` is a `GameRequest` for a copy of it.

    `question` is a `GameQuestion` as JSON. For `Act` the reply is the computer's choice, which the other
    process plays.
    """

    request: Annotated[dict[str, Any], codec.TRUSTED]
    question: Annotated[dict[str, Any], codec.TRUSTED]


#: Changes that clients may request, and internal ones.
ChangeCommand = Play | Undo | Redo | OfferDraw | Resign | ClaimDraw
AnyChange = ChangeCommand | AgreeOnDraw | CheckFlag | TellNews

_Beside = TryMove | DropVariation | PromoteVariation | WriteComment
_Advice = Hint | Why | Teach | Values | Choices | Review
AnyGameQuestion = Look | ShowLine | GetRecord | ShowText | GetPicture | _Beside | _Advice
AnyPuzzleCommand = GetProgress | FindMistakes | NextPuzzle | AnswerPuzzle | GiveClue | RevealAnswer
_Description = DrawPosition | DescribePosition | GetRules
AnyPositionQuestion = Analyse | Explain | _Description | Arrange | Compare | GrowTree
AnyCodeQuery = AnyPositionQuestion | ReviewRecord | PlayMatch

#: Commands that need an open game or puzzle.
LiveCommand = (
    (NewGame | JoinGame | LoadRecord | PlayAgain | TakeSeat | Pause)
    | ChangeCommand
    | AnyGameQuestion
    | AnyPuzzleCommand
)
#: Stateless commands.
_Server = GetVersion | ListGames | ListRecords | ReadRecord | GetSolving | StartSolving | StopSolving
AnyCommand = LiveCommand | AnyCodeQuery | Explore | WriteGame | _Server

#: Queries that the process of a game executes.
AnyInnerQuestion = Act | RollDice | TakeSnapshot | RunClock | GetRematch | SetTag | SaveWhole
AnyGameCommand = AnyChange | AnyGameQuestion | AnyInnerQuestion
#: Commands that a sandbox executes.
CodeCommand = (
    AnyGameCommand
    | AnyCodeQuery
    | (CheckRules | CheckGame | DescribeGame | DescribePlayers | PlayDemo | SolveGame | OpenGame | ThinkFor)
)
