"""`kibitz check`: each contradiction is named, and correct rules pass."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from tests.python_game.take import always, take_with

import kibitz
from kibitz.base.errors import BadNotation
from kibitz.base.repetition import Repetition
from kibitz.cli.main import main
from kibitz.games.python_game import check
from kibitz.games.python_game.answer_checks import some_of
from kibitz.games.python_game.check import Report, check_game, reported


def problems(**said: Any) -> list[str]:
    return check_game(take_with(**said), games=3, most_problems=50).problems


def each_time(answer: Callable[[int], Any]) -> Any:
    """A method whose answer depends on how often it was asked."""
    asked = itertools.count()
    return lambda self, *_: answer(next(asked))


def with_chance(**said: Any) -> dict[str, Any]:
    """A roll of one or two, then the same number is taken; a player who rolls with none left has lost."""
    usual = {
        "start": always((5, 0, "first")),
        "turn": lambda self, state: state[2] if state[1] else "chance",
        "roller": lambda self, state: state[2],
        "chances": always({1: 0.5, 2: 0.5}),
        "moves": lambda self, state: [state[1]],
        "play": lambda self, state, move: (
            (max(0, state[0] - move), 0, "second" if state[2] == "first" else "first")
            if state[1]
            else (state[0], move, state[2])
        ),
        "outcome": lambda self, state: None if state[0] else "loss",
    }
    return {**usual, **said}


# What is counted.


def test_games_and_positions_are_counted() -> None:
    """One stone at a time, so that every game has eight positions."""
    report = check_game(take_with(moves=always([1])), games=5)
    assert (report.games, report.positions, report.endless, report.problems) == (5, 40, 0, [])
    assert report.game == "take"


def test_a_hundred_games_are_played_by_default() -> None:
    assert check_game(take_with(start=always(1))).games == 100


def test_the_seed_says_which_games() -> None:
    def positions(seed: int) -> int:
        return check_game(take_with(start=always(12)), games=1, seed=seed).positions

    assert positions(1) == positions(1)
    assert len({positions(seed) for seed in range(6)}) > 1


def test_a_problem_is_noted_once() -> None:
    report = Report("x")
    for problem in ("a", "b", "a"):
        report.add(problem)
    assert report.problems == ["a", "b"]


def test_an_error_of_the_rules_becomes_a_problem_and_others_stay() -> None:
    report = Report("x")
    with reported(report):
        raise BadNotation("no move")
    assert report.problems == ["no move"]
    with pytest.raises(ZeroDivisionError), reported(report):
        1 // 0  # noqa: B018


@pytest.mark.parametrize("most", [1, 2, 3])
def test_enough_problems_are_enough(most: int) -> None:
    """One move from each position, and each lowers the tier."""
    wrong = take_with(moves=always([1]), tier=lambda self, left: left)
    report = check_game(wrong, most_problems=most)
    assert (len(report.problems), report.positions, report.games) == (most, most, 0)


def test_a_game_with_problems_is_the_last() -> None:
    """Something is wrong with the last position only."""
    report = check_game(
        take_with(canonical=lambda self, left: left if left else 1), games=9, most_problems=99
    )
    assert len(report.problems) > 0
    assert report.games == 1


def test_games_in_circles_are_reported_only_if_all_are() -> None:
    """Two places, to and fro; or an end that may be chosen."""

    def walk(*moves: str) -> Report:
        return check_game(
            take_with(
                start=always("a"),
                moves=always(list(moves)),
                play=lambda self, state, move: move if move == "end" else "b" if state == "a" else "a",
                outcome=lambda self, state: "draw" if state == "end" else None,
            ),
            games=20,
        )

    endless = walk("go")
    assert endless.endless == endless.games == 20
    assert any("20 random games" in problem and "repeating" in problem for problem in endless.problems)
    some = walk("go", "run", "hop", "end")
    assert 0 < some.endless < 20
    assert some.problems == []
    assert check_game(take_with(), games=0).problems == []


def test_a_game_that_does_not_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "LONGEST_GAME", 20)
    onward = {"moves": always([1]), "play": lambda self, at, step: at + step}
    report = check_game(take_with(**onward, outcome=lambda self, at: "draw" if at == 27 else None), games=1)
    assert any("no end after 20 moves" in problem for problem in report.problems)
    # The last of twenty positions is the end.
    assert not check_game(
        take_with(**onward, outcome=lambda self, at: "draw" if at == 26 else None), games=1
    ).problems


# What contradicts itself.


@pytest.mark.parametrize(
    ("method", "answer", "what"),
    [
        ("evaluate", int, "evaluate(7) gives"),
        ("turn", lambda n: ("first", "second")[n % 2], "turn("),
        ("moves", lambda n: list(range(1, n + 3)), "moves(7) gives"),
        ("format_move", str, "format_move(7) gives"),
        ("format_state", str, "format_state(7) gives"),
        ("play", lambda n: n + 8, "play(7, 1) gives"),
        ("outcome", lambda n: None if n % 7 < 5 else "draw", "outcome("),
    ],
)
def test_nondeterministic_rules_are_named(method: str, answer: Any, what: str) -> None:
    said: dict[str, Any] = {
        "play": lambda self, left, taken: max(0, left - taken),
        "outcome": lambda self, left: "draw" if left == 0 or left > 90 else None,
        **({"parse_state": always(7)} if method == "format_state" else {}),
        method: each_time(answer),
    }
    found = problems(**said)
    assert [problem for problem in found if what in problem and "asked again" in problem], found


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        ("roller", lambda n: ("first", "second")[n % 2]),
        ("chances", lambda n: {1: 0.5 / (n + 1), 2: 1 - 0.5 / (n + 1)}),
    ],
)
def test_the_same_where_chance_acts(method: str, answer: Any) -> None:
    found = problems(**with_chance(**{method: each_time(answer)}))
    assert [problem for problem in found if f"{method}((" in problem and "asked again" in problem], found


def test_a_position_changed_in_place_is_named() -> None:
    class Pile:
        def __init__(self) -> None:
            self.left = 5

        def __repr__(self) -> str:
            return f"Pile({self.left})"

    def evaluate(self: Any, pile: Pile) -> int:
        pile.left += 1
        return 0

    found = problems(
        start=lambda self: Pile(),
        evaluate=evaluate,
        outcome=always(None),
        moves=always([1]),
        play=lambda self, pile, move: pile,
        format_state=always("pile"),
        parse_state=lambda self, text: Pile(),
    )
    assert any("changed the position Pile(" in problem for problem in found)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"format_state": always("x"), "parse_state": always(7)}, "7 and 6 are both written 'x second'"),
        ({"format_state": lambda self, left: str(left), "parse_state": always(7)}, "reads back as 7 first"),
        ({"format_state": lambda self, left: str(left)}, "can't be read back"),
        ({"format_move": lambda self, taken: "a" + " " * taken + "b"}, "reads back as another"),
        ({"format_move_in": lambda self, left, taken: str(3 - taken)}, "from '2'"),
    ],
)
def test_texts_that_are_not_read_back_are_named(said: dict[str, Any], what: str) -> None:
    if "both written" in what:
        # Who is to move is part of the text, so that two after the same player are needed.
        said = {**said, "turn": always("second"), "format_state": always("x second")}
    assert any(what in problem for problem in problems(**said)), problems(**said)


@pytest.mark.parametrize(
    ("canonical", "what"),
    [
        (lambda self, left: 0, "canonical(7) is 0, where the result or the turn differs"),
        (lambda self, left: left and left % 7 + 1, "which does not stand for itself"),
        (lambda self, left: {7: 5}.get(left, left), "canonical(7) is 5, from where other positions"),
    ],
)
def test_a_position_stands_for_others_of_its_kind(canonical: Any, what: str) -> None:
    assert any(what in problem for problem in problems(canonical=canonical)), problems(canonical=canonical)


def test_a_position_stands_for_others_with_the_same_points() -> None:
    said = {
        "start": always(0),
        "moves": always([1, 2]),
        "play": lambda self, at, move: move,
        "outcome": lambda self, at: at or None,
        "score_range": (-3, 3),
    }
    assert any(
        "where the points differ" in problem
        for problem in problems(**said, canonical=lambda self, at: at and 1)
    )
    assert problems(**said, canonical=lambda self, at: at) == []


def test_a_position_stands_for_others_with_the_same_turn() -> None:
    said: dict[str, Any] = {
        "start": always((4, "first")),
        "turn": lambda self, state: state[1],
        "moves": always([1]),
        "play": lambda self, state, move: (state[0] - move, "second" if state[1] == "first" else "first"),
        "outcome": lambda self, state: None if state[0] else "draw",
    }
    wrong = problems(**said, canonical=lambda self, state: (state[0], "first"))
    assert any("the result or the turn differs" in problem for problem in wrong)
    assert problems(**said, canonical=lambda self, state: state) == []


def test_symmetric_positions_are_left_alone() -> None:
    """Two heaps, of which the order does not matter."""
    assert (
        problems(
            start=always((2, 3)),
            moves=lambda self, heaps: [heap for heap in (0, 1) if heaps[heap]],
            play=lambda self, heaps, heap: (heaps[0] - (heap == 0), heaps[1] - (heap == 1)),
            outcome=lambda self, heaps: None if any(heaps) else "loss",
            canonical=lambda self, heaps: tuple(sorted(heaps)),
        )
        == []
    )


def test_no_move_lowers_a_tier() -> None:
    assert problems(tier=lambda self, left: -left) == []
    assert problems(tier=always(3)) == []
    found = problems(tier=lambda self, left: left)
    assert any("play(7, 1) goes from tier 7 back to 6" in problem for problem in found)


@pytest.mark.parametrize("guess", [-1, -0.5, 0, 1])
def test_with_dice_a_guess_is_from_minus_one_to_one(guess: float) -> None:
    assert problems(**with_chance(), evaluate=always(guess)) == []


@pytest.mark.parametrize("guess", [-1.01, 1.01, 5])
def test_with_dice_a_larger_guess_is_named(guess: float) -> None:
    found = problems(**with_chance(), evaluate=always(guess))
    assert any(f"is {guess}" in problem and "-1 to 1" in problem for problem in found)
    # Without dice, or where it is a guess at points, it may be anything.
    assert problems(evaluate=always(guess)) == []
    points = with_chance(outcome=lambda self, state: None if state[0] else 0, score_range=(-9, 9))
    assert problems(**points, evaluate=always(guess)) == []


def test_pictures_of_the_positions_after_the_first_moves_are_drawn() -> None:
    def draw(self: Any, left: int) -> str:
        return "fine" if left == 7 else ""

    assert any(
        "draw(6) must return a text" in problem for problem in problems(draw=draw, turn=always("first"))
    )


@pytest.mark.parametrize(
    ("svg", "what"), [("<svg><g></svg>", "can't be read"), ("<p/>", "is no <svg>"), ("<svg/>", None)]
)
def test_a_picture_is_an_svg(svg: str, what: str | None) -> None:
    found = problems(svg=always(svg))
    if what is None:
        assert found == []
    else:
        assert any(f"svg(7) {what}" in problem for problem in found)


@pytest.mark.parametrize(
    ("exact", "right"),
    [
        (lambda self, left: "loss" if left % 3 == 0 else "win", True),
        (lambda self, left: None if left > 4 else "loss" if left % 3 == 0 else "win", True),
        (always(None), True),
        # Not all is known of the moves from seven, and nothing that is known contradicts a win.
        (lambda self, left: {7: "win", 5: "win"}.get(left), True),
        # A loss, though a move wins; a win, though no move does.
        (lambda self, left: {1: "loss"}.get(left), False),
        (lambda self, left: {3: "win", 2: "win", 1: "win"}.get(left), False),
        (lambda self, left: {2: "draw"}.get(left), False),
    ],
)
def test_known_values_follow_from_those_of_the_moves(exact: Any, right: bool) -> None:
    found = check_game(take_with(exact=exact), games=20).problems
    assert any("does not follow" in problem for problem in found) == (not right)
    assert bool(found) == (not right)


@pytest.mark.parametrize(("claimed", "right"), [(2, True), (1, False), (3, False)])
def test_the_same_of_points(claimed: int, right: bool) -> None:
    """The first player chooses between one point and two."""
    found = problems(
        start=always(0),
        moves=always([1, 2]),
        play=lambda self, at, move: move,
        outcome=lambda self, at: at or None,
        score_range=(-3, 3),
        exact=lambda self, at: at or claimed,
    )
    assert any("does not follow" in problem for problem in found) == (not right)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("evalute", "evaluate"),
        ("Evaluate", "evaluate"),
        ("chance", "chances"),
        ("formt_state", "format_state"),
    ],
)
def test_a_method_whose_name_is_nearly_right_is_named(name: str, near: str) -> None:
    found = problems(**{name: always(0)})
    assert any(f"method {name}; did you mean {near}?" in problem for problem in found)
    # A helper, an attribute and an option may be called so.
    assert problems(**{f"_{name}": always(0)}) == []
    assert problems(**{name: 3}) == []
    option = kibitz.Option(name, 3, "something", low=1, high=5)
    if name.islower():
        assert problems(options=(option,), **{name: 3}) == []


def test_other_attributes_are_ignored() -> None:
    assert problems(neighbours=always([]), legal=always(True)) == []


def test_the_start_is_hashed_first() -> None:
    assert any("can't be hashed" in problem for problem in problems(start=always([7])))


def test_moves_that_lead_elsewhere_the_second_time_are_reported() -> None:
    """Each position is asked for once, so that only playing the game again tells."""
    again = each_time(lambda n: None if n < 9 else "draw")
    found = problems(moves=always([1]), play=lambda self, left, taken: left + taken, outcome=again)
    assert any("the same moves led to" in problem for problem in found), found


def test_so_are_moves_that_lead_to_another_position_of_the_same_text() -> None:
    asked = itertools.count()
    found = problems(
        start=always((2, 0)),
        moves=always([1]),
        play=lambda self, state, taken: (state[0] - taken, next(asked)),
        outcome=lambda self, state: None if state[0] else "draw",
        format_state=lambda self, state: str(state[0]),
        parse_state=lambda self, text: (int(text), 0),
    )
    assert any("the same moves led to" in problem for problem in found), found


# What only the core could get wrong.


class Lying:
    """The rules of a game, but for some answers."""

    def __init__(self, rules: Any, **lies: Any) -> None:
        self._rules, self._lies = rules, lies

    def __getattr__(self, name: str) -> Any:
        return self._lies.get(name) or getattr(self._rules, name)


def told(checked: Callable[[Any], Iterator[str]], position: Any) -> str:
    return "\n".join(checked(position))


def test_symmetries_keep_the_result_and_the_moves() -> None:
    game = kibitz.load("tictactoe")
    position = game.start().play("5", "1")
    rules = game.rules

    def seen(**lies: Any) -> str:
        lying = SimpleNamespace(game=SimpleNamespace(rules=Lying(rules, **lies)), state=position.state)
        return told(check._check_symmetry, lying)

    won = game.start().play("1", "4", "2", "5", "3").state
    assert seen() == ""
    assert "changes the result" in seen(transform=lambda state, symmetry: won)
    assert "changes the moves" in seen(transform=lambda state, symmetry: state)
    assert "symmetry 7" in seen(transform=lambda state, symmetry: won)


def test_built_in_games_are_checked_for_their_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "_check_symmetry", lambda position: iter(["looked at"]))
    assert check_game(kibitz.load("tictactoe"), games=1).problems == ["looked at"]
    assert check_game(take_with(), games=1).problems == []


@pytest.mark.parametrize(
    ("over", "moves", "what"),
    [
        (True, (), ""),
        (False, (1,), ""),
        (True, (1,), "has ended but has moves"),
        (False, (), "has not ended but has no moves"),
    ],
)
def test_a_game_goes_on_as_long_as_there_are_moves(over: bool, moves: tuple[int, ...], what: str) -> None:
    found = told(check._check_end, SimpleNamespace(is_over=over, moves=moves))
    assert what in found
    assert bool(found) == bool(what)


@pytest.mark.parametrize(
    ("chances", "what"),
    [
        ({"a": 0.25, "b": 0.75}, ""),
        ({"a": 0.25, "c": 0.75}, "not those of its moves"),
        ({"a": 1.0}, "not those of its moves"),
        ({"a": 0.25, "b": 0.5}, "sum to 1"),
        ({"a": 0.5, "b": 0.75}, "sum to 1"),
        ({"a": 1.0, "b": 0.0}, "above 0"),
    ],
)
def test_chances_are_those_of_the_moves(chances: dict[str, float], what: str) -> None:
    rolled = SimpleNamespace(
        is_over=False, turn=kibitz.Side.CHANCE, chances=tuple(chances.items()), moves=("a", "b")
    )
    found = told(check._check_chances, rolled)
    assert what in found
    assert bool(found) == bool(what)
    for silent in ({"is_over": True}, {"turn": kibitz.Side.FIRST}):
        assert told(check._check_chances, SimpleNamespace(**{**vars(rolled), **silent})) == ""


def test_taking_back_restores_a_position() -> None:
    game = kibitz.load("tictactoe")
    position = game.start().play("5")
    other = game.start().state

    def seen(repetition: Repetition | None = None, **lies: Any) -> str:
        lying = SimpleNamespace(rules=Lying(game.rules, **lies), repetition=repetition, codec=game.codec)
        return told(
            check._check_moves,
            SimpleNamespace(
                game=lying,
                state=position.state,
                key=position.key,
                moves=position.moves,
                move=position.move,
                write=position.write,
            ),
        )

    assert seen() == ""
    assert "does not restore" in seen(play_and_undo=lambda state, code: other)
    assert "does not restore" in seen(key=lambda state: 1)
    assert "does not restore" in seen(Repetition(draw=3), key=lambda state: 1)
    # Where it depends on what came before which moves are allowed, nothing can be said.
    assert seen(Repetition(forbidden=True), play_and_undo=lambda state, code: other) == ""


# What takes long.


def test_moves_without_a_number_are_found() -> None:
    """Learning would fail over them in its middle."""
    found = check_game(take_with(actions=always([2])), games=1).problems
    assert found == [
        "the move 1 of take has no number: actions() does not list it. Learning needs actions() that lists "
        "every move there is"
    ]
    assert check_game(take_with(actions=always([1, 2])), games=1).problems == []


def test_progress_is_reported_at_every_position() -> None:
    received: list[tuple[int, int]] = []
    report = check_game(
        take_with(moves=always([1])),
        games=3,
        on_progress=lambda report: received.append((report.games, report.ply)),
    )
    assert received == [(game, ply) for game in range(3) for ply in range(8)]
    assert (report.widest, report.moves, report.cut_short) == (1, 3 * 7, False)


def test_positions_beyond_the_first_hundreds_are_only_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "LONGEST_GAME", 60)
    monkeypatch.setattr(check, "LOOKED_AT", 10)
    report = check_game(
        take_with(moves=always([1]), play=lambda self, at, step: at + 1, outcome=always(None)), games=9
    )
    assert report.positions == 10
    assert report.ply == 59
    assert report.problems == ["a random game had no end after 60 moves"]


def test_very_many_moves_end_a_check_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MOST_MOVES", 25_000)
    played: list[int] = []

    def play(self: Any, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        played.append(move)
        return (*state[-3:], move)

    report = check_game(
        take_with(start=always(()), moves=always(range(10_000)), play=play, outcome=always(None))
    )
    assert (report.cut_short, report.problems) == (True, [])
    assert (report.games, report.positions, report.widest) == (0, 3, 10_000)
    # Some of the moves of each, from everywhere in the list.
    assert len(played) < 3_000
    assert any(move > 9_000 for move in played)


@pytest.mark.parametrize("count", [0, 1, 199, 200, 201, 70_000])
def test_some_of_many_are_from_everywhere_in_the_list(count: int) -> None:
    found = some_of(range(count))
    assert len(found) <= 200
    assert found == range(count) if count <= 200 else found[0] == 0 and found[-1] >= count - count // 5


def test_the_command_says_what_it_saw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "wide.py"
    file.write_text(
        "import kibitz\n"
        "class Wide(kibitz.PythonGame):\n"
        "    def start(self): return 0\n"
        "    def moves(self, at): return range(2_000)\n"
        "    def play(self, at, move): return at + 1\n"
        "    def outcome(self, at): return None\n"
    )
    monkeypatch.setattr(check, "MOST_MOVES", 9_000)
    said = CliRunner().invoke(main, ["check", str(file)], standalone_mode=False)
    assert said.return_value == 0
    assert "no problem found in 5 positions of 0 games" in said.stdout
    assert "stopped early, after 10,000 legal moves, up to 2,000 in a position" in said.stderr
    monkeypatch.setattr(check, "LONGEST_GAME", 3)
    said = CliRunner().invoke(main, ["check", str(file)], standalone_mode=False)
    assert said.return_value == 1
    assert "problem: a random game had no end after 3 moves" in said.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_a_check_reports_progress_and_can_be_stopped(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(
        "import time, kibitz\n"
        "class Slow(kibitz.PythonGame):\n"
        "    def start(self): return 0\n"
        "    def moves(self, at): time.sleep(0.01); return [1, 2]\n"
        "    def play(self, at, move): return at + 1\n"
        "    def outcome(self, at): return None\n"
    )
    source = {"PYTHONPATH": str(Path(kibitz.__file__).parents[1])}
    terminal, program_side = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "kibitz", "check", str(file)],
        env={**os.environ, **source, "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=program_side,
    ) as program:
        os.close(program_side)
        said = b""
        while b"positions, up to 2 moves in one" not in said:
            said += os.read(terminal, 1_000)
        assert b"game 1 of 100, move " in said
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130
    os.close(terminal)
