"""Count false and empty explanations among thousands, by an independent checker.

    dev/explanations [--each 700] [--games NAME,...] [--seed 5] [--stockfish PATH]

Positions come from games played at random, chess from games in which pieces are often taken. Every sentence
of every explanation is read back and proved again by the program of the tests (`sentences.py`): by plain
minimax and boards of its own, for chess by python-chess. With Stockfish, verdicts on moves of chess are
compared with its own. Everything is bounded by nodes and seeded, so that a second run says the same.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import chess.engine

import kibitz
from kibitz import Limit, Move, Position, Side
from kibitz.analysis.explain import explain_in
from kibitz.analysis.explanation import Explanation
from kibitz.base.reason import Reason
from kibitz.games.connect.solver import ConnectSolver
from tests.analysis import author_sentences
from tests.analysis.sentences import Checker, Sentence
from tests.analysis.truth import Chances, after_move
from tests.chess.test_sentences import ChessSentence
from tests.chess.test_sentences import positions as chess_positions
from tests.games import line_sentences, test_connect_teacher, test_ewn_teacher, test_numerical_teacher

_EXAMPLES = Path(kibitz.__file__).parent / "examples"
_NODES = 20_000
#: By Stockfish's win chances: what a good move may lose at most, and what a much weaker one loses at least.
_GOOD, _WEAK = 0.2, 0.05
#: Hundredths of a pawn that decide a game.
_DECIDED = 500

Own = Callable[[Position, Move, Reason], None]


@dataclass(frozen=True)
class Source:
    """A game, after how many plies it is looked at, and how its sentences are checked."""

    spec: str
    least: int
    most: int
    own: Own | None = None
    #: How values are proved: all of the game is searched, its solver is asked, chances are computed, or not.
    proof: str = ""
    limit: Limit | None = None
    reader: type[Sentence] | None = None


_SEARCH = Limit(nodes=_NODES)
SOURCES = {
    "tic-tac-toe": Source("tictactoe", 0, 8, line_sentences.check_mnk, "plain"),
    "misère tic-tac-toe": Source("tictactoe:misere=yes", 0, 8, line_sentences.check_mnk, "plain"),
    "mnk 4x3": Source("mnk:width=4,height=3,length=3", 5, 10, line_sentences.check_mnk, "plain"),
    "mnk 9x9": Source("mnk:width=9,height=9,length=5", 2, 30, line_sentences.check_mnk, "", _SEARCH),
    "numerical": Source("numerical", 5, 8, test_numerical_teacher.check, "plain"),
    "Connect Four": Source("connect4", 8, 38, test_connect_teacher.check, "solver"),
    "connect 10x12": Source("connect:width=10,height=12", 2, 60, test_connect_teacher.check, "", _SEARCH),
    "EinStein 3x3": Source("ewn:size=3,stones=2,setup=12", 1, 14, test_ewn_teacher.check, "chances"),
    "EinStein": Source("ewn", 1, 30, test_ewn_teacher.check, "", _SEARCH),
    "chess": Source("chess", 0, 0, None, "", _SEARCH, ChessSentence),
    "Othello": Source("othello.py", 2, 50, author_sentences.check, "", Limit(nodes=1_000)),
    "Kalah": Source("kalah.py", 1, 30, author_sentences.check, "", Limit(nodes=3_000)),
    "morris": Source("morris.py", 0, 16, None, "", Limit(depth=3)),
    "domineering": Source("domineering.py", 2, 8, None, "plain"),
    "dots and boxes": Source("dots_and_boxes.py", 3, 10, author_sentences.check, "plain"),
    "breakthrough": Source("breakthrough.py", 2, 40, author_sentences.check, "", Limit(nodes=1_000)),
    "nine men's morris": Source("nine_mens_morris.py", 2, 60, author_sentences.check, "", Limit(nodes=1_000)),
    "chomp": Source("chomp.py", 0, 6, None, "plain"),
    "nim": Source("nim.py", 0, 6, None, "plain"),
    "pig": Source("pig.py", 1, 14, author_sentences.check),
    "race": Source("race.py", 1, 14, author_sentences.check, "chances"),
}


def positions(game: kibitz.Game, source: Source, seed: int) -> Iterator[Position]:
    """Positions of random games, for ever."""
    rng = random.Random(f"{source.spec} {seed}")
    while True:
        position = game.start(rng)
        for _ in range(rng.randrange(source.least, source.most)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if not position.is_over and position.turn is not Side.CHANCE:
            yield position


def checker_for(game: kibitz.Game, source: Source) -> Checker:
    """The program that proves the sentences of a game again."""
    if source.proof == "plain":
        return Checker(worth=after_move, own=source.own)
    if source.proof == "chances":
        return Checker(chance=Chances(game.start()).of, own=source.own)
    if source.proof == "solver":
        solver = ConnectSolver(game)

        def worth(position: Position, move: Move) -> tuple[float, float]:
            after = position.play(move)
            if after.outcome is not None:
                return after.outcome.for_side(position.turn), 1
            value = solver.value(after, solver.score(after))
            return -(value.result or 0), (value.plies or 0) + 1

        return Checker(worth=worth, own=source.own)
    return Checker(own=source.own, reader=source.reader)


class Stockfish:
    """Compares verdicts on moves of chess with Stockfish's evaluation at a fixed number of nodes."""

    def __init__(self, path: str) -> None:
        self._engine = chess.engine.SimpleEngine.popen_uci(path)
        self._engine.configure({"Threads": 1, "Hash": 64})
        self.asked, self.doubts = 0, list[str]()

    def close(self) -> None:
        """End the program."""
        self._engine.quit()

    def _score(self, board: chess.Board, move: chess.Move | None) -> float:
        """The score in hundredths of a pawn, of the best move or of one."""
        moves = None if move is None else [move]
        info = self._engine.analyse(board, chess.engine.Limit(nodes=30_000), root_moves=moves)
        return float(info["score"].relative.score(mate_score=10_000) or 0)

    def compare(self, said: Explanation) -> None:
        """Count a verdict, and note it where Stockfish sees it otherwise."""
        text, board = said.words, chess.Board(str(said.position))
        praised = any(each in text for each in ("looks clearly best", "good moves", "looks best"))
        blamed = any(each in text for each in ("much weaker", "loses a", "loses the", "allows mate"))
        if praised == blamed:
            return
        best, mine = self._score(board, None), self._score(board, chess.Move.from_uci(str(said.move)))
        if abs(best) > _DECIDED:
            return  # there its evaluations say little about how moves differ
        self.asked += 1
        lost = _chance(best) - _chance(mine)
        if (praised and lost > _GOOD) or (blamed and lost < _WEAK):
            self.doubts.append(f"{said}: {said.position}: Stockfish says {best:+.0f} and {mine:+.0f}")


