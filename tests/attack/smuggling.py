"""Disguised specs of files and programs: no client and no record gets any of them opened."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import kibitz
from kibitz.base.errors import KibitzError
from kibitz.base.limit import Limit
from kibitz.players.registry import display_name, make_player, names
from kibitz.records.parser import parse_record
from kibitz.records.record import Record
from kibitz.service.catalogue import Catalogue
from kibitz.service.game_request import GameRequest
from kibitz.service.settings import Settings
from kibitz.session.seats import recorded_seats
from tests.attack.field import Field, attack

#: `FILE` is a file that nobody allowed, `OURS` one that the server was started with.
PLAYERS = """
FILE.py FILE.py:Mine FILE.py:Mine:depth=2 OURS.py:Mine:net=FILE.net OURS.py:Mine:eval=net:FILE.net
negascout:eval=net:FILE.net negascout:eval=FILE.py:judge negascout:depth=2,eval=OURS.py:judge
mcts:net=FILE.net mcts:net=FILE.net,gumbel=4 mcts:by=none,eval=net:FILE.net mcts:eval=FILE.py
alphabeta:tt=1M,eval=net:FILE.net engine:cmd=FILE engine:cmd=FILE,protocol=uci,set=A=B OURS.py OURS.py:Mine
level:eval=net:FILE.net careful:net=FILE.net lines:eval=net:FILE.net human:eval=FILE.py classic:net=FILE.net
table:eval=net:FILE.net selective:eval=FILE.py:judge,without=none random:cmd=FILE
"""
GAMES = "FILE.py FILE.py:size=6 OURS.py OURS.py:size=6 file://FILE.py ~/FILE.py connect4:x=FILE.py"

BLANKS = " \t\n\r\x0b\x0c\x1c\x85\xa0\u1680\u2003\u2028\u202f\u205f\u3000\u200b\ufeff\u2060\0"
#: What may stand before the tags of a record, or is not seen in it.
BEFORE = (
    "",
    "\n",
    "; a remark\n",
    "% a line\n",
    "\ufeff",
    "\u200b",
    "\x1a",
    "\r",
    "  \n;x\n%y\n",
    "\u200b;\r",
)

OUTSIDE = (
    "subprocess.Popen",
    "os.exec",
    "os.posix_spawn",
    "os.system",
    "os.spawn",
    "os.fork",
    "socket.connect",
)


def disguised(text: str, rng: random.Random) -> str:
    """A spec written otherwise: quotes, blanks, case, escapes, look-alikes, at one to three places."""
    for _ in range(rng.randrange(1, 4)):
        text = rng.choice(WAYS)(text, rng)
    return text


def _at(text: str, rng: random.Random) -> int:
    """A place in a text; often one beside a sign that means something."""
    signs = [at + rng.randrange(2) for at, sign in enumerate(text) if sign in ':=,"']
    return rng.choice([rng.randrange(len(text) + 1), *signs])


def _parts(text: str, rng: random.Random) -> tuple[str, str]:
    """A text before the value of an option, and from there on."""
    head, sign, value = text.partition(rng.choice(["=", "eval=", "net=", ":"]))
    return head + sign, value


def blank(text: str, rng: random.Random) -> str:
    """Blanks where none are expected."""
    at = _at(text, rng)
    return text[:at] + rng.choice(BLANKS) * rng.randrange(1, 3) + text[at:]


def quotes(text: str, rng: random.Random) -> str:
    """A value in quotes, perhaps with blanks inside or every sign escaped."""
    head, value = _parts(text, rng)
    if rng.random() < 0.3:
        value = "".join(f"\\{sign}" for sign in value)
    return f'{head}"{rng.choice(["", *BLANKS])}{value}{rng.choice(["", *BLANKS])}"'


def case(text: str, rng: random.Random) -> str:
    """Other letters that may be taken for the same."""
    head, value = _parts(text, rng)
    alike = text.replace("k", "\u212a").replace("i", "\u0131")
    return rng.choice([text.swapcase(), head.upper() + value, alike])


def one_sign(text: str, rng: random.Random) -> str:
    """One sign as a percent escape, in full width, or doubled."""
    at = _at(text, rng)
    sign = text[at : at + 1]
    wide = "".join(chr(ord(each) + 0xFEE0) for each in sign if "!" <= each <= "~")
    return text[:at] + rng.choice([quote(sign, safe=""), wide, sign * 2]) + text[at + 1 :]


def more_signs(text: str, rng: random.Random) -> str:
    """A sign that means something where none is expected, or another way to begin a path."""
    if rng.random() < 0.5:
        head, value = _parts(text, rng)
        return head + rng.choice(["file://", "./", "~/../", "//", "NET:", "net: "]) + value
    at = _at(text, rng)
    return text[:at] + rng.choice('",:=\\;[]{}') + text[at:]


WAYS = (blank, quotes, case, one_sign, more_signs)


class Watch:
    """Notices what this process opens, looks at or starts outside of Python, Kibitz and their folders."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = tuple(str(folder.resolve()) + os.sep for folder in folders)
        self.on = False
        self.seen: list[str] = []
        sys.addaudithook(self._hear)
        stat = os.stat

        def watched(path: Any, *arguments: Any, **options: Any) -> os.stat_result:
            self._hear("os.stat", (path,))
            return stat(path, *arguments, **options)

        os.stat = watched

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event in OUTSIDE:
            self.seen.append(f"{event} {arguments!r:.300}")
        if event in ("open", "os.stat", "os.listdir", "os.scandir") and isinstance(
            arguments[0], str | bytes | Path
        ):
            path = os.path.abspath(os.fsdecode(arguments[0]))
            if not path.startswith(self._folders):
                self.seen.append(f"{event} {path}")


