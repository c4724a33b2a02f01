"""Explanations of chess moves, parsed and checked with python-chess; `KIBITZ_SENTENCES=N`: N times more."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

import kibitz
from kibitz import Draw, Estimate, Limit, Move, Position
from kibitz.analysis.explain import explain_in
from tests.analysis.sentences import Checker, Sentence

chess = pytest.importorskip("chess")

from tests.chess.mates import mates_with, mates_within  # noqa: E402

_TIMES = int(os.environ.get("KIBITZ_SENTENCES", "1"))
_CHESS = kibitz.load("chess")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_KINDS = {name: kind for kind, name in enumerate(chess.PIECE_NAMES) if name}
_WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
#: Mates in more moves take the plain solver too long.
_MATE, _MATED = 2, 1


def net(board: chess.Board, us: bool) -> Counter[str]:
    """How many more pieces of each kind one side has; knights and bishops count as the same."""
    found: Counter[str] = Counter()
    for piece in board.piece_map().values():
        name = chess.piece_name(piece.piece_type)
        found["minor" if name in ("knight", "bishop") else name] += 1 if piece.color == us else -1
    return found


def balance(board: chess.Board, us: bool) -> int:
    return sum(
        _WORTH[piece.piece_type] * (1 if piece.color == us else -1)
        for piece in board.piece_map().values()
        if piece.piece_type != chess.KING
    )


def pieces_in(text: str) -> Counter[str]:
    """`a knight and two pawns` as numbers."""
    found: Counter[str] = Counter()
    for word in re.split(r", | and ", text):
        if word == "the exchange":
            found.update({"rook": 1, "minor": -1})
            continue
        count, name = word.split(" ", 1)
        name = name.removesuffix("s")
        number = 1 if count in ("a", "the") else _NUMBERS.index(count)
        found["minor" if name in ("knight", "bishop") else name] += number
    return found


def differ(after: Counter[str], before: Counter[str]) -> dict[str, int]:
    names = ("pawn", "minor", "rook", "queen")
    return {name: after[name] - before[name] for name in names if after[name] != before[name]}


def in_danger(board: chess.Board, square: int) -> bool:
    piece = board.piece_at(square)
    assert piece is not None
    against = [board.piece_type_at(at) for at in board.attackers(not piece.color, square)]
    if not against:
        return False
    cheaper = min(_WORTH[kind] for kind in against) < _WORTH[piece.piece_type]
    return cheaper or not board.attackers(piece.color, square)


def is_passed(board: chess.Board, square: int) -> bool:
    piece = board.piece_at(square)
    if piece is None or piece.piece_type != chess.PAWN:
        return False
    up = 1 if piece.color else -1
    return not any(
        abs(chess.square_file(at) - chess.square_file(square)) <= 1
        and up * (chess.square_rank(at) - chess.square_rank(square)) > 0
        for at in board.pieces(chess.PAWN, not piece.color)
    )


class ChessSentence(Sentence):
    """A sentence about chess."""

    def check(self) -> None:
        for pattern, method in _READ:
            if found := re.fullmatch(pattern, self.reason.text):
                getattr(self, method)(*found.groups())
                return
        super().check()

    @property
    def board(self) -> chess.Board:
        return chess.Board(str(self.position))

    @property
    def board_after(self) -> chess.Board:
        return chess.Board(str(self.after))

    @property
    def uci(self) -> chess.Move:
        return chess.Move.from_uci(str(self.said.move))

    def boards(self) -> list[chess.Board]:
        found, at = [self.board], self.position
        for move in self.said.line:
            at = at.play(move)
            found.append(chess.Board(str(at)))
        return found

    def mates(self, board: chess.Board, uci: chess.Move, count: int) -> None:
        assert count > _MATE or mates_with(board, uci, count)

    # Values: a search that cuts sees mates, and what it sees must be there.

    def fate_of(self, name: str, text: str) -> None:
        move = self.move(name)
        self.fate(text, None, self.values[move])
        self.proved(text, chess.Move.from_uci(str(move)))

    def proved(self, text: str, uci: chess.Move) -> None:
        found = re.fullmatch(r"(wins|loses) (?:at once|in (\d+))", text)
        if not found:
            return
        count = int(found[2] or 1)
        board = self.board
        if found[1] == "wins":
            self.mates(board, uci, count)
        elif count <= _MATED:
            board.push(uci)
            assert mates_within(board, count)

    def misses_win(self, name: str, when: str | None, draws: str | None) -> None:
        self.proved(f"wins {when or ''}".rstrip(), chess.Move.from_uci(str(self.move(name))))
        assert draws is None or isinstance(self.said.value, Draw)

    def loses_while(self, when: str | None, name: str, text: str) -> None:
        self.proved(f"loses {when or ''}".rstrip(), self.uci)
        self.fate_of(name, text)

    def loses_and_all(self, when: str | None, name: str | None = None) -> None:
        """A search that cuts knows that every move loses, not how late at best, so that is not said."""
        assert name is None
        self.proved(f"loses {when or ''}".rstrip(), self.uci)
        assert {value.result for value in self.values.values()} == {-1}  # type: ignore[attr-defined]

    def only_move(self, text: str) -> None:
        super().only_move(text)
        self.proved(text, self.uci)

    def wins_later(self, count: str, name: str) -> None:
        raise AssertionError("a search that cuts does not know how much sooner")

    def loses_as_all(self, when: str | None) -> None:
        raise AssertionError("a search that cuts does not know that")

    def mate_in(self, count: str, name: str | None) -> None:
        self.mates(self.board, self.uci, _NUMBERS.index(count) if count in _NUMBERS else int(count))
        if name is not None:
            self.named_mate(name)

    def named_mate(self, name: str) -> None:
        board = self.boards()[-1]
        assert board.is_checkmate()
        king = board.king(board.turn)
        assert king is not None
        (checker,) = board.checkers()
        near = board.attacks(king)
        if name == "smothered mate":
            assert board.piece_type_at(checker) == chess.KNIGHT
            assert all(board.color_at(at) == board.turn for at in near)
        else:
            assert name == "back-rank mate"
            home = 0 if board.turn else 7
            assert chess.square_rank(king) == chess.square_rank(checker) == home
            assert all(board.color_at(at) == board.turn for at in near if chess.square_rank(at) != home)

    def allows_mate(self, name: str, count: str, first: str | None) -> None:
        number = _NUMBERS.index(count) if count in _NUMBERS else int(count)
        if number <= _MATED + 1:
            assert mates_within(self.board_after, number)
        if first is not None:
            reply = chess.Move.from_uci(str(self.move(first, self.after)))
            self.mates(self.board_after, reply, number)
        if name != "mate":
            self.named_mate(name)

    # Material

    def base(self) -> chess.Board:
        """The board before the other side's last move, if that took something or made a piece."""
        if not self.position.past:
            return self.board
        before = chess.Board(_CHESS.notation.format_state(self.position.past[0][0]))
        same = balance(before, self.board.turn) == balance(self.board, self.board.turn)
        return self.board if same else before

    def material(self, change: dict[str, int], base: chess.Board) -> None:
        us = self.board.turn
        found = [differ(net(board, us), net(base, us)) for board in self.boards()[1:10]]
        assert change in found, (change, found)

    @property
    def score(self) -> float:
        value = self.said.value
        return value.score if isinstance(value, Estimate) else 0.0

    def change(
        self, won: str | None, cost: str | None, made: str | None = None, theirs: str | None = None
    ) -> dict[str, int]:
        """What is taken, given and made of pawns, by either side, as one difference."""
        found: Counter[str] = Counter()
        for text, sign, promotes in ((won, 1, 0), (cost, -1, 0), (made, 1, 1), (theirs, -1, 1)):
            for name, count in (pieces_in(text) if text is not None else Counter[str]()).items():
                found[name] += sign * count
                found["pawn"] -= promotes * sign * count
        return {name: count for name, count in found.items() if count}

    def wins(self, back: str | None, won: str, cost: str | None, theirs: str | None) -> None:
        self.won(self.change(won, cost, None, theirs))
        short = balance(self.base(), self.board.turn)
        assert back is None or short < 0

    def makes(self, made: str, won: str | None, cost: str | None, theirs: str | None) -> None:
        self.won(self.change(won, cost, made, theirs))

    def won(self, change: dict[str, int]) -> None:
        base = self.base()
        self.material(change, base)
        assert self.score - balance(base, base.turn if base.turn == self.board.turn else not base.turn) >= 0.8

    def loses(self, made: str | None, cost: str, won: str | None, how: str | None = None) -> None:
        self.material(self.change(won, cost, made), self.base())
        self.how(how)
        best = max(self.values.values())  # type: ignore[type-var]
        assert self.said.value < best

    def lets(
        self, made: str | None, theirs: str, cost: str | None, won: str | None, how: str | None = None
    ) -> None:
        self.material(self.change(won, cost, made, theirs), self.base())
        self.how(how)

    def how(self, text: str | None) -> None:
        """`: Bxb4 takes the pawn on b4`, `: Nc2+ forks ...` or ` after Qa5`, all of the expected reply."""
        if text is None:
            return
        reply = self.said.line[1]
        if text.startswith(" after "):
            assert self.after.write(reply) == text.removeprefix(" after ")
            return
        name, does = text.removeprefix(": ").split(" ", 1)
        assert self.move(name, self.after) == reply
        if found := re.fullmatch(rf"takes {_PIECE}", does):
            at = chess.parse_square(found[2])
            assert chess.Move.from_uci(str(reply)).to_square == at
            assert chess.piece_name(self.board_after.piece_type_at(at)) == found[1]
            assert self.board_after.color_at(at) == self.board.turn
        else:
            self._motif(does, self.after, reply)

    def gives(self, cost: str, won: str | None) -> None:
        self.material(self.change(won, cost), self.base())
        assert self.said.value == max(self.values.values())  # type: ignore[type-var]

    def takes(self, back: str | None, piece: str, square: str, passing: str | None, made: str | None) -> None:
        at = chess.parse_square(square)
        assert self.board.is_capture(self.uci)
        assert self.board.is_en_passant(self.uci) == bool(passing)
        assert self.uci.to_square == at or passing
        assert chess.piece_name(self.board.piece_type_at(at)) == piece
        assert self.board.color_at(at) == (not self.board.turn)
        self.promotes(made)
        if back:
            base = self.base()
            assert base.fen() != self.board.fen()
            assert base.color_at(at) == self.board.turn

    def promotes(self, made: str | None) -> None:
        promotion = self.uci.promotion
        assert made == (None if promotion is None else chess.piece_name(promotion))

    def makes_piece(self, made: str) -> None:
        """Of the move itself, or of what follows."""
        if self.uci.promotion is None:
            self.makes(f"a {made}", None, None, None)
        else:
            self.promotes(made)

    def checks(self) -> None:
        assert self.uci.to_square in self.board_after.checkers()

    def can_be_taken(self, piece: str, square: str, by: str) -> None:
        at = chess.parse_square(square)
        assert self.uci.to_square == at
        assert chess.piece_name(self.board_after.piece_type_at(at)) == piece
        kind, where = (by.split()[1], by.split()[-1]) if " on " in by else ("king", None)
        attackers = self.board_after.attackers(not self.board.turn, at)
        assert any(
            chess.piece_name(self.board_after.piece_type_at(each)) == kind
            and where in (None, chess.square_name(each))
            for each in attackers
        )
        assert in_danger(self.board_after, at)

    def _free(self, board: chess.Board, square: int) -> int:
        """How many squares a piece attacks on which none of its own stands."""
        return sum(board.color_at(at) != self.board.turn for at in board.attacks(square))

    def opens(self, piece: str, square: str, more: str) -> None:
        at = chess.parse_square(square)
        assert chess.piece_name(self.board.piece_type_at(at)) == piece
        assert self._free(self.board_after, at) - self._free(self.board, at) == int(more)

    def file(self, how: str, file: str) -> None:
        assert chess.square_name(self.uci.to_square)[0] == file
        assert self.board.piece_type_at(self.uci.from_square) == chess.ROOK
        pawns = [
            self.board_after.color_at(at)
            for at in self.board_after.pieces(chess.PAWN, True) | self.board_after.pieces(chess.PAWN, False)
            if chess.square_name(at)[0] == file
        ]
        assert self.board.turn not in pawns
        assert bool(pawns) == (how == "half-open")

    def guards(self, text: str) -> None:
        assert self.board.piece_type_at(self.uci.from_square) == chess.PAWN
        found = {chess.square_name(at) for at in self.board_after.attacks(self.uci.to_square)}
        assert set(text.split(" and ")) == found

    def has_squares(self, piece: str, square: str, has: str, had: str) -> None:
        assert chess.piece_name(self.board.piece_type_at(self.uci.from_square)) == piece
        assert chess.square_name(self.uci.to_square) == square
        assert self._free(self.board_after, self.uci.to_square) == int(has)
        assert self._free(self.board, self.uci.from_square) == int(had)

    def only_squares(self, piece: str, has: str, square: str, had: str) -> None:
        self.has_squares(piece, square, has, had)

    def same_squares(self, piece: str, has: str, square: str) -> None:
        self.has_squares(piece, square, has, has)

    def meets_check(self) -> None:
        assert self.board.is_check()

    def trades(self, one: str, other: str) -> None:
        reply = chess.Move.from_uci(str(self.said.line[1]))
        at = self.uci.to_square
        assert reply.to_square == at
        assert chess.piece_name(self.board.piece_type_at(self.uci.from_square)) == one
        assert chess.piece_name(self.board.piece_type_at(at)) == other

    def trades_alike(self, kind: str) -> None:
        self.trades(kind, kind)

    def saves(self, piece: str, square: str) -> None:
        at = chess.parse_square(square)
        assert self.uci.from_square == at
        assert chess.piece_name(self.board.piece_type_at(at)) == piece
        assert in_danger(self.board, at)
        assert not in_danger(self.board_after, self.uci.to_square)

    # What moves do

    def allows(self, name: str, motif: str) -> None:
        reply = self.move(name, self.after)
        self._motif(motif, self.after, reply)

    def motif(self) -> None:
        self._motif(self.reason.text, self.position, self.said.move)

    def _motif(self, text: str, position: Position, move: Move) -> None:
        before, after = chess.Board(str(position)), chess.Board(str(position.play(move)))
        at = chess.Move.from_uci(str(move)).to_square
        us = before.turn

        def square(words: str) -> int:
            if words == "the king":
                return after.king(not us)  # type: ignore[return-value]
            kind, where = re.fullmatch(r"the (\w+) on (\w\d)", words).groups()  # type: ignore[union-attr]
            found = chess.parse_square(where)
            assert chess.piece_name(after.piece_type_at(found)) == kind
            return found

        def seen(first: int) -> list[int]:
            """The pieces that a slider sees in the direction of one."""
            line = [each for each in chess.SquareSet.ray(at, first) if after.piece_type_at(each)]
            away = [each for each in line if each != at and (each > at) == (first > at)]
            return sorted(away, key=lambda each: chess.square_distance(at, each))

        if found := re.fullmatch(r"forks (.*) and (.*)", text):
            for words in found.groups():
                assert square(words) in after.attacks(at)
                assert after.color_at(square(words)) != us
        elif found := re.fullmatch(r"skewers (.*) and (.*)", text):
            front, behind = map(square, found.groups())
            assert front in after.attacks(at)
            assert seen(front)[:2] == [front, behind]
        elif found := re.fullmatch(r"pins (.*) to the (king|queen)", text):
            front = square(found[1])
            assert front in after.attacks(at)
            assert seen(front)[0] == front
            assert chess.piece_name(after.piece_type_at(seen(front)[1])) == found[2]
            assert after.color_at(seen(front)[1]) == (not us)
        elif text == "gives double check":
            assert len(after.checkers()) == 2
        elif text == "gives a discovered check":
            assert after.checkers()
            assert at not in after.checkers()
        elif found := re.fullmatch(r"uncovers an attack of the (\w+) on (.*)", text):
            aim = square(found[2])
            assert any(
                chess.piece_name(after.piece_type_at(each)) == found[1]
                and each not in before.attackers(us, aim)
                for each in after.attackers(us, aim)
                if each != at
            )
        elif found := re.fullmatch(r"(?:makes a passed pawn on|pushes the passed pawn to) (\w\d)", text):
            assert chess.parse_square(found[1]) == at
            assert is_passed(after, at)
        else:
            found = re.fullmatch(r"makes the pawn on (\w\d) a passed pawn", text)
            assert found, text
            pawn = chess.parse_square(found[1])
            assert is_passed(after, pawn)
            assert not is_passed(before, pawn)

    def castles(self) -> None:
        assert self.board.is_castling(self.uci)

    def attacks(self, piece: str, square: str, piece2: str | None = None, square2: str = "") -> None:
        if piece2 is not None:
            self.attacks(piece2, square2)
        at = chess.parse_square(square)
        assert chess.piece_name(self.board_after.piece_type_at(at)) == piece
        assert at in self.board_after.attacks(self.uci.to_square)
        assert in_danger(self.board_after, at)
        assert not in_danger(self.board, at)

    def protects(self, piece: str, square: str, piece2: str | None = None, square2: str = "") -> None:
        if piece2 is not None:
            self.protects(piece2, square2)
        at = chess.parse_square(square)
        assert chess.piece_name(self.board_after.piece_type_at(at)) == piece
        assert self.board_after.color_at(at) == self.board.turn
        assert in_danger(self.board, at)
        assert not in_danger(self.board_after, at)

    def brings(self, kind: str) -> None:
        assert chess.piece_name(self.board.piece_type_at(self.uci.from_square)) == kind
        home = 0 if self.board.turn else 7
        assert chess.square_rank(self.uci.from_square) == home != chess.square_rank(self.uci.to_square)

    def centre(self, square: str) -> None:
        assert square in ("d4", "d5", "e4", "e5")
        assert chess.square_name(self.uci.to_square) == square
        assert self.board.piece_type_at(self.uci.from_square) == chess.PAWN


