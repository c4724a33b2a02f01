"""Replies and events: plain values that clients are told, with their shapes as types.

At run time they are dicts, lists, texts and numbers, ready for JSON. The JSON
Schema of the HTTP interface and the page's TypeScript are written from these
types (`descriptions.py`). A text in `Annotated` describes a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

Side = Literal["first", "second"]
#: Whose turn it is, or whose move a move is.
Actor = Literal["first", "second", "chance"]
At = Annotated[int | str, "A place: after so many moves of the game, or a variation's by name, such as v7."]
Piece = Annotated[
    tuple[int, int, str, str, str],
    "Where a piece lies, whose it is, its shape, what is written on it, and what people call it.",
]
Gesture = Annotated[
    tuple[str, int | None, int | None, str],
    "A move, the cell that is touched to make it, the one that a piece comes from, and what else is chosen.",
]
Variation = Annotated[
    tuple[str, At, str, Actor],
    "The place's name, the place before it, the move between as people write it, and whose move it is.",
]
PlayedMove = Annotated[tuple[str, Actor], "A move as people write it, and whose it was."]
Supply = Annotated[
    tuple[int, str, str, str],
    "What may be put on a board: whose, its shape, what is written on it, its name.",
]
TreeStep = Annotated[
    tuple[str, int, str | None, int | None, str | None, str | None],
    "What a search did: a word, the node, a value, the node whose doing it was, alpha and beta.",
]
#: Something that everybody who plays has to want.
Wanted = Literal["undo", "redo", "draw", "again"]
Waits = Literal["person", "computer", "dice", "over", "nobody"]

#: Types that have a name of their own in TypeScript.
ALIASES: dict[str, Any] = {
    "Side": Side,
    "Actor": Actor,
    "At": At,
    "Piece": Piece,
    "Gesture": Gesture,
    "Variation": Variation,
    "PlayedMove": PlayedMove,
    "Supply": Supply,
    "TreeStep": TreeStep,
    "Wanted": Wanted,
    "Waits": Waits,
}


class Done(TypedDict):
    """Nothing to tell but that it was done."""


# The board.


class Board(TypedDict):
    """What is the same on the board throughout a game."""

    width: int
    height: int
    names: Sequence[str]
    ground: str
    falls: bool
    turns: bool
    rows: Sequence[str]
    columns: Sequence[str]
    labelled: bool
    faces: int
    colours: Annotated[Sequence[str], "Those of the two sides: white, black, red, blue or yellow."]
    links: Annotated[Sequence[Sequence[int]], "Lines that lead from one cell to another."]
    ghosts: Annotated[
        NotRequired[list[tuple[str, str] | None]], "The shape and text of what each side puts on the board."
    ]


class View(TypedDict):
    """What is on the board, and what can be done there."""

    turn: Actor | None
    mover: Side
    pieces: NotRequired[list[Piece]]
    gestures: NotRequired[list[Gesture]]
    last: NotRequired[Sequence[int]]
    threatened: NotRequired[Sequence[int]]
    lines: NotRequired[Sequence[Sequence[int]]]
    die: NotRequired[int]
    notes: NotRequired[Sequence[tuple[str, int | None]]]
    text: Annotated[NotRequired[str], "The position as text, where there is no board."]
    example: Annotated[NotRequired[str], "A move as people write it, where gestures name it otherwise."]


# A game as it stands.


class GameRules(TypedDict):
    """The game that is played."""

    spec: str
    title: str
    sides: list[str]
    dice: bool
    points: Annotated[int | None, "The most that one can win by, where outcomes are points."]
    help: str


class ClockReading(TypedDict):
    """The clock of a game."""

    seconds: float
    increment: float
    left: list[float]
    running: Side | None


class GameResult(TypedDict):
    """How a game ended."""

    result: str
    winner: Side | None
    by: Side | None
    how: str
    detail: str | None


class Standing(TypedDict):
    """What any move may change."""

    ply: int
    waits: Waits
    outcome: GameResult | None
    clock: ClockReading | None
    undo: bool
    redo: bool
    draw: bool
    opening: str
    claim: str | None


class Snapshot(Standing):
    """Everything about a game but who is there."""

    rules: GameRules
    seats: list[str]
    moves: list[PlayedMove]
    variations: list[Variation]
    comments: dict[str, str]
    board: Board | None
    view: View


class News(Standing):
    """What is different since it was told last: the first `at` moves are the same."""

    at: int
    moves: list[PlayedMove]
    view: View
    board: NotRequired[Board | None]
    variations: NotRequired[list[Variation]]
    comments: NotRequired[dict[str, str]]
    trouble: NotRequired[str]


class People(TypedDict):
    """Who plays by key and is there, and how many watch."""

    bound: bool
    free: Side | None
    here: list[bool]
    watching: int


class Happening(TypedDict):
    """The cause of a change, such as `joined`, `move`, `roll`, `undo`, `resign` or `time`."""

    kind: str
    move: NotRequired[str]
    side: NotRequired[Actor]


# Events: told to everybody who is in a game.


class State(Snapshot):
    """Everything about a game, once, when it is joined."""

    type: Literal["state"]
    seq: int
    game: str
    event: Happening
    pace: float
    paused: bool
    people: People
    trouble: NotRequired[str]


class Change(News):
    """What is different after something happened; `seq` is one higher each time."""

    type: Literal["change"]
    seq: int
    game: str
    event: Happening


class VariationsEvent(TypedDict):
    """The variations and comments as they are now."""

    type: Literal["variations"]
    variations: list[Variation]
    comments: dict[str, str]


class PeopleEvent(TypedDict):
    """Who is there now."""

    type: Literal["people"]
    people: People


class PaceEvent(TypedDict):
    """How fast two computers play each other now."""

    type: Literal["pace"]
    paused: bool
    pace: float


class OfferEvent(TypedDict):
    """Something that one player would like the other to agree to."""

    type: Literal["offer"]
    what: Wanted
    by: list[str]


class MovedEvent(TypedDict):
    """There is another game of the same people, and the key of a seat in it."""

    type: Literal["moved"]
    game: str
    key: str


class TroubleEvent(TypedDict):
    """Something went wrong that nobody asked for, such as a computer that could not move."""

    type: Literal["trouble"]
    message: str


class ProgressEvent(TypedDict):
    """How far the answer to a slow command is."""

    type: Literal["progress"]
    id: int
    done: int
    total: int


Event = (
    State
    | Change
    | VariationsEvent
    | PeopleEvent
    | PaceEvent
    | OfferEvent
    | MovedEvent
    | TroubleEvent
    | ProgressEvent
)


class Refusal(TypedDict):
    """A command that was not executed, and why."""

    type: Literal["error"]
    id: int | None
    kind: str
    message: str


# Replies about a game.


class Entered(TypedDict):
    """The game that was entered, and the sides that the client may move."""

    game: str
    you: list[str]
    key: Annotated[NotRequired[str], "Of the client's seat, where seats are locked."]
    invitation: Annotated[NotRequired[str], "Lets a friend take the other seat."]


class Seated(TypedDict):
    """A seat that was taken."""

    key: str
    you: list[str]


class Looked(TypedDict):
    """The board at a place."""

    at: At
    view: View
    position: str
    board: Annotated[NotRequired[Board | None], "Where it differs from the one told before."]


class Beside(TypedDict):
    """The variations and comments, for everybody in the game."""

    variations: list[Variation]
    comments: dict[str, str]


class LineViews(TypedDict):
    """The board after each move of a line."""

    views: list[View]


class RecordText(TypedDict):
    """The record of a game."""

    record: str


class Picture(TypedDict):
    """A position as SVG."""

    svg: str


# Values and reasons.


class Value(TypedDict):
    """What a position is worth to its mover: a result, a chance, or a guess."""

    text: str
    words: str
    exact: bool
    result: NotRequired[Literal[1, 0, -1] | None]
    plies: NotRequired[int | None]
    moves: Annotated[NotRequired[int], "The same as players of the game count it."]
    chance: NotRequired[float]
    points: Annotated[NotRequired[float], "By how many the mover wins, where outcomes are points."]
    average: Annotated[NotRequired[bool], "Whether dice decide, so that points are an average."]
    score: NotRequired[float]
    prospect: Annotated[NotRequired[float], "What a guess says of the result, from 0 for a loss to 1."]


class Odds(TypedDict):
    """Chances against an opponent who moves at random."""

    win: float
    draw: float
    loss: float


class MoveValue(TypedDict):
    """A move and what it is worth to the player who makes it."""

    move: str
    text: Annotated[str, "The move as people write it there."]
    value: Value
    line: Annotated[list[str], "The moves expected, this one first, as people write them."]
    against_random: NotRequired[Odds]


class RollValue(TypedDict):
    """A roll, how likely it is, and what it is worth to the player who rolls."""

    roll: str
    probability: float
    value: Value


class Analysis(TypedDict):
    """What a position and its moves are worth."""

    game: str
    position: str
    turn: Actor
    mover: Side
    value: Value
    source: Annotated[str, "How that is known."]
    share: Annotated[float, "The first player's share of a full win, from 0 to 1."]
    moves: Annotated[list[MoveValue], "Best first."]
    rolls: Annotated[list[RollValue], "Where the dice are to be rolled."]
    notes: list[str]
    outcome: NotRequired[str | None]


class Reason(TypedDict):
    """A reason for or against a move."""

    kind: str
    text: str
    moves: list[str]


class Explanation(TypedDict):
    """A move and the reasons for or against it."""

    move: str
    written: str
    value: Value
    best: bool
    numbers: Annotated[str, "Its value in numbers, and where it comes from."]
    stopped: float | None
    line: list[str]
    line_words: str
    reasons: list[Reason]


class WordedExplanation(Explanation):
    """An explanation and all of it in words."""

    words: str


class HintReply(TypedDict):
    """A good move, and why; `seq` is the state that it belongs to."""

    seq: NotRequired[int]
    hint: WordedExplanation


class WhyReply(TypedDict):
    """Why a move is good or bad."""

    seq: NotRequired[int]
    why: WordedExplanation


class Objection(TypedDict):
    """What a teacher says against a move before it is played."""

    move: str
    label: str
    words: str
    refutation: str
    better: str
    cost: float | None
    line: list[str]


class TeachReply(TypedDict):
    """A teacher's objection; null if there is none."""

    seq: NotRequired[int]
    objection: Objection | None


