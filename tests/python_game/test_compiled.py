"""Compiled games: the same rules as interpreted and built-in ones, and every mistake is named."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.pages import ROOT, blocks

import kibitz
from kibitz import _core
from kibitz.base.errors import BadGame
from kibitz.games.python_game.check import check_game
from kibitz.games.python_game.compiled_game import WithoutCompiling, compile_game

pytest.importorskip("llvmlite")

TICTACTOE = '''
import kibitz

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Noughts(kibitz.PythonGame):
    """Three in a row."""

    compiled = True

    class State(kibitz.State):
        cells = kibitz.int8[9]

    def start(self):
        return self.State()

    def moves(self, s):
        return [cell for cell in range(9) if not s.cells[cell]]

    def play(self, s, cell):
        s.cells[cell] = 1 if s.cells.count(0) % 2 else 2

    def outcome(self, s):
        for a, b, c in LINES:
            if s.cells[a] and s.cells[a] == s.cells[b] == s.cells[c]:
                return "loss"
        return None if 0 in s.cells else "draw"
'''


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


def written(tmp_path: Path, text: str, name: str = "game.py") -> kibitz.Game:
    path = tmp_path / name
    path.write_text(text)
    return kibitz.load(str(path))


@pytest.fixture
def noughts(tmp_path: Path) -> kibitz.Game:
    return written(tmp_path, TICTACTOE)


def test_counts_and_values_are_those_of_the_built_in_game(noughts: kibitz.Game) -> None:
    built_in = kibitz.load("tictactoe")
    assert noughts.compiled is not None
    for depth in (1, 5, 9):
        assert kibitz.perft(noughts.start(), depth) == kibitz.perft(built_in.start(), depth)
    assert kibitz.count_games(noughts.start()) == kibitz.count_games(built_in.start())
    assert kibitz.count_positions(noughts.start(), 9) == kibitz.count_positions(built_in.start(), 9)
    table = kibitz.solve(noughts)
    theirs = kibitz.solve(built_in)
    for line in ([], ["0"], ["4", "1"], ["0", "8", "1", "2"], ["4", "0", "8", "2", "1"]):
        there = [str(int(move) + 1) for move in line]
        assert table.value(noughts.start().play(*line)) == theirs.value(built_in.start().play(*there))


@pytest.mark.parametrize(
    "player", ["minimax:depth=9", "alphabeta:depth=9", "negascout:depth=9", "mcts:playouts=300"]
)
def test_searches_find_a_win(noughts: kibitz.Game, player: str) -> None:
    position = noughts.start().play("0", "3", "1", "4")
    assert str(kibitz.player(player).choose(position).move) == "2"


def test_the_interpreter_agrees(noughts: kibitz.Game) -> None:
    report = check_game(noughts, games=20)
    assert (report.problems, report.games) == ([], 20)


def test_keys_and_texts_do_not_depend_on_the_form(tmp_path: Path) -> None:
    compiled = written(tmp_path, TICTACTOE)
    plain = written(tmp_path, TICTACTOE.replace("compiled = True", "compiled = False"), "plain.py")
    assert plain.compiled is None
    for line in ([], ["4"], ["4", "0"]):
        one, other = compiled.start().play(*line), plain.start().play(*line)
        assert (str(one), one.key, one.turn) == (str(other), other.key, other.turn)
        assert compiled.position(str(one)) == one
    assert kibitz.perft(plain.start(), 5) == kibitz.perft(compiled.start(), 5)


def test_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    """The second process loads the machine code; nothing that writes it is imported."""
    path = tmp_path / "game.py"
    path.write_text(TICTACTOE)
    program = (
        "import json, sys, kibitz\n"
        f"game = kibitz.load({str(path)!r})\n"
        "print(json.dumps([kibitz.perft(game.start(), 5),\n"
        "    'kibitz.games.python_game.compiler.lowering' in sys.modules, 'llvmlite.ir' in sys.modules]))"
    )
    runs = [
        json.loads(
            subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        )
        for _ in range(2)
    ]
    assert [run[:2] for run in runs] == [[15120, True], [15120, False]]


def test_code_of_other_constants_is_not_used_again(tmp_path: Path) -> None:
    """What is imported from elsewhere is part of the rules."""
    folder = tmp_path / "lib"
    folder.mkdir()
    text = TICTACTOE.replace("LINES = (", "from own_lines import LINES\nOTHERS = (")
    lines = TICTACTOE.split("LINES = ")[1].split("\n")[0]
    (tmp_path / "game.py").write_text(text)
    counts = []
    for rows in (lines, "((0, 1, 2),)"):
        (folder / "own_lines.py").write_text(f"LINES = {rows}\n")
        program = f"import kibitz; print(kibitz.perft(kibitz.load({str(tmp_path / 'game.py')!r}).start(), 9))"
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(folder), *sys.path]))
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
        )
        counts.append(int(done.stdout))
    assert counts[0] == 127_872 < counts[1]


def test_a_damaged_cache_is_not_used(tmp_path: Path, noughts: kibitz.Game) -> None:
    (file,) = (tmp_path / "cache" / "compiled").iterdir()
    data = bytearray(file.read_bytes())
    data[-5] ^= 1
    file.write_bytes(data)
    again = written(tmp_path, TICTACTOE)
    assert kibitz.perft(again.start(), 5) == 15_120


@pytest.mark.skipif(os.name != "posix", reason="permissions of files")
def test_machine_code_that_others_may_write_is_not_run(tmp_path: Path, noughts: kibitz.Game) -> None:
    from kibitz.games.python_game.compiler import machine_code

    (file,) = (tmp_path / "cache" / "compiled").iterdir()
    assert machine_code.cached(file.name, lambda about: True) is not None
    file.chmod(0o666)
    assert machine_code.cached(file.name, lambda about: True) is None


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    assert kibitz.perft(written(tmp_path, TICTACTOE).start(), 5) == 15_120


def test_processes_that_compile_at_the_same_time_agree(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text(TICTACTOE)
    program = f"import kibitz; print(kibitz.perft(kibitz.load({str(path)!r}).start(), 5))"
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    assert [each.communicate()[0] for each in running] == ["15120\n"] * 3
    assert len(list((tmp_path / "cache" / "compiled").iterdir())) == 1


#: Makes a game of one decision; the body of `play` is the mistake.
MISTAKE = """
import kibitz

