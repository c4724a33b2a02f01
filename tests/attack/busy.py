"""A program whose main thread ends while other threads use the core.

python -m tests.attack.busy KIND SECONDS [FORKS]

Threads that are daemons work for as long as the process lives, two of the kind;
after so many seconds the main thread returns. With FORKS it forks so many
children first, which use the core as well and end by themselves.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import kibitz
from kibitz import _core
from kibitz.base.random import Random as Dice
from kibitz.games.connect.solver import ConnectSolver

NIM = str(Path(kibitz.__file__).parent / "examples" / "nim.py")


def play(spec: str) -> None:
    """Games at random, one after the other."""
    game, rng = kibitz.load(spec), Random(1)
    while True:
        position = game.start(Dice(1))
        while not position.is_over:
            position = position.play(rng.choice(position.moves))


def choose(spec: str, player: str) -> None:
    """A player thinks for a moment, again and again."""
    position, thinker = kibitz.load(spec).start(Dice(1)), kibitz.player(player)
    while True:
        thinker.choose(position, limit=kibitz.Limit(seconds=0.05))


def analyse() -> None:
    """A position is analysed again and again."""
    position = kibitz.load("mnk:width=6,height=5,length=4").start()
    while True:
        kibitz.analyse(position, kibitz.Limit(nodes=3000))


def solve(spec: str) -> None:
    """A game is solved again and again."""
    from kibitz.solving.solve import solve_in_memory
    from kibitz.solving.solve_plan import make_plan

    game = kibitz.load(spec)
    while True:
        solve_in_memory(game, _core.Control(), make_plan(game))


def solve_exactly() -> None:
    """The solver of Connect Four works for long, on two threads."""
    solver = ConnectSolver(kibitz.load("connect4"), table_bits=16, book=False)
    while True:
        solver.score("", threads=2)


def analyse_exactly() -> None:
    """The solver that all analyses of a game share is asked again and again."""
    positions = [kibitz.load("connect4").position(text) for text in ("44", "4455", "252541")]
    while True:
        for position in positions:
            kibitz.analyse(position, kibitz.Limit(seconds=0.3))


def tell() -> None:
    """Progress goes to a slow callback."""
    rules = kibitz.load("connect4").rules

    def hear(done: int, total: int) -> bool:
        return sum(range(100_000)) > 0

    while True:
        rules.perft(rules.start(), 9, _core.Control(progress=hear))


def judge() -> None:
    """A search asks an evaluation written in Python."""
    rules = kibitz.load("connect4").rules
    while True:
        rules.search(rules.start(), "negascout", 5, _core.Control(), evaluation=lambda state: 1.0)


KINDS: dict[str, Callable[[], None]] = {
    "playing": lambda: play("tictactoe"),
    "playing with dice": lambda: play("ewn"),
    "playing a game in Python": lambda: play(NIM),
    "searching": lambda: choose("connect4", "negascout"),
    "sampling on two threads": lambda: choose("connect4", "mcts:threads=2"),
    "sampling a game in Python": lambda: choose(NIM, "mcts"),
    "thinking about chess": lambda: choose("chess", "alphabeta"),
    "analysing": analyse,
    "analysing exactly": analyse_exactly,
    "solving": lambda: solve("tictactoe"),
    "solving a game in Python": lambda: solve(NIM),
    "solving endgames": lambda: solve("ewn:size=4,stones=2"),
    "solving exactly": solve_exactly,
    "telling": tell,
    "judging": judge,
}


def work_a_little() -> None:
    """Use the core in several ways."""
    for spec in ("ewn:size=3,stones=2", "connect:width=4,height=4", "chess", NIM):
        game = kibitz.load(spec)
        start = game.start(Dice(1))
        if start.turn is kibitz.Side.CHANCE:
            start = start.play(start.roll(Dice(1)))
        game.rules.play_out(start.state, 2, 1, _core.Control())
        kibitz.player("mcts:playouts=20").choose(start)
    kibitz.player("negascout:depth=2,threads=2").choose(kibitz.load("connect4").start())
    kibitz.analyse(kibitz.load("connect4").position("44444426"), kibitz.Limit(seconds=0.2))


def fork_and_work() -> None:
    """A child works a little and ends, as any process; one that hangs is ended, and said."""
    child = os.fork()
    if child == 0:
        work_a_little()
        return
    end = time.monotonic() + 60
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            if status != 0:
                print(f"a child ended with {os.waitstatus_to_exitcode(status)}", file=sys.stderr)
            return
        time.sleep(0.01)
    print("a child that was forked hangs", file=sys.stderr)
    os.kill(child, 9)
    os.waitpid(child, 0)


def main(kind: str, seconds: str, forks: str = "0") -> None:
    """Start the threads, fork, wait, and return."""
    parent = os.getpid()
    if int(forks):
        work_a_little()  # a child would wait for ever for a module that a thread was importing
    for _ in range(2):
        threading.Thread(target=KINDS[kind], daemon=True).start()
    time.sleep(float(seconds))
    for _ in range(int(forks)):
        fork_and_work()
        if os.getpid() != parent:
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
