"""Reading a record from text: every mistake gets its line and what was expected there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import load
from kibitz.records.checksum import CHECKSUM, checksum
from kibitz.records.record import Record, is_own_game, own_game_file, plain_game
from kibitz.records.write import BARE, NUMBER, RESULTS
from kibitz.words.errors import BadNotation, ChangedRecord, KibitzError
from kibitz.words.move import Move
from kibitz.words.side import Outcome, Side

#: No record that a person means is longer.
LONGEST = 1_000_000

_STRING = r'"(?:[^"\\\n]|\\[^\n])*"'
_TAG = re.compile(rf"\[\s*([A-Za-z][A-Za-z0-9_]{{0,39}})\s+({_STRING})\s*\]\s*")
_WORD = re.compile(rf"\{{[^}}]*\}}|;[^\n]*|{_STRING}|{BARE.pattern}")
_WORD_AND_BLANK = re.compile(rf"\s*({_WORD.pattern})\s*")
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
    summed = tags.pop(CHECKSUM, None)
    spec, setup = (tags[name][1] if name in tags else "" for name in ("Game", "Start"))
    game = _game_of(tags.pop("Game", None), game)
    tags.pop("Rules", None)  # who reads files has found them (records/own_rules.py)
    start = _start_of(tags.pop("Start", None), game)
    told = tags.pop("Result", (0, "*"))
    moves, words, comments, result, line = _read_moves(text, at, start or game.start())
    if result is None:
        raise BadNotation(f"line {line}: the text ends without a result; end it with {' or '.join(RESULTS)}")
    if told[0] and told[1] != result:
        raise BadNotation(f"line {told[0]}: the tag says {_short(told[1])}, but the moves end with {result}")
    plain = {name: value for name, (_, value) in tags.items()}
    try:
        record = Record(game, tuple(moves), start, _OUTCOMES[result], plain, comments)
    except KibitzError as error:
        raise BadNotation(f"line {line}: {error}") from None
    if summed is not None and not accept_changed and summed[1] != checksum(spec, setup, words, result):
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
        while tag := _TAG.match(text, at):
            at = tag.end()
        ended = False
        while found := _WORD_AND_BLANK.match(text, at):
            word = found[1]
            if ended and word[0] not in "{;":
                break
            ended = ended or word in RESULTS
            at = found.end()
        if not ended or not text[at:].strip():
            yield text[begin:]
            return
        yield text[begin:at]
        begin = at


def _read_tags(text: str) -> tuple[dict[str, tuple[int, str]], int]:
    """The tags with their lines, and where the moves begin."""
    tags: dict[str, tuple[int, str]] = {}
    at = len(text) - len(text.lstrip())
    while text.startswith("[", at):
        line = text.count("\n", 0, at) + 1
        found = _TAG.match(text, at)
        if not found:
            shown = _short(text[at:].split("\n", 1)[0])
            raise BadNotation(f'line {line}: {shown} is not a tag; one looks like [Event "Friday evening"]')
        if found[1] in tags:
            raise BadNotation(f"line {line}: the tag {found[1]} is given twice")
        tags[found[1]] = (line, _unquoted(found[2], line))
        at = found.end()
    return tags, at


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


def _read_moves(
    text: str, at: int, position: Position
) -> tuple[list[Move], list[str], dict[int, str], str | None, int]:
    """The moves, as they are and as they are written; comments; the result, and the last line."""
    moves: list[Move] = []
    words: list[str] = []
    comments: dict[int, str] = {}
    result: str | None = None
    line = text.count("\n", 0, at) + 1
    for line, word in _words(text, at):
        if word[0] in "{;":
            said = word[1:-1] if word[0] == "{" else word[1:]
            comments[len(moves)] = f"{comments[len(moves)]} {said}" if len(moves) in comments else said
        elif result is not None:
            raise BadNotation(
                f"line {line}: {_short(word)} comes after the result {result}; one record ends there"
            )
        elif word in RESULTS:
            result = word
        elif not NUMBER.fullmatch(word):
            notation = _unquoted(word, line) if word[0] == '"' else word
            try:
                move = position.move(notation)
                position = position.play(move)
            except KibitzError as error:
                raise BadNotation(f"line {line}: move {len(moves) + 1}: {error}") from None
            moves.append(move)
            words.append(notation)
    return moves, words, comments, result, line


def _words(text: str, at: int) -> Iterator[tuple[int, str]]:
    """The words of the moves with their lines."""
    line = text.count("\n", 0, at) + 1
    blank = re.compile(r"\s*")
    while True:
        gap = blank.match(text, at)
        assert gap is not None
        line += gap[0].count("\n")
        at = gap.end()
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
