"""Reading a record from text: every mistake gets its line and what was expected there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.base.errors import BadNotation, BadOption, ChangedRecord, KibitzError
from kibitz.base.move import Move
from kibitz.base.side import Outcome, Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import foreign_words, kin_of, load, understood_tags
from kibitz.records.checksum import CHECKSUM, checksum
from kibitz.records.formatter import BARE, MARK, NUMBER, RESULTS
from kibitz.records.record import DERIVED_TAGS, Record, is_own_game, own_game_file, plain_game, plain_tag
from kibitz.records.variation import DEEPEST, MARKS, Variation

#: No record that a person means is longer.
LONGEST = 1_000_000

_STRING = r'"(?:[^"\\\n]|\\[^\n])*"'
_TAG = re.compile(rf"\[\s*([A-Za-z][A-Za-z0-9_]{{0,39}})\s+({_STRING})\s*\]\s*")
#: A tag as other programs may write it: with another name, or quotes and backslashes in its text.
_LOOSE_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_+#=:-]*)\s+"([^\n]*)"[ \t]*\][ \t]*(?:\n\s*|$)')
_WORD = re.compile(rf"\{{[^}}]*\}}|;[^\n]*|[()]|{_STRING}|{BARE.pattern}")
#: Other programs may write a line for themselves.
_BLANK = re.compile(r"(?:\s+|^%[^\n]*)*", re.MULTILINE)
#: Before the tags there may be remarks too.
_BEFORE_TAGS = re.compile(r"(?:\s+|^[%;][^\n]*)*(?=\[)", re.MULTILINE)
#: What stands in files and is not seen: marks of an encoding, also where files were joined, and of an end.
_UNSEEN = dict.fromkeys(map(ord, "\ufeff\u200b\x1a"))
_MARKED = re.compile(r"(.+?)([!?]{1,2})")
_NUMBERED = re.compile(r"[0-9]{1,9}[.…]+(.+)")
#: The number of a move as other programs may write it.
_LOOSE_NUMBER = re.compile(r"[1-9][0-9]{0,8}[.…]*")
_OUTCOMES = {"1-0": Outcome(Side.FIRST), "0-1": Outcome(Side.SECOND), "1/2-1/2": Outcome(None), "*": None}


def parse_record(text: str, game: Game | None = None, *, accept_changed: bool = False) -> Record:
    """The record that a text describes; BadNotation with the line if it describes none.

    `game` is needed only for a game in a Python file of its own: a record alone
    never makes Kibitz run a file. A record with a checksum that does not fit is
    refused with ChangedRecord, unless that is accepted.
    """
    if len(text) > LONGEST:
        raise BadNotation(f"a record has at most {LONGEST} characters, not {len(text)}")
    text = _plain(text)
    tags, at = _read_tags(text)
    words: Mapping[str, str | int | None] | None = None
    if "Game" in tags:
        tags = _set_up(tags)
    else:
        tags, words = _understood(tags, game)
    summed = tags.pop(CHECKSUM, None)
    spec, setup = (tags[name][1] if name in tags else "" for name in ("Game", "Start"))
    game = _game_of(tags.pop("Game", None), game)
    tags.pop("Rules", None)  # who reads files has found them (records/python_rules.py)
    start = _start_of(tags.pop("Start", None), game)
    told = tags.pop("Result", (0, "*"))
    played, result, line = _read_moves(text, at, start or game.start(), words)
    if words is not None:
        result = _settled(str(words.get(told[1], told[1])), result, played)
        told = (0, result)
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


def record_tags(text: str) -> dict[str, str]:
    """The tags of a text's first record as its `Record` has them; none where they would be refused.

    Nothing is run, and no move is read.
    """
    try:
        tags, _ = _read_tags(_plain(text[:LONGEST]))
    except BadNotation:
        return {}
    return {name: value if name in DERIVED_TAGS else plain_tag(value) for name, (_, value) in tags.items()}


def parse_records(text: str, game: Game | None = None, *, accept_changed: bool = False) -> list[Record]:
    """All records of a text, one after the other; a mistake is told with the number of its game."""
    return all_of(parse_each(text, game, accept_changed=accept_changed))


def all_of(found: Iterable[Record | KibitzError]) -> list[Record]:
    """Records that are only of use if none of them was refused."""
    records = []
    for each in found:
        if isinstance(each, KibitzError):
            raise each
        records.append(each)
    return records


def parse_each(
    text: str, game: Game | None = None, *, accept_changed: bool = False, number: int | None = None
) -> Iterator[Record | KibitzError]:
    """Every record of a text, or what is wrong with it; with `number`, of that one only, counted from 1."""
    text = _plain(text)
    parts = list(_parts(text, game))
    if number is not None and not 1 <= number <= len(parts):
        raise BadOption(f"there is no game {number}; there are {len(parts)}")
    before = 0
    for at, part in enumerate(parts, start=1):
        where = f"game {at}: " if len(parts) > 1 else ""
        try:
            if number in (None, at):
                yield parse_record(part, game, accept_changed=accept_changed)
        except ChangedRecord as error:
            yield ChangedRecord(f"{where}{_later(error, before)}")
        except KibitzError as error:
            yield BadNotation(f"{where}{_later(error, before)}")
        before += part.count("\n")


def _plain(text: str) -> str:
    """A text with ends of lines as usual, and nothing that is not seen."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_UNSEEN)


