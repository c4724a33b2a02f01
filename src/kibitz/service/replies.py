"""Replies and events: plain values for clients, with their types.

At run time they are dicts, lists, texts and numbers, ready for JSON. The JSON Schema of the HTTP interface
and the page's TypeScript are generated from these types (`descriptions.py`). A text in `Annotated` describes
a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

Side = Literal["first", "second"]
#: A side to act.
Actor = Literal["first", "second", "chance"]
At = Annotated[int | str, "A place: after so many moves of the game, or a variation's by name, such as v7."]
Piece = Annotated[
    tuple[int, int, str, str, str],
    "A piece: its cell, side, shape, label and name.",
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
    "A piece that the editor offers: its side, shape, label and name.",
]
TreeStep = Annotated[
    tuple[str, int, str | None, int | None, str | None, str | None],
    "What a search did: a word, the node, a value, the node whose doing it was, alpha and beta.",
]
#: An offer that everybody who plays has to accept.
Wanted = Literal["undo", "redo", "draw", "again"]
Waits = Literal["person", "computer", "dice", "over", "nobody"]

#: Types with their own names in TypeScript.
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
    """An acknowledgement."""


# Board


class Board(TypedDict):
    """The constant parts of a game's board."""

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
    colours: Annotated[Sequence[str], "The colours of the two sides: white, black, red, blue or yellow."]
    links: Annotated[Sequence[Sequence[int]], "Lines between two cells."]
    ghosts: Annotated[
        NotRequired[list[tuple[str, str] | None]], "The shape and text of each side's new pieces."
    ]


class View(TypedDict):
    """The current content of a board, with gestures."""

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
    example: Annotated[NotRequired[str], "A move in notation, if gestures name it differently."]


# State of a game


class GameRules(TypedDict):
    """The game."""

    spec: str
    title: str
    sides: list[str]
    dice: bool
    points: Annotated[int | None, "The maximum margin, if outcomes are points."]
    help: str


class ClockReading(TypedDict):
    """The clock of a game."""

    seconds: float
    increment: float
    left: list[float]
    running: Side | None


class GameResult(TypedDict):
    """The result of a game."""

    result: str
    winner: Side | None
    by: Side | None
    how: str
    detail: str | None


class Standing(TypedDict):
    """State that any move may change."""

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
    """The whole state of a game, without its people."""

    rules: GameRules
    seats: list[str]
    moves: list[PlayedMove]
    variations: list[Variation]
    comments: dict[str, str]
    board: Board | None
    view: View


class News(Standing):
    """Changes since the last news: the first `at` moves are the same."""

    at: int
    moves: list[PlayedMove]
    view: View
    board: NotRequired[Board | None]
    variations: NotRequired[list[Variation]]
    comments: NotRequired[dict[str, str]]
    trouble: NotRequired[str]


class People(TypedDict):
    """The people present who play, by seat, and the number of spectators."""

    bound: bool
    free: Side | None
    here: list[bool]
    watching: int


class Happening(TypedDict):
    """The cause of a change, such as `joined`, `move`, `roll`, `undo`, `resign` or `time`."""

    kind: str
    move: NotRequired[str]
    side: NotRequired[Actor]


# Events: sent to everybody in a game


class State(Snapshot):
    """The whole state of a game, sent once on joining."""

    type: Literal["state"]
    seq: int
    game: str
    event: Happening
    pace: float
    paused: bool
    people: People
    trouble: NotRequired[str]


class Change(News):
    """The changes of an event; `seq` increases by one each time."""

    type: Literal["change"]
    seq: int
    game: str
    event: Happening


class VariationsEvent(TypedDict):
    """The current variations and comments."""

    type: Literal["variations"]
    variations: list[Variation]
    comments: dict[str, str]


class PeopleEvent(TypedDict):
    """The people present."""

    type: Literal["people"]
    people: People


class PaceEvent(TypedDict):
    """The current pace of two computers."""

    type: Literal["pace"]
    paused: bool
    pace: float


class OfferEvent(TypedDict):
    """A player's offer to the other."""

    type: Literal["offer"]
    what: Wanted
    by: list[str]


class MovedEvent(TypedDict):
    """A rematch has started, with the key of a seat in it."""

    type: Literal["moved"]
    game: str
    key: str


