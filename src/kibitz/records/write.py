"""Writing a record as text: tags, an empty line, then numbered moves in lines of at most 80 characters."""

from __future__ import annotations

import json
import re

from kibitz.games.position import Position
from kibitz.records.checksum import CHECKSUM, checksum
from kibitz.records.record import Record, is_own_game
from kibitz.words.side import Side

_WIDTH = 80
#: Tags in the order that people look for them; others follow.
#: The checksum stands before the game: a part that is lost from it to the moves has the game in it too.
_ORDER = ("Event", "Date", "First", "Second", CHECKSUM, "Game", "Rules", "Start", "Result")

#: What a move's notation must not look like, or it is written in quotes.
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
NUMBER = re.compile(r"[0-9]{1,9}\.+")
BARE = re.compile(r'[^\s{}";()\[\]]+')


def format_record(record: Record) -> str:
    """The record's text, which `parse_record` turns into an equal record."""
    tags = {**record.tags, "Game": record.game.spec, "Result": record.result}
    if is_own_game(record.game.spec) and (rules := getattr(record.game, "fingerprint", None)):
        tags["Rules"] = rules
    if record.start is not None:
        tags["Start"] = str(record.start)
    positions = record.positions()
    written = [before.write(move) for before, move in zip(positions, record.moves, strict=False)]
    tags[CHECKSUM] = checksum(tags["Game"], tags.get("Start", ""), written, record.result)
    names = [name for name in _ORDER if name in tags]
    names += [name for name in tags if name not in _ORDER]
    head = "".join(f"[{name} {_quoted(tags[name])}]\n" for name in names)
    return f"{head}\n{_wrapped(_words(record, positions, written))}\n"


def _words(record: Record, positions: list[Position], written: list[str]) -> list[str]:
    """The moves with their numbers and comments, cut where a line may be broken."""
    words: list[str] = []
    number, shown = 1, None
    for ply, position in enumerate(positions):
        comment = record.comments.get(ply)
        if comment:
            words += ("{" + comment + "}").split(" ")
            shown = None  # repeat the number after an interruption
        if ply == len(record.moves):
            break
        side = position.mover
        # A number stands before the first thing that happens on a player's turn where it is needed.
        if ply > 0 and side is Side.FIRST and positions[ply - 1].mover is Side.SECOND:
            number += 1
        if shown != number:
            words.append(f"{number}." if side is Side.FIRST else f"{number}...")
            shown = number
        words.append(_move_word(written[ply]))
    return [*words, record.result]


def _move_word(text: str) -> str:
    plain = BARE.fullmatch(text) and not NUMBER.fullmatch(text) and text not in RESULTS
    return text if plain else _quoted(text)


def _quoted(text: str) -> str:
    # JSON's quotes: backslashes before quotes and backslashes, and no control characters left. Half a
    # pair of surrogates, as in a path that is no UTF-8, has an escape there too.
    return json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)
