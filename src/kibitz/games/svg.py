"""A small builder of SVG pictures, shared by all games."""

from __future__ import annotations

from html import escape

#: Colours that tell the players apart for colour-blind readers too; shapes differ as well.
FIRST = "#c0392b"
SECOND = "#1f618d"
BOARD = "#faf6ec"
INK = "#5d5443"
LAST = "#f5d76e"
RACK = "#8a7f68"
LIGHT, DARK = "#f0e4cc", "#b8a07a"
FELT = "#4f8f68"
WOOD = "#e5c88f"


class Svg:
    """Shapes on a canvas measured in cells; `str` is the picture."""

    def __init__(self, width: float, height: float, title: str, cell: int = 48) -> None:
        self._cell = cell
        self._parts: list[str] = []
        self._size = (round(width * cell), round(height * cell))
        self._title = title
        self._origin = (0.0, 0.0)

    def move(self, x: float, y: float) -> None:
        """Measure from here on from another point."""
        self._origin = (x, y)

    def _x(self, cells: float) -> str:
        return self._n(cells + self._origin[0])

    def _y(self, cells: float) -> str:
        return self._n(cells + self._origin[1])

    def _n(self, cells: float) -> str:
        return f"{cells * self._cell:g}"

    def rect(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A filled rectangle."""
        self._parts.append(
            f'<rect x="{self._x(x)}" y="{self._y(y)}" width="{self._n(width)}" '
            f'height="{self._n(height)}" fill="{fill}"/>'
        )

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str = INK, width: float = 0.04
    ) -> None:
        """A line with round ends."""
        self._parts.append(
            f'<line x1="{self._x(x1)}" y1="{self._y(y1)}" x2="{self._x(x2)}" y2="{self._y(y2)}" '
            f'stroke="{stroke}" stroke-width="{self._n(width)}" stroke-linecap="round"/>'
        )

    def circle(
        self, x: float, y: float, radius: float, fill: str, stroke: str = "none", width: float = 0
    ) -> None:
        """A circle."""
        self._parts.append(
            f'<circle cx="{self._x(x)}" cy="{self._y(y)}" r="{self._n(radius)}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="{self._n(width)}"/>'
        )

    def path(self, outline: str, x: float, y: float, fill: str, stroke: str, width: float) -> None:
        """An outline around a point, measured in hundredths of a cell."""
        scale = self._cell / 100
        self._parts.append(
            f'<path transform="translate({self._x(x)} {self._y(y)}) scale({scale:g})" d="{outline}" '
            f'fill="{fill}" '
            f'stroke="{stroke}" stroke-width="{100 * width:g}" stroke-linejoin="round" '
            f'stroke-linecap="round"/>'
        )

    def text(self, x: float, y: float, text: str, size: float = 0.4, fill: str = INK) -> None:
        """A text, centred."""
        self._parts.append(
            f'<text x="{self._x(x)}" y="{self._y(y)}" font-size="{self._n(size)}" fill="{fill}" '
            f'text-anchor="middle" dominant-baseline="central" font-family="sans-serif">{escape(text)}</text>'
        )

    def cross(self, x: float, y: float, radius: float, stroke: str) -> None:
        """Two crossed lines: the first player's mark."""
        self.line(x - radius, y - radius, x + radius, y + radius, stroke, 0.1)
        self.line(x - radius, y + radius, x + radius, y - radius, stroke, 0.1)

    def __str__(self) -> str:
        width, height = self._size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img"><title>{escape(self._title)}</title>{"".join(self._parts)}</svg>'
        )


def text_svg(text: str, title: str) -> str:
    """A text picture as an SVG one."""
    lines = text.splitlines() or [""]
    width, height = max(4.0, max(map(len, lines)) * 0.25), len(lines) * 0.5 + 0.5
    picture = Svg(width, height, title)
    picture.rect(0, 0, width, height, BOARD)
    for row, line in enumerate(lines):
        picture.text(width / 2, 0.5 + row * 0.5, line, 0.35)
    return str(picture)
