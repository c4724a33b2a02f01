"""Reading a record from text: every mistake gets its line and what was expected there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import load, understood_tags
from kibitz.records.checksum import CHECKSUM, checksum
from kibitz.records.record import Record, is_own_game, own_game_file, plain_game
from kibitz.records.variation import DEEPEST, MARKS, Variation
from kibitz.records.write import BARE, MARK, NUMBER, RESULTS
from kibitz.words.errors import BadNotation, ChangedRecord, KibitzError
from kibitz.words.move import Move
from kibitz.words.side import Outcome, Side

#: No record that a person means is longer.
LONGEST = 1_000_000

_STRING = r'"(?:[^"\\\n]|\\[^\n])*"'
_TAG = re.compile(rf"\[\s*([A-Za-z][A-Za-z0-9_]{{0,39}})\s+({_STRING})\s*\]\s*")
_WORD = re.compile(rf"\{{[^}}]*\}}|;[^\n]*|[()]|{_STRING}|{BARE.pattern}")
#: Other programs may write a line for themselves.
_BLANK = re.compile(r"(?:\s+|^%[^\n]*)*", re.MULTILINE)
_MARKED = re.compile(r"(.+?)([!?]{1,2})")
_NUMBERED = re.compile(r"[0-9]{1,9}\.+(.+)")
_OUTCOMES = {"1-0": Outcome(Side.FIRST), "0-1": Outcome(Side.SECOND), "1/2-1/2": Outcome(None), "*": None}


def parse_record(text: str, game: Game | None = None, *, accept_changed: bool = False) -> Record:
    """The record that a text describes; BadNotation with the line if it describes none.

    `game` is needed only for a game in a Python file of its own: a record alone
    never makes Kibitz run a file. A record with a checksum that does not fit is
    refused with ChangedRecord, unless that is accepted.
    """
    if len(text) > LONGEST:
        raise BadNotation(f"a record has at most {LONGEST} characters, not {len(text)}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    tags, at = _read_tags(text)
    foreign = "Game" not in tags
    if foreign:
        tags = _understood(tags, game)
    summed = tags.pop(CHECKSUM, None)
    spec, setup = (tags[name][1] if name in tags else "" for name in ("Game", "Start"))
    game = _game_of(tags.pop("Game", None), game)
    tags.pop("Rules", None)  # who reads files has found them (records/own_rules.py)
    start = _start_of(tags.pop("Start", None), game)
    told = tags.pop("Result", (0, "*"))
    played, result, line = _read_moves(text, at, start or game.start())
    if result is None and foreign and told[1] in RESULTS:
        result = told[1]
    if result is None:
        raise BadNotation(f"line {line}: the text ends without a result; end it with {' or '.join(RESULTS)}")
    if told[0] and told[1] != result:
        raise BadNotation(f"line {told[0]}: the tag says {_short(told[1])}, but the moves end with {result}")
    plain = {name: value for name, (_, value) in tags.items()}
    try:
        record = Record(game, tuple(played.moves), start, _OUTCOMES[result], plain, *played.said())
    except KibitzError as error:
        raise BadNotation(f"line {line}: {error}") from None
    if summed is not None and not accept_changed and summed[1] != checksum(spec, setup, played.words, result):
        raise ChangedRecord(
            f"line {summed[0]}: this game was changed by hand or damaged: its checksum does not fit"
        )
    return record


def parse_records(text: str, game: Game | None = None, *, accept_changed: bool = False) -> list[Record]:
    """All records of a text, one after the other; a mistake is told with the number of its game."""
    parts = list(_parts(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")))
    if len(parts) == 1:
        return [parse_record(text, game, accept_changed=accept_changed)]
    records = []
    for number, part in enumerate(parts, start=1):
        try:
            records.append(parse_record(part, game, accept_changed=accept_changed))
        except ChangedRecord as error:
            raise ChangedRecord(f"game {number}: {error}") from None
        except KibitzError as error:
            raise BadNotation(f"game {number}: {error}") from None
    return records


def _parts(text: str) -> Iterator[str]:
    """A text cut behind each result and its comments; what is wrong with a part is not seen here."""
    begin = at = 0
    while True:
        at = _skip(text, at)
        while tag := _TAG.match(text, at):
            at = tag.end()
        ended, depth = False, 0
        while found := _WORD.match(text, _skip(text, at)):
            word = found[0]
            if ended and word[0] not in "{;":
                break
            depth += {"(": 1, ")": -1}.get(word, 0)
            ended = ended or (word in RESULTS and depth <= 0)
            at = found.end()
        at = _skip(text, at)
        # One that lacks its result ends where the tags of the next begin.
        if at == len(text) or not (ended or text.startswith("[", at)) or at == begin:
            yield text[begin:]
            return
        yield text[begin:at]
        begin = at


def _read_tags(text: str) -> tuple[dict[str, tuple[int, str]], int]:
    """The tags with their lines, and where the moves begin."""
    tags: dict[str, tuple[int, str]] = {}
    at = len(text) - len(text.lstrip())
    line = text.count("\n", 0, at) + 1
    while text.startswith("[", at):
        found = _TAG.match(text, at)
        if not found:
            shown = _short(text[at:].split("\n", 1)[0])
            raise BadNotation(f'line {line}: {shown} is not a tag; one looks like [Event "Friday evening"]')
        if found[1] in tags:
            raise BadNotation(f"line {line}: the tag {found[1]} is given twice")
        tags[found[1]] = (line, _unquoted(found[2], line))
        line += found[0].count("\n")
        at = found.end()
    return tags, at


def _understood(tags: dict[str, tuple[int, str]], game: Game | None) -> dict[str, tuple[int, str]]:
    """Tags of another program's record as ours, where they are those of the game or none is given."""
    try:
        found = understood_tags({name: text for name, (_, text) in tags.items()})
    except KibitzError as error:
        raise BadNotation(f"line 1: {error}") from None
    if found is None or (game is not None and load(found["Game"]).family != game.family):
        return tags
    lines = {text: line for line, text in tags.values()}
    return {name: (lines.get(text, 1), text) for name, text in found.items()}


