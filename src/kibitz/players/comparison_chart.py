"""A chart of a comparison as SVG: nodes and time by depth, on logarithmic scales."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from kibitz.players.comparison import Measured

#: Colours that colour-blind readers can distinguish; dashes and marks differ as well.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 4", "12 4")
_MARKS = "●■▲◆▼○□"
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 460, 340, 64, 40, 46


def chart(rows: Sequence[Measured], title: str) -> str:
    """Return two panels side by side, with a legend below."""
    players = list(dict.fromkeys(row.player for row in rows))
    height = _HEIGHT + 24 + 22 * len(players)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * _WIDTH} {height}" width="{2 * _WIDTH}" '
        f'height="{height}" role="img" font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{2 * _WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{_WIDTH}" y="20" text-anchor="middle" font-size="15">{escape(title)}</text>',
        *_panel(rows, players, 0, "nodes", lambda row: row.nodes),
        *_panel(rows, players, _WIDTH, "milliseconds", lambda row: 1000 * row.seconds),
    ]
    for place, player in enumerate(players):
        y = _HEIGHT + 20 + 22 * place
        parts.append(_line(place, [(_LEFT, y), (_LEFT + 60, y)]))
        parts.append(f'<text x="{_LEFT + 72}" y="{y + 5}">{escape(player)}</text>')
    return "".join([*parts, "</svg>"])


def _panel(
    rows: Sequence[Measured], players: list[str], left: float, unit: str, of: Callable[[Measured], float]
) -> list[str]:
    values = [max(of(row), 1e-3) for row in rows]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)
    depths = sorted({row.depth for row in rows})
    x0, x1 = left + _LEFT, left + _WIDTH - 20
    y0, y1 = _HEIGHT - _BOTTOM, _TOP + 16

    def x(depth: int) -> float:
        span = depths[-1] - depths[0]
        return x0 + (x1 - x0) * ((depth - depths[0]) / span if span else 0.5)

    def y(value: float) -> float:
        return y0 + (y1 - y0) * (math.log10(max(value, 1e-3)) - low) / (high - low)

    parts = [
        f'<text x="{x0}" y="{_TOP + 4}">{unit}</text>',
        f'<text x="{x1}" y="{y0 + 38}" text-anchor="end">depth</text>',
    ]
    for power in range(low, high + 1):
        at = y(10.0**power)
        parts.append(f'<line x1="{x0}" y1="{at:.1f}" x2="{x1}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x0 - 6}" y="{at + 4:.1f}" text-anchor="end">{_power(power)}</text>')
    for depth in depths:
        parts.append(f'<text x="{x(depth):.1f}" y="{y0 + 20}" text-anchor="middle">{depth}</text>')
    for place, player in enumerate(players):
        points = [(x(row.depth), y(of(row))) for row in rows if row.player == player]
        parts.append(_line(place, points))
    return parts


def _power(power: int) -> str:
    """Format a power of ten: 0.01, 100, 10,000, 1 M."""
    if power < 6:
        return f"{10.0**power:,g}"
    return f"{10 ** (power % 3):,} {'MGTP'[min(power // 3 - 2, 3)]}"


def _line(place: int, points: Sequence[tuple[float, float]]) -> str:
    kind = place % len(_COLOURS)
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(
        f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="11">{_MARKS[kind]}</text>'
        for x, y in points
    )
    return (
        f'<g fill="{_COLOURS[kind]}"><polyline points="{path}" fill="none" stroke="{_COLOURS[kind]}" '
        f'stroke-width="2" stroke-dasharray="{_DASHES[kind]}"/>{marks}</g>'
    )
