"""Diagrams of the pages, as SVG: layers, alpha-beta, Star1, the follow-up strategy, retrograde analysis."""

from __future__ import annotations

from html import escape

INK, GREY, BLUE, RED, GREEN, PALE = "#1d2b2a", "#8a9492", "#0b6e69", "#c2412d", "#2f7d32", "#e4efee"


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: int = 13,
    colour: str = INK,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    """Words at a place."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}>'
        f"{escape(words)}</text>"
    )


def box(x: float, y: float, width: float, height: float, fill: str = PALE, edge: str = BLUE) -> str:
    """A rounded rectangle."""
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {place} rx="6" fill="{fill}" stroke="{edge}"/>'


def line(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    colour: str = INK,
    *,
    dashed: bool = False,
    arrow: bool = False,
) -> str:
    """A line, perhaps with an arrow."""
    extra = (' stroke-dasharray="4 4"' if dashed else "") + (' marker-end="url(#arrow)"' if arrow else "")
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="1.5"{extra}/>'
    )


def picture(width: int, height: int, title: str, parts: list[str]) -> str:
    """A whole SVG on white, so that it can be read in light and dark."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif"><title>{escape(title)}</title>'
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" fill="{INK}"/></marker></defs>'
        f'<rect width="100%" height="100%" rx="8" fill="#fff"/>{"".join(parts)}</svg>'
    )


def architecture() -> str:
    """Layers and their packages."""
    layers = [
        ("interfaces", ["cli", "terminal", "web"], "people and programs"),
        ("service", ["service"], "typed commands of games in progress"),
        (
            "services",
            ["arena", "session", "game_review", "puzzles", "records", "training", "truth"],
            "matches, games, lessons",
        ),
        ("decisions", ["players", "analysis", "solving"], "choose, evaluate, solve"),
        ("games", ["games/<game>", "games/python_game"], "rules, notation, view"),
        ("plumbing", ["executors", "engines", "files"], "where work runs, checked files"),
        ("base", ["base"], "Move, Value, Limit, errors"),
    ]
    core = [
        ("native/bind", "type-erased interfaces for Python"),
        ("native/games/<game>", "rules, evaluation, index, own solvers"),
        ("native/search, native/solve", "each algorithm once, for every game"),
        ("native/base", "concepts, threads, limits"),
    ]
    parts = [text(20, 26, "Python: a layer imports those below it", anchor="start", bold=True)]
    y = 40.0
    for name, packages, what in layers:
        parts.append(text(20, y + 20, name, anchor="start", colour=GREY))
        width = (500 - 6 * (len(packages) - 1)) / len(packages)
        for at, package in enumerate(packages):
            x = 110 + at * (width + 6)
            parts += [
                box(x, y, width, 30),
                text(x + width / 2, y + 20, package, size=11 if len(packages) > 4 else 13),
            ]
        parts.append(text(625, y + 20, what, anchor="start", colour=GREY, size=12))
        y += 38
    parts += [
        line(20, y + 6, 880, y + 6, GREY, dashed=True),
        text(20, y + 30, "C++20: templates over the game", anchor="start", bold=True),
    ]
    y += 42
    for name, what in core:
        parts += [box(110, y, 494, 30, "#f6efe2", "#a5762b"), text(360, y + 20, name)]
        parts.append(text(625, y + 20, what, anchor="start", colour=GREY, size=12))
        y += 38
    return picture(900, int(y) + 12, "The layers of Kibitz", parts)


def _node(x: float, y: float, value: str, *, fill: str = PALE, edge: str = BLUE, shape: str = "round") -> str:
    if shape == "square":
        return box(x - 20, y - 15, 40, 30, fill, edge) + text(x, y + 5, value)
    if shape == "diamond":
        return (
            f'<path d="M{x:g} {y - 24:g}L{x + 34:g} {y:g}L{x:g} {y + 24:g}L{x - 34:g} {y:g}z" '
            f'fill="{fill}" stroke="{edge}"/>' + text(x, y + 5, value)
        )
    return f'<circle cx="{x:g}" cy="{y:g}" r="19" fill="{fill}" stroke="{edge}"/>' + text(x, y + 5, value)


def alphabeta() -> str:
    """A tree of two plies with two leaves left out."""
    parts = [
        line(330, 60, 150, 130),
        line(330, 60, 330, 130),
        line(330, 60, 530, 130),
        line(150, 160, 90, 220),
        line(150, 160, 150, 220),
        line(150, 160, 210, 220),
        line(330, 160, 270, 220),
        line(330, 160, 330, 220, GREY, dashed=True),
        line(330, 160, 390, 220, GREY, dashed=True),
        line(530, 160, 470, 220),
        line(530, 160, 530, 220),
        line(530, 160, 590, 220),
        _node(330, 45, "4", shape="square"),
        _node(150, 145, "4"),
        _node(330, 145, "≤ 2"),
        _node(530, 145, "3"),
        *(_node(x, 235, v, shape="square") for x, v in ((90, "6"), (150, "4"), (210, "9"), (270, "2"))),
        *(_node(x, 235, "?", shape="square", fill="#fff", edge=GREY) for x in (330, 390)),
        *(_node(x, 235, v, shape="square") for x, v in ((470, "5"), (530, "3"), (590, "8"))),
        text(16, 50, "you: the largest", anchor="start", colour=GREY),
        text(16, 112, "opponent: the smallest", anchor="start", colour=GREY),
        text(360, 285, "not looked at: whatever they are worth,", colour=RED, size=12),
        text(360, 302, "this move is worth at most 2, and you have 4", colour=RED, size=12),
    ]
    return picture(640, 320, "Alpha-beta: the second move is left after its first reply", parts)


