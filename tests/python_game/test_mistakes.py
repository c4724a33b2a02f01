"""Mistakes in a game's file are reported with file and cause; no traceback, no wrong value."""

import textwrap

import pytest

import kibitz
from kibitz.games.python_game.check import check_game

GOOD = """
import kibitz

class Take(kibitz.PythonGame):
    def start(self):
        return 5
    def moves(self, state):
        return [n for n in (1, 2) if n <= state]
    def play(self, state, move):
        return state - move
    def outcome(self, state):
        return None if state else "loss"
"""


@pytest.fixture
def write(tmp_path):
    def write(text, name="take.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return str(path)

    return write


def test_the_good_one_is_good(write):
    game = kibitz.load(write(GOOD))
    assert check_game(game).problems == []
    # Multiples of three lose: taking 2 from 5 leaves 3.
    choice = kibitz.player("minimax:depth=9").choose(game.start())
    assert str(choice.move) == "2"
    assert choice.value == kibitz.Win(3)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("class Take(kibitz.PythonGame):", "class Take:", "has no game"),
        ("    def start(self):\n        return 5\n", "", "has no method start"),
        ("    def moves(self, state):", "    def move(self, state):", "has no method moves"),
        ("import kibitz\n", "import kibitz, no_such_module\n", "line 2: ModuleNotFoundError"),
        ("return state - move", "return state -", "line 10: invalid syntax"),
        ("class Take", "x = 1 / 0\nclass Take", "line 4: ZeroDivisionError"),
    ],
)
def test_mistakes_found_when_loading(write, old, new, said):
    assert old in GOOD
    path = write(GOOD.replace(old, new))
    with pytest.raises(kibitz.BadGame) as error:
        kibitz.load(path)
    assert said in str(error.value)
    assert str(error.value).startswith(path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return state - move", "return state // 0", "play(5, 1) failed (line 10): ZeroDivisionError"),
        ("return [n for n in (1, 2) if n <= state]", "return None", "must return a list of moves"),
        ("return [n for n in (1, 2) if n <= state]", "return []", "is empty but outcome() says"),
        ("return [n for n in (1, 2) if n <= state]", "return [1, 1]", "both written '1'"),
        ('return None if state else "loss"', "return state == 0", "must return None or one of"),
        ("return state - move", "return max(1, state - move)", "positions kept repeating"),
        (
            "return [n for n in (1, 2) if n <= state]",
            "return [1, 2]",
            "no end after 1,000 moves",
        ),
        ("return 5", "return [5]", "can't be hashed"),
        (
            "        return None if state else",
            "        self.asked = getattr(self, 'asked', 0) + 1\n"
            "        return None if state and self.asked % 5 else",
            "",
        ),
    ],
)
def test_mistakes_found_by_the_check(write, old, new, said, monkeypatch):
    assert old in GOOD
    monkeypatch.setattr("kibitz.games.python_game.check.LONGEST_GAME", 1000)
    report = check_game(kibitz.load(write(GOOD.replace(old, new))))
    assert report.problems
    assert said in "\n".join(report.problems)


PLUS = {
    "    def canonical(self, state):\n        return 0\n": "where the result or the turn differs",
    "    def canonical(self, state):\n        return state and state % 2 + 1\n": "canonical(",
    "    def evaluate(self, state):\n        return 'good'\n": "must return a number",
    "    def turn(self, state):\n        return 'me'\n": "must return 'first', 'second' or 'chance'",
    "    def turn(self, state):\n        return 'chance'\n": "also needs a method chances",
    "    def format_move(self, move):\n        return 'x'\n": "both written 'x'",
    "    def format_move(self, move):\n        return move\n": "must return a text",
    "    def turn(self, state):\n        return 'chance' if state == 5 else 'first'\n"
    "    def chances(self, state):\n        return {1: 0.5, 2: 0.4}\n": "sum to 1",
    "    def format_state(self, state):\n        return 'same'\n"
    "    def parse_state(self, text):\n        return 5\n": "reads back as",
}


@pytest.mark.parametrize("method", PLUS)
def test_mistakes_in_abilities(write, method):
    report = check_game(kibitz.load(write(GOOD + method)))
    assert PLUS[method] in "\n".join(report.problems)


def test_a_position_changed_in_place(write):
    game = kibitz.load(
        write("""
        import kibitz

        class Box(frozenset):
            pass

        class Pile:
            def __init__(self, n): self.n = n
            def __repr__(self): return f"Pile({self.n})"
            def __eq__(self, other): return self.n == other.n
            def __hash__(self): return 0

        class Take(kibitz.PythonGame):
            def start(self): return Pile(5)
            def moves(self, state): return [1]
            def play(self, state, move):
                state.n -= move
                return state
            def outcome(self, state): return None if state.n > 0 else "loss"
            def format_state(self, state): return str(state.n)
            def parse_state(self, text): return Pile(int(text))
        """)
    )
    assert any("in place" in problem or "again" in problem for problem in check_game(game).problems)


def test_chances_need_a_turn(write):
    path = write(GOOD + "    def chances(self, state):\n        return {1: 1.0}\n")
    with pytest.raises(kibitz.BadGame, match="needs a method turn"):
        kibitz.load(path)


def test_two_games_in_a_file(write):
    with pytest.raises(kibitz.BadGame, match="several games"):
        kibitz.load(write(GOOD + GOOD.replace("Take", "Give")))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(kibitz.BadFile, match="can't be read"):
        kibitz.load(str(tmp_path / "none.py"))


def test_a_wrong_option(write):
    with pytest.raises(kibitz.BadOption, match="has no option 'piles'"):
        kibitz.load(write(GOOD), piles=3)


def test_an_edited_file_has_other_rules(write):
    path = write(GOOD)
    before = kibitz.load(path)
    write(GOOD.replace("return 5", "return 7"))
    after = kibitz.load(path)
    assert str(after.start()) == "7 first"
    assert before.rules_id != after.rules_id


def test_too_many_moves_further_on_are_refused_in_words(write):
    """At the start there are two; a million and more come up only while searching."""
    text = GOOD.replace("return [n", "return range(2**20 + 1) if state == 4 else [n")
    start = kibitz.load(write(text)).start()
    with pytest.raises(kibitz.KibitzError, match="too many moves in one position"):
        kibitz.analyse(start, limit=kibitz.Limit(depth=3))
