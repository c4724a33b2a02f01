"""Games of chess as other programs keep them: PGN, with comments, marks and variations, both ways."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kibitz.games.chess import ROOM, fen
from kibitz.games.position import Position
from kibitz.words.errors import BadNotation, KibitzError, quoted
from kibitz.words.move import Move

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
#: Tags that every game has, in their order, and what they say where nothing is known.
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
#: Marks that are written at a move, by their numbers.
_MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_DEEPEST = 100
_WIDTH = 80

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,255})\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"(?P<gap>\s+|^%[^\n]*)|\{(?P<comment>[^}]*)\}|;(?P<rest>[^\n]*)|(?P<open>\()|(?P<close>\))"
    r"|\$(?P<mark>\d{1,3})|(?P<result>1-0|0-1|1/2-1/2|\*)(?![^\s;{()])|(?P<number>\d{1,4}\.+|\.\.+)"
    r"|(?P<word>[^\s{}();$!?]+)(?P<marks>[!?]{1,2})?|(?P<alone>[!?]{1,2})",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class PgnMove:
    """A move with what is said of it, and what else could have been played instead."""

    move: Move
    #: The position in which it is made.
    before: Position
    comment: str = ""
    #: Numbers of marks: 1 is `!`, 2 is `?`.
    marks: tuple[int, ...] = ()
    variations: tuple[tuple[PgnMove, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class PgnGame:
    """One game of a file."""

    start: Position
    moves: tuple[PgnMove, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    #: What is said before the first move.
    comment: str = ""
    result: str = "*"

    @property
    def end(self) -> Position:
        """Where its moves lead."""
        return self.start.play(*(each.move for each in self.moves))


@dataclass
class _Line:
    """A line that is being read."""

    position: Position
    moves: list[PgnMove] = field(default_factory=list)


def read_games(text: str) -> Iterator[PgnGame]:
    """Every game of a text; BadNotation with the line where it can't be understood."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    at = 0
    while text[at:].strip():
        game, at = _read_game(text, at)
        yield game


def _read_game(text: str, at: int) -> tuple[PgnGame, int]:
    tags: dict[str, str] = {}
    while found := re.compile(r"\s*(?:^%[^\n]*\s*)*(?=\[)", re.MULTILINE).match(text, at):
        tag = _TAG.match(text, found.end())
        if tag is None:
            raise _wrong(text, found.end(), 'a tag looks like [Event "Friday evening"]')
        tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        at = tag.end()
    start = _start(tags, text, at)
    lines = [_Line(start)]
    comment, result = "", None
    while result is None and at < len(text):
        if text.startswith("[", at):
            break  # the next game, after one without a result
        found = _TOKEN.match(text, at)
        if found is None:
            raise _wrong(text, at, "a move, a comment in braces or a result is expected")
        line = lines[-1]
        said = found["comment"] if found["comment"] is not None else found["rest"]
        mark = found["mark"] or (found["alone"] and str(_MARKS.get(found["alone"], 0)))
        if said is not None:
            said = " ".join(said.split())
            if line.moves:
                _say(line, comment=said)
            elif len(lines) == 1:
                comment = f"{comment} {said}".strip()
        elif mark is not None:
            if line.moves:
                _say(line, marks=(int(mark),))
        elif found["open"]:
            if not line.moves or len(lines) > _DEEPEST:
                raise _wrong(text, at, "a variation stands after the move that it replaces")
            lines.append(_Line(line.moves[-1].before))
        elif found["close"]:
            if len(lines) == 1:
                raise _wrong(text, at, "no variation begins before this ends")
            lines.pop()
            _say(lines[-1], variation=tuple(line.moves))
        elif found["result"]:
            result = found["result"]
        elif found["word"]:
            _play(line, found["word"], found["marks"], text, at)
        at = found.end()
    if len(lines) > 1:
        raise _wrong(text, at, "a variation does not end")
    ended = result or tags.get("Result", "*")
    return PgnGame(start, tuple(lines[0].moves), tags, comment, ended if ended in RESULTS else "*"), at


def _start(tags: Mapping[str, str], text: str, at: int) -> Position:
    chess960 = "960" in tags.get("Variant", "") or "fischer" in tags.get("Variant", "").lower()
    try:
        game = ROOM.entries[int(chess960)].make({})
        return game.position(tags["FEN"]) if "FEN" in tags else game.start()
    except KibitzError as error:
        raise _wrong(text, at, str(error)) from None


def _play(line: _Line, word: str, marks: str | None, text: str, at: int) -> None:
    try:
        move = line.position.move(word)
    except KibitzError as error:
        raise _wrong(text, at, str(error)) from None
    given = (_MARKS[marks],) if marks else ()
    line.moves.append(PgnMove(move, line.position, marks=given))
    line.position = line.position.play(move)


def _say(
    line: _Line, comment: str = "", marks: tuple[int, ...] = (), variation: tuple[PgnMove, ...] | None = None
) -> None:
    """Add something to the last move of a line."""
    last = line.moves[-1]
    more = last.variations if variation is None else (*last.variations, variation)
    line.moves[-1] = PgnMove(
        last.move, last.before, f"{last.comment} {comment}".strip(), (*last.marks, *marks), more
    )


def _wrong(text: str, at: int, expected: str) -> BadNotation:
    line = text.count("\n", 0, at) + 1
    shown = text[at:].split("\n", 1)[0][:40]
    return BadNotation(f"line {line}: {quoted(shown)}: {expected}")


def write_game(game: PgnGame) -> str:
    """A game as PGN, which `read_games` reads again."""
    tags = {**ROSTER, **game.tags, "Result": game.result}
    if str(game.start) != fen.START:
        tags |= {"SetUp": "1", "FEN": str(game.start)}
    if getattr(game.start.game, "chess960", False):
        tags["Variant"] = "Chess960"
    names = [*ROSTER, "Result", *(name for name in tags if name not in ROSTER and name != "Result")]
    head = "".join(f'[{name} "{_escaped(tags[name])}"]\n' for name in names)
    words = [*_comment(game.comment), *_written(game.moves, True), game.result]
    # Words with spaces in them, comments, may be broken there.
    moves = textwrap.fill(" ".join(words), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n{moves}\n"


def _written(moves: Sequence[PgnMove], numbered: bool) -> Iterator[str]:
    """A line in words; a number stands where white moves, and where black does after an interruption."""
    for each in moves:
        board = each.before.game.board(each.before)  # type: ignore[attr-defined]
        if board.mover == 0 or numbered:
            yield f"{board.number}{'.' if board.mover == 0 else '...'}"
        yield each.before.write(each.move)
        yield from (f"${mark}" for mark in each.marks)
        yield from _comment(each.comment)
        for variation in each.variations:
            first, *rest = _written(variation, True) if variation else ("",)
            words = [first, *rest]
            yield f"({words[0]}" if len(words) > 1 else f"({words[0]})"
            if len(words) > 1:
                yield from words[1:-1]
                yield f"{words[-1]})"
        numbered = bool(each.comment or each.variations)


def _comment(text: str) -> list[str]:
    return ["{" + text.replace("}", ")") + "}"] if text else []


def _escaped(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.split()))