class ValuesReply(TypedDict):
    """The values at a place."""

    seq: NotRequired[int]
    at: At
    values: Analysis


class Choice(TypedDict):
    """The move that a player would make, and what it knew when it chose."""

    player: str
    move: str
    value: Value | None
    line: list[str]
    depth: int | None
    nodes: int | None


class ChosenMove(TypedDict):
    """The move that a computer chose, and its value as text."""

    move: str
    value: str | None


class ChoicesReply(TypedDict):
    """What several players would do."""

    seq: NotRequired[int]
    choices: list[Choice]


class Stopped(TypedDict):
    """The positions after which time cut a search short, and the seconds."""

    positions: int
    seconds: float


class Phase(TypedDict):
    """A part of a game in which one side stood better, or neither."""

    begin: int
    end: int
    standing: str


class Summary(TypedDict):
    """How one player did."""

    decisions: int
    critical: int
    found: int
    only_moves: int
    only_found: int
    accuracy: float | None
    given_away: float
    luck: float
    labels: dict[str, int]
    won: int
    let_go: int
    wasted: int
    lost: int
    held: int
    hastened: int
    traps: int
    slipped: int


class Decision(TypedDict):
    """One move of a game in review."""

    ply: int
    side: Side
    position: str
    move: str
    written: str
    mark: str
    only: bool
    moves: int
    good: int | None
    value: Value
    best: str
    best_value: Value
    best_line: list[str]
    best_words: str
    played_line: list[str]
    label: str
    slower: int
    cost: float | None
    critical: bool
    found: bool
    why: Explanation | None
    reply: Explanation | None
    better: Explanation | None


