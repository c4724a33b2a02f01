"""Texts of reviews: every fact appears, with the right number, and no other."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Loss, Value, Win
from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import MoveAnalysis
from kibitz.base.cancel import Cancel
from kibitz.base.errors import Stopped
from kibitz.base.move import Line
from kibitz.base.reason import Reason
from kibitz.base.side import Outcome, Side
from kibitz.game_review.batch import PlayerTotals, player_totals, review_many
from kibitz.game_review.decision import Decision, Label, expected_score
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.narrative import Lesson, chance_lines, lessons, move_rows, phase_lines, summary_lines
from kibitz.game_review.phases import Phase, Standing, phases
from kibitz.game_review.resistance import Resistance
from kibitz.game_review.review import Review, Roll, review
from kibitz.game_review.summary import Summary
from kibitz.game_review.text_report import batch_text, lesson_text, review_text
from kibitz.records.record import Record

GAME = kibitz.load("tictactoe")
START = GAME.start()
DICE = kibitz.load("ewn:size=3,stones=2,setup=12")
NOTHING = Summary(
    side=Side.FIRST,
    decisions=4,
    critical=0,
    found=0,
    only_moves=0,
    only_found=0,
    given_away=0,
    accuracy=None,
    luck=0,
    labels={},
    won=0,
    let_go=0,
    wasted=0,
    lost=0,
    held=0,
    hastened=0,
    traps=0,
    slipped=0,
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


def of(
    game: kibitz.Game = GAME,
    *,
    decisions: tuple[Decision, ...] = (),
    rolls: tuple[Roll, ...] = (),
    resisted: tuple[Resistance, ...] = (),
    stretches: tuple[Phase, ...] = (),
    summaries: tuple[Summary, Summary] = (NOTHING, replace(NOTHING, side=Side.SECOND)),
    exact: bool = True,
    tags: dict[str, str] | None = None,
    outcome: Outcome | None = None,
) -> Review:
    """A review that found just this."""
    record = Record(game, (), outcome=outcome, tags=tags or {})
    return Review(record, (), decisions, rolls, resisted, stretches, summaries, exact)


def decision(
    label: Label,
    best: Value,
    played: Value,
    *,
    cost: float | None = 0.0,
    spread: float | None = 0.0,
    slower: int = 0,
    good: tuple[int, int] = (5, 9),
    same: bool = False,
    position: kibitz.Position = START,
) -> Decision:
    """A decision for the second move of a position where the first is best, or for the first."""
    one, other = (
        MoveAnalysis(move, value, Line([move]))
        for move, value in zip(position.moves, (best, played), strict=False)
    )
    mover = position.turn
    played_move = one if same else other
    return Decision(0, mover, position, played_move, one, label, cost, spread, slower, good[1], good[0])


def said(found: Decision, *resisted: Resistance) -> tuple[str, str, str]:
    (row,) = move_rows(of(found.position.game, decisions=(found,), resisted=resisted))
    return row


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (decision(Label.SLOWER, Win(3), Win(5), slower=2), "slower by 2 plies; better 1"),
        (decision(Label.SOONER, Loss(6), Loss(4), slower=2), "loses 2 plies sooner; better 1"),
        (
            decision(Label.UNCLEAR, Estimate(3), Loss(2), cost=None),
            "loses, but the search sees an alternative; better 1",
        ),
        (
            decision(Label.UNCLEAR, Estimate(3), Estimate(1), cost=None),
            "worse according to the search; better 1",
        ),
        (decision(Label.UNCLEAR, Estimate(3), Win(2), cost=None), "worse according to the search; better 1"),
        (decision(Label.BEST, Draw(), Draw()), "best"),
        (decision(Label.GOOD, Draw(), Draw()), "good"),
        (decision(Label.FORCED, Draw(), Draw()), "forced"),
        (decision(Label.BEST, Draw(), Loss(2), good=(1, 9), same=True), "best, the only good move of 9"),
        (decision(Label.BEST, Draw(), Draw(), good=(2, 9)), "best, one of 2 good moves of 9"),
        (
            decision(Label.LOSING, Draw(), Loss(2), cost=0.5, spread=0.5, good=(1, 9)),
            "losing move, missed the only good move of 9; better 1",
        ),
        (
            decision(Label.LOSING, Draw(), Loss(2), cost=0.5, spread=0.5, good=(2, 9)),
            "losing move, missed 2 good moves of 9; better 1",
        ),
        (
            decision(Label.RESISTANCE, Loss(9), Loss(2), slower=7),
            "gave up resistance: 7 plies sooner; better 1",
        ),
        (
            decision(Label.QUICK_WIN, Win(1), Win(2), slower=1),
            "missed quick win: 1 ply later; better 1",
        ),
        (decision(Label.LOSING, Draw(), Loss(2), cost=0.5, spread=0.5), "losing move; better 1"),
    ],
)
def test_verdicts(found: Decision, verdict: str) -> None:
    assert said(found)[2].removesuffix(" ...") == verdict  # dots: the line does not end the game


def test_values_are_said_twice_only_where_they_differ() -> None:
    assert said(decision(Label.BEST, Draw(3), Draw(3)))[1] == "draws in 3"
    assert said(decision(Label.LOSING, Draw(3), Loss(2), cost=0.5))[1] == "draws in 3 -> loses in 2"
    assert said(decision(Label.BEST, Draw(3), Draw(3)))[0] == f"{GAME.side_name(Side.FIRST)} 2"


@pytest.mark.parametrize(
    ("replies", "winning", "words"),
    [(5, 2, "2 of 5 replies won"), (5, 1, "1 of 5 replies won, a trap"), (1, 1, "1 of 1 reply won")],
)
def test_resistance_of_the_losing_side(replies: int, winning: int, words: str) -> None:
    lost = decision(Label.BEST, Loss(4), Loss(4))
    assert said(lost, Resistance(lost, replies, winning, 0.5, 0.5, False))[2] == f"best; {words}"
    assert said(lost)[2] == "best"


def test_rolls_stand_between_the_moves_with_their_luck() -> None:
    roll = DICE.start().moves[0]
    rolled = DICE.start().play(roll)
    move = replace(decision(Label.BEST, Expect(0.6), Expect(0.6), position=rolled), ply=1)
    rolls = (Roll(0, Side.FIRST, roll, 0.5, 0.6), Roll(2, Side.SECOND, roll, 0.5, 0.25))
    rows = list(move_rows(of(DICE, decisions=(move,), rolls=rolls)))
    first, second = (DICE.side_name(side) for side in (Side.FIRST, Side.SECOND))
    assert rows[0] == (f"{first} rolls {roll}", "60.0%", "luck +10.0%")
    assert rows[1][0].startswith(f"{first} ")
    assert rows[2] == (f"{second} rolls {roll}", "25.0%", "luck -25.0%")
    assert [round(each["luck"], 9) for each in review_to_json_rolls(rolls)] == [0.1, -0.25]


def review_to_json_rolls(rolls: tuple[Roll, ...]) -> list[dict[str, float]]:
    record = Record(DICE, (DICE.start().moves[0],))
    found = replace(review(record, kibitz.Limit(depth=1)), rolls=rolls)
    return list(review_to_json(found)["rolls"])


def test_machines_read_of_every_roll_what_people_do() -> None:
    roll = DICE.start().moves[0]
    (result,) = review_to_json_rolls((Roll(3, Side.SECOND, roll, 0.5, 0.75),))
    assert result == {
        "ply": 3,
        "side": str(Side.SECOND),
        "roll": str(roll),
        "before": 0.5,
        "after": 0.75,
        "luck": 0.25,
    }


@pytest.mark.parametrize(
    ("standing", "exact", "game", "words"),
    [
        (Standing.FIRST, True, GAME, "x was winning"),
        (Standing.SECOND, True, GAME, "o was winning"),
        (Standing.FIRST, False, GAME, "x was better"),
        (Standing.FIRST, True, DICE, f"{DICE.side_name(Side.FIRST)} was better"),
        (Standing.EVEN, True, GAME, "even"),
        (Standing.UNCLEAR, False, GAME, "unclear"),
    ],
)
def test_stretches_say_who_stood_how(standing: Standing, exact: bool, game: kibitz.Game, words: str) -> None:
    (line,) = phase_lines(of(game, stretches=(Phase(0, 0, standing),), exact=exact))
    assert line == f"At the start: {words}."


def test_stretches_say_from_when_to_when() -> None:
    spans = ((0, 0), (0, 3), (1, 1), (1, 4), (5, 5))
    lines = phase_lines(of(stretches=tuple(Phase(*span, Standing.EVEN) for span in spans)))
    assert [line.partition(":")[0] for line in lines] == [
        "At the start",
        "Up to move 3",
        "After move 1",
        "After moves 1 to 4",
        "After move 5",
    ]


def test_with_dice_a_side_stands_better_from_65_percent_on() -> None:
    # 0.65 is not a number that halves: the limit itself is asked from the side that counts upwards.
    mine = DICE.start()
    assert mine.mover is Side.FIRST
    for chance, standing in (
        (0.65, Standing.FIRST),
        (0.6499, Standing.EVEN),
        (0.3501, Standing.EVEN),
        (0.35, Standing.SECOND),
    ):
        assert phases([(mine, Expect(chance))]) == (Phase(0, 0, standing),)
    board = kibitz.load("othello:size=4").start()
    assert phases([(board, kibitz.Points(1)), (board, kibitz.Points(0))]) == (
        Phase(0, 0, Standing.FIRST),
        Phase(1, 1, Standing.EVEN),
    )
    assert phases([(START, Estimate(4))]) == (Phase(0, 0, Standing.UNCLEAR),)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "no mistakes"),
        ({"critical": 3, "found": 1}, "no mistakes, found 1 of 3 critical moves"),
        ({"accuracy": 0.75}, "no mistakes, accuracy 75%"),
        ({"labels": {Label.BLUNDER: 2, Label.UNCLEAR: 1, Label.BEST: 4}}, "2 blunders, 1 unclear move"),
        ({"labels": {Label.RESISTANCE: 1, Label.INACCURACY: 3}}, "3 inaccuracies, gave up resistance once"),
        ({"won": 1}, "; was winning for 1 move, wasted no time"),
        ({"won": 3, "wasted": 1}, "; was winning for 3 moves, delayed the win by 1 ply"),
        (
            {"won": 3, "wasted": 4, "let_go": 2},
            "; was winning for 3 moves, let the win slip twice, delayed the win by 4 plies",
        ),
        ({"won": 3, "let_go": 1}, "; was winning for 3 moves, let the win slip once"),
        ({"lost": 1, "held": 1}, "; was losing for 1 move, always held out longest"),
        (
            {"lost": 2, "hastened": 3},
            "; was losing for 2 moves, held out longest never, sped up the loss by 3 plies",
        ),
        ({"lost": 2, "held": 1, "hastened": 1}, ", held out longest once, sped up the loss by 1 ply"),
        ({"lost": 2, "traps": 1, "slipped": 1}, ", set 1 trap, was let off once"),
        ({"lost": 2, "traps": 2, "slipped": 2}, ", set 2 traps, was let off twice"),
    ],
)
def test_sums_are_said(facts: dict[str, object], words: str) -> None:
    one = replace(NOTHING, **facts)  # type: ignore[arg-type]
    other = replace(NOTHING, side=Side.SECOND)
    line, rest = summary_lines(of(summaries=(one, other)))
    assert line.startswith("x: ")
    assert line.endswith(words)
    assert rest == "o: no mistakes"


def test_sums_name_the_players_and_their_luck() -> None:
    unlucky = replace(NOTHING, decisions=1, given_away=0.125, luck=-0.25)
    lucky = replace(NOTHING, side=Side.SECOND, decisions=2, luck=0.25)
    tags = {"First": "Anna", "Second": "level:strength=40"}
    one, other = summary_lines(of(DICE, summaries=(unlucky, lucky), tags=tags))
    first, second = (DICE.side_name(side) for side in (Side.FIRST, Side.SECOND))
    assert one == f"{first} (Anna): no mistakes, gave away 12.5% in 1 decision, luck -25.0%"
    assert other == f"{second} (difficulty 40): no mistakes, gave away 0.0% in 2 decisions, luck +25.0%"


def explained(text: str, *moves: str) -> Explanation:
    """An explanation of a move whose one reason names these moves."""
    move = START.move(text)
    reason = Reason("kind", f"does what {text} does", tuple(START.move(each) for each in moves))
    return Explanation(START, move, Draw(), Line([move]), (reason,), False)


def test_the_answer_to_a_fault_is_named_unless_its_reasons_do() -> None:
    fault = replace(
        decision(Label.LOSING, Draw(), Loss(2), cost=0.5, spread=0.5),
        why=explained("2", "3"),
        better=explained("1"),
    )
    assert lessons(of(decisions=(fault, decision(Label.BEST, Draw(), Draw()))))[0].reply == ""
    for reply, words in (("3", ""), ("4", "The reply 4 ")):
        (lesson,) = lessons(of(decisions=(replace(fault, reply=explained(reply)),)))
        assert lesson.reply.startswith(words)
        assert bool(lesson.reply) == bool(words)
        assert lesson.title == "Move 1, x 2, losing move; 5 of 9 moves were good"
        assert "does what 2 does" in lesson.why
        assert lesson.better.startswith("1: it does what 1 does")
        assert (lesson.refutation, lesson.line) == ("2 ...", "1 ...")


def test_a_lesson_has_a_line_for_all_that_it_has() -> None:
    before, after = START.play("1"), START.play("1", "2", "3")
    last = START.play("1", "2").move("3")
    lesson = Lesson(1, Side.SECOND, "Title", "Why.", "", "2 3", "1: right.", "1", before, after, last)
    boards = ["x | 2 | 3      x | o |[x]", "---+---+---    ---+---+---", "4 | 5 | 6      4 | 5 | 6"]
    boards += [boards[1], "7 | 8 | 9      7 | 8 | 9"]
    assert [line.strip() for line in lesson_text(lesson, 70)] == [
        "Title",
        "Why.",
        "Then: 2 3",
        "Before it:     After this line:",
        *boards,
        "Better 1: right.",
        "Play it again:",
        "kibitz play tictactoe --position x../.../... --side second",
    ]
    longer = replace(lesson, reply="The answer.", line="1 5")
    said = [line.strip() for line in lesson_text(longer, 30, again=lambda ply: f"again {ply}")]
    assert said == [
        "Title",
        "Why.",
        "The answer.",
        "Then: 2 3",
        "Before it:",
        *(line.partition("      ")[0].partition("    ---")[0] for line in boards),
        "Better 1: right.",
        "Then: 1 5",
        "Play it again: again 2",
    ]
    assert not any("|" in line for line in lesson_text(lesson, 14))  # no room for a board


LOST = '[Game "tictactoe"]\n[First "{}"]\n[Second "{}"]\n\n1. 1 2 2. 5 9 3. {}\n'


def test_the_text_says_how_sure_it_is_and_which_opening_it_was() -> None:
    record = Record.parse(LOST.format("Anna", "Ben", "4 3 4. 6 1-0"))
    found = review(record)
    lines = list(review_text(found))
    assert lines[1] == "All values are exact."
    assert list(review_text(replace(found, exact=False)))[1].startswith(
        "Values found by search are estimates"
    )
    assert review_to_json(found)["opening"] == ""
    chess = review(Record.parse('[Game "chess"]\n\n1. e4 c5 *'), kibitz.Limit(depth=1))
    assert next(line for line in review_text(chess) if "Opening" in line).endswith("B20 Sicilian Defence")
    assert "Sicilian" in review_to_json(chess)["opening"]


def test_the_verdicts_stand_below_one_another() -> None:
    found = review(Record.parse(LOST.format("Anna", "Ben", "4 3 4. 6 1-0")))
    text = list(review_text(found, 100))
    rows = text[3 : 3 + len(found.decisions)]
    first, second = (max(len(row[at]) for row in move_rows(found)) for at in (0, 1))
    for number, (line, (what, values, verdict)) in enumerate(zip(rows, move_rows(found), strict=True), 1):
        head = f"{number:>3}  {what.ljust(first)}  {values.ljust(second)}  "
        parts = line.split("\n")
        assert parts[0].startswith(head)
        assert all(part.startswith(" " * len(head)) for part in parts[1:])
        assert " ".join(part[len(head) :] for part in parts) == verdict
    # From 60 columns on values have a place of their own; a line ends one column before the last.
    assert ": best" not in list(review_text(found, 61))[3]
    assert ": best" in list(review_text(found, 60))[3]


def test_behind_a_long_value_a_verdict_gets_lines_of_its_own() -> None:
    found = review(Record.parse(LOST.format("Anna", "Ben", "3 7 4. 4 6 5. 8 1/2-1/2")))
    first, second = (max(len(row[at]) for row in move_rows(found)) for at in (0, 1))
    head = len("  1  ") + first + 2 + second + 2

    def indents(width: int) -> set[int]:
        rows = list(review_text(found, width))[3 : 3 + len(found.decisions)]
        return {len(line) - len(line.lstrip()) for row in rows for line in row.split("\n")[1:]}

    # Thirty columns are enough for a verdict beside the values; with fewer it begins further left.
    assert indents(head + 30 + 1) == {head}
    assert indents(head + 30) == {7}


def test_a_report_is_ascii_and_80_columns_wide_by_default() -> None:
    found = review(Record.parse(LOST.format("Anna", "Ben", "3 7 4. 4 6 5. 8 1/2-1/2")))
    plain = list(review_text(found))
    assert "\n".join(plain).isascii()
    assert plain == list(review_text(found, 80, unicode=False))
    assert not "\n".join(review_text(found, unicode=True)).isascii()
    many = list(batch_text([found] * 2))
    assert many == list(batch_text([found] * 2, 80))
    assert max(len(line) for text in many for line in text.split("\n")) <= 79
    assert list(batch_text([found], 101)) == list(batch_text([found], 100)) != list(batch_text([found], 99))


def test_a_review_can_be_called_off() -> None:
    record = Record.parse(LOST.format("Anna", "Ben", "*"))
    judged: list[int] = []
    with Cancel() as cancel:

        def progress(done: int, of: int) -> None:
            judged.append(done)
            if done == 2:
                cancel.now()

        with pytest.raises(Stopped):
            review(record, progress=progress)
    assert judged == [0, 1, 2]


def test_notebooks_get_the_picture_and_the_report() -> None:
    html = review(Record.parse(LOST.format("A<b>", "Ben", "*")))._repr_html_()
    assert html.count("<svg") == 1
    assert "A game of tic-tac-toe, A&lt;b&gt; - Ben" in html


def test_careers_add_up() -> None:
    one = PlayerTotals("Anna", games=1, points=0.5, finished=1)
    assert one.words() == "Anna: 0.5 of 1 points in 1 game"
    assert one.accuracy is None
    both = PlayerTotals("Ben", 2, 1.0, 2, given_away=0.5, luck=-0.125, accuracies=[0.6, 0.9])
    both.labels.update({Label.BEST: 3, Label.LOSING: 1, Label.BLUNDER: 2})
    assert both.words() == (
        "Ben: 1 of 2 points in 2 games, 2 blunders, 1 losing move, accuracy 75%, luck -12.5%"
    )
    new = PlayerTotals("nobody").to_json()
    assert [new[key] for key in ("games", "points", "finished", "given_away", "luck")] == [0] * 5


def test_careers_count_finished_games_and_their_faults_by_cost() -> None:
    bad = decision(Label.LOSING, Draw(), Loss(2), cost=0.5)
    worse = decision(Label.BLUNDER, Win(1), Loss(2), cost=1.0)
    fine = decision(Label.BEST, Draw(), Draw())
    theirs = replace(worse, side=Side.SECOND)
    mine = replace(NOTHING, given_away=1.5, accuracy=0.25, luck=0.25, labels={Label.LOSING: 1})
    yours = replace(NOTHING, side=Side.SECOND)
    tags = {"First": "Anna"}
    games = [
        of(decisions=(bad, fine, theirs), summaries=(mine, yours), tags=tags, outcome=Outcome(Side.SECOND)),
        of(decisions=(worse,), summaries=(mine, yours), tags=tags),
    ]
    anna, other = player_totals(games)
    assert (anna.name, other.name) == ("Anna", "o")
    assert (anna.games, anna.finished, anna.points, other.points) == (2, 1, 0, 1)
    assert (anna.given_away, anna.luck) == (3, 0.5)
    assert anna.accuracy == 0.25
    assert anna.labels == {Label.LOSING: 2}
    assert [(game, fault.label) for game, fault in anna.faults] == [(1, Label.BLUNDER), (0, Label.LOSING)]
    assert [(game, fault.label) for game, fault in other.faults] == [(0, Label.BLUNDER)]


def test_games_are_reviewed_where_one_says() -> None:
    class Counting(ThreadPoolExecutor):
        asked = 0

        def submit(self, *work: Any, **more: Any) -> Future[Any]:
            self.asked += 1
            return super().submit(*work, **more)

    records = [Record.parse(LOST.format("Anna", name, "*")) for name in ("Ben", "Cleo")]
    with Counting(1) as elsewhere:
        found = list(review_many([records[0], Record(GAME), records[1]], executor=elsewhere))
    assert elsewhere.asked == 2
    assert [each.record.tags["Second"] for each in found] == ["Ben", "Cleo"]


def test_at_most_five_costly_moves_are_shown() -> None:
    why, better = explained("2"), explained("1")
    costs = (0.5, 1.0, 0.25, 0.75, 0.125, 0.0625)
    faults = tuple(
        replace(
            decision(Label.MISTAKE, Draw(), Loss(2), cost=cost, spread=cost), ply=ply, why=why, better=better
        )
        for ply, cost in enumerate(costs)
    )
    one = of(decisions=faults[:1], tags={"First": "Anna"})
    five = of(decisions=faults[1:], exact=False)
    lines = list(batch_text([one, of(), five]))
    assert lines[:3] == [
        "1  tic-tac-toe, Anna - ?, *, 1 moves, 1 mistake",
        "2  tic-tac-toe, ? - ?, *, 0 moves, no mistakes",
        "3  tic-tac-toe, ? - ?, *, 5 moves, 5 mistakes, by search",
    ]
    shown = lines[lines.index("Costliest mistakes:") + 1 :]
    assert [line.split(",")[:2] for line in shown] == [
        ["  Game 3", " move 2"],
        ["  Game 3", " move 4"],
        ["  Game 1", " move 1"],
        ["  Game 3", " move 3"],
        ["  Game 3", " move 5"],
    ]
    assert "Costliest mistakes:" not in list(batch_text([of()]))
    assert max(len(part) for line in batch_text([one, five], 40) for part in line.split("\n")) < 40


def test_only_ones_own_moves_are_improved() -> None:
    """A person's mistakes are lessons; the computer's are the chances that they gave."""
    text = LOST.format("person", "level:strength=40", "3 7 4. 4 6 5. 8 1/2-1/2")
    found = review(Record.parse(text))
    assert found.own_sides == (Side.FIRST,)
    assert [lesson.ply for lesson in lessons(found)] == [4, 6]
    assert chance_lines(found) == [
        "Move 2, o 2? (losing move) gave you a chance, and you took it with 5.",
        "Move 8, o 6? (missed win) gave you a chance, and you took it with 8.",
    ]
    verdicts = [verdict for _, _, verdict in move_rows(found)]
    assert ["better" in verdict for verdict in verdicts] == [ply in (4, 6) for ply in range(9)]
    one, _ = summary_lines(found)
    assert one.startswith("x (you): ")
    swapped = review(Record.parse(LOST.format("level:strength=40", "person", "3 7 4. 4 6 5. 8 1/2-1/2")))
    assert swapped.own_sides == (Side.SECOND,)
    assert summary_lines(swapped)[0].startswith("o (you): ")
    assert chance_lines(swapped)[0] == "Move 5, x 3? (missed win) gave you a chance, and you took it with 7."
    # Two people, or two computers: nobody is left out.
    for names in (("Anna", "Ben"), ("random", "table")):
        both = review(Record.parse(LOST.format(*names, "3 7 4. 4 6 5. 8 1/2-1/2")))
        assert both.own_sides == (Side.FIRST, Side.SECOND)
        assert chance_lines(both) == []


def test_short_changes_of_estimates_begin_no_phase() -> None:
    board = kibitz.load("chess").start()

    def spans(*scores: float) -> list[tuple[int, int, Standing]]:
        found = phases([(board, Estimate(score)) for score in scores])
        return [(phase.begin, phase.end, phase.standing) for phase in found]

    low, high = 0.2, 2.5
    assert spans(low, low, high, high, low, low) == [(0, 5, Standing.EVEN)]
    assert spans(*[low] * 3, *[high] * 4, *[low] * 3) == [
        (0, 2, Standing.EVEN),
        (3, 6, Standing.FIRST),
        (7, 9, Standing.EVEN),
    ]
    assert spans(low, high) == [(0, 0, Standing.EVEN), (1, 1, Standing.FIRST)]  # how it ended
    # About one threshold nothing changes: once better, a side is so until it falls clearly.
    scores = [low, *[high] * 4, 0.9, 0.9, 0.9, 0.9, high]
    assert expected_score(Estimate(0.9), kibitz.load("chess")) == pytest.approx(0.61, abs=0.025)
    assert spans(*scores) == [(0, 0, Standing.EVEN), (1, 9, Standing.FIRST)]
    # A result is no fluctuation.
    exact = [Draw(), Draw(), Win(3), Draw(), Draw()]
    assert [phase.begin for phase in phases([(START, value) for value in exact])] == [0, 2, 3]


def test_where_little_is_left_to_lose_no_move_is_called_good() -> None:
    board = kibitz.load("chess").start()
    for best, played, words in (
        (-9.0, -12.0, "losing already"),
        (9.0, 7.0, "still winning"),
        (0.3, 0.1, "good"),
        (-2.0, -2.2, "good"),
    ):
        assert said(decision(Label.GOOD, Estimate(best), Estimate(played), position=board))[2] == words