class TroubleEvent(TypedDict):
    """An error without a request, such as a computer that failed to move."""

    type: Literal["trouble"]
    message: str


class ProgressEvent(TypedDict):
    """The progress of a slow command."""

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
    """The error of a refused command."""

    type: Literal["error"]
    id: int | None
    kind: str
    message: str


# Replies about a game


class Entered(TypedDict):
    """The game that was entered, and the sides that the client may move."""

    game: str
    you: list[str]
    key: Annotated[NotRequired[str], "Key of the client's seat, if seats are locked."]
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
    board: Annotated[NotRequired[Board | None], "If it differs from the last one sent."]


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


class PositionText(TypedDict):
    """A position as text, with the legal moves."""

    game: Annotated[str, "The game's spec."]
    title: str
    position: Annotated[str, "The position in notation."]
    board: Annotated[str, "The board as text."]
    sides: Annotated[list[str], "The names of both sides."]
    turn: Annotated[Actor | None, "The side to act; null if the game is over."]
    moves: Annotated[list[str], "The legal moves in notation; before a roll, the rolls."]
    outcome: Annotated[str | None, "The result, if the game is over."]


# Values and reasons


class Value(TypedDict):
    """A position's value to its mover: a result, a chance, or an estimate."""

    text: str
    words: str
    exact: bool
    result: NotRequired[Literal[1, 0, -1] | None]
    plies: NotRequired[int | None]
    moves: Annotated[NotRequired[int], "In moves as players of the game count them."]
    chance: NotRequired[float]
    points: Annotated[NotRequired[float], "The mover's margin, if outcomes are points."]
    average: Annotated[NotRequired[bool], "Whether points are an expectation over dice."]
    score: NotRequired[float]
    prospect: Annotated[NotRequired[float], "The expected score of an estimate, from 0 to 1."]


class Odds(TypedDict):
    """Chances against an opponent who moves at random."""

    win: float
    draw: float
    loss: float


class MoveValue(TypedDict):
    """A move and its value to the mover."""

    move: str
    text: Annotated[str, "The move in notation."]
    value: Value
    line: Annotated[list[str], "The principal variation in notation, this move first."]
    against_random: NotRequired[Odds]


class RollValue(TypedDict):
    """A roll, its probability, and its value to the player who rolls."""

    roll: str
    probability: float
    value: Value


class Analysis(TypedDict):
    """The values of a position and its moves."""

    game: str
    position: str
    turn: Actor
    mover: Side
    value: Value
    source: Annotated[str, "The origin of the values."]
    share: Annotated[float, "The first player's share of a full win, from 0 to 1."]
    moves: Annotated[list[MoveValue], "Best first."]
    rolls: Annotated[list[RollValue], "Before a roll."]
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
    """An explanation, also as text."""

    words: str


class HintReply(TypedDict):
    """A good move with its explanation; `seq` is the state it refers to."""

    seq: NotRequired[int]
    hint: WordedExplanation


class WhyReply(TypedDict):
    """An explanation of a move."""

    seq: NotRequired[int]
    why: WordedExplanation


class Objection(TypedDict):
    """A blunder warning before a move is played."""

    move: str
    label: str
    words: str
    refutation: str
    better: str
    cost: float | None
    line: list[str]


class TeachReply(TypedDict):
    """A blunder warning; null if there is none."""

    seq: NotRequired[int]
    objection: Objection | None


class ValuesReply(TypedDict):
    """The values at a place."""

    seq: NotRequired[int]
    at: At
    values: Analysis


class Choice(TypedDict):
    """A player's choice of a move, with its value and effort."""

    player: str
    move: str
    value: Value | None
    line: list[str]
    depth: int | None
    nodes: int | None


class ChosenMove(TypedDict):
    """The computer's choice, with its value as text."""

    move: str
    value: str | None


class ChoicesReply(TypedDict):
    """The choices of several players."""

    seq: NotRequired[int]
    choices: list[Choice]


class Stopped(TypedDict):
    """The number of positions whose search was stopped by time, and the seconds."""

    positions: int
    seconds: float


class Phase(TypedDict):
    """A phase of a game in which one side stood better, or neither."""

    begin: int
    end: int
    standing: str


class Summary(TypedDict):
    """The totals of one player."""

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
    """A reviewed move."""

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
    """A roll with its luck."""

    ply: int
    side: Side
    roll: str
    before: float
    after: float
    luck: float


