"""Parsing records: errors name the line and the expected token."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from kibitz.base.errors import BadNotation, BadOption, ChangedRecord, KibitzError
from kibitz.base.move import Move
from kibitz.base.side import Outcome, Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import foreign_words, kin_of, load, understood_tags
from kibitz.records.checksum import CHECKSUM, checksum
from kibitz.records.formatter import BARE, MARK, NUMBER, RESULTS
from kibitz.records.record import (
    DERIVED_TAGS,
    Record,
    is_python_game_spec,
    plain_game,
    plain_tag,
    python_game_file,
)
from kibitz.records.variation import DEEPEST, MARKS, Variation

#: Maximum length of a record in characters.
LONGEST = 1_000_000

_STRING = r'"(?:[^"\\\n]|\\[^\n])*"'
_TAG = re.compile(rf"\[\s*([A-Za-z][A-Za-z0-9_]{{0,39}})\s+({_STRING})\s*\]\s*")
#: A tag of another program: any name, or unescaped quotes and backslashes in its value.
_LOOSE_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_+#=:-]*)\s+"([^\n]*)"[ \t]*\][ \t]*(?:\n\s*|$)')
_WORD = re.compile(rf"\{{[^}}]*\}}|;[^\n]*|[()]|{_STRING}|{BARE.pattern}")
#: An escape line of another program (PGN: %).
_BLANK = re.compile(r"(?:\s+|^%[^\n]*)*", re.MULTILINE)
#: Comments before the tags.
_BEFORE_TAGS = re.compile(r"(?:\s+|^[%;][^\n]*)*(?=\[)", re.MULTILINE)
#: Invisible characters: byte order marks, also where files were concatenated, and end-of-file marks.
_UNSEEN = dict.fromkeys(map(ord, "\ufeff\u200b\x1a"))
_MARKED = re.compile(r"(.+?)([!?]{1,2})")
_NUMBERED = re.compile(r"[0-9]{1,9}[.…]+(.+)")
#: A move number as other programs write it.
_LOOSE_NUMBER = re.compile(r"[1-9][0-9]{0,8}[.…]*")
_OUTCOMES = {"1-0": Outcome(Side.FIRST), "0-1": Outcome(Side.SECOND), "1/2-1/2": Outcome(None), "*": None}


def parse_record(text: str, game: Game | None = None, *, accept_changed: bool = False) -> Record:
    """Parse a record; BadNotation with the line if the text is not one.

    `game` is needed only for a game in a Python file: a record alone never makes Kibitz run a file. A record
    whose checksum doesn't match raises ChangedRecord, unless `accept_changed`.
    """
    if len(text) > LONGEST:
        raise BadNotation(f"a record has at most {LONGEST} characters, not {len(text)}")
    text = _plain(text)
    tags, at = _read_tags(text)
    words: Mapping[str, str | int | None] | None = None
    if "Game" in tags:
        tags = _set_up(tags)
    else:
        tags, words = _converted_tags(tags, game)
    summed = tags.pop(CHECKSUM, None)
    spec, setup = (tags[name][1] if name in tags else "" for name in ("Game", "Start"))
    game = _game_of(tags.pop("Game", None), game)
    tags.pop("Rules", None)  # readers of files have checked for stored rules (records/python_rules.py)
    start = _start_of(tags.pop("Start", None), game)
    tagged = tags.pop("Result", (0, "*"))
    played, result, line = _read_moves(text, at, start or game.start(), words)
    if words is not None:
        result = _agreed_result(str(words.get(tagged[1], tagged[1])), result, played)
        tagged = (0, result)
    if result is None:
        raise BadNotation(f"line {line}: the text ends without a result; end it with {' or '.join(RESULTS)}")
    if tagged[0] and tagged[1] != result:
        raise BadNotation(
            f"line {tagged[0]}: the tag says {_short(tagged[1])}, but the moves end with {result}"
        )
    plain = {name: value for name, (_, value) in tags.items()}
    try:
        record = Record(game, tuple(played.moves), start, _OUTCOMES[result], plain, *played.notes())
    except KibitzError as error:
        raise BadNotation(f"line {line}: {error}") from None
    if summed is not None and not accept_changed and summed[1] != checksum(spec, setup, played.words, result):
        raise ChangedRecord(
            f"line {summed[0]}: this game was changed by hand or damaged: its checksum does not fit"
        )
    return record


def record_tags(text: str) -> dict[str, str]:
    """Return the tags of a text's first record; none if they are invalid.

    No code is run and no move is read.
    """
    try:
        tags, _ = _read_tags(_plain(text[:LONGEST]))
    except BadNotation:
        return {}
    return {name: value if name in DERIVED_TAGS else plain_tag(value) for name, (_, value) in tags.items()}


def parse_records(text: str, game: Game | None = None, *, accept_changed: bool = False) -> list[Record]:
    """Parse all records of a text; an error names the number of the game."""
    return all_of(parse_each(text, game, accept_changed=accept_changed))


def all_of(found: Iterable[Record | KibitzError]) -> list[Record]:
    """Return all records, or raise the first error."""
    records = []
    for each in found:
        if isinstance(each, KibitzError):
            raise each
        records.append(each)
    return records


def parse_each(
    text: str | Iterable[str],
    game: Game | None = None,
    *,
    accept_changed: bool = False,
    number: int | None = None,
) -> Iterator[Record | KibitzError]:
    """Yield every record of a text or its error; with `number` (from 1), only that one.

    Of a text in pieces, no more is kept than the records at the end of a piece.
    """
    parts = _each_part([text] if isinstance(text, str) else text, game)
    line = at = 0
    part, following = next(parts, ""), next(parts, None)
    is_alone = following is None
    while True:
        at += 1
        where = "" if is_alone else f"game {at}: "
        try:
            if number in (None, at):
                yield parse_record(part, game, accept_changed=accept_changed)
        except ChangedRecord as error:
            yield ChangedRecord(f"{where}{_later(error, line)}")
        except KibitzError as error:
            yield BadNotation(f"{where}{_later(error, line)}")
        if following is None or number == at:
            break
        line += part.count("\n")
        part, following = following, next(parts, None)
    if number is not None and number != at:
        raise BadOption(f"there is no game {number}; there are {at}")


def _each_part(pieces: Iterable[str], game: Game | None) -> Iterator[str]:
    """Split a text in pieces into records."""
    rest = ""
    for piece in pieces:
        # The last two may go on in the next piece: the last, and a comment after the one before it.
        *whole, before, last = ["", *_parts(_plain(rest + piece), game)]
        yield from filter(None, whole)
        rest = before + last
        if len(last) > LONGEST:  # refused, whatever follows
            break
    yield from _parts(rest, game)


def _plain(text: str) -> str:
    """Normalise line ends and remove invisible characters."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_UNSEEN)


