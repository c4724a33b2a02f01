"""The program with random arguments and with broken streams."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from tests.attack.field import PATIENCE, Field, attack, program
from tests.attack.texts import LETTERS

NIM = str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "nim.py")
COMMANDS = [
    line.split()
    for line in f"""
    play tictactoe ewn {NIM} --players random --seed --position --limit --clock --resume --delay --values -y
    play tictactoe {NIM} --plain --json --people --side --elo -o --accept-changed --resume --players random
    games ewn --json
    saved --game --unfinished --delete --json
    review game.pgn --game --limit --svg --plain --json --accept-changed
    analyse tictactoe connect4 5 --position --depth --time --nodes --search --json
    tables verify remove --unfinished --json --samples
    players --game --json
    compare tictactoe --players --depth --positions --plot --json --patience
    tree tictactoe --depth --player --most --output
    match random rules --game tictactoe --games --limit --pgn --sprt --openings
    tournament random rules --game tictactoe --games --html --pgn --anchor --resume
    engine tictactoe ewn --protocol --player --limit
    check tictactoe {NIM} --games --seed --json
    book info check build connect4 --samples --plies
    version --json
    puzzles tictactoe --count --new --grade --mistakes --progress --export --seed --plain
    rules tictactoe ewn {NIM} --plain --json
    truth score questions draw check nim pig --player --file --json --seed
    explore tictactoe {NIM} 5 1 --from game.pgn --no-saved --plain --json
    examples out nim race
    bench --seconds --json
    train tictactoe {NIM} --folder --time --hidden --blocks --batch --from-truth --device --seed --json
    """.strip().splitlines()
]
LITTLE_LEARNING = [
    *("--rounds", "1", "--games", "1", "--playouts", "2"),
    *("--steps", "1", "--gate", "0", "--tests", "0"),
]
VALUES = [
    *("2", "1", "0", "-1", "nan", "inf", "1e999", "9" * 50, "", "x", "tictactoe", "random", "out.svg"),
    *(
        "folder",
        "no/such",
        "/dev/null",
        "time=1s",
        "depth=1",
        "xo./.x./...",
        "\udc80",
        "=",
        "--",
        "ugi",
        "2023",
    ),
]
SAID = ["5", "help", "quit", "hint", "undo", "isready", "\udc80"]
#: What a word on a command line can be made of.
SAYABLE = LETTERS.replace("\0", "").replace("\ud800", "")
STREAMS = ["", "", "", ">/dev/full", ">&-", "<&-", "2>&-", "2>/dev/full", "<&- >&- 2>&-", "</dev/zero"]


def words(rng: random.Random) -> list[str]:
    """A command with some of its own words and values, and some that are not."""
    command, *own = rng.choice(COMMANDS)
    found = [command]
    for _ in range(rng.randrange(6)):
        kind = rng.random()
        if kind < 0.6:
            found.append(rng.choice(own))
        elif kind < 0.95:
            found.append(rng.choice(VALUES))
        else:
            found.append("".join(rng.choices(SAYABLE, k=rng.randrange(1, 12))))
    # Long work is no part of this attack, and a server would go on for ever.
    limits = {"match": ["--games", "2", "--workers", "1"], "tournament": ["--games", "2", "--workers", "1"]}
    limits |= {"book": ["--threads", "1"], "compare": ["--patience", "1"], "play": ["--limit", "nodes=10"]}
    limits |= {"bench": ["--seconds", "0.01"], "train": LITTLE_LEARNING}
    return found + limits.get(command, [])


@attack("inputs", weight=0.003)
def odd_words(field: Field) -> None:
    """The program is started with words and streams of any kind."""
    with field.fresh() as folder:
        (folder / "folder").mkdir()
        (folder / "game.pgn").write_text('[Game "tictactoe"]\n\n1. 5 1 2. 9 *\n')
        for _ in range(5):
            given, streams = words(field.rng), field.rng.choice(STREAMS)
            if "book" in given and ("build" in given or "check" in given):
                given = ["book", "info"]
            said = "\n".join(field.rng.choices(SAID, k=4))
            field.count("inputs")
            done = subprocess.Popen(
                ["sh", "-c", f'exec "$@" {streams}', "sh", *program(), *given],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=folder,
            )
            try:
                out, _ = done.communicate(said.encode("utf-8", "surrogateescape"), PATIENCE)
            except subprocess.TimeoutExpired:
                done.kill()
                done.communicate()
                field.fault("endless", f"{given} {streams}")
                continue
            text = out.decode(errors="replace")
            field.look_for_traceback((given, streams), done.returncode, text)
            if done.returncode not in (0, 1, 2, 130):
                field.fault("tracebacks", f"{given} {streams} ended with {done.returncode}: {text[-300:]}")