def _game_of(tag: tuple[int, str] | None, game: Game | None) -> Game:
    if tag is None:
        if game is None:
            raise BadNotation(
                'line 1: the record does not say which game it is; add a tag such as [Game "tictactoe"]'
            )
        return plain_game(game)
    line, spec = tag
    if game is not None and spec == game.spec:
        return plain_game(game)
    if is_own_game(spec):
        name = own_game_file(spec)
        if game is None or not is_own_game(game.spec) or own_game_file(game.spec) != name:
            raise BadNotation(
                f"line {line}: this game has rules in a file of its own, {_short(name)};"
                " name that file as the game to read the record"
            )
        return plain_game(game)
    try:
        found = plain_game(load(spec))
    except KibitzError as error:
        raise BadNotation(f"line {line}: {error}") from None
    if game is not None and found.rules_id != game.rules_id:
        raise BadNotation(f"line {line}: this is a record of {found.spec}, not of {game.spec}")
    return found


def _start_of(tag: tuple[int, str] | None, game: Game) -> Position | None:
    if tag is None:
        return None
    try:
        return game.position(tag[1])
    except KibitzError as error:
        raise BadNotation(f"line {tag[0]}: {error}") from None


@dataclass
class _Line:
    """A line that is being read: the game, or a variation."""

    position: Position
    before: Position | None = None
    moves: list[Move] = field(default_factory=list)
    #: The same as they are written.
    words: list[str] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    marks: dict[int, list[int]] = field(default_factory=dict)
    variations: dict[int, list[Variation]] = field(default_factory=dict)

    def say(self, comment: str) -> None:
        """A comment on what was played so far."""
        self.comments.setdefault(len(self.moves), []).append(comment)

    def mark(self, number: int) -> None:
        """A mark of the last move."""
        at = len(self.moves)
        if at == 0:
            raise BadNotation("a mark stands behind the move that it is about")
        self.marks.setdefault(at, []).append(number)

    def play(self, word: str) -> None:
        """A move, with its number before it or a mark behind it if they are no part of the notation."""
        notation, mark = (json.loads(word, strict=False) if word[0] == '"' else word), ""
        marked = _MARKED.fullmatch(word)
        if marked and marked[2] in MARKS and not self._is_notation(word):
            notation, mark = marked[1], marked[2]
        try:
            move = self.position.move(notation)
        except KibitzError:
            numbered = _NUMBERED.fullmatch(notation) if word[0] != '"' else None
            if numbered is None:
                raise
            notation = numbered[1]
            move = self.position.move(notation)
        self.before, self.position = self.position, self.position.play(move)
        self.moves.append(move)
        self.words.append(notation)
        if mark:
            self.mark(MARKS[mark])

    def _is_notation(self, word: str) -> bool:
        return any(word in (str(move), self.position.write(move)) for move in self.position.moves)

    def begin(self) -> _Line:
        """A variation that replaces the last move."""
        if self.before is None:
            raise BadNotation("a variation stands behind the move that it replaces")
        return _Line(self.before)

    def end(self, inside: _Line) -> None:
        """The variation has ended."""
        found = Variation(tuple(inside.moves), *inside.said())
        self.variations.setdefault(len(self.moves) - 1, []).append(found)

    def said(self) -> tuple[dict[int, str], dict[int, tuple[int, ...]], dict[int, tuple[Variation, ...]]]:
        """Comments, marks and variations, by how many moves stand before them."""
        return (
            {at: " ".join(comments) for at, comments in self.comments.items()},
            {at: tuple(marks) for at, marks in self.marks.items()},
            {at: tuple(variations) for at, variations in self.variations.items()},
        )


