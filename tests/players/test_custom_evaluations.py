"""Custom evaluations: from a file wherever a search is named, or registered by name."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from numbers import Real
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.main import main
from kibitz.players import evaluation
from kibitz.players.evaluation import evaluation_named, is_evaluation
from kibitz.players.registry import display_name, resources
from kibitz.players.spec import PlayerSpec
from kibitz.session.seats import recorded_seats

FILE = """
import sys

WEIGHT = 5


def judge(position):
    return sum(1.5 ** place * " xo".index(sign) * (-1) ** " xo".index(sign)
               for place, sign in enumerate(str(position).replace("/", "")) if sign in "xo")


def middle(position):
    return {"x": 1, "o": -1}.get(str(position).replace("/", "")[4], 0)


def none(position):
    return None


def endless(position):
    return float("inf")


def huge(position):
    return 10 ** 400


def fails(position):
    return 1 / 0


def leaves(position):
    sys.exit(3)


def discs(position):
    return sum(map(ord, str(position.python_state))) % 11
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my.py"
    path.write_text(FILE)
    return path


@pytest.fixture
def registered() -> Iterator[None]:
    before = dict(evaluation._registered)
    yield
    evaluation._registered.clear()
    evaluation._registered.update(before)


def plain_value(position: kibitz.Position, depth: int, judge: evaluation.Evaluation) -> float:
    """Minimax in a few lines, as the first player sees it; a win counts a million."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.0 if winner is None else 1e6 if winner is kibitz.Side.FIRST else -1e6
    if depth == 0:
        return judge(position)
    values = [plain_value(position.play(move), depth - 1, judge) for move in position.moves]
    return max(values) if position.turn is kibitz.Side.FIRST else min(values)


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "alphabeta:tt=1M", "negascout"])
@pytest.mark.parametrize("name", ["judge", "middle"])
@pytest.mark.parametrize("game", ["mnk:width=4,height=3,length=3", "othello:size=4"])
def test_searches_find_what_plain_minimax_finds(file: Path, search: str, name: str, game: str) -> None:
    name = "discs" if game.startswith("othello") else name
    judge = evaluation.evaluation_named(f"{file}:{name}")
    position = kibitz.load(game).start()
    for _ in range(3):
        for depth in (1, 2, 3):
            joined = "," if ":" in search else ":"
            player = kibitz.player(f"{search}{joined}depth={depth},eval={file}:{name}")
            found = player.choose(position)
            sign = 1 if position.turn is kibitz.Side.FIRST else -1
            plain = {
                move: sign * plain_value(position.play(move), depth - 1, judge) for move in position.moves
            }
            assert plain[found.move] == pytest.approx(max(plain.values()), abs=1e-3)
            if isinstance(found.value, kibitz.Estimate):
                assert found.value.score == pytest.approx(max(plain.values()), abs=1e-3)
        position = position.play(position.moves[len(position.moves) // 2])


def test_a_game_with_dice_is_evaluated_from_minus_one_to_one(file: Path) -> None:
    file.write_text("def even(position):\n    return 0\n\ndef lost(position):\n    return -1\n")
    start = kibitz.load("ewn:size=4,stones=2,faces=2").start()
    roll = start.play(start.moves[0])
    values = [
        kibitz.player(f"negascout:depth=1,eval={file}:{name}").choose(roll).value for name in ("even", "lost")
    ]
    assert values == [kibitz.Expect(0.5, exact=False), kibitz.Expect(0.0, exact=False)]
    assert kibitz.player("negascout:depth=1,eval=aggressive").choose(roll).move in roll.moves


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("none", "must return a finite number, from the first player's point of view, not None"),
        ("endless", "must return a finite number"),
        ("huge", "must return a finite number"),
        ("fails", r"failed \(line 29\) at .*ZeroDivisionError"),
        ("leaves", r"failed \(line 33\) at .*SystemExit: 3"),
    ],
)
def test_a_wrong_answer_is_named(file: Path, spec: str, message: str) -> None:
    for game in ("tictactoe", "chomp"):
        with pytest.raises(kibitz.BadOption, match=message):
            kibitz.player(f"negascout:depth=1,eval={file}:{spec}").choose(kibitz.load(game).start())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("negascout:eval={file}:WEIGHT", "has no evaluation WEIGHT"),
        ("negascout:eval={file}:missing", "has no evaluation missing"),
        ("negascout:eval={file}", "has several evaluations; say which"),
        ("negascout:eval={file}:judge:depth=3", "an evaluation has no options"),
        ("negascout:eval={folder}/none.py:judge", "can't be read"),
        ("negascout:eval={folder}/broken.py:judge", "line 1"),
        ("negascout:eval=judge", "such as my.py:evaluate"),
        ("random:eval={file}:judge", "random has no option 'eval'"),
        ("selective:eval={file}:judge", "selective has no option 'eval'"),
    ],
)
def test_mistakes_are_reported_at_once(file: Path, spec: str, message: str) -> None:
    (file.parent / "broken.py").write_text("def\n")
    with pytest.raises(kibitz.KibitzError, match=message):
        kibitz.player(spec.format(file=file, folder=file.parent))


def test_it_plays_matches_with_workers_and_in_the_program(file: Path) -> None:
    spec = f"negascout:depth=2,eval={file}:middle"
    assert kibitz.player(kibitz.player(spec).spec).spec == spec
    result = kibitz.match(spec, "random", game="tictactoe", games=4, workers=2)
    assert len(result.results) == 4
    assert not any(each.ending.is_forfeit for each in result.results)
    for command in (
        ["match", spec, "random", "--game", "tictactoe", "--games", "2", "--json"],
        ["tournament", spec, "random", "--game", "chomp", "--games", "2"],
        ["tree", "tictactoe", "--player", f"alphabeta:eval={file}:middle", "--depth", "2"],
    ):
        said = CliRunner().invoke(main, command)
        assert said.exit_code == 0, said.output


@pytest.mark.usefixtures("registered")
def test_a_registered_evaluation_is_known_by_name() -> None:
    @kibitz.register_evaluation
    def more_moves(position: kibitz.Position) -> float:
        return len(position.moves) * (1 if position.turn is kibitz.Side.FIRST else -1)

    start = kibitz.load("tictactoe").start()
    assert kibitz.player("minimax:depth=1,eval=more_moves").choose(start).value == kibitz.Estimate(-8)
    for wrong in (5, type("Thing", (), {}), lambda position: 0):
        with pytest.raises(kibitz.BadOption):
            kibitz.register_evaluation(wrong)  # type: ignore[arg-type]

    def normal(position: kibitz.Position) -> float:
        return 0

    with pytest.raises(kibitz.BadOption, match="a name of its own"):
        kibitz.register_evaluation(normal)


def test_no_record_makes_a_file_run(tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n\n\ndef judge(position):\n    return 0\n")
    game = kibitz.load("tictactoe")
    for spec in (f"negascout:eval={trap}:judge", f"{trap}:judge", f"negascout:depth=2, EVAL = {trap}"):
        assert [each.name for each in resources(PlayerSpec.read(spec))] == [str(trap)]
        record = kibitz.Record(game, tags={"First": spec, "Second": "random"})
        assert recorded_seats(record, game)[0] is None
        assert display_name(spec) == spec
    assert not (tmp_path / "ran").exists()


def test_forms_of_an_evaluation(file: Path) -> None:
    file.write_text(
        "class Judge:\n"
        "    def __call__(self, position):\n        return 2\n\n"
        "    def like(self, position):\n        return 3\n\n"
        "called = Judge()\nbound = called.like\n"
    )
    start = kibitz.load("tictactoe").start()
    for name, score in (("called", 2), ("bound", 3)):
        value = kibitz.player(f"minimax:depth=1,eval={file}:{name}").choose(start).value
        assert value == kibitz.Estimate(score)
    with pytest.raises(kibitz.BadOption, match="no evaluation Judge"):
        kibitz.player(f"minimax:eval={file}:Judge")


@pytest.mark.usefixtures("registered")
def test_names_are_taken_with_blanks_around_them() -> None:
    @kibitz.register_evaluation
    def even_more(position: kibitz.Position) -> float:
        return 4.5

    assert is_evaluation(" even_more ")
    assert evaluation_named(" even_more ") is even_more
    assert is_evaluation(" net:some.net")
    assert is_evaluation("my.py:evaluate")
    for other in ("normal", "learned", "even_less", ""):
        assert not is_evaluation(other)
    start = kibitz.load("tictactoe").start()
    assert kibitz.player("minimax:depth=1,eval=even_more").choose(start).value == kibitz.Estimate(4.5)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("answer", [True, 3, 2.5, Fraction(7, 2)])
def test_any_number_that_ends_is_an_answer(answer: Real) -> None:
    @kibitz.register_evaluation
    def numbered(position: kibitz.Position) -> float:
        return answer  # type: ignore[return-value]

    value = kibitz.player("minimax:depth=1,eval=numbered").choose(kibitz.load("tictactoe").start()).value
    assert value == kibitz.Estimate(float(answer))


@pytest.mark.usefixtures("registered")
def test_an_error_of_ours_is_passed_on_as_it_is() -> None:
    @kibitz.register_evaluation
    def refusing(position: kibitz.Position) -> float:
        raise kibitz.BadNotation("no such thing")

    with pytest.raises(kibitz.BadNotation, match=r"^no such thing$"):
        kibitz.player("minimax:depth=1,eval=refusing").choose(kibitz.load("tictactoe").start())