_SOME = (
    r"(?:a|the|two|three|four|five|six|seven|eight) \w+(?:(?:, | and )(?:a|the|two|three|four|five|six) \w+)*"
)
_LETS = rf"(?:a pawn|pawns) become ({_SOME})"
_BUT = rf"(?: but lets {_LETS})?"
_PIECE = r"the (\w+) on (\w\d)"
_HOW = r"(: \S+ .*| after \S+)?"
_MOTIFS = (
    r"(?:forks|skewers|pins|uncovers an attack|makes a passed pawn|pushes the passed pawn"
    r"|makes the pawn on|gives double check|gives a discovered check).*"
)
_READ = [
    (r"mates in (\w+)(?:, with a (.*))?", "mate_in"),
    (r"allows (\S+(?: mate)?|mate) in (\w+)(?: beginning with (\S+))?", "allows_mate"),
    (rf"wins (back )?({_SOME})(?: for ({_SOME}))?{_BUT}", "wins"),
    (r"makes a (knight|bishop|rook|queen)", "makes_piece"),
    (rf"makes ({_SOME})(?: and wins ({_SOME}))?(?: for ({_SOME}))?{_BUT}", "makes"),
    (rf"(?:makes ({_SOME}) but )?loses ({_SOME})(?: for ({_SOME}))?{_HOW}", "loses"),
    (rf"(?:makes ({_SOME}) but )?lets {_LETS}(?: and loses ({_SOME}))?(?: for ({_SOME}))?{_HOW}", "lets"),
    (rf"gives ({_SOME})(?: for ({_SOME}))?, and search sees enough in return", "gives"),
    (rf"takes (back )?{_PIECE}( in passing)?(?: and makes a (\w+))?(?: with check)?", "takes"),
    (r"makes a (\w+) with check", "promotes"),
    (r"gives check", "checks"),
    (rf"puts {_PIECE} where (the king|the \w+ on \w\d) can take it", "can_be_taken"),
    (rf"opens the way for {_PIECE}, which gets (\d+) more squares", "opens"),
    (r"puts the rook on the (open|half-open) ([a-h])-file", "file"),
    (r"guards (\w\d(?: and \w\d)?)", "guards"),
    (r"brings the (\w+) to (\w\d), where it has (\d+) squares? instead of (\d+)", "has_squares"),
    (r"leaves the (\w+) only (\d+) squares? on (\w\d) instead of (\d+)", "only_squares"),
    (r"gives the (\w+) (\d+) squares? on (\w\d), as many as before", "same_squares"),
    (r"meets the check", "meets_check"),
    (r"trades a (\w+) for a (\w+)", "trades"),
    (r"trades (\w+)s", "trades_alike"),
    (rf"takes {_PIECE} out of danger", "saves"),
    (rf"allows (\S+), which ({_MOTIFS})", "allows"),
    (_MOTIFS, "motif"),
    (r"castles", "castles"),
    (rf"attacks {_PIECE}(?: and {_PIECE})?", "attacks"),
    (rf"protects {_PIECE}(?: and {_PIECE})?", "protects"),
    (r"brings the (\w+) into play", "brings"),
    (r"puts a pawn into the centre, on (\w\d)", "centre"),
]


def positions(count: int, seed: int = 5) -> Iterator[Position]:
    """Positions of games with captures or checks half of the time where possible."""
    rng = random.Random(seed)
    while count:
        position = _CHESS.start()
        for _ in range(rng.randrange(4, 90)):
            if position.is_over:
                break
            board = chess.Board(str(position))
            sharp = [
                move
                for move in position.moves
                if board.is_capture(uci := chess.Move.from_uci(str(move))) or board.gives_check(uci)
            ]
            position = position.play(rng.choice(sharp if sharp and rng.random() < 0.4 else position.moves))
        if not position.is_over:
            count -= 1
            yield position


def test_every_sentence_is_true() -> None:
    checker = Checker(reader=ChessSentence)
    for position in positions(20 * _TIMES):
        analysis = kibitz.analyse(position, Limit(nodes=20_000), tables=False)
        values = {each.move: each.value for each in analysis.moves}
        for move in position.moves:
            checker.check(explain_in(analysis, move), dict(values))
    print(checker.report())
    assert checker.false == []
    assert len(checker.empty) <= 0.02 * checker.read
    kinds = {"takes a piece", "wins material", "loses material", "a motif", "what a quiet move is for"}
    assert kinds <= set(checker.seen)
