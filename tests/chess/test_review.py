"""Reviews of chess games from search estimates."""

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.value import Draw, Estimate, Loss, Win
from kibitz.game_review.decision import Label, expected_score
from kibitz.game_review.narrative import lessons, phase_lines
from kibitz.game_review.review import review
from kibitz.game_review.text_report import review_text

_CHESS = kibitz.load("chess")
_TAGS = '[White "A"]\n[Black "B"]\n\n'


def test_a_lead_is_worth_a_part_of_a_point() -> None:
    even, ahead, more = (expected_score(Estimate(points), _CHESS) for points in (0, 1, 9))
    assert expected_score(Loss(2), _CHESS) == 0
    assert even == expected_score(Draw(), _CHESS) == 0.5
    assert expected_score(Win(3), _CHESS) == 1
    assert 0.5 < (ahead or 0) < (more or 0) < 1
    # What one side gains the other loses.
    assert abs((expected_score(Estimate(-1.0), _CHESS) or 0) + (ahead or 0) - 1) < 1e-12


def test_fools_mate() -> None:
    record = kibitz.Record.parse(f"{_TAGS}1. f3 e5 2. g4 Qh4# 0-1\n")
    found = review(record, Limit(nodes=20_000))
    blunder, mate = found.decisions[2:]
    assert blunder.label is Label.BLUNDER
    assert blunder.why is not None
    assert "Qh4#" in blunder.why.words
    assert mate.label is Label.BEST
    assert mate.critical
    assert found.summaries[1].accuracy is not None
    assert found.summaries[0].accuracy is not None
    assert found.summaries[0].accuracy < found.summaries[1].accuracy


def test_moves_have_the_numbers_that_books_give_them() -> None:
    """A move of white's and the answer are one move, and a set-up says which comes next."""
    record = kibitz.Record.parse(f"{_TAGS}1. f3 e5 2. g4 Qh4# 0-1\n")
    found = review(record, Limit(nodes=20_000))
    assert [lesson.title.partition("?")[0] for lesson in lessons(found)][-1] == "Move 2, white g4"
    text = list(review_text(found))
    rows = [line.split()[:3] for line in text if line.split()[1:2] in (["white"], ["black"])]
    rows = [row for row in rows if row[0].isdigit()]
    assert [(row[0], row[1]) for row in rows] == [
        ("1", "white"),
        ("1", "black"),
        ("2", "white"),
        ("2", "black"),
    ]
    assert rows[3][2] == "Qh4#"
    assert [line.partition(":")[0] for line in phase_lines(found)][-1].endswith("black's move 2")
    later = kibitz.Record.parse('[FEN "8/8/8/8/8/2k5/p7/K7 b - - 0 70"]\n\n70... Kb3 *\n')
    (row,) = [line for line in review_text(review(later, Limit(nodes=100))) if "black Kb3" in line]
    assert row.split()[0] == "70"


def test_a_move_is_evaluated_by_what_came_of_it() -> None:
    """The value of a move is that of the position after it, as its own search saw it."""
    record = kibitz.Record.parse(f"{_TAGS}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n")
    found = review(record, Limit(nodes=5_000))
    for decision, (_, value) in zip(found.decisions, found.values[1:], strict=True):
        assert decision.played.value == -value
        assert decision.best.value >= decision.played.value


def test_mates_are_counted_as_in_books() -> None:
    """Both sides' moves have the same number, and mate in one is one move away."""
    record = kibitz.Record.parse(f"{_TAGS}1. f3 e5 2. g4 Qh4# 0-1\n")
    said = list(review_text(review(record, Limit(nodes=20_000)), 100))
    rows = [line for line in said if line.startswith("  ") and (" white " in line or " black " in line)]
    assert [line.split()[:2] for line in rows[:4]] == [
        ["1", "white"], ["1", "black"], ["2", "white"], ["2", "black"],
    ]  # fmt: skip
    assert "loses in 1" in rows[2]
    assert any(line.startswith("Move 2, white g4??") for line in said)
