"""An engine for tests that speaks EWN's protocols and plays the first legal move.

    python fake_ewn.py 2023|2024 FILE [SECONDS]

FILE gets every line it is sent. It is busy for SECONDS before it listens, and again before its first move.
"""

import sys
import time


def first_move(mover: int, die: int, red: list[int], blue: list[int]) -> tuple[int, int]:
    """A stone from 0 on that may move, and a cell from 0 to 24 that it may move to."""
    own = blue if mover else red
    lower = [n for n in range(die) if own[n] >= 0]
    higher = [n for n in range(die + 1, 6) if own[n] >= 0]
    stones = [die] if own[die] >= 0 else [*lower[-1:], *higher[:1]]
    way = -1 if mover else 1
    for stone in stones:
        row, column = divmod(own[stone], 5)
        for down, across in ((way, way), (way, 0), (0, way)):
            if 0 <= row + down < 5 and 0 <= column + across < 5:
                return stone, 5 * (row + down) + column + across
    raise SystemExit("no move")


def cell(text: str) -> int:
    return -1 if text == "0" else "ABCDE".index(text[0]) + 5 * (int(text[1]) - 1)


def name(cell: int) -> str:
    return f"{'ABCDE'[cell % 5]}{cell // 5 + 1}"


def answer_2023(words: list[str]) -> str:
    if words[0] == "ini":
        return "A1 B1 C1 A2 B2 A3" if words[1] == "R" else "E3 D4 E4 C5 D5 E5"
    if words[0] != "get":
        return {"name": "Fake", "version": "1.0"}.get(words[0], "1")
    mover = "RB".index(words[1])
    blue, red = [cell(w) for w in words[3:9]], [cell(w) for w in words[9:15]]
    stone, to = first_move(mover, int(words[2]) - 1, red, blue)
    return f"{name((blue if mover else red)[stone])} {name(to)}"


def be_busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def main() -> None:
    protocol, path, seconds = (*sys.argv[1:], "0")[:3]
    be_busy(float(seconds))
    first = True
    with open(path, "a") as log:
        for line in sys.stdin:
            print(line.rstrip(), file=log, flush=True)
            words = line.split()
            if words[0] in ("exit", "1"):
                return
            if first and words[0] in ("get", "0"):
                be_busy(float(seconds))
                first = False
            if protocol == "2023":
                print("thinking", file=sys.stderr, flush=True)
                print(answer_2023(words), flush=True)
            else:
                cells = [int(w) for w in words[3:15]]
                stone, to = first_move(int(words[1]), int(words[15]), cells[:6], cells[6:])
                print("thinking", flush=True)
                print(f"====>{stone} {to}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
