"""Texts of the page: signs, units, winners and clocks, as the scripts write them."""

from __future__ import annotations

from typing import Any

import pytest

#: The folder of the page's own scripts, whose address changes with every version.
FOLDER = 'document.querySelector("link[rel=stylesheet]").href.replace(/[^/]*$/, "")'


class Scripts:
    """A page whose scripts are asked one by one."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def ask(self, module: str, expression: str, given: object = None) -> Any:
        """The value of an expression, where `m` is the script and `x` its argument."""
        return self.page.evaluate(
            f"async (x) => {{ const m = await import({FOLDER} + '{module}.js'); return {expression}; }}",
            given,
        )


@pytest.fixture
def scripts(open_page: Any) -> Scripts:
    return Scripts(open_page(path="/"))


def test_a_value_in_short_has_its_sign_and_its_unit(scripts: Scripts) -> None:
    values: list[tuple[dict[str, object], str, str]] = [
        ({"exact": True, "result": 1, "moves": 3}, "win", "▲3"),
        ({"exact": True, "result": -1, "moves": 4}, "loss", "▼4"),
        ({"exact": True, "result": 0, "moves": 0}, "draw", "=0"),
        ({"exact": True, "result": 1}, "win", "▲"),
        ({"exact": True, "points": 7}, "win", "+7"),
        ({"exact": True, "points": -7}, "loss", "−7"),
        ({"exact": True, "points": 0}, "draw", "0"),
        # A guess without a scale says who stands better; one with a scale, by how much.
        ({"exact": False, "score": 12.6}, "guess", "≈+"),
        ({"exact": False, "score": -0.31}, "guess", "≈−"),
        ({"exact": False, "score": 0}, "guess", "≈="),
        ({"exact": False, "score": 12.6, "prospect": 0.9}, "guess", "≈+13"),
        ({"exact": False, "score": -0.31, "prospect": 0.45}, "guess", "≈−0.3"),
        ({"exact": False, "score": 0.04, "prospect": 0.5}, "guess", "≈0"),
        ({"exact": True, "chance": 0.613}, "chance", "61%"),
        ({"exact": False, "chance": 0.05}, "chance", "≈5%"),
    ]
    said = scripts.ask(
        "values", "x.map((value) => [m.badge(value).kind, m.badge(value).short])", [v for v, *_ in values]
    )
    assert said == [[kind, short] for _, kind, short in values]
    # The pill shows just that, and by its look which are sure and which is best.
    pills = scripts.ask(
        "values",
        "x.map(([value, best]) => [m.pill(value, best).textContent, m.pill(value, best).className])",
        [[values[5][0], False], [values[11][0], True]],
    )
    assert pills == [["−7", "pill loss"], ["≈−0.3", "pill guess about best"]]


def test_a_value_in_words_says_whose_and_how_soon(scripts: Scripts) -> None:
    values: list[tuple[dict[str, object], str]] = [
        ({"exact": True, "result": 1, "moves": 3}, "wins in 3"),
        ({"exact": True, "result": 1, "plies": 5}, "wins in 5"),
        ({"exact": True, "result": 1, "moves": 1}, "wins in 1"),
        ({"exact": True, "result": -1, "moves": 2}, "loses in 2"),
        ({"exact": True, "result": -1, "moves": 0}, "has lost"),
        ({"exact": True, "result": 1, "moves": 0}, "has won"),
        ({"exact": True, "result": 0, "moves": 4}, "draws in 4"),
        ({"exact": True, "result": 0}, "draws"),
        ({"exact": True, "points": 1}, "ahead by 1 point"),
        ({"exact": True, "points": 12}, "ahead by 12 points"),
        ({"exact": True, "points": -1}, "behind by 1 point"),
        ({"exact": True, "points": -12}, "behind by 12 points"),
        ({"exact": True, "points": 0}, "draws"),
        ({"exact": True, "points": 1.25, "average": True}, "on average ahead by 1.25 points"),
        ({"exact": True, "points": -1.25, "average": True}, "on average behind by 1.25 points"),
        ({"exact": True, "points": 0, "average": True}, "even on average"),
        ({"exact": True, "points": -0.001, "average": True}, "even on average"),
        ({"exact": False, "points": -2.04}, "behind by about 2.0 points"),
        ({"exact": True, "chance": 0.613}, "wins 61.3% of the time"),
        ({"exact": False, "chance": 0.613}, "wins about 61% of the time"),
        ({"exact": False, "score": 0}, "is about even"),
        ({"exact": False, "score": 4}, "is better"),
        ({"exact": False, "score": -4}, "is worse"),
        ({"exact": False, "score": 4, "prospect": 0.6}, "is a little better"),
        ({"exact": False, "score": -4, "prospect": 0.4}, "is a little worse"),
        ({"exact": False, "score": 20, "prospect": 0.7}, "is better"),
        ({"exact": False, "score": -20, "prospect": 0.3}, "is worse"),
        # Where the game knows what a guess says of the result, that counts and not the points.
        ({"exact": False, "score": 500, "prospect": 0.5}, "is about even"),
        ({"exact": False, "score": 1, "prospect": 0.9}, "is much better"),
        ({"exact": False, "score": -1, "prospect": 0.1}, "is much worse"),
    ]
    assert scripts.ask("values", "x.map(m.valueWords)", [value for value, _ in values]) == [
        words for _, words in values
    ]


@pytest.mark.parametrize(
    ("texts", "best"),
    [
        (["Win(3)", "Win(3)", "Draw(2)"], ["a", "b"]),
        (["Win(3)", "Win(5)"], ["a"]),
        (["Draw(4)"], ["a"]),
        (["Draw(4)", "Draw(4)", "Draw(4)"], []),
    ],
)
def test_best_moves_stand_out_only_where_others_are_worse(
    scripts: Scripts, texts: list[str], best: list[str]
) -> None:
    moves = [{"move": name, "value": {"text": text}} for name, text in zip("abc", texts, strict=False)]
    assert scripts.ask("values", "[...m.bestOf({ moves: x })]", moves) == best


RULES = {"sides": ["black", "white"]}


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ({"winner": "first", "by": None, "how": "by the rules", "detail": ""}, "Black wins."),
        (
            {"winner": "second", "by": None, "how": "by the rules", "detail": "row 1-2-3"},
            "White wins: row 1-2-3.",
        ),
        ({"winner": None, "by": None, "how": "by the rules", "detail": ""}, "It is a draw."),
        ({"winner": "first", "by": "second", "how": "resigned", "detail": ""}, "Black wins: white resigned."),
        ({"winner": "second", "by": "first", "how": "resigned", "detail": ""}, "White wins: black resigned."),
        (
            {"winner": "second", "by": "first", "how": "lost on time", "detail": ""},
            "White wins: black ran out of time.",
        ),
        (
            {"winner": "first", "by": "second", "how": "forfeited", "detail": "no move"},
            "Black wins: white forfeited, no move.",
        ),
        ({"winner": None, "by": None, "how": "drawn", "detail": ""}, "It is a draw: drawn."),
    ],
)
def test_the_end_names_who_won_and_who_brought_it_about(
    scripts: Scripts, outcome: object, words: str
) -> None:
    assert scripts.ask("result", "m.outcomeWords(x)", {"outcome": outcome, "rules": RULES}) == words


@pytest.mark.parametrize(
    ("seats", "you", "winner", "head"),
    [
        (["person", "random"], [], "first", "You win"),
        (["person", "random"], [], "second", "You lose"),
        (["random", "person"], [], "second", "You win"),
        (["random", "person"], [], "first", "You lose"),
        (["person", "random"], [], None, "It is a draw"),
        (["person", "person"], ["second"], "second", "You win"),
        (["person", "person"], ["second"], "first", "You lose"),
        (["person", "person"], ["first", "second"], "second", "White wins"),
        (["random", "random"], [], "first", "Black wins"),
    ],
)
def test_the_card_shows_a_person_the_result(
    scripts: Scripts, seats: list[str], you: list[str], winner: str | None, head: str
) -> None:
    outcome = {"winner": winner, "by": None, "how": "by the rules", "detail": ""}
    card = """(() => {
      const review = { summarise() {} };
      const card = new m.ResultCard({ state: x, you: x.you, said: document.createElement("p"), review });
      card.show();
      return card.made.querySelector("h2").textContent;
    })()"""
    given = {"seats": seats, "you": you, "outcome": outcome, "rules": RULES}
    assert scripts.ask("result", card, given) == head


def test_a_clock_never_shows_more_than_is_left(scripts: Scripts) -> None:
    shown = {
        0: "0:00.0",
        0.04: "0:00.0",
        5.97: "0:05.9",
        9.99: "0:09.9",
        10: "0:10",
        59.9: "0:59",
        60: "1:00",
        65: "1:05",
        299.6: "4:59",
        600: "10:00",
        3600: "60:00",
    }
    assert scripts.ask("clocks", "x.map(m.clockText)", list(shown)) == list(shown.values())


def test_time_is_taken_from_whose_clock_runs(scripts: Scripts) -> None:
    drawn = scripts.ask(
        "clocks",
        """(() => {
          const drawn = [];
          const clocks = new m.Clocks((side, left, runs) => drawn.push([side, left, runs]));
          clocks.show({ left: [50, 70], running: "second" });
          clocks.stand();
          clocks.since -= 20_000;
          drawn.length = 0;
          clocks.show(clocks.clock);
          clocks.stand();
          return drawn;
        })()""",
    )
    assert [(side, runs) for side, _, runs in drawn] == [(0, False), (1, True)]
    assert drawn[0][1] == 50
    assert 40 < drawn[1][1] <= 50  # the 20 seconds, and what the machine took


def test_the_evaluation_bar_is_filled_by_its_value(scripts: Scripts) -> None:
    meter = """(() => {
      const meter = new m.Meter();
      meter.show({ ...x, value: { exact: true, result: 1, moves: 3 } }, ["black", "white"]);
      const told = ["aria-valuenow", "aria-valuetext"].map((name) => meter.made.getAttribute(name));
      return [meter.fill.style.height, ...told];
    })()"""
    assert scripts.ask("meter", meter, {"share": 0.8, "mover": "first"}) == ["80%", "80", "Black wins in 3"]
    assert scripts.ask("meter", meter, {"share": 0.25, "mover": "second"}) == ["25%", "25", "White wins in 3"]


def test_singular_and_plural(scripts: Scripts) -> None:
    for count, words in ((0, "0 are due again."), (1, "1 is due again."), (2, "2 are due again.")):
        assert scripts.ask("texts", "m.t('dueCount', { count: x })", count) == words
    assert scripts.ask("texts", "[m.number(1234.5, 1), m.number(0.5), m.number(-2.25, 2)]") == [
        "1,234.5",
        "1",
        "-2.25",
    ]
