"""The tools: each executes commands of the service, and returns a structured result with a short text."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.base.errors import quoted
from kibitz.mcp import results, texts
from kibitz.mcp.schemas import GAME_ID, PUZZLE_ID, Arguments, result_schema
from kibitz.mcp.visit import Visit, visit
from kibitz.service import commands, replies
from kibitz.service.client import Client
from kibitz.service.client_address import CLIENT
from kibitz.service.codec import Json
from kibitz.service.errors import BadRequest, NotFound
from kibitz.service.game_session import OnProgress
from kibitz.service.service import Service

#: Seconds that solve_game waits for a result before it returns the progress.
_SOLVING_WAIT = 20.0
#: Puzzles that can be answered; older ones are forgotten.
_MOST_PUZZLES = 200
#: The address of all clients, for the limits of the service.
_ADDRESS = "127.0.0.1"

Result = tuple[Mapping[str, Any], str]


@dataclass(frozen=True)
class Call:
    """A call of a tool, with valid arguments."""

    #: Fields of the tool's command, and the further arguments.
    values: Json
    more: Json
    on_progress: OnProgress | None


@dataclass(frozen=True)
class Tool:
    """A tool, its arguments and the type of its result."""

    name: str
    title: str
    description: str
    arguments: Arguments[Any]
    result: type[Any]
    run: Callable[[Tools, Call], Awaitable[Result]]
    #: Whether it changes nothing.
    reads: bool = True

    @property
    def input_schema(self) -> Json:
        """Return the JSON Schema of the arguments."""
        return self.arguments.schema()

    @property
    def output_schema(self) -> Json:
        """Return the JSON Schema of the result."""
        return result_schema(self.result)


class Tools:
    """Executes the tools of one server."""

    def __init__(self, service: Service) -> None:
        self.service = service
        may_write = bool(service.settings.code_folder)
        self.offered = {each.name: each for each in _TOOLS if may_write or each.name != _WRITE_GAME}
        #: The service's client of each puzzle.
        self._puzzles: OrderedDict[str, Client] = OrderedDict()

    async def call(
        self, name: str, given: Mapping[str, Any], on_progress: OnProgress | None = None
    ) -> Result:
        """Execute a tool; a `KibitzError` says what is wrong."""
        CLIENT.set(_ADDRESS)
        tool = next((each for each in _TOOLS if each.name == name), None)
        if tool is None:
            raise NotFound(f"there is no tool {quoted(name)}; the tools are {', '.join(self.offered)}")
        while (wait := self.service.limits.take_turn()) > 0:
            await asyncio.sleep(wait)
        values, more = tool.arguments.read(given)
        if tool.arguments.command.writes:
            self.service.limits.write()
        return await tool.run(self, Call(values, more, on_progress))

    async def execute(self, command: commands.Command[commands.R], call: Call | None = None) -> commands.R:
        """Execute a command that needs no game."""
        async with visit(self.service) as guest:
            return await guest.execute(command, None if call is None else call.on_progress)

    # Catalogue

    async def list_games(self, call: Call) -> Result:
        """Return the games and players."""
        found = await self.execute(commands.ListGames())
        listed: results.GameList = {
            "games": [
                {
                    "game": each["name"],
                    "title": each["title"],
                    "summary": each["summary"],
                    "options": [option["name"] for option in each["options"]],
                    "dice": each["dice"],
                }
                for each in found["games"]
            ],
            "players": [
                {
                    "player": each["name"],
                    "summary": each["summary"],
                    "options": [option["name"] for option in each["options"]],
                }
                for each in found["players"]
            ],
        }
        return listed, texts.game_list(listed)

    async def game_rules(self, call: Call) -> Result:
        """Return the rules of a game, and its start."""
        found = await self.execute(commands.GetRules(**call.values))
        return found, texts.rules(found)

    # Games in progress

    async def new_game(self, call: Call) -> Result:
        """Start a game."""
        if commands.FRIEND in (call.values.get("first"), call.values.get("second")):
            raise BadRequest("a seat is for `person`, who plays by these tools, or for a player's spec")
        async with visit(self.service) as guest:
            await guest.execute(commands.NewGame(**{**call.values, "pace": 0.0}))
            return await _state_of(guest)

    async def load_game(self, call: Call) -> Result:
        """Start a game from a record."""
        async with visit(self.service) as guest:
            await guest.execute(commands.LoadRecord(**call.values))
            return await _state_of(guest)

    async def game_state(self, call: Call) -> Result:
        """Return the state of a game, when computers have moved."""
        async with visit(self.service, call.more["id"]) as guest:
            return await _state_of(guest)

    async def play(self, call: Call) -> Result:
        """Play a move, and wait for the computer's reply."""
        return await self._change(commands.Play(**call.values), call)

    async def undo(self, call: Call) -> Result:
        """Undo the last move of a person."""
        return await self._change(commands.Undo(**call.values), call)

    async def resign(self, call: Call) -> Result:
        """Resign."""
        return await self._change(commands.Resign(**call.values), call)

    async def _change(self, command: commands.Play | commands.ChangeGame, call: Call) -> Result:
        async with visit(self.service, call.more["id"]) as guest:
            known = len(guest.state["moves"]) + 1 if isinstance(command, commands.Play) else None
            await guest.execute(command)
            return await _state_of(guest, known)

    # Advice

    async def analyse(self, call: Call) -> Result:
        """Evaluate a position."""
        command = commands.Analyse(**call.values)
        found = await self.execute(command, call)
        shown = await self.execute(
            commands.DescribePosition(command.game, command.options, command.position, command.moves)
        )
        return found, texts.analysis(found, shown)

    async def analyse_game(self, call: Call) -> Result:
        """Evaluate a position of a game."""
        async with visit(self.service, call.more["id"]) as guest:
            at = call.values.get("at", guest.state["ply"])
            found = (await guest.execute(commands.Values(at), call.on_progress))["values"]
            return found, texts.analysis(found, await guest.execute(commands.ShowText(at)))

    async def hint(self, call: Call) -> Result:
        """Suggest a move in a game."""
        async with visit(self.service, call.more["id"]) as guest:
            at = call.values.get("at", guest.state["ply"])
            found = (await guest.execute(commands.Hint(at), call.on_progress))["hint"]
            return found, texts.explanation(found)

    async def explain_move(self, call: Call) -> Result:
        """Explain a move of a position."""
        found = (await self.execute(commands.Explain(**call.values), call))["why"]
        return found, texts.explanation(found)

    async def explain_game_move(self, call: Call) -> Result:
        """Explain a move of a game."""
        async with visit(self.service, call.more["id"]) as guest:
            values = {"at": guest.state["ply"], **call.values}
            found = (await guest.execute(commands.Why(**values), call.on_progress))["why"]
            return found, texts.explanation(found)

    async def review_record(self, call: Call) -> Result:
        """Review the game in a record."""
        return _reviewed(await self.execute(commands.ReviewRecord(**call.values), call))

    async def review_game(self, call: Call) -> Result:
        """Review a game so far."""
        async with visit(self.service, call.more["id"]) as guest:
            return _reviewed(await guest.execute(commands.Review(), call.on_progress))

    # Puzzles

    async def next_puzzle(self, call: Call) -> Result:
        """Return a puzzle, which can be answered later."""
        client = self.service.add_client(_ignore)
        found = (await self.service.execute(client, commands.NextPuzzle(**call.values)))["puzzle"]
        self._puzzles[found["id"]] = client
        self._puzzles.move_to_end(found["id"])
        if len(self._puzzles) > _MOST_PUZZLES:
            self.service.remove_client(self._puzzles.popitem(last=False)[1])
        state = await self._puzzle_state(found)
        return state, texts.puzzle(state)

    async def answer_puzzle(self, call: Call) -> Result:
        """Try an answer."""
        found = await self.service.execute(self._client_of(call), commands.AnswerPuzzle(**call.values))
        state = await self._puzzle_state(found["puzzle"])
        answer: results.PuzzleAnswer = {
            "result": found["result"],
            "reply": found["reply"],
            "why": found["why"],
            "puzzle": state,
        }
        return answer, texts.answer(answer)

    async def reveal_answer(self, call: Call) -> Result:
        """Return the solution."""
        found = await self.service.execute(self._client_of(call), commands.RevealAnswer())
        state = await self._puzzle_state(found["puzzle"])
        answer: results.PuzzleAnswer = {
            "result": "shown",
            "reply": None,
            "why": found["why"],
            "puzzle": state,
        }
        return answer, texts.answer(answer)

    def _client_of(self, call: Call) -> Client:
        puzzle = call.more["puzzle"]
        if puzzle not in self._puzzles:
            raise NotFound(f"there is no puzzle {quoted(puzzle)} to answer; next_puzzle gives one")
        return self._puzzles[puzzle]

    async def _puzzle_state(self, found: replies.Puzzle) -> results.PuzzleState:
        shown = await self.execute(commands.DescribePosition(found["game"], position=found["position"]))
        return {
            "puzzle": found["id"],
            "game": found["game"],
            "title": found["title"],
            "question": found["question"],
            "task": found["task"],
            "grade": found["grade"],
            "board": shown["board"],
            "position": found["position"],
            "moves": shown["moves"],
            "solved": found["solved"],
            "solution": found.get("solution"),
        }

    # Solving, matches, written games

    async def solve_game(self, call: Call) -> Result:
        """Start solving a game, and wait a while for the result."""
        job = (await self.execute(commands.StartSolving(**call.values)))["job"]
        loop = asyncio.get_running_loop()
        until = loop.time() + _SOLVING_WAIT
        while job is not None and job["state"] == "running" and loop.time() < until:
            await asyncio.sleep(0.1)
            job = (await self.execute(commands.GetSolving()))["job"]
            if call.on_progress is not None and job is not None and job["total"]:
                call.on_progress(job["done"], job["total"])
        return {"job": job}, texts.job(job)

    async def solving_progress(self, call: Call) -> Result:
        """Return the progress of solving."""
        found = await self.execute(commands.GetSolving())
        return found, texts.job(found["job"])

    async def stop_solving(self, call: Call) -> Result:
        """Stop solving."""
        found = await self.execute(commands.StopSolving())
        return found, texts.job(found["job"])

    async def play_match(self, call: Call) -> Result:
        """Play a match."""
        found = await self.execute(commands.PlayMatch(**call.values), call)
        late = "" if found["complete"] else "\nThe time was over before all games were played."
        return found, found["text"] + late

    async def write_game(self, call: Call) -> Result:
        """Check a game's source, and offer the game if it is right."""
        found = await self.execute(commands.WriteGame(**call.values), call)
        return found, texts.written_game(found)

    # Saved games

    async def list_saved_games(self, call: Call) -> Result:
        """Return the saved games."""
        found = await self.execute(commands.ListRecords())
        return found, texts.saved_games(found)

    async def game_record(self, call: Call) -> Result:
        """Return the record of a game."""
        async with visit(self.service, call.more["id"]) as guest:
            found = await guest.execute(commands.GetRecord())
            return found, found["record"]