TABLE = (1, 2, 3)


class Mistake(kibitz.PythonGame):
    compiled = True

    class State(kibitz.State):
        cells = kibitz.int8[4]
        n = kibitz.int8
        big = kibitz.int64
        cells_taken = kibitz.bitboard
        zero = kibitz.int8

    def start(self):
        return self.State()

    def moves(self, s):
{moves}

    def play(self, s, move):
{play}
        s.n = 1

    def outcome(self, s):
        return {outcome}
"""


def mistaken(
    tmp_path: Path, play: str = "pass", moves: str = "return [0, 1]", outcome: str = '"win" if s.n else None'
) -> kibitz.Game:
    def indented(text: str) -> str:
        return "\n".join("        " + line for line in text.split("\n"))

    return written(tmp_path, MISTAKE.format(play=indented(play), moves=indented(moves), outcome=outcome))


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("s.cells[4 + s.zero] = 1", "IndexError"),
        ("s.n = s.cells[1000000 + s.zero]", "IndexError"),
        ("s.n = TABLE[3 + s.zero]", "IndexError"),
        ("s.n = 300 + s.zero", "OverflowError"),
        ("s.cells[0] = 300 + s.zero", "OverflowError"),
        ("s.cells[0] += 127\ns.cells[0] += 1", "OverflowError"),
        ("s.n = 1 // s.zero", "ZeroDivisionError"),
        ("s.n = 1 % s.zero", "ZeroDivisionError"),
        ("raise ValueError('no such move')", "no such move"),
        ("assert s.zero == 1", "AssertionError"),
        ("s.big = 1 << (s.zero - 1)", "ValueError"),
        ("s.n = s.cells_taken.lowest()", "ValueError"),
        ("s.cells_taken = kibitz.Bitboard.of(64 + s.zero)", "ValueError"),
        ("s.cells_taken = s.cells_taken << 64 + s.zero", "ValueError"),
        ("s.n = max(c for c in s.cells if c)", "ValueError"),
        ("for i in range(0, 9, s.zero):\n    s.n = i", "ValueError"),
        ("s.n = s.cells.index(9)", "ValueError"),
        ("s.n, s.zero = divmod(7, s.zero)", "ZeroDivisionError"),
        # These are no mistakes in the interpreter.
        ("s.cells[s.zero - 1] = 1", "negative or beyond the end"),
        ("s.n = s.cells[s.zero - 4]", "negative or beyond the end"),
        ("s.big = (2**62 + s.zero) * 4 // 4", "outgrows 64 bits"),
        ("s.big = (1 << (64 + s.zero)) >> 64", "shift that is not from 0 to 63"),
        ("s.big = (s.zero - (-2**63)) % 7", "64 bits"),
        ("s.big = -(s.big - 2**62 - 2**62) % 7", "outgrows 64 bits"),
        ("s.big = abs(s.big - 2**62 - 2**62) % 7", "outgrows 64 bits"),
        # These never end in the interpreter.
        ("while s.zero == 0:\n    s.big = 1", "does not end"),
        ("for i in range(10**18 + s.zero):\n    s.big = i if i % 3 else s.zero", "does not end"),
        (
            "for i in range(10**5 + s.zero):\n    for j in range(10**5 + s.zero):\n        s.big = i + j",
            "does not end",
        ),
    ],
)
def test_mistakes_in_compiled_methods_are_named(tmp_path: Path, play: str, expected: str) -> None:
    game = mistaken(tmp_path, play)
    assert game.compiled is not None
    line = (tmp_path / "game.py").read_text().split("def play")[0].count("\n") + 2
    for attempt in (
        lambda: game.start().play("0"),
        lambda: kibitz.perft(game.start(), 2),
        lambda: kibitz.solve(game),
        lambda: kibitz.player("mcts:playouts=50").choose(game.start()),
        lambda: kibitz.player("negascout:depth=3").choose(game.start()),
        lambda: game.rules.play_out(game.start().state, 5, 1, _core.Control()),
    ):
        with pytest.raises(BadGame, match=r"game\.py: play\(") as raised:
            attempt()
        assert expected in str(raised.value)
        assert any(f"line {line + more}" in str(raised.value) for more in range(4)), raised.value


@pytest.mark.parametrize(
    ("given", "method", "expected"),
    [
        ({"moves": "return [0, 0 + s.cells[s.zero + 4]]"}, "moves", "IndexError"),
        ({"moves": "i = 0\nwhile True:\n    i += 1\n    yield i"}, "moves", "does not end"),
        ({"moves": "for i in range(2000000):\n    yield i"}, "moves", "more than a million"),
        ({"moves": "for i in range(s.zero):\n    yield i"}, "moves", "is empty"),
        ({"moves": "yield 2**31 + s.zero"}, "moves", "32 bits"),
        ({"outcome": "3 if s.n else None"}, "outcome", "score_range"),
        ({"outcome": "'chance' if s.n else None"}, "outcome", "one of first, second"),
        ({"outcome": "'win' if s.n // s.zero else None"}, "outcome", "ZeroDivisionError"),
    ],
)
def test_other_methods_are_named_as_well(
    tmp_path: Path, given: dict[str, str], method: str, expected: str
) -> None:
    game = mistaken(tmp_path, **given)
    assert game.compiled is not None
    with pytest.raises(BadGame, match=rf"game\.py: {method}\(") as raised:
        kibitz.perft(game.start(), 3)
    assert expected in str(raised.value)


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("s.n = sorted((1, 2))[0]", "line 24: `sorted()` isn't compiled; keep rows in order"),
        ("s.n = self.zero", "the game has no attribute zero"),
        ("self.turns = 1", "attributes of the game are fixed"),
        ("x = [1, 2]", "`[1, 2]` isn't compiled; write [0] * n"),
        ("x = {}", "isn't compiled; use a tuple"),
        ("s.m = 1", "the state has no field m"),
        ("if s.zero:\n    x = 1\ns.n = x", "x may have no value here"),
        ("s.cells_taken = s.n", "write kibitz.Bitboard(...)"),
        ("x = 0\nx |= s.cells_taken", "bitboard"),
        ("t = s.copy()\nu = t", "write u = t.copy() before, and u.set(t) here"),
        ("try:\n    s.n = 1\nexcept ValueError:\n    pass", "check before instead of catching"),
        ("s.n = self._again(1)", "recursion isn't compiled: _again -> _again"),
        ("s.n = (lambda: 1)()", "isn't compiled"),
        ("s.cells[0:2] = s.cells[1:3]", "isn't compiled; loop over range"),
        ("print(s.n)", "`print()` isn't compiled; take it out"),
        ("s.n = 'first' == s.n", "isn't compiled"),
        ("s.n = 5 / 2", "a fraction stands where a number does"),
        ("s.big = 2**64", "more than 64 bits"),
        ("s.n = unknown", "the name unknown is not defined"),
        ("TABLE[0] = 1", "a constant table never changes"),
        ("s.big = self._calls_20(s.n)", "more than 100,000 calls"),
        ("s.big = self._rows_8(s.n)", "more than 128 KB of rows and copies"),
        ("s.big = " + "(" * 80 + "s.n" + " + 1)" * 80 + " + self._rows_999(s.n)", "too deeply"),
    ],
)
def test_uncompiled_code_is_reported_with_its_remedy(tmp_path: Path, play: str, expected: str) -> None:
    game = mistaken(tmp_path, play)
    text = (tmp_path / "game.py").read_text()
    text += "\n    def _again(self, n):\n        return self._again(n - 1) if n else 0\n"
    for depth in range(20):  # each calls the one before twice
        below = f"self._calls_{depth}(n) + self._calls_{depth}(n + 1)" if depth else "n"
        text += f"\n    def _calls_{depth + 1}(self, n):\n        return {below}\n"
    for depth in range(1000 if "_rows" in play else 0):  # each keeps a row while it calls the one before
        below = f"self._rows_{depth}(n)" if depth else "n"
        text += f"\n    def _rows_{depth + 1}(self, n):\n        row = [0] * 4096\n"
        text += f"        row[n] = 1\n        return {below} + row[n + 1]\n"
    (tmp_path / "other.py").write_text(text)
    with pytest.raises(WithoutCompiling) as refused:
        compile_game(kibitz.load(str(tmp_path / "other.py")).python_rules.game)
    assert expected in str(refused.value)
    assert game.compiled is None or "self._" in play


def test_what_people_write_is_compiled(tmp_path: Path) -> None:
    """Constructs with a meaning of their own in compiled code; the interpreter says what they mean."""
    text = """