class Resistance(TypedDict):
    """A move in a lost position, and the opponent's replies."""

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
    """A position, also as a text picture."""

    position: str
    board: str


class PlayAgain(TypedDict):
    """The command to replay from a position against the computer."""

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
    """A review as text."""

    rows: list[tuple[str, str, str]]
    summaries: list[str]
    phases: list[str]
    stopped: str
    unit: str
    chances: list[str]
    lessons: list[Lesson]


class GameReview(TypedDict):
    """A reviewed game, move by move."""

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


class MatchReply(TypedDict):
    """The result of a match, from the point of view of the first player named."""

    game: str
    players: list[str]
    games: Annotated[int, "Number of games that count: complete pairs."]
    complete: Annotated[bool, "Whether all games were played in time."]
    wins: int
    draws: int
    losses: int
    score: Annotated[float, "Mean score per game, from 0 to 1."]
    elo: Annotated[float | None, "Difference in Elo; null if infinite."]
    elo_interval: Annotated[list[float | None], "Its 95 % interval; null for infinite."]
    seed: int
    text: Annotated[str, "A report."]


# Positions, searches and solving


class Arranged(TypedDict):
    """A position in the editor, and the available pieces."""

    position: str
    board: Annotated[Board | None, "Its board; null for a text picture."]
    view: Annotated[View, "The content of the board."]
    chooses: Annotated[bool, "Whether the side to move must be chosen."]
    supply: Annotated[list[Supply], "The available pieces."]


class ExploredMove(TypedDict):
    """A move with its value and statistics."""

    move: str
    written: Annotated[str, "The move in notation."]
    value: Value
    games: int
    won: Annotated[int, "Won by the first player."]
    drawn: int
    lost: Annotated[int, "Lost by the first player."]
    score: Annotated[float | None, "The mover's points a game."]


class Explored(TypedDict):
    """The moves of a position with values, and statistics of saved games."""

    game: str
    position: str
    turn: Actor
    mover: Side
    value: Value
    source: Annotated[str, "The origin of the values."]
    games: Annotated[int, "Number of saved games with this position."]
    moves: Annotated[list[ExploredMove], "Best first, then the most played."]


class SearchRow(TypedDict):
    """The effort of one search to one depth."""

    player: str
    depth: int
    nodes: int
    cutoffs: int
    table_hits: int
    researches: int
    seconds: float
    judges: Annotated[str, "Its evaluation, if not the default; then values may differ."]


class Comparison(TypedDict):
    """The effort of searches of a position by depth."""

    rows: list[SearchRow]


class TreeNode(TypedDict):
    """A node of a search tree."""

    parent: Annotated[int | None, "The index of the parent."]
    move: str
    kind: Literal["decision", "chance", "table", "horizon", "end"]
    mover: Side
    alpha: str
    beta: str
    value: str
    bound: Annotated[Literal["exact", "least", "most"], "Whether the value is exact."]
    skipped: Annotated[int, "Number of pruned branches."]
    position: str


class SearchTree(TypedDict):
    """The tree of a search, and its steps."""

    player: str
    depth: int
    sides: list[str]
    nodes: Annotated[list[TreeNode], "In the order of visits."]
    steps: Annotated[list[TreeStep], "The steps of the search."]


class Job(TypedDict):
    """A solving job with its progress and result."""

    game: str
    state: Literal["running", "done", "stopped", "failed"]
    done: int
    total: Annotated[int, "0 if unknown."]
    message: str


class SolvingReply(TypedDict):
    """The current or latest solving job; null if there was none."""

    job: Job | None


# Catalogue and saved games


class Platform(TypedDict):
    """Capabilities of the service's platform; a browser has fewer."""

    threads: Annotated[bool, "Whether searches can use several threads."]
    processes: Annotated[bool, "Whether programs can be started."]
    sockets: Annotated[bool, "Whether there are network connections."]
    memory: Annotated[int | None, "Size of the address space in bytes, if limited."]


class Version(TypedDict):
    """The version of the server."""

    kibitz: str
    protocol: Annotated[int, "The protocol version; older pages are incompatible."]
    local: Annotated[bool, "Whether only this machine can reach the server."]
    platform: Platform