def _later(error: KibitzError, lines: int) -> str:
    """What is wrong in a part of a text, with its line in the whole."""
    return re.sub(r"^line ([0-9]+)", lambda found: f"line {int(found[1]) + lines}", str(error))


def _parts(text: str, game: Game | None) -> Iterator[str]:
    """A text cut behind each result and its comments; what is wrong with a part is not seen here."""
    begin = at = 0
    while True:
        at = _before_tags(text, at)
        tags: dict[str, tuple[int, str]] = {}
        while tag := _tag_at(text, at):
            tags[tag[1]] = (0, _loosely_unquoted(tag))
            at = tag.end()
        words = _words_of(tags, game)
        ended, depth, moved = False, 0, False
        while found := _WORD.match(text, _skip(text, at)):
            word = found[0]
            if ended and word[0] not in "{;":
                break
            depth += {"(": 1, ")": -1}.get(word, 0)
            ended = ended or (words.get(word, word) in RESULTS and depth <= 0)
            moved = True
            at = found.end()
        at = _skip(text, at)
        # One that lacks its result ends where the tags of the next begin.
        next_begins = ended or (moved and text.startswith("[", at))
        if at == len(text) or not next_begins or at == begin:
            yield text[begin:]
            return
        yield text[begin:at]
        begin = at


def _before_tags(text: str, at: int) -> int:
    """Where the tags from there on begin; where there are none, the moves."""
    found = _BEFORE_TAGS.match(text, at)
    return found.end() if found else _skip(text, at)


def _tag_at(text: str, at: int) -> re.Match[str] | None:
    return _TAG.match(text, at) or _LOOSE_TAG.match(text, at)


def _read_tags(text: str) -> tuple[dict[str, tuple[int, str]], int]:
    """The tags with their lines, and where the moves begin.

    Only in our own records, which name their game, must each be as we write it and stand once.
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
    """What a tag of another program says: a backslash stands for itself but before a quote or another."""
    inside = tag[2][1:-1] if tag.re is _TAG else tag[2]
    return re.sub(r'\\(["\\])', r"\1", inside)


def _understood(
    tags: dict[str, tuple[int, str]], game: Game | None
) -> tuple[dict[str, tuple[int, str]], Mapping[str, str | int | None] | None]:
    """Tags of another program's record as ours, where they are those of the game or none is given.

    And the words that such a record may have among its moves; None if no room knows it.
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


def _words_of(tags: dict[str, tuple[int, str]], game: Game | None) -> Mapping[str, str | int | None]:
    """The words that a record with these tags may have among its moves, besides those of ours."""
    if "Game" in tags:
        return {}
    try:
        return _understood(tags, game)[1] or {}
    except KibitzError:  # which is told when the part is read
        return {}


def _settled(told: str, result: str | None, played: _Line) -> str:
    """The result of another program's record; where things differ, it is said in a comment.

    The rules count most, then the tag, as with most programs, then what ends the moves.
    """
    given = [each for each in (told, result) if each in RESULTS and each != "*"]
    first = given[0] if given else "*"
    ended = played.position.outcome
    counts = first if ended is None else str(Outcome(ended.winner))
    for other in dict.fromkeys(each for each in given if each != counts):
        played.say(f"The result is given as {other}." if ended else f"The moves end with {other}.")
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


#: Tags by which other programs say from where a game begins, and by which rules.
_SETTING = ("FEN", "SetUp", "Variant")