def _chance(score: float) -> float:
    """A score as the chance to win."""
    return 1 / (1 + math.exp(-0.00368208 * score))


def main() -> None:
    """Check so many explanations of each game, and print and keep what came of it."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--each", type=int, default=700, help="explanations of each game")
    options.add_argument("--games", default=",".join(SOURCES), help="some of them")
    options.add_argument("--seed", type=int, default=5, help="other positions with another")
    options.add_argument("--stockfish", help="its path")
    chosen = options.parse_args()
    stockfish = Stockfish(chosen.stockfish) if chosen.stockfish else None
    rows = {}
    for name in chosen.games.split(","):
        source = SOURCES[name]
        spec = str(_EXAMPLES / source.spec) if source.spec.endswith(".py") else source.spec
        game = kibitz.load(spec, goal=7) if source.spec == "race.py" else kibitz.load(spec)
        checker, began = checker_for(game, source), time.process_time()
        found = (
            chess_positions(chosen.each, chosen.seed)
            if source.reader
            else positions(game, source, chosen.seed)
        )
        for position in found:
            analysis = kibitz.analyse(position, source.limit, tables=source.reader is None)
            values: dict[Move, object] = {each.move: each.value for each in analysis.moves}
            for move in position.moves:
                said = explain_in(analysis, move)
                checker.check(said, values)
                if stockfish is not None and source.reader is not None:
                    stockfish.compare(said)
            if checker.read >= chosen.each:
                break
        sentences = sum(checker.seen.values())
        rows[name] = {
            "explanations": checker.read,
            "sentences": sentences,
            "kinds": len(checker.seen),
            "false": len(checker.false),
            "empty": len(checker.empty),
        }
        seconds = time.process_time() - began
        print(f"{name:24} {rows[name]}, {seconds:.0f} s", flush=True)
        for fault in [*checker.false[:5], *checker.empty[:5]]:
            print("   ", fault)
    total = {
        key: sum(row[key] for row in rows.values()) for key in ("explanations", "sentences", "false", "empty")
    }
    print(total)
    if stockfish is not None:
        stockfish.close()
        total |= {"stockfish": stockfish.asked, "doubts": len(stockfish.doubts)}
        print(f"Stockfish: {stockfish.asked} verdicts, {len(stockfish.doubts)} seen otherwise")
        print("\n".join(stockfish.doubts[:20]))
    sys.exit(1 if total["false"] else 0)


if __name__ == "__main__":
    main()
