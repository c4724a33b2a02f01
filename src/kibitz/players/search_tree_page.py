"""An HTML page of a visited tree: a drawing if it is small, and the whole tree to unfold."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from kibitz.base.side import Side
from kibitz.base.value import Estimate, Expect, Points, Value
from kibitz.games.svg import FIRST, SECOND
from kibitz.players.search_tree import Visited

#: Drawings with more nodes are unreadable.
MOST_DRAWN = 400

_CHANCE = "#6c6c6c"
_COLUMN, _ROW, _TOP = 52, 96, 40

_STYLE = """
body { font: 15px/1.4 sans-serif; margin: 1.5em; color: #222; background: #fff; }
h1 { font-size: 1.25em; overflow-wrap: anywhere; }
svg { max-width: none; } .drawing { overflow-x: auto; border: 1px solid #ddd; }
details, .leaf { margin-left: 1.4em; } summary { cursor: pointer; }
.window { color: #666; font-family: monospace; } .cut { color: #a00; } .kind { font-style: italic; }
.legend span { margin-right: 1.5em; }
"""

_LEGEND = """
<p class="legend"><span>□ first player to move</span><span>○ second player to move</span>
<span>◇ chance</span><span>[α, β] the window: values outside it don't matter</span>
<span>≤ at most, ≥ at least: all that is known</span>
<span class="cut">✂ n: branches never looked at</span></p>
<p>Values and windows are as the player to move at the node sees them.</p>
"""

_SAMPLED_LEGEND = """
<p class="legend"><span>□ first player to move</span><span>○ second player to move</span>
<span>◇ chance</span><span>×n: playouts that went through</span>
<span>[least, most]: what is proven</span></p>
<p>Values are means of what was played out, as the player to move at the node sees them: 1 a sure win.</p>
"""


def tree_page(roots: list[Visited], title: str, side_names: tuple[str, str]) -> str:
    """Return a self-contained HTML page."""
    count = sum(1 for root in roots for _ in _all(root))
    sampled = roots[0].visits is not None
    cut = sum(node.skipped for root in roots for node in _all(root))
    drawn = "".join(f'<div class="drawing">{drawing(root)}</div>' for root in roots)
    if count > MOST_DRAWN:
        drawn = f"<p>A drawing is made for up to {MOST_DRAWN} nodes; unfold the tree instead.</p>"
    again = "" if len(roots) == 1 else "<p>The first window was too narrow, so the search was done again.</p>"
    trees = "".join(_item(root, side_names, unfolded=2) for root in roots)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>"
        + (
            f"<p>{count:,} nodes of a tree that {roots[0].visits:,} playouts made grow.</p>{_SAMPLED_LEGEND}"
            if sampled
            else f"<p>{count:,} nodes visited, {cut:,} branches cut.</p>{again}{_LEGEND}"
        )
        + f"{drawn}{trees}</body></html>\n"
    )


def _all(node: Visited) -> Iterator[Visited]:
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(found.children))


def short(value: Value) -> str:
    """Format a value in few characters: +12, W5, D, 0.62."""
    if isinstance(value, Estimate):
        if math.isinf(value.score):
            return "+∞" if value.score > 0 else "−∞"
        return f"{value.score:+g}".replace("-", "−") if value.score else "0"
    if isinstance(value, Expect):
        return f"{value.chance:.3f}"
    if isinstance(value, Points):
        return f"{value.points:+g}".replace("-", "−")
    return str(value)[0] + ("" if value.plies is None else str(value.plies))


def _known(node: Visited) -> str:
    if node.kind in ("horizon", "end"):
        return short(node.value)
    sign = "≤ " if node.failed_low else "≥ " if node.failed_high else ""
    return sign + short(node.value)


def _words(node: Visited, side_names: tuple[str, str]) -> str:
    who = {
        "chance": "the dice",
        "end": "the game is over",
        "horizon": "horizon, estimated",
        "table": "from the table",
    }.get(node.kind, side_names[node.mover] + " to move")
    cut = f' <span class="cut">✂ {node.skipped}</span>' if node.skipped else ""
    cut += "" if node.visits is None else f" ×{node.visits:,}"
    move = f"<b>{escape(node.move)}</b> " if node.move else ""
    return (
        f"{move}{_known(node)} "
        f'<span class="window">[{short(node.alpha)}, {short(node.beta)}]</span> '
        f'<span class="kind" title="{escape(node.position)}">{escape(who)}</span>{cut}'
    )


def _item(node: Visited, side_names: tuple[str, str], unfolded: int) -> str:
    if not node.children:
        return f'<div class="leaf">{_words(node, side_names)}</div>'
    inside = "".join(_item(child, side_names, unfolded - 1) for child in node.children)
    state = " open" if unfolded > 0 else ""
    return f"<details{state}><summary>{_words(node, side_names)}</summary>{inside}</details>"


def drawing(root: Visited) -> str:
    """Return the tree as SVG: side to move, values, windows and cutoffs."""
    parts: list[str] = []
    columns = [0.5]

    def place(node: Visited, row: int) -> float:
        """Place the subtree, then the node above its middle; return its column."""
        below = [place(child, row + 1) for child in node.children]
        if node.skipped:
            stub = columns[0]
            columns[0] += 1
        else:
            stub = None
        if below:
            at = (below[0] + below[-1]) / 2
        elif stub is not None:
            at = stub
        else:
            at = columns[0]
            columns[0] += 1
        x, y = at * _COLUMN, _TOP + row * _ROW
        for child, column in zip(node.children, below, strict=True):
            parts.insert(0, _branch(x, y, column * _COLUMN, y + _ROW, child.move))
        if stub is not None:
            parts.insert(0, _stub(x, y, stub * _COLUMN, y + _ROW * 0.5, node.skipped))
        parts.append(_shape(node, x, y))
        return at

    def rows(node: Visited) -> int:
        return 1 + max(map(rows, node.children), default=0)

    place(root, 0)
    width, height = round((columns[0] + 0.5) * _COLUMN), _TOP + (rows(root) - 1) * _ROW + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="sans-serif"><title>The tree visited</title>'
        f"{''.join(parts)}</svg>"
    )


def _branch(x1: float, y1: float, x2: float, y2: float, label: str) -> str:
    # Close to the child, where branches are apart, but clear of its window.
    middle = (0.45 * x1 + 0.55 * x2), (0.45 * y1 + 0.55 * y2)
    return (
        f'<line x1="{x1:.1f}" y1="{y1}" x2="{x2:.1f}" y2="{y2}" stroke="#999"/>'
        f'<text x="{middle[0]:.1f}" y="{middle[1]:.1f}" font-size="11" text-anchor="middle" '
        f'stroke="#fff" stroke-width="3" paint-order="stroke">{escape(label)}</text>'
    )


def _stub(x1: float, y1: float, x2: float, y2: float, skipped: int) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#a00" stroke-dasharray="3 3"/>'
        f'<text x="{x2:.1f}" y="{y2 + 12:.1f}" font-size="11" text-anchor="middle" fill="#a00">'
        f"✂ {skipped}</text>"
    )


def _shape(node: Visited, x: float, y: float) -> str:
    colour = _CHANCE if node.kind == "chance" else FIRST if node.mover is Side.FIRST else SECOND
    style = f'fill="#fff" stroke="{colour}" stroke-width="2"'
    if node.kind in ("table", "horizon"):  # pruned
        style += ' stroke-dasharray="2 2"'
    if node.kind == "chance":
        shape = f'<path d="M{x:.1f} {y - 17}l32 17l-32 17l-32 -17z" {style}/>'
    elif node.mover is Side.FIRST:
        shape = f'<rect x="{x - 23:.1f}" y="{y - 12}" width="46" height="24" {style}/>'
    else:
        shape = f'<ellipse cx="{x:.1f}" cy="{y}" rx="24" ry="13" {style}/>'
    window = f"[{short(node.alpha)}, {short(node.beta)}]"
    if node.visits is not None:
        window = f"×{node.visits:,}" if node.alpha < node.beta else f"×{node.visits:,}, proven"
    hint = escape(f"{node.kind} {window} {node.position}")
    # Leaves are too close for a window each; the tooltip shows it.
    above = (
        f'<text x="{x:.1f}" y="{y - 20}" font-size="9.5" text-anchor="middle" fill="#555" stroke="#fff" '
        f'stroke-width="3" paint-order="stroke">{window}</text>'
        if node.children
        else ""
    )
    return (
        f"<g><title>{hint}</title>{shape}"
        f'<text x="{x:.1f}" y="{y + 4}" font-size="11" text-anchor="middle">{_known(node)}</text>{above}</g>'
    )
