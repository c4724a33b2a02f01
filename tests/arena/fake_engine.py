"""An engine for tests that speaks the protocol and misbehaves as its first argument says.

    python fake_engine.py MODE TOKEN [FILE]

It plays the first empty cell of tic-tac-toe. TOKEN makes its processes findable; FILE gets every
line it is sent.
"""

import os
import signal
import subprocess
import sys
import time


def say(text: str) -> None:
    print(text, flush=True)


def flood(stream, piece: bytes) -> None:  # type: ignore[no-untyped-def]
    while True:
        stream.write(piece)
        stream.flush()


def misbehave(mode: str) -> bool:
    """Do it when asked for a move; whether a move is to follow."""
    if mode == "hang":
        time.sleep(60)
    elif mode == "slow":
        time.sleep(0.6)
    elif mode == "die":
        print("something broke", file=sys.stderr)
        sys.exit(3)
    elif mode == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "illegal":
        say("bestmove 99")
        return False
    elif mode == "taken":
        say("bestmove 5")
        return False
    elif mode == "garbage":
        sys.stdout.buffer.write(b"\xff\xfe\x00bestmove\nbestmove \xff\n")
        sys.stdout.flush()
        return False
    elif mode == "empty":
        say("bestmove")
        return False
    elif mode == "chatter":
        flood(sys.stdout.buffer, b"info string thinking\n")
    elif mode == "one-line":
        flood(sys.stdout.buffer, b"x" * 4096)
    elif mode in ("loud", "too-loud"):
        # A million bytes are allowed for each move, so this is for one of them, or not.
        for _ in range(800 if mode == "loud" else 1200):
            say("info string " + 987 * "x")
    elif mode == "closed":
        os.close(1)
        time.sleep(60)
    elif mode == "stderr":
        for _ in range(200):
            sys.stderr.write("noise " * 1000 + "\n")
    return True


def main() -> None:
    mode = sys.argv[1]
    if mode == "once" and os.path.exists(sys.argv[3]):
        sys.exit("once is enough")
    log = open(sys.argv[3], "a") if len(sys.argv) > 3 else None  # noqa: SIM115
    if mode == "mute":
        time.sleep(60)
    if mode == "stillborn":
        sys.exit("no such opening book")
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "parent":
        subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)", sys.argv[2]])
    if mode == "daemon":
        # It leaves the process group and keeps the pipes open.
        idle = "import time; time.sleep(60)"
        subprocess.Popen([sys.executable, "-S", "-c", idle, sys.argv[2]], start_new_session=True)
    if mode == "orphan":
        # As a daemon does it: who started it is gone, and it has a session of its own.
        idle = [sys.executable, "-S", "-c", "import time; time.sleep(60)", sys.argv[2]]
        once = "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True)"
        subprocess.run([sys.executable, "-S", "-c", once, *idle], check=True)
    if mode == "zombie":
        subprocess.Popen([sys.executable, "-S", "-c", "", sys.argv[2]])
    fen = ""
    for line in sys.stdin:
        if log:
            print(line.rstrip(), file=log, flush=True)
        word, _, rest = line.strip().partition(" ")
        if word == "ugi" and mode == "uci":
            say("id name Fake\nuciok")
        elif word == "ugi":
            say("id name Fake\nugiok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            fen = rest.removeprefix("fen ").replace("/", "")
        elif word == "go":
            if misbehave(mode):
                say(f"info depth 1 nodes 7\nbestmove {fen.index('.') + 1}")
        elif word == "quit" and mode not in ("stubborn", "parent", "daemon"):
            return
    if mode == "stubborn":
        time.sleep(60)


if __name__ == "__main__":
    main()
