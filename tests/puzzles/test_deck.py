"""The deck of puzzles on disk, and its schedule, beside the published algorithm."""

from __future__ import annotations

import json
import random
import zlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import fsrs
import pytest

import kibitz
from kibitz.base.random import Random
from kibitz.puzzles.deck import Deck, default_path
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.puzzle import Puzzle
from kibitz.puzzles.repetition import Recall, card_from_json, card_to_json, new_card, recall_probability

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return list(make_puzzles(kibitz.load("tictactoe"), 8, Random(1)))


def test_due_puzzles_come_before_new_ones(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    assert deck.waiting(NOW) == []
    assert deck.add(puzzles) == 8
    assert deck.add(puzzles) == 0
    first = deck.waiting(NOW)[0]
    deck.note(first, Recall.AT_ONCE, NOW)
    assert first not in deck.waiting(NOW)
    assert deck.due(NOW) == []
    later = deck.cards[first.id].due
    assert deck.due(later) == [first]
    assert deck.waiting(later + timedelta(days=1))[0] == first
    assert deck.waiting(NOW, "connect4") == []


def test_own_mistakes_come_before_puzzles_that_were_made_up(puzzles: list[Puzzle]) -> None:
    own = replace(puzzles[-1], played="1", record="game")
    deck = Deck()
    deck.add([*puzzles[:-1], own])
    assert deck.waiting(NOW)[0] == own


def test_intervals_are_those_of_the_algorithm(puzzles: list[Puzzle]) -> None:
    """Hand in hand with a scheduler of the library's own, over years of answers."""
    deck, scheduler = Deck(), fsrs.Scheduler(enable_fuzzing=False)
    card = fsrs.Card(card_id=1, due=NOW)
    ratings = {
        Recall.SHOWN: fsrs.Rating.Again,
        Recall.LATE: fsrs.Rating.Hard,
        Recall.AT_ONCE: fsrs.Rating.Good,
    }
    now, rng = NOW, Random(3)
    for _ in range(30):
        recall = list(ratings)[min(2, int(rng.random() * 5))]
        card, _ = scheduler.review_card(card, ratings[recall], now)
        mine = deck.note(puzzles[0], recall, now)
        assert mine.due == card.due
        assert recall_probability(mine, now) == pytest.approx(1, abs=0.01)
        now = card.due
    assert len(deck.tries) == 30


def test_intervals_grow_with_each_success(puzzles: list[Puzzle]) -> None:
    deck, now, waits = Deck(), NOW, []
    for _ in range(8):
        due = deck.note(puzzles[0], Recall.AT_ONCE, now).due
        waits.append(due - now)
        now = due
    assert waits == sorted(waits)
    assert waits[-1] > timedelta(days=60)
    again = deck.note(puzzles[0], Recall.SHOWN, now).due - now
    assert again < timedelta(days=1)


def test_puzzles_get_harder_for_who_solves_them(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    deck.add(puzzles)
    assert deck.fitting_grade() == 1
    for _ in range(6):
        deck.note(puzzles[0], Recall.AT_ONCE, NOW)
    assert deck.fitting_grade() == 3
    deck.note(puzzles[0], Recall.SHOWN, NOW)
    assert deck.fitting_grade() == 2
    assert deck.fitting_grade("connect4") == 1


def graded(puzzles: list[Puzzle], *grades: int) -> list[Puzzle]:
    return [replace(puzzle, grade=grade) for puzzle, grade in zip(puzzles, grades, strict=False)]


def test_grades_stay_between_the_easiest_and_the_hardest(puzzles: list[Puzzle]) -> None:
    deck, grades = Deck(), []
    deck.note(puzzles[0], Recall.SHOWN, NOW)
    assert deck.fitting_grade() == 1
    for _ in range(18):
        deck.note(puzzles[0], Recall.AT_ONCE, NOW)
        grades.append(deck.fitting_grade())
    # Three in a row for each step, up to the last.
    assert grades == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5]
    deck.note(puzzles[0], Recall.SHOWN, NOW)
    assert deck.fitting_grade() == 4


def test_a_late_solution_restarts_the_streak(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    for recall in (Recall.AT_ONCE, Recall.AT_ONCE, Recall.LATE, Recall.AT_ONCE, Recall.AT_ONCE):
        deck.note(puzzles[0], recall, NOW)
        assert deck.fitting_grade() == 1
    deck.note(puzzles[0], Recall.AT_ONCE, NOW)
    assert deck.fitting_grade() == 2
    # Of puzzles that are gone and of other games nothing is counted.
    other = replace(puzzles[0], game="connect4")
    deck.note(other, Recall.SHOWN, NOW)
    assert (deck.fitting_grade(), deck.fitting_grade("tictactoe"), deck.fitting_grade("connect4")) == (
        1,
        2,
        1,
    )
    del deck.puzzles[other.id]
    assert deck.fitting_grade() == 2


def test_new_puzzles_come_by_how_well_their_grade_fits(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    some = graded(puzzles, 5, 1, 3, 2, 4)
    deck.add(some)
    assert [puzzle.grade for puzzle in deck.untried()] == [1, 2, 3, 4, 5]
    for _ in range(9):
        deck.note(some[1], Recall.AT_ONCE, NOW)
    assert deck.fitting_grade() == 4
    assert [puzzle.grade for puzzle in deck.untried()] == [4, 5, 3, 2]


def test_the_longest_overdue_puzzle_comes_first(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    for puzzle, days in zip(puzzles, (3, 1, 2), strict=False):
        deck.note(puzzle, Recall.SHOWN, NOW + timedelta(days=days))
    late = NOW + timedelta(days=4)
    assert deck.due(late) == [puzzles[1], puzzles[2], puzzles[0]]
    assert deck.waiting(late, "tictactoe") == deck.due(late)
    assert deck.due(late, "connect4") == []


def test_puzzles_with_rules_of_ones_own_wait_for_who_names_their_file(puzzles: list[Puzzle]) -> None:
    own = replace(puzzles[0], game="my.py:Game")
    deck = Deck()
    deck.add([own, puzzles[1]])
    assert deck.waiting(NOW) == [puzzles[1]]
    assert deck.waiting(NOW, own.game) == [own]
    assert deck.of_game() == [own, puzzles[1]]
    assert deck.of_game(own.game) == [own]


def test_cards_are_kept_apart_by_the_number_of_their_puzzle(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    cards = [deck.note(puzzle, Recall.LATE, NOW) for puzzle in puzzles]
    assert [card.card_id for card in cards] == [int(puzzle.id, 16) for puzzle in puzzles]
    assert cards[0].last_review == NOW


def test_a_file_gives_everything_back(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    deck.add(puzzles)
    deck.note(puzzles[0], Recall.LATE, NOW)
    deck.searched.add("some game")
    deck.save()
    assert deck.path == default_path()
    again = Deck()
    assert again.to_json() == deck.to_json()
    assert again.progress(NOW) == [("2026-03-01", 1, 0)]


def test_progress_by_day(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    for day, recall in ((0, Recall.SHOWN), (0, Recall.AT_ONCE), (2, Recall.AT_ONCE), (40, Recall.AT_ONCE)):
        deck.note(puzzles[0], recall, NOW + timedelta(days=day))
    assert deck.progress(NOW + timedelta(days=3)) == [
        ("2026-03-01", 2, 1),
        ("2026-03-03", 1, 1),
        ("2026-04-10", 1, 1),
    ]
    assert deck.progress(NOW + timedelta(days=41)) == [("2026-04-10", 1, 1)]


def test_progress_is_of_the_last_fourteen_days_where_one_is(puzzles: list[Puzzle]) -> None:
    deck = Deck()
    for hours in (0, 24 * 13, 24 * 14):
        deck.note(puzzles[0], Recall.AT_ONCE, NOW + timedelta(hours=hours))
    now = NOW + timedelta(days=14)
    assert deck.progress(now) == [("2026-03-14", 1, 1), ("2026-03-15", 1, 1)]
    assert deck.progress(now, 15)[0] == ("2026-03-01", 1, 1)
    # Noon in Greenwich is the next day where clocks are 13 hours ahead.
    east = now.astimezone(timezone(timedelta(hours=13)))
    assert [day for day, _, _ in deck.progress(east)] == ["2026-03-15", "2026-03-16"]


def test_the_deck_is_where_the_environment_says_or_in_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    assert default_path() == tmp_path / "training" / "deck.json"
    monkeypatch.delenv("KIBITZ_DATA")
    asked = []

    def folder(name: str, appauthor: object) -> Path:
        asked.append((name, appauthor))
        return tmp_path / name

    monkeypatch.setattr("platformdirs.user_data_path", folder)
    assert default_path() == tmp_path / "kibitz" / "training" / "deck.json"
    assert asked == [("kibitz", False)]  # no folder of an author around it


def test_the_file_is_read_by_people_too(puzzles: list[Puzzle], tmp_path: Path) -> None:
    deck = Deck(tmp_path / "new" / "deck.json")
    deck.add([replace(puzzles[0], record="Übung")])
    deck.save()
    text = deck.path.read_text(encoding="utf-8")
    assert "Übung" in text
    assert text.endswith("}\n")
    assert text.count("\n") > 10


@pytest.mark.parametrize("name", ["due", "last_review"])
def test_a_card_whose_times_have_no_zone_is_refused(puzzles: list[Puzzle], name: str) -> None:
    good = card_to_json(Deck().note(puzzles[0], Recall.LATE, NOW))
    assert card_from_json(good).due > NOW
    assert card_from_json(card_to_json(new_card(7, NOW))).last_review is None
    with pytest.raises(kibitz.BadFile, match="zone"):
        card_from_json({**good, name: "2026-03-01T12:00:00"})


def test_history_scores_decay(puzzles: list[Puzzle]) -> None:
    card = Deck().note(puzzles[0], Recall.AT_ONCE, NOW)
    days = [recall_probability(card, NOW + timedelta(days=days)) for days in (0, 5, 50)]
    assert 1 >= days[0] > days[1] > days[2] > 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"version": 2}',
        '{"version": 1, "puzzles": [{}], "cards": {}, "tries": [], "searched": []}',
        '{"version": 1, "puzzles": [], "cards": {"a": {}}, "tries": [], "searched": []}',
        '{"version": 1, "puzzles": [], "cards": {}, "tries": [["a", "2026-01-01", 1]], "searched": []}',
        '{"version": 1, "puzzles": [], "cards": {}, "tries": [["a", "2026-01-01T00Z", 7]], "searched": []}',
    ],
)
def test_a_file_that_is_no_deck_is_refused_and_left(tmp_path: Path, text: str) -> None:
    path = tmp_path / "deck.json"
    if text.startswith('{"version": 1'):  # no mere damage: its checksum fits
        data = json.loads(text)
        text = json.dumps({**data, "crc32": f"{zlib.crc32(json.dumps(data, sort_keys=True).encode()):08x}"})
    path.write_text(text)
    with pytest.raises(kibitz.BadFile, match="holds no puzzles") as refused:
        Deck(path)
    assert "checksum" not in str(refused.value)
    assert path.read_text() == text


def test_damage_is_noticed_wherever_it_is(puzzles: list[Puzzle], tmp_path: Path) -> None:
    deck = Deck(tmp_path / "deck.json")
    deck.add(puzzles)
    deck.note(puzzles[0], Recall.LATE, NOW)
    deck.save()
    sound, rng = deck.path.read_bytes(), random.Random(1)
    for _ in range(300):
        at = rng.randrange(len(sound))
        damaged = sound[:at] + bytes([rng.choice(b'0123456789abcx" ')]) + sound[at + 1 :]
        deck.path.write_bytes(damaged)
        try:
            again = Deck(deck.path)
        except kibitz.BadFile:
            continue
        assert again.to_json() == deck.to_json()  # a blank for a blank


def test_a_deck_is_written_whole(
    puzzles: list[Puzzle], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = Deck(tmp_path / "deck.json")
    deck.add(puzzles[:1])
    deck.save()
    before = deck.path.read_text()
    deck.add(puzzles)
    monkeypatch.setattr("os.replace", _no_room)
    with pytest.raises(kibitz.BadFile):
        deck.save()
    assert deck.path.read_text() == before
    assert json.loads(before)["version"] == 1


def _no_room(*paths: object, **folders: object) -> None:
    raise OSError("no room")


def test_two_who_train_with_one_file_keep_what_both_did(tmp_path: Path, puzzles: list[Puzzle]) -> None:
    """Each read the file before the other wrote it; the card of a puzzle that both tried is of both tries."""
    path = tmp_path / "deck.json"
    one, other, alone = Deck(path), Deck(path), Deck(tmp_path / "alone.json")
    for number, deck in enumerate((one, other, one, other)):
        now = NOW + timedelta(days=number)
        for puzzle in (puzzles[0], puzzles[1 + number]):
            deck.note(puzzle, Recall.AT_ONCE, now)
            alone.note(puzzle, Recall.AT_ONCE, now)
        deck.searched.add(f"game {number}")
        deck.save()
    kept = Deck(path)
    assert kept.tries == alone.tries
    assert kept.cards == alone.cards
    assert set(kept.puzzles) == set(alone.puzzles)
    assert kept.searched == {f"game {number}" for number in range(4)}
    other.save()  # what was saved does not count twice
    assert Deck(path).tries == alone.tries


def test_a_file_that_was_damaged_meanwhile_is_not_written_over(tmp_path: Path, puzzles: list[Puzzle]) -> None:
    path = tmp_path / "deck.json"
    deck = Deck(path)
    deck.add(puzzles)
    deck.save()
    path.write_text("nonsense")
    with pytest.raises(kibitz.BadFile, match="move it away"):
        deck.save()
    assert path.read_text() == "nonsense"