class ReviewRow(TypedDict):
    """A row of the review's table of moves."""

    what: str
    values: str
    verdict: str


class ReviewedRoll(TypedDict):
    """A roll, and how lucky it was."""

    ply: int
    side: Side
    roll: str
    before: float
    after: float
    luck: float


class Resistance(TypedDict):
    """A move in a lost position, and the replies that it left the opponent."""

    ply: int
    side: Side
    replies: int
    winning: int
    hardness: float
    hardest: float
    harder: str | None
    trap: bool
    slipped: bool


class DrawnPosition(TypedDict):
    """A position, and how it looks as text."""

    position: str
    board: str


class PlayAgain(TypedDict):
    """How to play on from a position against the computer, with the command for a terminal."""

    game: str
    position: str
    side: Side
    command: str


class Lesson(TypedDict):
    """A mistake explained: the reason, the refutation and the better move, with the boards."""

    ply: int
    side: Side
    title: str
    why: str
    reply: str
    refutation: str
    better: str
    line: str
    position: str
    board: str
    refuted: DrawnPosition
    again: PlayAgain


class ReviewText(TypedDict):
    """A review in words."""

    rows: list[tuple[str, str, str]]
    summaries: list[str]
    phases: list[str]
    stopped: str
    unit: str
    chances: list[str]
    lessons: list[Lesson]


