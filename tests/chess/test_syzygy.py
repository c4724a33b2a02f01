"""The Syzygy reader, against python-chess's where files are at hand, and by itself."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from random import Random

import pytest

import kibitz
from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.base.errors import BadFile
from kibitz.base.value import Draw, Loss
from kibitz.games.chess.syzygy import Syzygy
from kibitz.games.chess.syzygy_index import Arrangement
from kibitz.games.chess.syzygy_source import FOLDERS_VARIABLE, SyzygySource
from kibitz.games.exact_source import Cover

CHESS = kibitz.load("chess")


def _folder() -> Path:
    folder = Path(os.environ.get("KIBITZ_PYTHON_CHESS", "nowhere")) / "data" / "syzygy" / "regular"
    if not folder.is_dir():
        pytest.skip("KIBITZ_PYTHON_CHESS names no folder with Syzygy files")
    return folder


def test_the_same_as_python_chess() -> None:
    chess = pytest.importorskip("chess")
    syzygy = pytest.importorskip("chess.syzygy")
    folder = _folder()
    ours, rng, seen = Syzygy(folder), Random(1), 0
    names = sorted(path.stem for path in folder.glob("*.rtbw"))
    with syzygy.open_tablebase(str(folder)) as theirs:
        while seen < 400:
            white, black = rng.choice(names).split("v")
            if rng.random() < 0.5:
                white, black = black, white
            board = chess.Board(None)
            squares = rng.sample(range(64), len(white + black))
            for square, letter in zip(squares, white + black.lower(), strict=True):
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
            board.turn = rng.random() < 0.5
            if not board.is_valid() or board.is_game_over():
                continue
            position = CHESS.position(board.fen())
            assert ours.wdl(position) == theirs.probe_wdl(board), board.fen()
            assert ours.dtz(position) == theirs.probe_dtz(board), board.fen()
            seen += 1


@pytest.mark.parametrize(
    ("fen", "wdl"),
    [
        ("8/8/8/8/8/2k5/8/K2R4 w - - 0 1", 2),
        ("8/8/8/8/8/2k5/8/K2R4 b - - 0 1", -2),
        ("8/8/8/4k3/8/8/8/K1B4N w - - 0 1", 2),
        # The pawn is taken at once.
        ("8/8/8/8/8/1k6/1P6/7K b - - 0 1", 0),
    ],
)
def test_published_facts(fen: str, wdl: int) -> None:
    assert Syzygy(_folder()).wdl(CHESS.position(fen)) == wdl


def test_analysis_asks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDERS_VARIABLE, str(_folder()))
    position = CHESS.position("8/8/8/8/8/2k5/8/K2R4 w - - 0 1")
    source = SyzygySource()
    assert source.covers(position) is Cover.KNOWN
    found = source.ask(position, kibitz.Limit())
    assert found is not None
    assert found.value.result == 1
    # All moves but those that lose the rook win.
    for each in found.moves:
        best = evaluate_position(position.play(each.move)).value
        assert each.value.result == (0 if best.result == 0 else -(best.result or 0))


def test_a_move_that_ends_the_game_is_worth_what_it_ends_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking the rook draws, for insufficient material; all else loses."""
    monkeypatch.setenv(FOLDERS_VARIABLE, str(_folder()))
    found = SyzygySource().ask(CHESS.position("8/8/8/8/8/8/2k5/K2R4 b - - 0 1"), kibitz.Limit())
    assert found is not None
    assert found.value == Draw()
    assert {str(each.move) for each in found.moves if each.value == Draw()} == {"c2d1"}


def test_without_files_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDERS_VARIABLE, raising=False)
    assert SyzygySource().covers(CHESS.position("8/8/8/8/8/2k5/8/K2R4 w - - 0 1")) is Cover.NO
    assert not isinstance(evaluate_position(CHESS.position("8/8/8/8/8/2k5/8/K2R4 w - - 0 1")).value, Loss)


@pytest.mark.parametrize("content", ["", "6e6f", "71e8235d", "71e8235d" + 40 * "00", "71e8235d" + 80 * "ff"])
def test_a_damaged_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "KRvK.rtbw").write_bytes(bytes.fromhex(content))
    with pytest.raises(BadFile, match="KRvK"):
        Syzygy(tmp_path).wdl(CHESS.position("8/8/8/8/8/2k5/8/K2R4 w - - 0 1"))


def test_files_cut_short_or_changed_are_named_or_answer(tmp_path: Path) -> None:
    """Whatever is wrong with a file, nothing but BadFile comes of it."""
    rng = Random(3)
    whole = (_folder() / "KRvKN.rtbw").read_bytes()
    position = CHESS.position("8/8/3n4/8/8/2k5/8/K2R4 w - - 0 1")
    for _ in range(60):
        damaged = bytearray(whole[: rng.choice([len(whole), rng.randrange(len(whole))])])
        for _ in range(rng.randrange(1, 6)):
            if len(damaged) > 4:
                damaged[rng.randrange(4, min(len(damaged), 200))] = rng.randrange(256)
        (tmp_path / "KRvKN.rtbw").write_bytes(damaged)
        with contextlib.suppress(BadFile):
            Syzygy(tmp_path, _folder()).wdl(position)


def test_three_pieces_have_a_place_each() -> None:
    """King, rook and king: a place belongs to one position, but for turning the board."""
    arrangement = Arrangement([6, 4, 14], 0, 15, (0, 0), 0)
    assert arrangement.total == 31332
    places: dict[int, set[frozenset[tuple[int, ...]]]] = {}
    for king in range(64):
        for rook in range(64):
            for other in range(64):
                if len({king, rook, other}) == 3:
                    images = frozenset(_images((king, rook, other)))
                    places.setdefault(arrangement.number((king, rook, other)), set()).add(images)
    assert len(places) == 31332
    assert all(len(images) == 1 for images in places.values())


def _images(squares: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The eight ways to turn and reflect a board."""
    found = []
    for mask in (0, 7, 56, 63):
        turned = tuple(square ^ mask for square in squares)
        found += [turned, tuple(square % 8 * 8 + square // 8 for square in turned)]
    return found