def _set_up(tags: dict[str, tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """Our own tags, with what such tags beside them say; none of them is passed over in silence."""
    theirs = {name: tags[name] for name in _SETTING if name in tags}
    if not theirs:
        return tags
    name, (line, _) = next(iter(theirs.items()))
    spec = tags["Game"][1]
    try:
        found = understood_tags({name: text for name, (_, text) in theirs.items()}) or {}
    except KibitzError as error:
        raise BadNotation(f"line {line}: {error}") from None
    kin = set() if is_own_game(spec) else set(kin_of(found.get("Game", "")))
    if spec.partition(":")[0] not in kin:
        raise BadNotation(
            f"line {line}: {name} is a tag of chess, and this is a game of {_short(spec)}; "
            "where it begins is said by the tag Start"
        )
    if "Variant" in theirs and found["Game"] != spec.partition(":")[0]:
        line, variant = theirs["Variant"]
        raise BadNotation(f"line {line}: Variant says {_short(variant)}, but Game says {_short(spec)}")
    rest = {name: told for name, told in tags.items() if name not in _SETTING}
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
    """A line that is being read: the game, or a variation."""

    position: Position
    before: Position | None = None
    #: Words that another program's record may have among its moves; None in ours.
    foreign: Mapping[str, str | int | None] | None = None
    #: In another program's record, what comes after moves that the rules know, and how deep it is nested.
    rest: list[str] = field(default_factory=list)
    nested: int = 0
    #: Whether it is a variation.
    inside: bool = False
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
        if at == 0 and self.foreign is not None and self.inside:
            at = 1  # some programs write "better is" before the move
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
        return _Line(self.before, foreign=self.foreign, inside=True)

    def leave_out(self, word: str) -> None:
        """A word that can only be kept as a comment, as all that follow it in this line."""
        self.nested += {"(": 1, ")": -1}.get(word, 0)
        self.rest.append(word.strip("{};"))

    def close(self) -> None:
        """Say what was left out."""
        if self.rest:
            over = "The game went on: " if self.position.is_over else ""
            self.say(over + " ".join(self.rest))
            self.rest = []

    def end(self, inside: _Line) -> None:
        """The variation has ended."""
        inside.close()
        if self.foreign is not None and not inside.moves:
            for comments in inside.comments.values():  # a line without moves is a remark
                self.comments.setdefault(len(self.moves), []).extend(comments)
            return
        found = Variation(tuple(inside.moves), *inside.said())
        self.variations.setdefault(len(self.moves) - 1, []).append(found)

    def said(self) -> tuple[dict[int, str], dict[int, tuple[int, ...]], dict[int, tuple[Variation, ...]]]:
        """Comments, marks and variations, by how many moves stand before them."""
        return (
            {at: " ".join(comments) for at, comments in self.comments.items()},
            {at: tuple(marks) for at, marks in self.marks.items()},
            {at: tuple(variations) for at, variations in self.variations.items()},
        )


def _read_moves(
    text: str, at: int, position: Position, foreign: Mapping[str, str | int | None] | None
) -> tuple[_Line, str | None, int]:
    """The moves with all that is said of them; the result, and the last line."""
    lines = [_Line(position, foreign=foreign)]
    result: str | None = None
    number = text.count("\n", 0, at) + 1
    for number, word in _words(text, at):
        line = lines[-1]
        means = word if foreign is None else foreign.get(word, word)
        if line.rest and not (line.nested == 0 and (word == ")" if line.inside else means in RESULTS)):
            line.leave_out(word)
        elif word[0] in "{;":
            line.say(word[1:-1] if word[0] == "{" else word[1:])
        elif result is not None:
            raise BadNotation(
                f"line {number}: {_short(word)} comes after the result {result}; one record ends there"
            )
        elif means in RESULTS:
            result = str(means) if len(lines) == 1 else None  # of a variation it says nothing
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
    lines[0].close()
    return lines[0], result, number


def _read_word(lines: list[_Line], word: str) -> None:
    line = lines[-1]
    if word == "(":
        if len(lines) > DEEPEST:
            raise BadNotation(f"there are more than {DEEPEST} variations inside each other")
        lines.append(line.begin())
    elif word == ")":
        if len(lines) == 1:
            raise BadNotation("no variation begins before this ends")
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
    """A word of another program's record that is no bracket and no mark of ours."""
    means = words.get(word, word)
    if isinstance(means, int):
        line.mark(means)
    elif means is None:
        line.leave_out(word)
    elif means.strip(".…") and not _LOOSE_NUMBER.fullmatch(means):
        if line.position.is_over:
            line.leave_out(word)
        else:
            line.play(word)


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
