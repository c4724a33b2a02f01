"""Results of tools that no reply of the service has: shorter ones, without the page's pictures."""

from __future__ import annotations

from typing import Annotated, TypedDict

from kibitz.service.replies import Actor, GameResult, Lesson, ReviewRow, Summary, Waits


class GameName(TypedDict):
    """A game in the list of games."""

    game: Annotated[str, "Its spec, for the other tools."]
    title: str
    summary: str
    options: Annotated[list[str], "Its options, such as `width`; game_rules describes them."]
    dice: bool


class PlayerName(TypedDict):
    """A player in the list of players."""

    player: Annotated[str, "Its spec, for a seat."]
    summary: str
    options: list[str]


class GameList(TypedDict):
    """All games and players."""

    games: list[GameName]
    players: list[PlayerName]


class GameState(TypedDict):
    """A game in progress, or a finished one."""

    id: Annotated[str, "Its id, for the other tools."]
    seq: Annotated[int, "The number of this state."]
    game: str
    title: str
    sides: Annotated[list[str], "The names of both sides."]
    seats: Annotated[list[str], "Who plays each side: `person` or a player's spec."]
    board: Annotated[str, "The board as text."]
    position: Annotated[str, "The position in notation."]
    played: Annotated[list[str], "The moves so far."]
    waits: Annotated[Waits, "What the game waits for."]
    turn: Annotated[Actor | None, "The side to act; null if the game is over."]
    legal_moves: list[str]
    outcome: GameResult | None


class ReviewedGame(TypedDict):
    """A review: a row for each move, the totals of both players, and the worst mistakes explained."""

    game: str
    result: str
    opening: str
    exact: Annotated[bool, "Whether every value is exact; otherwise some are estimates."]
    rows: list[ReviewRow]
    first: Summary
    second: Summary
    lessons: list[Lesson]
    words: Annotated[list[str], "The totals in words."]


class PuzzleState(TypedDict):
    """A puzzle, without its answer until it is found or revealed."""

    puzzle: Annotated[str, "Its id, for answer_puzzle and reveal_answer."]
    game: str
    title: str
    question: str
    task: str
    grade: Annotated[int, "Its difficulty."]
    board: Annotated[str, "The board as text."]
    position: str
    moves: Annotated[list[str], "The legal moves in notation."]
    solved: bool
    solution: Annotated[str | None, "The solution, when it is known."]


class PuzzleAnswer(TypedDict):
    """The result of an answer, or the solution."""

    result: Annotated[str, "`right`, `wrong` and the like; `shown` for a revealed solution."]
    reply: Annotated[str | None, "The opponent's reply, if the puzzle goes on."]
    why: str
    puzzle: PuzzleState