import kibitz

STEPS = ((1, 2), (3, 4), (5, 6))
SIDES = ("first", "second")


class Mixture(kibitz.PythonGame):
    compiled = True

    class State(kibitz.State):
        cells = kibitz.int8[6]
        side = kibitz.int8

    def start(self):
        s = self.State()
        for i in range(6):
            s.cells[i] = 3 - i
        return s

    def turn(self, s):
        return SIDES[s.side] if s.cells[0] % 2 else ["first", "second"][s.side]

    def _steps(self, s):
        return STEPS if s.side else ((2, 0), (1, 1), (4, 2), (0, 5))

    def moves(self, s):
        for number, (a, b) in enumerate(self._steps(s)):
            for step in (3, 5) if s.side else (7,):
                yield 100 * number + step + a - b

    def play(self, s, move):
        at, step = divmod(move, 100)
        s.cells[s.cells.index(max(s.cells))] -= step % 3 + (0, 1, 1, 2).count(at) + 1
        tens, ones = divmod(-step, 4)
        s.cells[at] += (tens + ones) % 2
        s.side = (0, 1, 1, 0).index(1 - s.side) // 2 if step == 9 else 1 - s.side

    def outcome(self, s):
        return "draw" if min(s.cells) < -6 else None
"""
    game = written(tmp_path, text)
    assert game.compiled is not None
    assert check_game(game, games=20).problems == []


def test_a_method_that_may_not_change_its_position_is_refused(tmp_path: Path) -> None:
    game = mistaken(tmp_path, moves="s.n = 1\nreturn [0]")
    with pytest.raises(WithoutCompiling, match="this position never changes"):
        compile_game(game.python_rules.game)
    with pytest.raises(BadGame, match="this position never changes"):
        _ = game.start().moves


def test_a_game_that_is_not_compiled_runs_as_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TICTACTOE.replace("return [cell for", "_ = {1: 2}\n        return [cell for")
    game = written(tmp_path, text)
    again = written(tmp_path, text)
    assert game.compiled is None
    assert again.compiled is None
    said = capsys.readouterr().err
    assert said.count("runs as Python, not compiled: line 19: `{1: 2}` isn't compiled; use a tuple") == 1
    assert kibitz.perft(game.start(), 5) == 15_120
    assert kibitz.solve(game).value(game.start()) == kibitz.Draw(9)


def test_without_llvmlite_a_game_runs_as_python(tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text(TICTACTOE)
    program = (
        "import sys; sys.modules['llvmlite'] = None\n"
        f"import kibitz; game = kibitz.load({str(path)!r}); print(kibitz.perft(game.start(), 5))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "15120\n"
    assert "pip install '.[compiled]'" in done.stderr


def test_the_check_finds_rules_that_differ(tmp_path: Path) -> None:
    """A negative index means the last item in the interpreter and nothing in compiled code."""
    game = mistaken(tmp_path, "s.cells[s.zero - 1] = 1")
    (problem, *_) = check_game(game, games=2).problems
    assert "compiled and interpreted rules differ" in problem


def test_states_of_other_rules_are_refused(tmp_path: Path) -> None:
    """Both forms of a game have states of their own."""
    from kibitz.games.python_game.game import PythonGameAdapter

    game = written(tmp_path, TICTACTOE)
    assert isinstance(game, PythonGameAdapter)
    other = written(tmp_path, TICTACTOE.replace("int8[9]", "int16[9]"), "other.py")
    with pytest.raises(kibitz.WrongGame):
        game.rules.moves(other.start().state)
    for numbers in ([0] * 8, [0] * 11, [200, *[0] * 9], [*[0] * 9, 2]):
        with pytest.raises(ValueError, match="state"):
            game.rules.assemble(numbers)


def test_long_work_can_be_stopped(tmp_path: Path) -> None:
    game = written(tmp_path, TICTACTOE)
    control = _core.Control()
    control.stop()
    with pytest.raises(_core.Stopped):
        game.rules.perft(game.start().state, 9, control)


def test_the_page_goes_from_a_plain_class_to_a_compiled_one(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "compiled-games.md").read_text(encoding="utf-8")
    plain, compiled, _ = blocks(page, "python")
    for name, text, is_compiled in (("plain.py", plain, False), ("compiled.py", compiled, True)):
        game = written(tmp_path, text, name)
        assert (game.compiled is not None) is is_compiled
        assert kibitz.perft(game.start(), 5) == 15_120


EXAMPLES = (
    *("breakthrough", "chomp", "domineering", "dots_and_boxes", "kalah", "nim", "nine_mens_morris"),
    *("othello", "pig", "ur"),
)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_compiled_and_agree_with_the_interpreter(name: str) -> None:
    game = kibitz.load(name)
    assert game.compiled is not None
    assert check_game(game, games=2, seed=5).problems == []


def test_othello_has_as_many_lines_as_published() -> None:
    """Perft of Othello, as many programs count it."""
    start = kibitz.load("othello").start()
    assert [kibitz.perft(start, depth) for depth in range(1, 8)] == [4, 12, 56, 244, 1_396, 8_200, 55_092]


@pytest.mark.parametrize(("pieces", "chance"), [(1, 0.530049839525), (2, 0.518572907496)])
def test_the_royal_game_of_ur_has_the_values_of_an_independent_solver(pieces: int, chance: float) -> None:
    """The other solver is plain Python over positions of its own, without this class."""
    table = kibitz.solve(kibitz.load("ur", pieces=pieces))
    assert table.value(table.game.start()).chance == pytest.approx(chance, abs=5e-13)


def test_small_boards_of_breakthrough_against_plain_minimax() -> None:
    """The same rules in another form: sets of cells, and a search without a table of positions."""
    width, height = 3, 4

    def wins(own: frozenset[int], other: frozenset[int]) -> bool:
        # `own` is to move up, towards row 0; the board is turned after each move.
        cells = width * height
        for cell in own:
            for to in (cell - width - 1, cell - width, cell - width + 1):
                sideways = to - cell + width
                if abs(cell % width + sideways - to % width) or to in own or (sideways == 0 and to in other):
                    continue
                if to < width or other == {to}:
                    return True
                turned = frozenset(cells - 1 - each for each in other - {to})
                moved = frozenset(cells - 1 - each for each in own - {cell} | {to})
                if not known(turned, moved):
                    return True
        return False

    known = functools.cache(wins)
    start = frozenset(range(width * (height - 2), width * height))
    table = kibitz.solve(kibitz.load("breakthrough", width=width, height=height))
    first_wins = known(start, frozenset(range(2 * width)))
    assert (table.value(table.game.start()).result == 1) is first_wins
