"""Rules texts of every built-in game."""

from __future__ import annotations

import itertools

import pytest

import kibitz


@pytest.mark.parametrize("name", kibitz.game_names())
def test_every_game_has_rules_for_people(name: str) -> None:
    words = kibitz.load(name).text
    assert words is not None
    for text in (words.summary, *words.rules):
        assert text[0].isupper()
        assert text.endswith(".")
    assert 20 < len(words.summary) <= 160
    assert len(words.rules) >= 3


def test_known_values_depend_on_the_options() -> None:
    def known(spec: str) -> str:
        words = kibitz.load(spec).text
        assert words is not None
        return words.known

    assert known("tictactoe") == known("mnk") == "solved (draw)"
    assert known("mnk:width=3,height=4") == known("mnk:width=4,height=3") == "solved (the first player wins)"
    assert known("mnk:misere=yes") == known("connect:width=8,height=8") == known("ewn") == ""


#: Who wins m,n,k with best play, as published: 1 the first player, 0 nobody.
PUBLISHED = {
    (3, 3, 3): 0,
    (4, 3, 3): 1,
    (4, 4, 3): 1,
    (4, 4, 4): 0,
    (5, 4, 4): 0,
    (6, 4, 4): 0,
    (7, 4, 4): 0,
    (5, 5, 4): 0,
    (6, 5, 4): 1,
    (6, 6, 4): 1,
    (5, 5, 5): 0,
}


@pytest.mark.parametrize("misere", [False, True])
def test_known_values_of_small_boards(misere: bool) -> None:
    sayings = {None: "", 0: "solved (draw)", 1: "solved (the first player wins)"}
    for width, height, length in itertools.product(range(3, 8), range(3, 8), range(3, 6)):
        words = kibitz.load("mnk", width=width, height=height, length=length, misere=misere).text
        found = PUBLISHED.get((max(width, height), min(width, height), length))
        assert words is not None
        assert words.known == sayings[None if misere else found]


@pytest.mark.parametrize(
    ("spec", "winner"),
    [
        ("connect4", "first"),
        ("connect:width=7,height=6,length=4", "first"),
        *((f"connect:width={w},height={h},length={n}", "") for w, h, n in ((8, 6, 4), (7, 7, 4), (7, 6, 5))),
        ("numerical", "first"),
        ("numerical:size=4", "second"),
        ("numerical:target=14", ""),
        ("numerical:size=4,target=33", ""),
        ("numerical:first_odd=no", ""),
        ("numerical:size=4,first_odd=no", ""),
    ],
)
def test_known_winners(spec: str, winner: str) -> None:
    words = kibitz.load(spec).text
    assert words is not None
    assert words.known.startswith(f"solved (the {winner} player wins" if winner else "")
    assert bool(words.known) == bool(winner)


@pytest.mark.parametrize(
    ("spec", "facts"),
    [
        ("mnk:width=7,height=6,length=5", ["7 columns and 6 rows", "line of 5 or more", "diagonal wins"]),
        ("mnk:misere=yes", ["3 columns and 3 rows", "diagonal loses"]),
        (
            "connect:width=9,height=8,length=5,mark1=#",
            ["9 columns and 8 rows", "has 5 own discs", "# begins"],
        ),
        ("numerical:size=4,target=30", ["4 rows and 4 columns", "up to 16", "sum to 30", "odd begins"]),
        ("numerical:first_odd=no", ["up to 9", "sum to 15", "even begins"]),
        ("ewn:size=4,stones=3,faces=8", ["4 rows and 4 columns", "stones 1 to 3", "8 faces"]),
        ("ewn", ["5 rows and 5 columns", "stones 1 to 6", "6 faces"]),
    ],
)
def test_rules_speak_of_the_board_that_is_played_on(spec: str, facts: list[str]) -> None:
    words = kibitz.load(spec).text
    assert words is not None
    rules = " ".join(words.rules)
    for fact in facts:
        assert fact in rules


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        ("tictactoe", "tic-tac-toe"),
        ("mnk", "tic-tac-toe"),
        ("tictactoe:misere=yes", "misère tic-tac-toe"),
        ("gomoku", "gomoku"),
        ("mnk:width=15,height=15,length=5,misere=yes", "misère gomoku"),
        ("mnk:width=4", "three in a row on 4×3"),
        ("mnk:height=4", "three in a row on 3×4"),
        ("mnk:length=2", "two in a row on 3×3"),
        ("mnk:width=16,height=15,length=5", "five in a row on 16×15"),
        ("mnk:width=15,height=15,length=6", "six in a row on 15×15"),
        ("mnk:width=19,height=19,length=9", "nine in a row on 19×19"),
        ("mnk:width=19,height=18,length=10", "10 in a row on 19×18"),
        ("connect4", "Connect Four"),
        ("connect", "Connect-4 on 10×12"),
        ("connect:width=7,height=6,length=5", "Connect-5 on 7×6"),
        ("connect:width=7,height=7", "Connect-4 on 7×7"),
        ("numerical", "numerical tic-tac-toe"),
        ("numerical:size=4", "numerical tic-tac-toe on 4×4"),
        ("ewn", "EinStein würfelt nicht!"),
        ("ewn:size=6", "EinStein würfelt nicht! on 6×6"),
    ],
)
def test_titles_are_what_people_call_the_games(spec: str, title: str) -> None:
    assert kibitz.load(spec).title == title