def star1() -> str:
    """A roll of which three faces are searched."""
    faces = [("0.1", BLUE), ("−0.6", BLUE), ("−0.8", BLUE), ("≤ 1", GREY), ("≤ 1", GREY), ("≤ 1", GREY)]
    parts = [_node(320, 50, "roll", shape="diamond", fill="#f6efe2", edge="#a5762b")]
    for at, (value, colour) in enumerate(faces):
        x = 70 + at * 100
        parts.append(line(320, 74, x, 132, colour, dashed=colour == GREY))
        parts.append(_node(x, 150, value, fill=PALE if colour == BLUE else "#fff", edge=colour))
        parts.append(text(x, 192, f"face {at + 1}", colour=GREY, size=12))
    parts += [
        text(170, 222, "searched: 0.1 − 0.6 − 0.8 = −1.3", colour=BLUE),
        text(470, 222, "to come: at most 3 × 1", colour=GREY),
        text(
            320, 252, "average ≤ (−1.3 + 3) / 6 = 0.28.  If alpha is 0.3, stop here.", colour=RED, bold=True
        ),
    ]
    return picture(640, 272, "Star1: after three of six faces the average can't reach alpha any more", parts)


def followup() -> str:
    """The cells of both sides under the follow-up strategy."""
    parts = [text(130, 24, "free cells", bold=True), text(420, 24, "who gets them in the end", bold=True)]
    for side, left in ((0, 20), (1, 310)):
        for column in range(5):
            for row in range(6):
                x, y = left + column * 42, 40 + (5 - row) * 34
                answers = row % 2 == 1
                fill = "#fff" if side == 0 else ("#f3d9d4" if answers else PALE)
                parts.append(
                    f'<rect x="{x}" y="{y}" width="40" height="32" rx="4" fill="{fill}" stroke="{GREY}"/>'
                )
                if side:
                    parts.append(
                        text(x + 20, y + 21, "2" if answers else "1", colour=RED if answers else BLUE)
                    )
    parts += [
        text(535, 90, "1 moves", anchor="start", colour=BLUE),
        text(535, 124, "2 answers on top", anchor="start", colour=RED),
        line(255, 142, 300, 142, arrow=True),
    ]
    return picture(660, 260, "Every second row belongs to the side that answers", parts)


def retrograde() -> str:
    """Values from the ends backwards."""
    parts = []
    levels = [
        (540, [("loss", 0), ("draw", 0), ("loss", 0)], "ends"),
        (380, [("win in 1", 0), ("draw in 1", 1), ("win in 1", 2)], "1 ply before"),
        (220, [("loss in 2", 0), ("draw in 2", 1)], "2 plies before"),
        (60, [("win in 3", 0)], "3 plies before"),
    ]
    colours = {"win": GREEN, "los": RED, "dra": GREY}

    def y_of(at: int) -> float:
        return 70 + at * 70

    for from_x, from_at, to_x, to_at in (
        (430, 0, 494, 0),
        (430, 1, 494, 1),
        (430, 2, 494, 2),
        (270, 0, 330, 0),
        (270, 0, 330, 2),
        (270, 1, 330, 1),
        (270, 1, 330, 2),
        (110, 0, 170, 0),
        (110, 0, 170, 1),
    ):
        parts.append(line(from_x, y_of(from_at), to_x, y_of(to_at), GREY, arrow=True))
    for x, values, name in levels:
        parts.append(text(x, 28, name, bold=True, size=12))
        for at, (value, _) in enumerate(values):
            parts += [
                box(x - 45, y_of(at) - 18, 90, 36, "#fff", colours[value[:3]]),
                text(x, y_of(at) + 5, value, colour=colours[value[:3]]),
            ]
    parts += [
        line(560, 262, 60, 262, INK, arrow=True),
        text(
            310,
            284,
            "values go backwards: a win if some move leads to a loss, a loss if all moves lead to wins",
        ),
    ]
    return picture(640, 300, "Retrograde analysis: from the ends of the game backwards", parts)


def diagrams() -> dict[str, str]:
    """All of them, by the name of the file in docs."""
    made = {"architecture": architecture, "alphabeta": alphabeta, "star1": star1, "followup": followup}
    made["retrograde"] = retrograde
    return {f"diagrams/{name}.svg": draw() for name, draw in made.items()}
