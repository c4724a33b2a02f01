"""Every position can be drawn, in text and as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from kibitz import Game, Move, Position
from kibitz.games.piece_figures import PALETTE
from tests.conformance.walks import walk


def every_ply(game: Game) -> list[tuple[Position, Move | None]]:
    positions, moves = walk(game, 3)
    plies: list[tuple[Position, Move | None]] = [
        (positions[0], None),
        *zip(positions[1:], moves, strict=True),
    ]
    return plies[:: len(plies) // 30 + 1] + plies[-1:]


@pytest.mark.parametrize("unicode", [False, True])
def test_text(game: Game, unicode: bool) -> None:
    for position, last in every_ply(game):
        for marked in (None, last):
            picture = position.draw(marked, unicode=unicode)
            assert picture.strip()
            assert unicode or picture.isascii()


def test_paint_is_only_paint(game: Game) -> None:
    """Colour never carries meaning alone: without it the picture is the same."""
    roles = set()

    def paint(text: str, role: str) -> str:
        roles.add(role)
        return f"\x02{text}\x03"

    for position, last in every_ply(game):
        painted = game.view.draw(position, last=last, paint=paint)
        assert painted.replace("\x02", "").replace("\x03", "") == position.draw(last)
    assert roles <= {"first", "second", "last", "quiet", *PALETTE}


def test_svg(game: Game) -> None:
    for position, last in every_ply(game):
        for marked in (None, last):
            picture = ElementTree.fromstring(position.svg(marked))
            assert picture.tag == "{http://www.w3.org/2000/svg}svg"
            assert picture.findtext("{http://www.w3.org/2000/svg}title")
    assert position._repr_svg_() == position.svg()


def test_html(game: Game) -> None:
    assert "<svg" in game._repr_html_()
