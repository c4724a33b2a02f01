"""Pieces on the page: the outlines of all pictures, in distinguishable colours."""

from __future__ import annotations

import importlib.util
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from kibitz.games.board_view import GROUNDS
from kibitz.games.piece_figures import FIGURINES, PALETTE

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "kibitz" / "web" / "static"


def test_the_page_draws_from_the_outlines_of_pictures() -> None:
    found = importlib.util.spec_from_file_location("figures", ROOT / "dev" / "figures.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    written = (STATIC / "figures.js").read_text(encoding="utf-8")
    assert written == module.script(), "run python dev/figures.py"


def test_the_page_knows_every_colour_and_ground() -> None:
    style = (STATIC / "board.css").read_text(encoding="utf-8")
    for name in PALETTE:
        assert f'[data-first="{name}"]' in style
        assert f'[data-second="{name}"]' in style
    known = set(re.findall(r'ground [!=]== "(\w+)"', (STATIC / "shapes.js").read_text(encoding="utf-8")))
    assert set(GROUNDS) == known


def pixels(png: bytes) -> list[tuple[int, ...]]:
    """The pixels of a PNG as Chromium writes it: eight bits, no interlacing."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    size = {2: 3, 6: 4}[kind]
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += 12 + length
    raw, stride = zlib.decompress(data), width * size
    before, found = bytearray(stride), []
    for row in range(height):
        start = row * (stride + 1)
        how, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride):
            left = line[i - size] if i >= size else 0
            up, corner = before[i], before[i - size] if i >= size else 0
            guess = min(
                (abs(up - corner), 0, left),
                (abs(left - corner), 1, up),
                (abs(left + up - 2 * corner), 2, corner),
            )
            line[i] = (line[i] + (0, left, up, (left + up) // 2, guess[2])[how]) & 255
        found += [tuple(line[i : i + 3]) for i in range(0, stride, size)]
        before = line
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("cell", [20, 120])
def test_white_pieces_are_light_and_black_ones_dark(open_page: Any, scheme: str, cell: int) -> None:
    """Of the pixels that a piece covers most have its colour, however large, on squares of either colour."""
    page = open_page(path="/learn")
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 1200, "height": 900})
    page.evaluate(
        """async ([cell, pieces]) => {
          const from = document.querySelector("script[type=module]").src.replace("main.js", "");
          const { paint, pieceOf } = await import(from + "shapes.js");
          const { svg, el } = await import(from + "dom.js");
          const style = "position:fixed;inset:0;z-index:99;background:var(--paper)";
          const box = el("div", { id: "pieces", style });
          paint(box, ["white", "black"]);
          for (const side of [0, 1]) for (const piece of pieces) for (const ground of ["light", "dark"]) {
            const made = svg("svg", { viewBox: "-.5 -.5 1 1", width: cell, height: cell, class: `p${side}` });
            const square = svg("rect", { x: -.5, y: -.5, width: 1, height: 1 });
            square.style.fill = `var(--check-${ground})`;
            made.append(square, pieceOf(piece, side, ""));
            made.dataset.piece = `${side} ${piece} ${ground}`;
            box.append(made);
          }
          document.body.append(box);
        }""",
        [cell, list(FIGURINES)],
    )
    page.wait_for_timeout(50)
    drawn = page.locator("#pieces svg")
    assert drawn.count() == 24
    for one in drawn.all():
        name = one.get_attribute("data-piece")
        found = pixels(one.screenshot())
        empty = found[0]
        on_piece = [
            pixel for pixel in found if max(abs(a - b) for a, b in zip(pixel, empty, strict=True)) > 24
        ]
        assert len(on_piece) > 0.12 * len(found), name
        light = sum(sum(pixel) / 765 > 0.75 for pixel in on_piece) / len(on_piece)
        dark = sum(sum(pixel) / 765 < 0.3 for pixel in on_piece) / len(on_piece)
        mine, other = (light, dark) if name[0] == "0" else (dark, light)
        assert mine > 0.5 if cell > 100 else mine > other, (name, light, dark)
        assert other < 0.37, (name, light, dark)
