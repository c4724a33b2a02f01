"""Records with variations, comments and marks: read, stored, written, resumed."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.main import main
from kibitz.session.session import Session
from kibitz.session.variation_tree import Node

GAMES = [
    "tictactoe",
    "connect4",
    "ewn",
    "chess",
    "kalah:pits=2,seeds=2",
    "pig:target=20",
    "morris",
    "othello:size=4",
]


def some_line(rng: random.Random, position: kibitz.Position, length: int, depth: int) -> dict[str, object]:
    """Random moves from a position with random remarks, as the fields of a line."""
    moves, comments, marks, variations = [], {}, {}, {}
    for ply in range(length):
        if position.is_over:
            break
        if depth and rng.random() < 0.3:
            beside = some_line(rng, position, rng.randrange(1, 5), depth - 1)
            variations[ply] = (kibitz.Variation(**beside),)  # type: ignore[arg-type]
        moves.append(rng.choice(position.moves))
        position = position.play(moves[-1])
        if rng.random() < 0.3:
            comments[ply + 1] = rng.choice(["good", "1. (not) a move", "$5 !? 1-0", "a long remark " * 9])
        if rng.random() < 0.3:
            marks[ply + 1] = (rng.randrange(1, 20),)
    return {"moves": tuple(moves), "comments": comments, "marks": marks, "variations": variations}


@pytest.mark.parametrize("spec", GAMES)
def test_written_text_is_read_back(spec: str) -> None:
    game = kibitz.load(spec)
    for seed in range(12):
        rng = random.Random(seed)
        result = some_line(rng, game.start(), 10, 3)
        final = game.start().play(*result["moves"])  # type: ignore[misc]
        record = kibitz.Record(game, outcome=final.outcome, **result)  # type: ignore[arg-type]
        again = kibitz.Record.parse(str(record))
        assert again == record
        assert str(again) == str(record)
        assert pickle.loads(pickle.dumps(record)) == record
        resumed = Session.resumed(record, game).record()
        assert (resumed.marks, resumed.variations) == (record.marks, record.variations)


def test_a_tree_keeps_a_variation_as_it_is() -> None:
    game = kibitz.load("tictactoe")
    for seed in range(20):
        variation = kibitz.Variation(**some_line(random.Random(seed), game.start(), 6, 3))  # type: ignore[arg-type]
        first = Node(game.start()).grow(variation)
        again = first.variation()
        assert again.moves == variation.moves
        assert Node(game.start()).grow(again).variation() == again


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"marks": {0: (1,)}}, "marks belong to the moves 1 to 2"),
        ({"marks": {1: (999,)}}, "a mark is a number from 0 to 255"),
        ({"comments": {3: "x"}}, "comments belong after 0 to 2 moves"),
        ({"variations": {2: ()}}, "a variation replaces one of the 2 moves"),
    ],
)
def test_a_comment_without_a_move_is_refused(told: dict[str, object], message: str) -> None:
    start = kibitz.load("tictactoe").start()
    moves = (start.move("5"), start.move("1"))
    with pytest.raises(kibitz.BadNotation, match=message):
        kibitz.Record(start.game, moves, **told)  # type: ignore[arg-type]
    wrong = kibitz.Variation((start.move("5"),))
    with pytest.raises(kibitz.IllegalMove):
        kibitz.Record(start.game, moves, variations={1: (wrong,)})


def test_a_notation_with_marks_of_its_own_is_quoted(tmp_path: Path) -> None:
    path = tmp_path / "shout.py"
    path.write_text(
        "import kibitz\n\nclass Shout(kibitz.PythonGame):\n"
        "    def start(self):\n        return 3\n"
        "    def moves(self, state):\n        return ['a', 'a!', '$1', '(b)', '%c', '1.']\n"
        "    def play(self, state, move):\n        return state - 1\n"
        "    def outcome(self, state):\n        return None if state else 'loss'\n"
    )
    game = kibitz.load(str(path))
    for text in ("a", "a!", "$1", "(b)", "%c", "1."):
        move = game.start().move(text)
        record = kibitz.Record(game, (move,), marks={1: (1,)}, variations={0: (kibitz.Variation((move,)),)})
        assert kibitz.Record.parse(str(record), game) == record
    assert kibitz.Record.parse('[Game "shout.py"]\n\n1. a! a? *', game).marks == {2: (2,)}


def test_the_program_reviews_the_game_itself(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        '[Game "tictactoe"]\n\n1. 5! 1 (1... 2? 2. 1 (2. 3 $5 {x} 1-0) 2... 9) 2. 9 3 3. 2 8 *\n\n'
        '[Game "tictactoe"]\n\n1. 1 (1. 5) 2 *\n'
    )
    said = CliRunner().invoke(main, ["review", str(path), "--number", "1", "--plain"])
    assert said.exit_code == 0, said.output
    assert CliRunner().invoke(main, ["review", str(path)]).exit_code == 0