def _read_moves(text: str, at: int, position: Position) -> tuple[_Line, str | None, int]:
    """The moves with all that is said of them; the result, and the last line."""
    lines = [_Line(position)]
    result: str | None = None
    number = text.count("\n", 0, at) + 1
    for number, word in _words(text, at):
        line = lines[-1]
        if word[0] in "{;":
            line.say(word[1:-1] if word[0] == "{" else word[1:])
        elif result is not None:
            raise BadNotation(
                f"line {number}: {_short(word)} comes after the result {result}; one record ends there"
            )
        elif word in RESULTS:
            result = word if len(lines) == 1 else None  # of a variation it says nothing
        elif not NUMBER.fullmatch(word):
            if word[0] == '"':
                _unquoted(word, number)  # says what is wrong with it
            try:
                _read_word(lines, word)
            except KibitzError as error:
                which = f"move {len(line.moves) + 1}: " if word not in "()" and word[0] != "$" else ""
                inside = "in a variation: " if len(lines) > 1 else ""
                raise BadNotation(f"line {number}: {inside}{which}{error}") from None
    if len(lines) > 1:
        raise BadNotation(f"line {number}: a variation does not end; a ) is missing")
    return lines[0], result, number


def _read_word(lines: list[_Line], word: str) -> None:
    if word == "(":
        if len(lines) > DEEPEST:
            raise BadNotation(f"there are more than {DEEPEST} variations inside each other")
        lines.append(lines[-1].begin())
    elif word == ")":
        if len(lines) == 1:
            raise BadNotation("no variation begins before this ends")
        inside = lines.pop()
        lines[-1].end(inside)
    elif MARK.fullmatch(word):
        lines[-1].mark(int(word[1:]))
    elif word in MARKS:
        lines[-1].mark(MARKS[word])
    elif word.strip("."):  # dots alone stand for the other side's move
        lines[-1].play(word)


def _skip(text: str, at: int) -> int:
    """Where the blanks from there on end."""
    gap = _BLANK.match(text, at)
    assert gap is not None
    return gap.end()


def _words(text: str, at: int) -> Iterator[tuple[int, str]]:
    """The words of the moves with their lines."""
    line = text.count("\n", 0, at) + 1
    while True:
        begin, at = at, _skip(text, at)
        line += text.count("\n", begin, at)
        if at == len(text):
            return
        found = _WORD.match(text, at)
        if not found:
            expected = {
                "{": "a comment that ends with }",
                '"': "a move that ends with a quote on the same line",
            }
            wanted = expected.get(text[at], "a move, a comment in braces or a result")
            raise BadNotation(f"line {line}: {_short(text[at:].split(chr(10), 1)[0])} is not {wanted}")
        yield line, found[0]
        line += found[0].count("\n")
        at = found.end()


def _unquoted(text: str, line: int) -> str:
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        raise BadNotation(
            f'line {line}: {_short(text)} is not quoted well; write \\\\ for \\ and \\" for "'
        ) from None


def _short(text: str) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text[:43])
    return repr(shown if len(shown) <= 40 else shown[:37] + "...")