def _later(error: KibitzError, lines: int) -> str:
    """Return an error message with its line number shifted from a part to the whole text."""
    return re.sub(r"^line ([0-9]+)", lambda found: f"line {int(found[1]) + lines}", str(error))


def _parts(text: str, game: Game | None) -> Iterator[str]:
    """Split a text after each result and its comments; errors in a part are not detected here."""
    start = at = 0
    while True:
        at = _before_tags(text, at)
        tags: dict[str, tuple[int, str]] = {}
        while tag := _tag_at(text, at):
            tags[tag[1]] = (0, _loosely_unquoted(tag))
            at = tag.end()
        words = _foreign_words_for(tags, game)
        notable = _notable(tuple(word for word, means in words.items() if means in RESULTS))
        ended, depth, moved = False, 0, False
        while True:
            if not ended and (found := notable.search(text, at)) and found.start() > at:
                moved = moved or not text[at : found.start()].isspace()
                at = found.start()
            if not (found := _WORD.match(text, _skip(text, at))):
                break
            word = found[0]
            if ended and word[0] not in "{;":
                break
            depth += {"(": 1, ")": -1}.get(word, 0)
            ended = ended or (words.get(word, word) in RESULTS and depth <= 0)
            moved = True
            at = found.end()
        at = _skip(text, at)
        # A record without a result ends at the next tags.
        next_begins = ended or (moved and text.startswith("[", at))
        if at == len(text) or not next_begins or at == start:
            yield text[start:]
            return
        yield text[start:at]
        start = at


#: A character of a plain word, as in BARE.
_BARE = r'[^\s{}";()\[\]]'


