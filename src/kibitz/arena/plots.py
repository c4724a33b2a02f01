"""Plots as self-contained SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

#: Colours that colour-blind readers can distinguish (Okabe and Ito); lines are labelled as well.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a7f00")

_ROW = 26
_TEXT = 'font-family="sans-serif" font-size="13" fill="#222"'


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img"><title>{escape(title)}</title>'
        # On white in both colour schemes, since its text is dark.
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {_TEXT}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str = "#999", width: float = 1) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{colour}" stroke-width="{width:g}"/>'
    )


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Return round numbers that cover a range.

    >>> ticks(-130, 260)
    [-100, 0, 100, 200]
    """
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / about))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= about)
    first = math.ceil(low / step)
    return [k * step for k in range(first, math.floor(high / step) + 1)]


def error_bars(rows: Sequence[tuple[str, float, float]], unit: str = "Elo") -> str:
    """Return a plot with a dot and an interval for every row (name, value, half the interval)."""
    label = 8 * max((len(name) for name, _, _ in rows), default=1) + 20
    width, height = label + 520, _ROW * len(rows) + 50
    low = min((value - error for _, value, error in rows), default=0)
    high = max((value + error for _, value, error in rows), default=0)
    pad = max(10.0, (high - low) * 0.05)
    low, high = low - pad, high + pad

    def x(value: float) -> float:
        return label + 500 * (value - low) / (high - low)

    bottom = _ROW * len(rows) + 10
    parts = []
    for tick in ticks(low, high):
        parts.append(_line(x(tick), 5, x(tick), bottom, "#ddd"))
        parts.append(_text(x(tick), bottom + 16, f"{tick:g}", "middle"))
    parts.append(_text(label + 250, bottom + 34, f"{unit}, with 95% intervals", "middle"))
    for place, (name, value, error) in enumerate(rows):
        y = _ROW * place + 20
        colour = COLOURS[0]
        parts.append(_text(label - 8, y + 4, name, "end"))
        parts.append(_line(x(value - error), y, x(value + error), y, colour, 2))
        parts.extend(_line(x(v), y - 5, x(v), y + 5, colour, 2) for v in (value - error, value + error))
        parts.append(
            f'<circle cx="{x(value):.1f}" cy="{y}" r="4.5" fill="{colour}">'
            f"<title>{escape(name)}: {value:+.0f} ± {error:.0f}</title></circle>"
        )
    return _svg(width, height, f"{unit} of each player", parts)


def heat_map(names: Sequence[str], scores: dict[tuple[str, str], float]) -> str:
    """Return a heat map with a cell per pair of names; scores from 0 to 1 are shown as colour and text."""
    label = 8 * max(map(len, names), default=1) + 40
    cell_w, cell_h = 58, 30
    parts = []
    for column in range(len(names)):
        parts.append(_text(label + (column + 0.5) * cell_w, 18, str(column + 1), "middle"))
    for row, one in enumerate(names):
        y = 26 + row * cell_h
        parts.append(_text(label - 8, y + 20, f"{one}  {row + 1}", "end"))
        for column, other in enumerate(names):
            x = label + column * cell_w
            score = scores.get((one, other))
            fill = "#eee" if score is None else _blend(score)
            parts.append(f'<rect x="{x}" y="{y}" width="{cell_w - 2}" height="{cell_h - 2}" fill="{fill}"/>')
            if score is not None:
                parts.append(
                    f'<text x="{x + cell_w / 2 - 1}" y="{y + 19}" text-anchor="middle" '
                    f'font-family="sans-serif" font-size="13" fill="#111">{score:.0%}</text>'
                )
    return _svg(
        label + cell_w * len(names) + 10,
        36 + cell_h * len(names),
        "Score of the row against the column",
        parts,
    )


def _blend(score: float) -> str:
    """Return a colour from orange at 0 over white to blue at 1."""
    low, high = (244, 165, 110), (110, 170, 225)
    end, share = (high, 2 * score - 1) if score >= 0.5 else (low, 1 - 2 * score)
    return "#" + "".join(f"{round(255 + share * (channel - 255)):02x}" for channel in end)


def lines(
    series: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    x_label: str,
    y_label: str,
    errors: Sequence[Sequence[float]] = (),
    *,
    margin: float = 10.0,
) -> str:
    """Return a line chart, each line labelled at its end; `errors` are half the widths of the intervals.

    At least `margin` is left free above and below.
    """
    label = 8 * max((len(name) for name, _ in series), default=1) + 30
    left, right, top, bottom = 60, 560, 10, 330
    points = [point for _, line in series for point in line]
    if not points:
        return ""
    bars = [bar for row in errors for bar in row] or [0.0] * len(points)
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    low_y = min(y - bar for (_, y), bar in zip(points, bars, strict=True))
    high_y = max(y + bar for (_, y), bar in zip(points, bars, strict=True))
    pad = max(margin, (high_y - low_y) * 0.05)
    low_y, high_y = low_y - pad, high_y + pad

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - low_x) / ((high_x - low_x) or 1)
        return left + (right - left) * across, bottom - (bottom - top) * (y - low_y) / (high_y - low_y)

    parts = []
    for tick in ticks(low_y, high_y):
        _, y = at(low_x, tick)
        parts += [_line(left, y, right, y, "#ddd"), _text(left - 8, y + 4, f"{tick:g}", "end")]
    for tick in ticks(low_x, high_x):
        x, _ = at(tick, low_y)
        parts += [_line(x, bottom, x, bottom + 5), _text(x, bottom + 20, f"{tick:g}", "middle")]
    ends = _spread([at(*line[-1])[1] for _, line in series], 15)
    for k, ((name, line), end) in enumerate(zip(series, ends, strict=True)):
        colour = COLOURS[k % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in line))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, y), error in zip(line, errors[k] if errors else (), strict=False):
            parts.append(_line(*at(x, y - error), *at(x, y + error), colour))
        parts.append(_line(right, at(*line[-1])[1], right + 12, end, colour))
        parts.append(_text(right + 16, end + 4, name))
    parts.append(_text((left + right) / 2, bottom + 40, f"{x_label} (across), {y_label} (up)", "middle"))
    return _svg(right + label, max(bottom + 50, max(ends) + 20), f"{y_label} by {x_label}", parts)


def _spread(heights: Sequence[float], gap: float) -> list[float]:
    """Move label heights apart so that labels don't overlap."""
    placed = list(heights)
    lowest = -math.inf
    for k in sorted(range(len(placed)), key=lambda k: heights[k]):
        placed[k] = lowest = max(placed[k], lowest + gap)
    return placed