class GameReview(TypedDict):
    """A game gone through, decision by decision."""

    game: str
    result: str
    by: str
    opening: str
    exact: bool
    own: list[Side]
    stopped: Stopped | None
    first: Summary
    second: Summary
    decisions: list[Decision]
    rolls: list[ReviewedRoll]
    resisted: list[Resistance]
    phases: list[Phase]
    said: ReviewText
    prospects: list[float]
    rows: list[ReviewRow]
    words: list[str]


class ReviewReply(TypedDict):
    """The review of the game so far."""

    seq: NotRequired[int]
    review: GameReview


# Positions, searches and solving.


class Arranged(TypedDict):
    """A position to change by hand, and what may be put there."""

    position: str
    board: Annotated[Board | None, "What it is drawn on; null where it is a text."]
    view: Annotated[View, "What is on it."]
    chooses: Annotated[bool, "Whether the pieces leave open who is to move."]
    supply: Annotated[list[Supply], "What may be put on the board."]


class ExploredMove(TypedDict):
    """A move, what it is worth, and how games went on in which it was played."""

    move: str
    written: Annotated[str, "The move as people write it there."]
    value: Value
    games: int
    won: Annotated[int, "By the first player."]
    drawn: int
    lost: Annotated[int, "By the first player."]
    score: Annotated[float | None, "The mover's points a game."]


class Explored(TypedDict):
    """The moves of a position with their values, and how often each was played in saved games."""

    game: str
    position: str
    turn: Actor
    mover: Side
    value: Value
    source: Annotated[str, "How that is known."]
    games: Annotated[int, "Saved games that went on from here."]
    moves: Annotated[list[ExploredMove], "Best first, then the most played."]


class SearchRow(TypedDict):
    """What one search takes to one depth."""

    player: str
    depth: int
    nodes: int
    cutoffs: int
    table_hits: int
    researches: int
    seconds: float
    judges: Annotated[str, "How it judges, where not as usual; then values need not agree."]


class Comparison(TypedDict):
    """What searches take on a position, depth by depth."""

    rows: list[SearchRow]


class TreeNode(TypedDict):
    """A node that a search visited."""

    parent: Annotated[int | None, "The node above, by its place in the list."]
    move: str
    kind: Literal["decision", "chance", "table", "horizon", "end"]
    mover: Side
    alpha: str
    beta: str
    value: str
    bound: Annotated[Literal["exact", "least", "most"], "Whether the value is all that is known."]
    skipped: Annotated[int, "Branches that were never looked at."]
    position: str


class SearchTree(TypedDict):
    """The tree that a search visits, and the steps in which it does."""

    player: str
    depth: int
    sides: list[str]
    nodes: Annotated[list[TreeNode], "In the order in which they were visited."]
    steps: Annotated[list[TreeStep], "What the search did."]


class Job(TypedDict):
    """A solving: how far it is, and what came of it."""

    game: str
    state: Literal["running", "done", "stopped", "failed"]
    done: int
    total: Annotated[int, "0 while it is not known."]
    message: str


class SolvingReply(TypedDict):
    """The solving that runs or ran last; null if there was none."""

    job: Job | None


# The catalogue, and saved games.


class Platform(TypedDict):
    """What can be done where the service runs; a browser can do less."""

    threads: Annotated[bool, "Whether searches can use several threads."]
    processes: Annotated[bool, "Whether programs can be started."]
    sockets: Annotated[bool, "Whether others can be reached over a network."]
    memory: Annotated[int | None, "Bytes that can be addressed, where that is a bound."]