class Option(TypedDict):
    """An option of a game or player, for a form."""

    name: str
    kind: Literal["yes or no", "choice", "number", "memory", "text"]
    default: str | int | bool
    help: str
    range: str
    low: int
    high: int
    choices: list[str]
    longest: int
    display: Annotated[bool, "Whether it affects only the display."]


class Opponent(TypedDict):
    """A preset opponent and its player."""

    word: str
    spec: str


class DemoView(TypedDict):
    """A board of a demo, without gestures."""

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


class RulesText(PositionText):
    """The rules of a game, with a position of it."""

    summary: Annotated[str, "The rules in a sentence or two."]
    rules: Annotated[list[str], "The rules, a paragraph each; may be empty."]
    known: Annotated[str, "Known results, such as that it is a draw."]
    example: Annotated[str, "An example of a move, and how moves are written."]
    options: list[Option]
    players: Annotated[list[str], "Players that can play it."]


class GameEntry(TypedDict):
    """A game, its options, and who can play it."""

    name: str
    title: str
    summary: str
    known: Annotated[str, "Known results, such as that it is a draw."]
    short: Annotated[str, "A summary of the rules."]
    words: Annotated[list[str], "Its rules."]
    sides: list[str]
    dice: bool
    source: Source
    room: Annotated[int | str, "The package; games of the same one are related."]
    options: list[Option]
    players: Annotated[list[str], "Players that can play it."]
    opponents: Annotated[list[Opponent], "Preset opponents, from easy to strong."]
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
    searchers: Annotated[list[str], "Players that search a tree."]


class SavedGame(TypedDict):
    """A saved game."""

    name: str
    game: str
    title: str
    first: str
    second: str
    changed: Annotated[str, "Time of the last change, in ISO 8601."]
    moves: int | None
    result: Literal["1-0", "0-1", "1/2-1/2", "*"]
    by: Annotated[str, "The ending, such as checkmate; may be empty."]


class SavedGames(TypedDict):
    """The saved games, most recent first."""

    records: list[SavedGame]


# Games of clients


class RulesReport(TypedDict):
    """The scope of a check of a game's rules, and the problems found."""

    game: str
    games: Annotated[int, "Number of random games."]
    positions: Annotated[int, "Number of checked positions."]
    problems: list[str]
    notes: list[str]


class WrittenGame(TypedDict):
    """The check of a game's source; the game is offered if there is no problem."""

    accepted: bool
    game: Annotated[str | None, "Its spec, for the other commands; null if it was refused."]
    report: RulesReport


# Puzzles


class PuzzleProgress(TypedDict):
    """Results of puzzles so far, and the number waiting."""

    days: Annotated[
        list[tuple[str, int, int]], "Each day with attempts: their number, and those solved at once."
    ]
    tries: int
    at_once: int
    due: int
    mistakes: int
    puzzles: int
    rating: Annotated[int | None, "The Elo rating after the last attempt; null before the first."]
    ratings: Annotated[list[tuple[str, int]], "The rating at the end of each day with attempts."]
    streak: Annotated[int, "How many in a row were right at once."]
    best_streak: int
    themes: Annotated[list[tuple[str, int, int]], "Each theme with its attempts, and those right at once."]


class ProgressReply(TypedDict):
    """Results of puzzles so far."""

    progress: PuzzleProgress


class Puzzle(TypedDict):
    """The state of a puzzle with its board, without the answer until it is found."""

    id: str
    game: str
    start: Annotated[str, "The position in which it began."]
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
    themes: NotRequired[list[str]]


class PuzzleReply(TypedDict):
    """The next puzzle."""

    puzzle: Puzzle


class AnswerReply(TypedDict):
    """The result of an answer."""

    result: str
    reply: str | None
    why: str
    puzzle: Puzzle


class ClueReply(TypedDict):
    """What to look for."""

    clue: str


class RevealReply(TypedDict):
    """The revealed answer."""

    why: str
    puzzle: Puzzle


# Between a server and its sandboxes


class Rematch(TypedDict):
    """A rematch with sides swapped."""

    rules: str
    first: str
    second: str
    clock: str | None


class ClockReply(TypedDict):
    """The current clock."""

    clock: ClockReading | None


class SaveReply(TypedDict):
    """The error of a failed write, if any."""

    trouble: str | None
