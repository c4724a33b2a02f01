"""Formatting a record as text: tags, an empty line, then numbered moves in lines of at most 80 characters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.games.registry import other_tags
from kibitz.records.checksum import CHECKSUM, checksum
from kibitz.records.record import Record, is_python_game_spec
from kibitz.records.variation import AnnotatedLine

_WIDTH = 80
#: Tags in their conventional order, with the checksum before the game; others follow.
_ORDER = ("Event", "Date", "First", "Second", CHECKSUM, "Game", "Rules", "Start", "Result")

#: A move whose notation looks like this is quoted.
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
NUMBER = re.compile(r"[0-9]{1,9}\.+")
MARK = re.compile(r"\$[0-9]{1,3}")
ODD = re.compile(rf"{NUMBER.pattern}|{MARK.pattern}|%.*|.*[!?]|{'|'.join(map(re.escape, RESULTS))}")
BARE = re.compile(r'[^\s{}";()\[\]]+')


def format_record(record: Record) -> str:
    """Return the record's text, which `parse_record` turns into an equal record."""
    tags = {**record.tags, "Game": record.game.spec, "Result": record.result}
    if is_python_game_spec(record.game.spec) and (rules := getattr(record.game, "fingerprint", None)):
        tags["Rules"] = rules
    if record.start is not None:
        tags["Start"] = str(record.start)
    tags |= other_tags(record.game, tags)
    positions = record.positions()
    if record.game.openings is not None:  # the record's own tags take precedence
        tags = {
            **record.game.openings.record_tags(positions),
            **tags,
        }
    written = [before.write(move) for before, move in zip(positions, record.moves, strict=False)]
    tags[CHECKSUM] = checksum(tags["Game"], tags.get("Start", ""), written, record.result)
    names = [name for name in _ORDER if name in tags]
    names += [name for name in tags if name not in _ORDER]
    head = "".join(f"[{name} {_quoted(tags[name])}]\n" for name in names)
    words = [*_words(record, positions[0], 1), record.result]
    return f"{head}\n{_wrapped(words)}\n"


def _words(line: AnnotatedLine, position: Position, number: int) -> Iterator[str]:
    """Yield numbered moves with their marks, comments and variations, as words that can be wrapped.

    `number` is the move number of the turn in which the line starts.
    """
    shown, before = None, None
    for ply in range(len(line.moves) + 1):
        if marks := line.marks.get(ply):
            yield from (f"${mark}" for mark in marks)
        comment = line.comments.get(ply)
        if comment:
            yield from ("{" + comment + "}").split(" ")
            shown = None  # repeat the number after an interruption
        if before is not None:
            for variation in line.variations.get(ply - 1, ()):
                words = list(_words(variation, before, number))
                words[0], words[-1] = f"({words[0]}", f"{words[-1]})"
                yield from words
                shown = None
        if ply == len(line.moves):
            return
        side = position.mover
        # A number precedes a player's first move in a turn if it is needed.
        if before is not None and side is Side.FIRST and before.mover is Side.SECOND:
            number += 1
        if shown != number:
            yield f"{number}." if side is Side.FIRST else f"{number}..."
            shown = number
        yield _move_word(position.write(line.moves[ply]))
        before, position = position, position.play(line.moves[ply])


def _move_word(text: str) -> str:
    return text if BARE.fullmatch(text) and not ODD.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    # JSON strings, since they escape quotes, backslashes and control characters, also lone surrogates such as
    # in a path that isn't UTF-8.
    return json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def _wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)
