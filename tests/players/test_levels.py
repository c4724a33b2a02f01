"""Levels: reproducible, each stronger than the one below, and never missing a win from the middle up."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from dataclasses import astuple
from pathlib import Path

import pytest

import kibitz
from kibitz.analysis.tactics import immediate_wins
from kibitz.base.errors import BadFile
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.players.level_data import (
    FOLDER_VARIABLE,
    Behaviour,
    Levels,
    Step,
    anchored,
    levels_json,
    levels_of,
    read_levels,
)

TICTACTOE = kibitz.load("tictactoe")
RACE = str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "race.py")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))


def level(strength: int) -> kibitz.Player:
    return kibitz.player(f"level:strength={strength}")


def result(one: kibitz.Player, other: kibitz.Player, seed: int, game: kibitz.Game = TICTACTOE) -> float:
    """What `one`, who begins, gets out of a game."""
    rng = Random(seed)
    position = game.start(rng)
    while position.outcome is None:
        if position.turn is Side.CHANCE:
            position = position.play(position.roll(rng))
        else:
            player = one if position.turn is Side.FIRST else other
            position = position.play(player.choose(position, rng=rng).move)
    return (1 + position.outcome.for_side(Side.FIRST)) / 2


def score(one: kibitz.Player, other: kibitz.Player, pairs: int) -> float:
    first = sum(result(one, other, seed) for seed in range(pairs))
    second = sum(1 - result(other, one, seed) for seed in range(pairs))
    return (first + second) / (2 * pairs)


def test_every_step_is_stronger() -> None:
    strengths = range(0, 101, 20)
    against_random = [score(level(s), kibitz.player("random"), 60) for s in strengths]
    for weaker, stronger in itertools.pairwise(strengths):
        assert score(level(stronger), level(weaker), 60) > 0.5
    # Even the weakest sees most obvious moves on so small a board.
    assert against_random[0] + 0.05 < against_random[2]
    assert all(a < b + 0.03 for a, b in itertools.pairwise(against_random))


def test_the_strongest_never_loses_a_solved_game() -> None:
    for seed in range(30):
        assert result(level(100), level(seed), seed) >= 0.5
        assert result(level(seed), level(100), seed) <= 0.5


@pytest.mark.parametrize("spec", [*kibitz.game_names(), RACE])
def test_every_game_and_level_the_same_for_the_same_chance(spec: str) -> None:
    game = kibitz.load(spec)
    position = game.start(Random(1))
    if position.turn is Side.CHANCE:
        position = position.play(position.roll(Random(2)))
    for spec in (
        "level:strength=0",
        "level:strength=37",
        "level:strength=70",
        "classic",
        "level:strength=100",
    ):
        player = kibitz.player(spec)
        limit = kibitz.Limit(nodes=3000)
        one, other = (player.choose(position, limit, Random(5)) for _ in range(2))
        assert one.move == other.move
        assert one.move in position.moves


def test_a_win_at_once_is_taken_from_the_middle_up() -> None:
    rng = Random(4)
    met = 0
    for spec in ("tictactoe", "connect:width=5,height=4,length=3"):
        game = kibitz.load(spec)
        for _ in range(60):
            position = game.start()
            while not position.is_over:
                wins = immediate_wins(position)
                if wins:
                    met += 1
                    for strength in (50, 75, 99, 100):
                        assert level(strength).choose(position, kibitz.Limit(nodes=500), rng).move in wins
                position = position.play(position.moves[int(rng.random() * len(position.moves))])
    assert met > 50


def test_larger_mistakes_are_rarer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A careless level that overlooks obvious moves; x wins with 3, and not with 7.
    how = Behaviour(depth=1, carelessness=0.5, attention=0, overlook=0, perfect=0)
    levels = Levels([Step(n, how, n, 0) for n in (0, 100)], {})
    (tmp_path / "mnk.json").write_text(json.dumps(levels_json(levels)), encoding="utf-8")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    position = TICTACTOE.position("xx./oo./...")
    played = Counter(str(level(20).choose(position, rng=Random(seed)).move) for seed in range(400))
    assert played["3"] > played["7"] > 0


MEASURED = ("tictactoe", "mnk", "numerical", "connect4", "ewn", "chess")


@pytest.mark.parametrize("spec", MEASURED)
def test_every_measured_step_rises_beyond_doubt(spec: str) -> None:
    levels = levels_of(kibitz.load(spec))
    assert [step.level for step in levels.steps] == list(range(0, 101, 10))
    rows = levels.made["level"][1:]
    assert all(row["step"] > row["step_error"] for row in rows)
    assert levels.made["by"].startswith("python benchmarks/calibrate.py")
    # No step is more than three times another.
    steps = [row["step"] for row in rows]
    assert max(steps) < 3 * min(steps)


@pytest.mark.parametrize("spec", MEASURED)
def test_a_higher_level_never_does_worse_in_any_way(spec: str) -> None:
    levels = levels_of(kibitz.load(spec))
    for step in levels.steps:
        assert levels.behaviour(step.level) == step.behaviour
    between = [levels.behaviour(k / 4) for k in range(401)]
    for a, b in itertools.pairwise(between):
        assert a.depth <= b.depth
        assert a.carelessness >= b.carelessness
        assert a.attention <= b.attention
        assert a.perfect <= b.perfect
    assert between[0].perfect == 0
    assert between[-1].perfect == 1
    # From the middle up no win at once is passed by.
    assert all(behaviour.attention == 1 for behaviour in between[200:])


def test_games_that_were_not_measured_have_the_levels_of_one_like_them() -> None:
    like = {
        "connect:width=5,height=5": "connect4",
        "mnk:width=4,height=4": "mnk",
        "ewn:size=4,stones=3": "ewn",
        "numerical:size=4": "numerical",
        RACE: "ewn" if kibitz.load(RACE).has_chance else "mnk",
    }
    for spec, other in like.items():
        assert levels_of(kibitz.load(spec)) is levels_of(kibitz.load(other))


def test_strength_by_rating() -> None:
    levels = levels_of(TICTACTOE)
    for step in levels.steps:
        assert levels.level_at(step.elo) == pytest.approx(step.level)
    assert 0 < levels.level_at(levels.top / 2) < 100
    player = kibitz.player("level:elo=200")
    assert player.spec == "level:elo=200"
    assert player.choose(TICTACTOE.start(), rng=Random(1)).move in TICTACTOE.start().moves
    highest = kibitz.player(f"level:elo={int(levels.top) + 1}")
    with pytest.raises(kibitz.BadOption, match=f"from 0 to {int(levels.top)}"):
        highest.choose(TICTACTOE.start())
    with pytest.raises(kibitz.BadOption, match="to 9999"):
        kibitz.player("level:elo=10000")
    with pytest.raises(kibitz.BadOption, match="give one or the other"):
        kibitz.player("level:strength=20,elo=300")


def test_interpolation_between_measured_levels() -> None:
    levels = Levels(
        [
            Step(0, Behaviour(1, 16, 0.2, 1, 0), 0, 5),
            Step(40, Behaviour(3, 1, 0.6, 0.5, 0.4), 100, 5),
            Step(100, Behaviour(6, 1 / 8, 1, 0, 1), 400, 5),
        ],
        {},
    )
    # A quarter of the way: carelessness by the fourth root of the whole factor, all else evenly.
    for level, expected in ((10, (1.5, 8, 0.3, 0.875, 0.1)), (60, (4, 0.5, 0.6 + 0.4 / 3, 1 / 3, 0.6))):
        assert astuple(levels.behaviour(level)) == pytest.approx(expected)
    assert [levels.level_at(elo) for elo in (0, 25, 100, 250, 400)] == [0, 10, 40, 70, 100]


def test_other_levels_can_be_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(kibitz.KibitzError, match="no levels for tictactoe"):
        level(3).choose(TICTACTOE.start())
    rows = [
        {
            "level": n,
            "depth": 1,
            "carelessness": 1,
            "attention": 0,
            "overlook": 1,
            "perfect": n / 100,
            "elo": n,
            "error": 0,
        }
        for n in (0, 100)
    ]
    file = tmp_path / "mnk.json"
    file.write_text(json.dumps({"made": {}, "levels": rows}))
    assert levels_of(TICTACTOE).behaviour(30) == Behaviour(1, 1, 0, 1, 0.3)
    broken = (
        ("[]", "holds no levels"),
        ("[" * 100_000, "holds no levels"),
        (json.dumps({"made": {}, "levels": []}), "from 0 to 100, not none"),
        (json.dumps({"made": {}, "levels": rows[:1]}), "from 0 to 100, not 0"),
        (json.dumps({"made": {}, "levels": [*rows, *rows]}), "from 0 to 100, not 0, 100, 0, 100"),
        (json.dumps({"made": {}, "levels": [*rows, rows[1]]}), "from 0 to 100, not 0, 100, 100"),
        (json.dumps({"made": {}, "levels": [{**rows[0], "level": "0"}]}), "a number .*, not '0'"),
        (json.dumps({"made": {}, "levels": [{**rows[0], "carelessness": 0}]}), "from 1e-06 .*, not 0"),
        (json.dumps({"made": {}, "levels": [{**rows[0], "perfect": float("nan")}]}), "0 to 1, not nan"),
        (json.dumps({"made": 3, "levels": rows}), "holds no levels"),
    )
    for number, (text, message) in enumerate(broken):
        other = tmp_path / f"{number}.json"
        other.write_text(text)
        with pytest.raises(kibitz.KibitzError, match=message):
            read_levels(other)


def test_classic_is_a_percentage() -> None:
    position = TICTACTOE.start().play("1")  # only 5 keeps the draw
    for strength in (0, 60, 100):
        player = kibitz.player(f"classic:strength={strength}")
        best = sum(str(player.choose(position, rng=Random(seed)).move) == "5" for seed in range(1000)) / 1000
        # The random moves are the best one too, one time in eight.
        expected = strength / 100 + (1 - strength / 100) / 8
        assert abs(best - expected) < 0.04
    # Among moves with the best result it does not mind how long they take.
    position = TICTACTOE.position("x.o/.../...")
    moves = {
        str(kibitz.player("classic:strength=100").choose(position, rng=Random(s)).move) for s in range(60)
    }
    assert moves == {"4", "7", "9"}


@pytest.mark.parametrize("spec", ["level:strength=101", "level:strength=-1", "classic:strength=4.5"])
def test_a_wrong_strength_is_refused(spec: str) -> None:
    with pytest.raises(kibitz.BadOption, match="0 to 100"):
        kibitz.player(spec)


def test_anchors_put_ratings_on_another_scale(tmp_path: Path) -> None:
    data = levels_json(levels_of(TICTACTOE))
    top = data["levels"][-1]["elo"]
    path = tmp_path / "tictactoe.json"
    path.write_text(json.dumps({**data, "anchors": {"scale": "theirs", "points": [[0, 800], [top, 1600]]}}))
    found = read_levels(path)
    assert found.scale == "theirs"
    assert found.elo_range() == (800, 1600)
    assert found.level_at(800) == 0
    assert found.level_at(1600) == 100
    # In between as before.
    assert found.level_at(1200) == pytest.approx(levels_of(TICTACTOE).level_at(top / 2), abs=0.5)


def test_a_single_anchor_shifts_all_ratings(tmp_path: Path) -> None:
    data = levels_json(levels_of(TICTACTOE))
    path = tmp_path / "tictactoe.json"
    path.write_text(json.dumps({**data, "anchors": {"points": [[100, 850]]}}))
    for before, after in zip(levels_of(TICTACTOE).steps, read_levels(path).steps, strict=True):
        assert after.elo == pytest.approx(before.elo + 750)


@pytest.mark.parametrize("points", [[[0, 5], [1, 4]], [[1, 1], [0, 2]], [[0, 1e9]]])
def test_anchors_that_fall_are_refused(tmp_path: Path, points: list[list[float]]) -> None:
    path = tmp_path / "tictactoe.json"
    path.write_text(json.dumps({**levels_json(levels_of(TICTACTOE)), "anchors": {"points": points}}))
    with pytest.raises(BadFile, match="anchors"):
        read_levels(path)


GOOD = {
    "depth": 2,
    "carelessness": 1,
    "attention": 0.5,
    "overlook": 0.5,
    "perfect": 0.5,
    "elo": 0,
    "error": 1,
}


@pytest.mark.parametrize(
    ("name", "least", "most", "beyond"),
    [
        ("depth", 0, 1000, (-0.1, 1000.5)),
        ("carelessness", 1e-6, 1e6, (1e-7, 1e6 + 0.5)),
        ("attention", 0, 1, (-0.1, 1.1)),
        ("overlook", 0, 1, (-0.1, 1.1)),
        ("perfect", 0, 1, (-0.1, 1.1)),
        ("elo", -1e5, 1e5, (-1e5 - 0.5, 1e5 + 0.5)),
        ("error", 0, 1e5, (-0.1, 1e5 + 0.5)),
    ],
)
def test_numbers_in_custom_level_files_have_a_range(
    tmp_path: Path, name: str, least: float, most: float, beyond: tuple[float, float]
) -> None:
    def read(value: object) -> Levels:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        rows = [{**GOOD, "level": level, name: value} for level in (0, 100)]
        path.write_text(json.dumps({"made": {}, "levels": rows}))
        return read_levels(path)

    for value in (least, most):
        step = read(value).steps[0]
        assert getattr(step if name in ("elo", "error") else step.behaviour, name) == value
    for wrong in (*beyond, True, None, "1"):
        with pytest.raises(BadFile, match=re.escape(f"{name} is a number from {least:g} to {most:g}")):
            read(wrong)


@pytest.mark.parametrize(
    "levels",
    [[0, 50], [10, 100], [0, 60, 40, 100], [0, 101], [-1, 100], [0, 50, 50, 100], [100], [0, 100, 50]],
)
def test_levels_rise_from_0_to_100(tmp_path: Path, levels: list[float]) -> None:
    path = tmp_path / "levels.json"
    path.write_text(json.dumps({"made": {}, "levels": [{**GOOD, "level": level} for level in levels]}))
    with pytest.raises(BadFile, match="0 to 100"):
        read_levels(path)


def rated(*elos: float) -> Levels:
    how = Behaviour(1, 1, 0, 0, 0)
    count = len(elos) - 1
    return Levels([Step(100 * at / count, how, elo, 0) for at, elo in enumerate(elos)], {})


def test_ratings_become_levels_and_those_outside_are_refused() -> None:
    levels = rated(-10.5, 100, 300.5)
    assert [levels.level_at(elo) for elo in (-10.5, 100, 200.25, 300.5)] == [0, 50, 75, 100]
    assert levels.elo_range() == (0, 300)  # a rating below 0 is asked of nobody
    assert rated(9.5, 300).elo_range() == (10, 300)
    assert levels.top == 300.5
    for elo in (-11, 301):
        with pytest.raises(kibitz.BadOption, match=rf"from 0 to 300, that of level 100, not {elo}"):
            levels.level_at(elo)
    # Where two steps are as strong as one another, the upper one is taken for it.
    flat = rated(0, 100, 100, 200)
    assert flat.level_at(100) == pytest.approx(100 / 3)
    assert flat.level_at(150) == pytest.approx(100 * 2.5 / 3)
    # A step that fell, by chance of measuring, is passed over.
    fell = rated(0, 100, 80, 200)
    assert fell.level_at(140) == pytest.approx(100 * 2.5 / 3)
    assert fell.level_at(90) == pytest.approx(30)


def test_behaviour_at_the_steps_and_between() -> None:
    one, two, three = Behaviour(1, 1, 0, 1, 0), Behaviour(3, 1, 0.5, 0.5, 0.5), Behaviour(5, 1, 1, 0, 1)
    levels = Levels([Step(0, one, 0, 0), Step(20, two, 1, 0), Step(100, three, 2, 0)], {})
    assert [levels.behaviour(level) for level in (0, 20, 100)] == [one, two, three]
    assert levels.behaviour(10).depth == 2
    assert levels.behaviour(60).depth == 4
    assert levels.behaviour(100.5) == three  # nothing is stronger


@pytest.mark.parametrize(
    ("elo", "rating"), [(-100, 700), (0, 800), (500, 1200), (1000, 1600), (1500, 2600), (2000, 3600)]
)
def test_between_anchors_ratings_are_drawn_out_and_beyond_the_last_as_between_the_last_two(
    elo: float, rating: float
) -> None:
    # From 0 to 1000 by 0.8, from 1000 on twice as much; below the first like above it.
    points = [(0.0, 800.0), (1000.0, 1600.0), (1200.0, 2000.0)]
    wanted = rating if elo >= 0 else 800 + 0.8 * elo
    assert anchored(elo, points) == pytest.approx(wanted)


@pytest.mark.parametrize(
    "points", [[[0, 5], [0, 6]], [[0, 5], [1, 5]], [[1e5, 5]], [[0, -1e5]], [[0, 5], [1, 6], [1, 7]]]
)
def test_anchors_must_both_rise_and_be_near(tmp_path: Path, points: list[list[float]]) -> None:
    path = tmp_path / "levels.json"
    data = {"made": {}, "levels": [{**GOOD, "level": level} for level in (0, 100)]}
    path.write_text(json.dumps({**data, "anchors": {"points": points}}))
    with pytest.raises(BadFile, match="both rise"):
        read_levels(path)
    near = tmp_path / "near.json"
    near.write_text(json.dumps({**data, "anchors": {"points": [[0, 99_999.5]]}}))
    assert read_levels(near).top == 99_999.5


def test_levels_are_written_in_few_digits() -> None:
    how = Behaviour(1.2345678, 0.1234567, 0.9999999, 0.0000012, 0.5)
    (row,) = levels_json(Levels([Step(0, how, 12.345, 6.789)], {"by": "hand"}))["levels"]
    assert row == {
        "level": 0,
        "depth": 1.23457,
        "carelessness": 0.12346,
        "attention": 1.0,
        "overlook": 0.0,
        "perfect": 0.5,
        "elo": 12.3,
        "error": 6.8,
    }