def _ignore(text: str, *, more: bool = False) -> None:
    """Ignore events."""


async def _state_of(guest: Visit, known: int | None = None) -> Result:
    await guest.settle()
    found = await guest.game_state()
    return found, texts.game_state(found, known)


def _reviewed(reply: replies.ReviewReply) -> Result:
    review = reply["review"]
    found: results.ReviewedGame = {
        "game": review["game"],
        "result": review["result"],
        "opening": review["opening"],
        "exact": review["exact"],
        "rows": review["rows"],
        "first": review["first"],
        "second": review["second"],
        "lessons": review["said"]["lessons"],
        "words": review["words"],
    }
    return found, texts.review(found)


_WRITE_GAME = "write_game"

_TOOLS = (
    Tool(
        "list_games",
        "List games",
        "List all games and players. Other tools take a game by its spec, such as tictactoe, or connect4, "
        "or with options as in mnk:width=5,height=5,length=4; and a player by its spec, such as level, or "
        "alphabeta:depth=6.",
        Arguments(commands.ListGames),
        results.GameList,
        Tools.list_games,
    ),
    Tool(
        "game_rules",
        "Rules of a game",
        "Return the rules of a game, its options, the players that can play it, and how the start looks.",
        Arguments(commands.GetRules, left_out=("position", "moves")),
        replies.RulesText,
        Tools.game_rules,
    ),
    Tool(
        "new_game",
        "Start a game",
        "Start a game. The seat of the player who uses these tools is `person` (the default for both); a "
        "player's spec, such as level:strength=30, moves by itself. Returns the id for the other tools.",
        Arguments(commands.NewGame, {"rules": "game"}, left_out=("clock", "pace", "analysis")),
        results.GameState,
        Tools.new_game,
        reads=False,
    ),
    Tool(
        "load_game",
        "Continue a record",
        "Start a new game from a record, to go on from its last position.",
        Arguments(commands.LoadRecord, left_out=("analysis",)),
        results.GameState,
        Tools.load_game,
        reads=False,
    ),
    Tool(
        "game_state",
        "State of a game",
        "Return the board of a game, the moves so far, and the legal moves. Waits for the computer's move.",
        Arguments(commands.ShowText, left_out=("at",), more=GAME_ID),
        results.GameState,
        Tools.game_state,
    ),
    Tool(
        "play",
        "Play a move",
        "Play a move for the person to move, and return the state after the computer's reply. Moves are "
        "written as in legal_moves.",
        Arguments(commands.Play, more=GAME_ID),
        results.GameState,
        Tools.play,
        reads=False,
    ),
    Tool(
        "undo",
        "Undo a move",
        "Undo the last move of a person, with the computer's reply.",
        Arguments(commands.Undo, more=GAME_ID),
        results.GameState,
        Tools.undo,
        reads=False,
    ),
    Tool(
        "resign",
        "Resign",
        "Resign for the person to move.",
        Arguments(commands.Resign, more=GAME_ID),
        results.GameState,
        Tools.resign,
        reads=False,
    ),
    Tool(
        "analyse",
        "Analyse a position",
        "Evaluate a position and each of its moves, best first. Says of every value whether it is exact "
        "(proved) or an estimate by a search, which may be wrong.",
        Arguments(commands.Analyse),
        replies.Analysis,
        Tools.analyse,
    ),
    Tool(
        "analyse_game",
        "Analyse a game's position",
        "Evaluate the latest position of a game, or the one after `at` moves, as analyse does.",
        Arguments(commands.Values, optional=("at",), more=GAME_ID),
        replies.Analysis,
        Tools.analyse_game,
    ),
    Tool(
        "hint",
        "Suggest a move",
        "Suggest the best move in a game, with the reasons for it.",
        Arguments(commands.Hint, optional=("at",), more=GAME_ID),
        replies.WordedExplanation,
        Tools.hint,
    ),
    Tool(
        "explain_move",
        "Explain a move",
        "Explain why a move of a position is good or bad: what it threatens, allows or loses. Without a "
        "move, the best one.",
        Arguments(commands.Explain),
        replies.WordedExplanation,
        Tools.explain_move,
    ),
    Tool(
        "explain_game_move",
        "Explain a game's move",
        "Explain the last move of a game; or with `at` another one; or with `move` one that could be "
        "played there.",
        Arguments(commands.Why, optional=("at",), more=GAME_ID),
        replies.WordedExplanation,
        Tools.explain_game_move,
    ),
    Tool(
        "review_record",
        "Review a record",
        "Review a game from its record (PGN in chess): mistakes, turning points and better moves, with "
        "reasons.",
        Arguments(commands.ReviewRecord),
        results.ReviewedGame,
        Tools.review_record,
    ),
    Tool(
        "review_game",
        "Review a game",
        "Review a game so far: mistakes, turning points and better moves, with reasons.",
        Arguments(commands.Review, more=GAME_ID),
        results.ReviewedGame,
        Tools.review_game,
    ),
    Tool(
        "next_puzzle",
        "Give a puzzle",
        "Return a puzzle with a proved answer: one that is due for practice, or a new one. The answer "
        "stays hidden.",
        Arguments(commands.NextPuzzle, {"rules": "game"}),
        results.PuzzleState,
        Tools.next_puzzle,
        reads=False,
    ),
    Tool(
        "answer_puzzle",
        "Answer a puzzle",
        "Check an answer to a puzzle. A win in several moves goes on with the opponent's reply.",
        Arguments(commands.AnswerPuzzle, more=PUZZLE_ID),
        results.PuzzleAnswer,
        Tools.answer_puzzle,
        reads=False,
    ),
    Tool(
        "reveal_answer",
        "Reveal a puzzle's answer",
        "Return the solution of a puzzle, which then counts as not solved.",
        Arguments(commands.RevealAnswer, more=PUZZLE_ID),
        results.PuzzleAnswer,
        Tools.reveal_answer,
        reads=False,
    ),
    Tool(
        "solve_game",
        "Solve a game",
        "Compute the exact value of every position of a small game, and keep them in a table on disk, after "
        "which analysis and players of it are exact. Returns the progress if it takes longer than "
        f"{_SOLVING_WAIT:g} seconds. Refuses games that are too large.",
        Arguments(commands.StartSolving),
        replies.SolvingReply,
        Tools.solve_game,
        reads=False,
    ),
    Tool(
        "solving_progress",
        "Progress of solving",
        "Return the progress or the result of the latest solve_game.",
        Arguments(commands.GetSolving),
        replies.SolvingReply,
        Tools.solving_progress,
    ),
    Tool(
        "stop_solving",
        "Stop solving",
        "Stop the running solve_game; finished parts are kept.",
        Arguments(commands.StopSolving),
        replies.SolvingReply,
        Tools.stop_solving,
        reads=False,
    ),
    Tool(
        "play_match",
        "Match two players",
        "Play a match between two players, in pairs of games with the sides swapped: score and difference "
        "in Elo, with intervals. The same seed gives the same match.",
        Arguments(commands.PlayMatch),
        replies.MatchReply,
        Tools.play_match,
    ),
    Tool(
        _WRITE_GAME,
        "Write a game",
        "Check a game written in Python, a subclass of kibitz.PythonGame, and offer it to all tools if its "
        "rules have no problem; otherwise return the problems. The resources kibitz://docs/own-games.md "
        "and kibitz://examples/nim.py show how to write one.",
        Arguments(commands.WriteGame, {"title": "name"}),
        replies.WrittenGame,
        Tools.write_game,
        reads=False,
    ),
    Tool(
        "list_saved_games",
        "List saved games",
        "List the saved games, most recent first, with their ids.",
        Arguments(commands.ListRecords),
        replies.SavedGames,
        Tools.list_saved_games,
    ),
    Tool(
        "game_record",
        "Record of a game",
        "Return the record of a game as text.",
        Arguments(commands.GetRecord, more=GAME_ID),
        replies.RecordText,
        Tools.game_record,
    ),
)