def _watch() -> Watch:
    """Started when everything has been loaded that is loaded anyway."""
    for game in ("tictactoe", "connect4"):
        for name in names():
            make_player(name).cannot_play(kibitz.load(game))
    for entrance in (kibitz.load, kibitz.player):
        with contextlib.suppress(KibitzError):
            entrance("nothing of that name")
    recorded_seats(parse_record('[Game "tictactoe"] *'), kibitz.load("tictactoe"))
    received = [os.environ[name] for name in ("KIBITZ_CACHE", "KIBITZ_DATA") if name in os.environ]
    python = (sys.prefix, sys.base_prefix, os.path.dirname(os.__file__), *(path for path in sys.path if path))
    return Watch(tuple(map(Path, [*python, *received, "/proc", "/sys"])))


def _tries(field: Field, catalogue: Catalogue) -> Iterator[tuple[str, Callable[[], object]]]:
    """Entrances at which clients and records name players and games, with the specs to try."""
    game, rng = kibitz.load("tictactoe"), field.rng

    def text(seeds: str) -> str:
        plain = rng.choice(seeds.split()).replace("FILE", str(field.folder / "trap"))
        return disguised(plain.replace("OURS", str(field.folder / "ours")), rng)

    spec = text(PLAYERS)
    yield f"seat {spec!r}", lambda: catalogue.seat(spec, game)
    yield f"called {spec!r}", lambda: display_name(spec)
    tags = {"First": spec} if spec.isprintable() else {}
    yield f"record {spec!r}", lambda: recorded_seats(Record(game, tags=tags), game)
    rules = text(GAMES)
    yield f"game {rules!r}", lambda: catalogue.load(rules, rng.choice([{}, {"spec": spec}]))
    named = rng.choice([("tictactoe", spec), (rules, "person")])
    record = rng.choice(BEFORE) + "".join(
        f"[{name} {json.dumps(value, ensure_ascii=rng.random() < 0.5)}]{rng.choice(BEFORE)}\n"
        for name, value in zip(("Game", "First"), named, strict=True)
    )
    wish = GameRequest(record=record + "\n5 *\n")
    limit = Limit(seconds=1)
    yield f"load {record!r}", lambda: wish.session(catalogue, limit, 20.0)


@attack("inputs", weight=3)
def smuggle_specs(field: Field) -> None:
    """What names files, code and programs, from visitors and in records; nothing is opened or started."""
    watch: Watch = field.once("watch", _watch)
    own = str(field.folder / "ours.py")
    catalogue = Catalogue(Settings(own_players=(own,), own_games=(own,)))
    for _ in range(40):
        for what, door in _tries(field, catalogue):
            field.count("inputs")
            watch.seen.clear()
            with field.only_documented_errors(lambda what=what: what):  # type: ignore[misc]
                watch.on = True
                try:
                    door()
                except KibitzError:
                    pass
                finally:
                    watch.on = False
            for seen in watch.seen:
                field.fault("admitted", f"{what}: {seen}")
