"""Execution of commands that run the code of games and players.

The server executes those for its own code, a sandbox (`sandbox.py`) those for foreign code.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any, assert_never, cast, get_args

from kibitz.analysis.analyse import analyse
from kibitz.analysis.explain import explain_in
from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import GameOver
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.files.ownership import Claim
from kibitz.games.how_to_play import how_to_play
from kibitz.games.position import Position
from kibitz.players.player import Player
from kibitz.players.registry import able
from kibitz.records.record_store import Store
from kibitz.service import commands, replies
from kibitz.service.advice import analysis_json, explanation_json, review_json
from kibitz.service.catalogue import Catalogue, option_json
from kibitz.service.codec import Decoder
from kibitz.service.errors import BadRequest
from kibitz.service.game_request import GameRequest
from kibitz.service.game_session import GameSession, OnProgress
from kibitz.service.persistence import NotKept, WholeGame
from kibitz.service.position_view import SIDES, position_text, view_json
from kibitz.service.search_comparison import compare_json, searchers, tree_json
from kibitz.service.settings import Settings
from kibitz.solving.solve import solve

if TYPE_CHECKING:
    from kibitz.arena.match_result import MatchResult
    from kibitz.games.python_game.check import Report

_QUESTIONS = Decoder(get_args(commands.AnyGameQuestion | commands.Act))


class _OutOfTime(Exception):
    """The time of a match is over; the games so far count."""


class CodeRunner:
    """Executes commands about positions, and in a sandbox those about its game."""

    def __init__(self, settings: Settings, store: Store, *, apart: bool = False) -> None:
        """`apart` means that this is a sandbox, a process for foreign code."""
        self._settings = settings
        self._store = store
        self.catalogue = Catalogue(settings, apart=apart)
        self._game: GameSession | None = None
        #: The latest game of another process that was searched here, and its copy.
        self._copy: tuple[dict[str, Any], GameSession] | None = None

    def execute(self, command: commands.Command[commands.R], on_progress: OnProgress) -> commands.R:
        """Execute a command that runs code; return its reply, for a change of the game the news."""
        query: commands.CodeCommand = command  # type: ignore[assignment]
        reply: Any
        match query:
            case commands.Analyse():
                limit = None if query.seconds is None else Limit(seconds=query.seconds)
                reply = analysis_json(analyse(self.position(query), limit))
            case commands.Explain():
                reply = {"why": self._explain(query)}
            case commands.ReviewRecord():
                request = GameRequest(record=query.record, accept_changed=query.accept_changed)
                reply = {"review": review_json(request.read_record(self.catalogue), on_progress)}
            case commands.PlayMatch():
                reply = self._match(query, on_progress)
            case commands.DescribePosition():
                reply = position_text(self.position(query))
            case commands.GetRules():
                reply = self._rules(query)
            case commands.DrawPosition():
                reply = {"svg": self.position(query).svg()}
            case commands.Arrange():
                reply = self._arrange(query)
            case commands.Compare():
                reply = {"rows": self._compare(query, on_progress)}
            case commands.GrowTree():
                position = _after_the_dice(self.position(query))
                reply = tree_json(position, self._player(query.player, position), query.depth)
            case commands.SolveGame():
                reply = self._solve(query, on_progress)
            case commands.CheckRules():
                reply = self._check_rules(query, on_progress)
            case commands.CheckGame():
                reply = self.catalogue.load(query.path).title
            case commands.DescribeGame():
                reply = self.catalogue.entry(query.spec)
            case commands.DescribePlayers():
                reply = self.catalogue.players_in_file(query.path)
            case commands.PlayDemo():
                reply = self.catalogue.demo(query.spec)
            case commands.OpenGame():
                reply = self._open(query)
            case commands.ThinkFor():
                reply = self._think_for(query, on_progress)
            case commands.Play() | commands.ChangeGame():
                reply = self._held().change(query)
            case commands.GameQuestion():
                reply = self._held().answer(query, on_progress)
            case _:
                assert_never(query)
        return reply  # type: ignore[no-any-return]

    # Positions

    def position(self, query: commands.PositionQuestion[Any]) -> Position:
        """Return the given or start position after some moves."""
        game = self.catalogue.load(query.game, query.options)
        position = game.start() if query.position is None else game.position(query.position)
        moves = query.moves or ()
        return position.play(*((moves,) if isinstance(moves, str) else moves))

    def _player(self, spec: str, position: Position) -> Player:
        player = self.catalogue.seat(spec, position.game)
        if player is None:
            raise BadRequest("a person can't search")
        return player

    def _rules(self, query: commands.GetRules) -> replies.RulesText:
        position = self.position(query)
        rules = how_to_play(position.game)
        return {
            **position_text(position),
            "summary": rules.summary,
            "rules": list(rules.paragraphs),
            "known": rules.known,
            "example": rules.example,
            "options": [option_json(option) for option in position.game.options],
            "players": able(position.game),
        }

    def _explain(self, query: commands.Explain) -> replies.WordedExplanation:
        position = self.position(query)
        if position.is_over:
            raise GameOver(f"the game is over ({position.outcome})")
        if position.turn is Side.CHANCE:
            raise BadRequest("the position is before a roll; moves must go on with one")
        move = position.move(query.move) if query.move else None
        limit = None if query.seconds is None else Limit(seconds=query.seconds)
        return explanation_json(explain_in(analyse(position, limit), move))

    def _match(self, query: commands.PlayMatch, on_progress: OnProgress) -> replies.MatchReply:
        """Play a match until its time is over, in this thread."""
        from kibitz.arena.match import match
        from kibitz.executors.executor import SerialExecutor

        game = self.catalogue.load(query.game, query.options)
        one, other = (self.catalogue.seat(spec, game) for spec in (query.first, query.second))
        if one is None or other is None:
            raise BadRequest("a match is between two players, not people")
        until = time.monotonic() + query.seconds
        played: list[MatchResult] = []

        def on_game(result: MatchResult) -> None:
            played[:] = [result]
            on_progress(len(result.results), query.games)
            raise_if_cancelled()
            if time.monotonic() > until:
                raise _OutOfTime

        with contextlib.suppress(_OutOfTime):
            match(
                *(one, other),
                game=game,
                games=query.games,
                nodes=query.nodes,
                seed=query.seed,
                executor=SerialExecutor(),
                on_game=on_game,
            )
        found = played[0].to_json()
        reply = {key: found[key] for key in replies.MatchReply.__annotations__ if key in found}
        return cast(replies.MatchReply, {**reply, "text": str(played[0])})

    def _check_rules(self, query: commands.CheckRules, on_progress: OnProgress) -> replies.RulesReport:
        from kibitz.games.python_game.check import check_game

        def each(report: Report) -> None:
            on_progress(report.games, query.games)

        found = check_game(self.catalogue.load(query.path), query.games, on_progress=each)
        return {
            "game": found.game,
            "games": found.games,
            "positions": found.positions,
            "problems": found.problems,
            "notes": found.notes,
        }

    def _arrange(self, query: commands.Arrange) -> replies.Arranged:
        """Return a position for the editor: from its notation, or from piece numbers, -1 for none."""
        position, pieces = self.position(query), query.pieces
        game, look = position.game, position.game.view.board(position)
        editor, count = game.editor, 0 if look is None else look.width * look.height
        if pieces is not None:
            if editor is None:
                raise BadRequest(f"positions of {game.spec} can only be given in notation, not by pieces")
            if len(pieces) != count or any(piece >= len(editor.pieces) for piece in pieces):
                raise BadRequest(f"pieces must be {count} numbers from -1 to {len(editor.pieces) - 1}")
            put = [None if piece < 0 else editor.pieces[piece] for piece in pieces]
            turn = position.mover if query.side is None else Side(SIDES.index(query.side))
            position = game.position(editor.compose(put, turn))
        board, view = view_json(position, None)
        empty = {editor.compose([None] * count, turn) for turn in (Side.FIRST, Side.SECOND)} if editor else ()
        return {
            "position": str(position),
            "board": board,
            "view": view,
            "chooses": len(empty) > 1,
            "supply": [
                (piece.side, piece.shape, piece.text, piece.name)
                for piece in (editor.pieces if editor else ())
            ],
        }

    def _compare(self, query: commands.Compare, on_progress: OnProgress) -> list[replies.SearchRow]:
        position = _after_the_dice(self.position(query))
        ours = (name for name in searchers(position.game) if not self.catalogue.is_foreign_player(name))
        players = [self._player(spec, position) for spec in query.players or ours]
        return compare_json(position, players, query.depth, on_progress)

    def _solve(self, query: commands.SolveGame, on_progress: OnProgress) -> str:
        """Solve a game and store its table; return a summary."""
        game = self.catalogue.load(query.spec, query.options)
        table = solve(game, keep=True, progress=lambda done, total: on_progress(done, total) is not False)
        value = table.value(game.start())
        summary = f"{table.positions:,} positions"
        if value is None:
            return f"{summary}; the start of the game is not among them"
        return f"{summary}; {game.side_name(game.start().mover)}, to begin, {game.scale.format_value(value)}"

    # The game of a sandbox

    def _open(self, query: commands.OpenGame) -> replies.Snapshot:
        wanted = GameRequest.from_json(query.request)
        session = wanted.session(
            self.catalogue, Limit(seconds=self._settings.thinking), self._settings.counted_seconds
        )
        claim = None if query.claim is None else Claim.from_json(query.claim)
        keep = WholeGame(self._store, query.game, claim)
        self._game = GameSession(session, keep, self.catalogue.seat, analysis=wanted.analysis)
        return self._game.snapshot()

    # Games of other processes

    def _think_for(self, query: commands.ThinkFor, on_progress: OnProgress) -> Any:
        if self._copy is None or self._copy[0] != query.request:
            request = GameRequest(**query.request)
            session = request.session(
                self.catalogue, Limit(seconds=self._settings.thinking), self._settings.counted_seconds
            )
            self._copy = (
                query.request,
                GameSession(session, NotKept(), self.catalogue.seat, analysis=request.analysis),
            )
        game, question = self._copy[1], _QUESTIONS.decode(query.question)
        return game.choose() if isinstance(question, commands.Act) else game.answer(question, on_progress)

    def _held(self) -> GameSession:
        assert self._game is not None
        return self._game


def _after_the_dice(position: Position) -> Position:
    """Return a position in which a player decides, for a search: after the first face of the dice."""
    while position.turn is Side.CHANCE and not position.is_over:
        position = position.play(position.moves[0])
    return position