class Version(TypedDict):
    """What runs here."""

    kibitz: str
    protocol: Annotated[int, "Changes when an older page can't talk to this server any more."]
    local: Annotated[bool, "Whether this machine alone can reach the server."]
    platform: Platform


class Option(TypedDict):
    """An option of a game or player, with what a form needs to ask for it."""

    name: str
    kind: Literal["yes or no", "choice", "number", "memory", "text"]
    default: str | int | bool
    help: str
    range: str
    low: int
    high: int
    choices: list[str]
    longest: int
    display: Annotated[bool, "Whether it changes only how the game is shown."]


class Opponent(TypedDict):
    """A word for an opponent, and the player behind it."""

    word: str
    spec: str


class DemoView(TypedDict):
    """The board of a demo after one of its moves; nothing to touch."""

    pieces: NotRequired[list[Piece]]
    last: NotRequired[Sequence[int]]
    lines: NotRequired[Sequence[Sequence[int]]]
    die: NotRequired[int]
    text: NotRequired[str]


class WonView(DemoView):
    """The board of a game that is won, and who won it."""

    winner: Side


class Demo(TypedDict):
    """A short game for the front page."""

    board: Board | None
    views: list[DemoView]
    won: NotRequired[WonView | None]


#: Where a game comes from.
Source = Literal["built-in", "example", "file", "installed"]


class GameEntry(TypedDict):
    """A game, its options, and who can play it."""

    name: str
    title: str
    summary: str
    known: Annotated[str, "What is known of it, such as that it is a draw."]
    short: Annotated[str, "How it is played, in a line or two."]
    words: Annotated[list[str], "Its rules."]
    sides: list[str]
    dice: bool
    source: Source
    room: Annotated[int | str, "Games with the same are kin."]
    options: list[Option]
    players: Annotated[list[str], "Who can play it."]
    opponents: Annotated[list[Opponent], "The usual ones, from easy to strong."]
    demo: Annotated[Demo, "The board, and a short game on it."]


class PlayerEntry(TypedDict):
    """A player and its options."""

    name: str
    summary: str
    options: list[Option]


class Catalogue(TypedDict):
    """All games and players with their options."""

    games: list[GameEntry]
    players: list[PlayerEntry]
    searchers: Annotated[list[str], "The players that search a tree."]


class SavedGame(TypedDict):
    """A saved game."""

    name: str
    game: str
    title: str
    first: str
    second: str
    changed: Annotated[str, "When it was played last, in ISO 8601."]
    moves: int | None
    result: Literal["1-0", "0-1", "1/2-1/2", "*"]
    by: Annotated[str, "What ended it, such as checkmate; empty where nobody said."]


class SavedGames(TypedDict):
    """The saved games, the last one played first."""

    records: list[SavedGame]


# Puzzles.


class PuzzleProgress(TypedDict):
    """How puzzles went so far, and what waits."""

    days: Annotated[list[tuple[str, int, int]], "Each day with tries: how many, and how many at once."]
    tries: int
    at_once: int
    due: int
    mistakes: int
    puzzles: int


class ProgressReply(TypedDict):
    """How puzzles went so far."""

    progress: PuzzleProgress


class Puzzle(TypedDict):
    """A puzzle as it stands, with its board; never its answer before that is found."""

    id: str
    game: str
    position: str
    question: str
    task: str
    grade: int
    turn: Actor
    mover: Side
    wrong: int
    solved: bool
    shown: bool
    title: str
    sides: list[str]
    played: str
    record: str
    board: Board | None
    view: View
    answers: NotRequired[list[str]]
    solution: NotRequired[str]


class PuzzleReply(TypedDict):
    """Something to solve."""

    puzzle: Puzzle


class AnswerReply(TypedDict):
    """What came of an answer."""

    result: str
    reply: str | None
    why: str
    puzzle: Puzzle


class RevealReply(TypedDict):
    """The answer, given away."""

    why: str
    puzzle: Puzzle


# Between a server and its sandboxes.


class Rematch(TypedDict):
    """Another game of the same people with sides changed."""

    rules: str
    first: str
    second: str
    clock: str | None


class ClockReply(TypedDict):
    """The clock as it is now."""

    clock: ClockReading | None


class SaveReply(TypedDict):
    """What went wrong when a game was written, if something did."""

    trouble: str | None