@lru_cache(maxsize=16)
def _notable(results: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of results and of all that isn't a plain word."""
    words = "|".join(map(re.escape, (*RESULTS, *results)))
    return re.compile(rf'(?<!{_BARE})(?:{words})(?!{_BARE})|[{{}};"()\[\]]|^%|\Z', re.MULTILINE)


def _before_tags(text: str, at: int) -> int:
    """Return where the tags after `at` start; without tags, the moves."""
    found = _BEFORE_TAGS.match(text, at)
    return found.end() if found else _skip(text, at)


def _tag_at(text: str, at: int) -> re.Match[str] | None:
    return _TAG.match(text, at) or _LOOSE_TAG.match(text, at)


def _read_tags(text: str) -> tuple[dict[str, tuple[int, str]], int]:
    """Parse the tags with their lines; also return where the moves start.

    Only in Kibitz's own records, which name their game, is each tag strictly checked and unique.
    """
    found: list[tuple[int, re.Match[str]]] = []
    at = _before_tags(text, 0)
    line = text.count("\n", 0, at) + 1
    while text.startswith("[", at):
        tag = _tag_at(text, at)
        if not tag:
            raise _no_tag(text, at, line)
        found.append((line, tag))
        line += tag[0].count("\n")
        at = tag.end()
    ours = any(tag[1] == "Game" for _, tag in found)
    tags: dict[str, tuple[int, str]] = {}
    for line, tag in found:
        if not ours:
            name = re.sub(r"\W", "_", tag[1], flags=re.ASCII)[:40]
            tags.setdefault(name, (line, _loosely_unquoted(tag)))
        elif tag.re is _LOOSE_TAG:
            raise _no_tag(text, tag.start(), line)
        elif tag[1] in tags:
            raise BadNotation(f"line {line}: the tag {tag[1]} is given twice")
        else:
            tags[tag[1]] = (line, _unquoted(tag[2], line))
    return tags, at


def _no_tag(text: str, at: int, line: int) -> BadNotation:
    shown = _short(text[at:].split("\n", 1)[0])
    return BadNotation(f'line {line}: {shown} is not a tag; one looks like [Event "Friday evening"]')


def _loosely_unquoted(tag: re.Match[str]) -> str:
    """Unescape another program's tag: a backslash escapes only a quote or a backslash."""
    inside = tag[2][1:-1] if tag.re is _TAG else tag[2]
    return re.sub(r'\\(["\\])', r"\1", inside)


def _converted_tags(
    tags: dict[str, tuple[int, str]], game: Game | None
) -> tuple[dict[str, tuple[int, str]], Mapping[str, str | int | None] | None]:
    """Convert another program's tags to Kibitz's, if they are of the game or no game is given.

    Also return the words that such a record may have among its moves; None if no game knows the format.
    """
    try:
        found = understood_tags({name: text for name, (_, text) in tags.items()})
    except KibitzError as error:
        raise BadNotation(f"line 1: {error}") from None
    if found is None or (game is not None and load(found["Game"]).rules.family != game.rules.family):
        return tags, None if game is None else foreign_words(game)
    lines = {text: line for line, text in tags.values()}
    words = foreign_words(load(found["Game"]))
    return {name: (lines.get(text, 1), text) for name, text in found.items()}, words


def _foreign_words_for(tags: dict[str, tuple[int, str]], game: Game | None) -> Mapping[str, str | int | None]:
    """Return the words that a record with these tags may have among its moves, besides Kibitz's own."""
    if "Game" in tags:
        return {}
    try:
        return _converted_tags(tags, game)[1] or {}
    except KibitzError:  # reported when the part is parsed
        return {}


def _agreed_result(tagged: str, result: str | None, played: _Line) -> str:
    """Return the result of another program's record; contradictions become a comment.

    The rules take precedence, then the tag, as in most programs, then the end of the moves.
    """
    given = [each for each in (tagged, result) if each in RESULTS and each != "*"]
    first = given[0] if given else "*"
    ended = played.position.outcome
    counts = first if ended is None else str(Outcome(ended.winner))
    for other in dict.fromkeys(each for each in given if each != counts):
        played.add_comment(f"The result is given as {other}." if ended else f"The moves end with {other}.")
    return counts


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
    if is_python_game_spec(spec):
        name = python_game_file(spec)
        if game is None or not is_python_game_spec(game.spec) or python_game_file(game.spec) != name:
            raise BadNotation(
                f"line {line}: the rules of this game are in a Python file, {_short(name)};"
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


#: Tags of other programs for the start position and the rules.
_SETTING = ("FEN", "SetUp", "Variant")


def _set_up(tags: dict[str, tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """Merge other programs' tags for start and variant into Kibitz's; contradictions are errors."""
    theirs = {name: tags[name] for name in _SETTING if name in tags}
    if not theirs:
        return tags
    name, (line, _) = next(iter(theirs.items()))
    spec = tags["Game"][1]
    try:
        found = understood_tags({name: text for name, (_, text) in theirs.items()}) or {}
    except KibitzError as error:
        raise BadNotation(f"line {line}: {error}") from None
    kin = set() if is_python_game_spec(spec) else set(kin_of(found.get("Game", "")))
    if spec.partition(":")[0] not in kin:
        raise BadNotation(
            f"line {line}: {name} is a tag of chess, and this is a game of {_short(spec)}; "
            "its start position belongs in the tag Start"
        )
    if "Variant" in theirs and found["Game"] != spec.partition(":")[0]:
        line, variant = theirs["Variant"]
        raise BadNotation(f"line {line}: Variant is {_short(variant)}, but Game says {_short(spec)}")
    rest = {name: tagged for name, tagged in tags.items() if name not in _SETTING}
    if "FEN" in theirs:
        line, text = theirs["FEN"]
        if rest.get("Start", (0, text))[1] != text:
            raise BadNotation(f"line {line}: FEN and Start name different positions; give one of them")
        rest["Start"] = line, text
    elif "SetUp" in theirs and theirs["SetUp"][1] == "1" and "Start" not in rest:
        line = theirs["SetUp"][0]
        raise BadNotation(f"line {line}: SetUp says that a position was set up; name it by the tag FEN")
    return rest


def _start_of(tag: tuple[int, str] | None, game: Game) -> Position | None:
    if tag is None:
        return None
    try:
        return game.position(tag[1])
    except KibitzError as error:
        raise BadNotation(f"line {tag[0]}: {error}") from None


@dataclass
class _Line:
    """Parser state of a line: the main line or a variation."""

    position: Position
    before: Position | None = None
    #: Words of another program's record among its moves; None in Kibitz's own.
    foreign: Mapping[str, str | int | None] | None = None
    #: Unparsed rest of a line of another program's record, and its nesting depth.
    rest: list[str] = field(default_factory=list)
    nested: int = 0
    #: Whether it is a variation.
    inside: bool = False
    moves: list[Move] = field(default_factory=list)
    #: The moves as written.
    words: list[str] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    marks: dict[int, list[int]] = field(default_factory=dict)
    variations: dict[int, list[Variation]] = field(default_factory=dict)

    def add_comment(self, comment: str) -> None:
        """Add a comment after the moves so far."""
        self.comments.setdefault(len(self.moves), []).append(comment)

    def mark(self, number: int) -> None:
        """Mark the last move."""
        at = len(self.moves)
        if at == 0 and self.foreign is not None and self.inside:
            at = 1  # some programs put the mark before the move
        if at == 0:
            raise BadNotation("a mark follows its move")
        self.marks.setdefault(at, []).append(number)

    def play(self, word: str) -> None:
        """Play a move, with an attached number or mark unless it is part of the notation."""
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

    def read_plain_moves(self, text: str, at: int) -> int:
        """Play the moves at `at` that the core can read; return where they end."""
        moves, words, at, position, before = self.position.read_moves(text, at)
        if moves:
            self.moves += moves
            self.words += words
            self.position, self.before = position, before
        return at

    def _is_notation(self, word: str) -> bool:
        return any(word in (str(move), self.position.write(move)) for move in self.position.moves)

    def start(self) -> _Line:
        """Start a variation that replaces the last move."""
        if self.before is None:
            raise BadNotation("a variation follows the move that it replaces")
        return _Line(self.before, foreign=self.foreign, inside=True)

    def skip(self, word: str) -> None:
        """Keep a word, and all later ones of this line, as a comment."""
        self.nested += {"(": 1, ")": -1}.get(word, 0)
        self.rest.append(word.strip("{};"))

    def close(self) -> None:
        """Add the skipped words as a comment."""
        if self.rest:
            over = "The game went on: " if self.position.is_over else ""
            self.add_comment(over + " ".join(self.rest))
            self.rest = []

    def end(self, inside: _Line) -> None:
        """Add a finished variation."""
        inside.close()
        if self.foreign is not None and not inside.moves:
            for comments in inside.comments.values():  # a line without moves is a comment
                self.comments.setdefault(len(self.moves), []).extend(comments)
            return
        found = Variation(tuple(inside.moves), *inside.notes())
        self.variations.setdefault(len(self.moves) - 1, []).append(found)

    def notes(
        self,
    ) -> tuple[dict[int, str], dict[int, tuple[int, ...]], dict[int, tuple[Variation, ...]]]:
        """Return comments, marks and variations, by the number of moves before them."""
        return (
            {at: " ".join(comments) for at, comments in self.comments.items()},
            {at: tuple(marks) for at, marks in self.marks.items()},
            {at: tuple(variations) for at, variations in self.variations.items()},
        )


def _read_moves(
    text: str, at: int, position: Position, foreign: Mapping[str, str | int | None] | None
) -> tuple[_Line, str | None, int]:
    """Parse the moves with their annotations; also return the result and the last line."""
    lines = [_Line(position, foreign=foreign)]
    result: str | None = None
    words = _Words(text, at)
    plain = _with_ascii_head(text, at) if position.game.rules.reads_moves else None
    while True:
        line = lines[-1]
        if plain is not None and result is None and not line.rest:
            words.skip_to(line.read_plain_moves(plain, words.at))
        if (word := words.next()) is None:
            break
        number = words.line
        means = word if foreign is None else foreign.get(word, word)
        if line.rest and not (line.nested == 0 and (word == ")" if line.inside else means in RESULTS)):
            line.skip(word)
        elif word[0] in "{;":
            line.add_comment(word[1:-1] if word[0] == "{" else word[1:])
        elif result is not None:
            raise BadNotation(
                f"line {number}: {_short(word)} comes after the result {result}; one record ends there"
            )
        elif means in RESULTS:
            result = str(means) if len(lines) == 1 else None
        elif not NUMBER.fullmatch(word):
            if word[0] == '"':
                _unquoted(word, number)  # raises an error that describes it
            try:
                _read_word(lines, word)
            except KibitzError as error:
                which = f"move {len(line.moves) + 1}: " if word not in "()" and word[0] != "$" else ""
                inside = "in a variation: " if len(lines) > 1 else ""
                raise BadNotation(f"line {number}: {inside}{which}{error}") from None
    if len(lines) > 1:
        raise BadNotation(f"line {words.line}: a variation does not end; a ) is missing")
    lines[0].close()
    return lines[0], result, words.line


def _with_ascii_head(text: str, at: int) -> str | None:
    """Return a text that is the same from `at` on, in ASCII; None if that is impossible."""
    if text.isascii():
        return text
    return " " * at + text[at:] if text[at:].isascii() else None


def _read_word(lines: list[_Line], word: str) -> None:
    line = lines[-1]
    if word == "(":
        if len(lines) > DEEPEST:
            raise BadNotation(f"variations are nested more than {DEEPEST} deep")
        lines.append(line.start())
    elif word == ")":
        if len(lines) == 1:
            raise BadNotation("this ends no variation")
        inside = lines.pop()
        lines[-1].end(inside)
    elif MARK.fullmatch(word):
        line.mark(int(word[1:]))
    elif word in MARKS:
        line.mark(MARKS[word])
    elif line.foreign is not None:
        _read_foreign_word(line, word, line.foreign)
    elif word.strip("."):  # dots alone stand for the other side's move
        line.play(word)


def _read_foreign_word(line: _Line, word: str, words: Mapping[str, str | int | None]) -> None:
    """Handle a word of another program's record that is neither a bracket nor one of Kibitz's marks."""
    means = words.get(word, word)
    if isinstance(means, int):
        line.mark(means)
    elif means is None:
        line.skip(word)
    elif means.strip(".…") and not _LOOSE_NUMBER.fullmatch(means):
        if line.position.is_over:
            line.skip(word)
        else:
            line.play(word)


def _skip(text: str, at: int) -> int:
    """Return the index of the next character that is not blank."""
    gap = _BLANK.match(text, at)
    assert gap is not None
    return gap.end()


class _Words:
    """The words of the moves, one after the other."""

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        #: End of the last word, and its line; at the end of the text, the last line with a word.
        self.at = at
        self.line = text.count("\n", 0, at) + 1
        self._counted = at

    def skip_to(self, at: int) -> None:
        """Continue after the words up to `at`."""
        self.at = at

    def next(self) -> str | None:
        """Return the next word; None at the end."""
        text = self._text
        begin = _skip(text, self.at)
        if begin == len(text):
            self._count_lines(self.at)
            return None
        self._count_lines(begin)
        found = _WORD.match(text, begin)
        if not found:
            unclosed = {
                "{": "a comment that ends with }",
                '"': "a move that ends with a quote on the same line",
            }
            expected = unclosed.get(text[begin], "a move, a comment in braces or a result")
            rest = _short(text[begin:].split(chr(10), 1)[0])
            raise BadNotation(f"line {self.line}: {rest} is not {expected}")
        self.at = found.end()
        return found[0]

    def _count_lines(self, at: int) -> None:
        self.line += self._text.count("\n", self._counted, at)
        self._counted = at


def _unquoted(text: str, line: int) -> str:
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        raise BadNotation(
            f'line {line}: {_short(text)} is not quoted correctly; write \\\\ for \\ and \\" for "'
        ) from None


def _short(text: str) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text[:43])
    return repr(shown if len(shown) <= 40 else shown[:37] + "...")
