"""Exported puzzles: all on the page, with solutions at the end."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import kibitz
from kibitz.base.random import Random
from kibitz.puzzles.export import puzzles_json, puzzles_page
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.puzzle import Puzzle, Task


def test_page_and_json() -> None:
    puzzles = [p for spec in ("tictactoe", "connect4") for p in make_puzzles(kibitz.load(spec), 3, Random(1))]
    page = puzzles_page(puzzles)
    tasks, _, solutions = page.partition("<h2>Solutions</h2>")
    for number, puzzle in enumerate(puzzles, start=1):
        position = puzzle.start()
        assert position.svg() in tasks
        assert puzzle.question(position) in tasks
        shown = solutions.split(f"<b>{number}.</b>")[1].split("</li>")[0]
        assert all(position.write(position.move(answer)) in shown for answer in puzzle.answers)
    assert [Puzzle.from_json(row) for row in json.loads(puzzles_json(puzzles))] == puzzles


def test_the_page_is_well_formed() -> None:
    opened: list[str] = []

    class Check(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta":
                opened.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

        def handle_startendtag(self, tag: str, attrs: object) -> None:
            """Nothing is left open."""

    Check().feed(puzzles_page(list(make_puzzles(kibitz.load("numerical:size=3"), 2, Random(1)))))
    assert not opened


def test_a_solution_shows_every_answer_and_the_line_where_it_goes_on() -> None:
    short = Puzzle("tictactoe", "xx./xo./.oo", Task.WIN_IN, ("3", "7"), ("3",), "Win(1)", 1, 1)
    long = Puzzle("tictactoe", "x../.../...", Task.SAVE, ("5",), tuple("52"), "Draw()", 5)
    page = puzzles_page([short, long])
    tasks, _, solutions = page.partition("<h2>Solutions</h2>")
    assert "<b>1.</b> 3 or 7</li>" in solutions
    assert "<b>2.</b> 5 (5 2 ...)</li>" in solutions
    one, two = tasks.split('<li id="p')[1:]
    assert ("very easy" in one, "very hard" in two) == (True, True)
    assert ">1.<" in one
    assert "Tic-tac-toe" in one or "tic-tac-toe" in one


def test_json_is_written_as_people_read_it() -> None:
    puzzle = Puzzle("tictactoe", "x../.../...", Task.SAVE, ("5",), ("5",), "Draw()", 5, record="Übung")
    text = puzzles_json([puzzle])
    assert "Übung" in text
    assert text.startswith("[\n {\n  ")
    assert text.endswith("]\n")
