"""Reports of matches and tournaments, against figures computed by hand."""

from __future__ import annotations

import json
import math
import re
import statistics
from collections.abc import Sequence
from typing import Any

import pytest

from kibitz.arena.elo import elo_of_score
from kibitz.arena.game_result import Effort, GameResult
from kibitz.arena.games_played import forfeit_notes
from kibitz.arena.machines import machine_notes, speeds
from kibitz.arena.match_report import effort_json, effort_words, elo_text, tally_json
from kibitz.arena.match_result import MatchResult
from kibitz.arena.schedule import Plan
from kibitz.arena.sprt import Sprt
from kibitz.arena.tally import Tally
from kibitz.arena.tournament import TournamentResult
from kibitz.arena.tournament_page import tournament_page
from kibitz.arena.tournament_report import conditions, notes
from kibitz.arena.tournament_report import rating_rows as tournament_rows
from kibitz.base.ending import Ending, Termination
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit
from kibitz.base.side import Outcome, Side
from kibitz.base.time_control import TimeControl

#: The points of Ann in pairs of games, in the first of which she begins.
PAIRS = ((1, 1), (1, 1), (1, 1), (0.5, 1), (0.5, 1), (1, 0), (0.5, 0), (0, 0))
PLAYERS = (("Ann", "random"), ("Bob", "rules"))
_WINNERS = {1: Side.FIRST, 0.5: None, 0: Side.SECOND}


def _game(number: int, first: float, **more: Any) -> GameResult:
    """A game of 7 moves with a given score of the first player."""
    data = {"efforts": (Effort(4, 0.002, 4000), Effort(3, 0.006)), "start": f"s{number // 2}", **more}
    return GameResult(number, Ending(Outcome(_WINNERS[first])), ("5",) * 7, **data)


def _match(scores: Sequence[float], games: int | None = None, **plan: Any) -> MatchResult:
    """A match in which Ann got these points, game by game."""
    match = MatchResult(Plan("tictactoe", PLAYERS, games or len(scores), "match", **plan))
    firsts = [1 - score if number % 2 else score for number, score in enumerate(scores)]
    match.take({number: _game(number, first) for number, first in enumerate(firsts)})
    return match


def _lines(match: MatchResult) -> dict[str, list[str]]:
    """The lines of a report by what each begins with."""
    found: dict[str, list[str]] = {}
    for line in str(match).splitlines()[1:]:
        name, said = re.split(r"  +", line, maxsplit=1)
        found.setdefault(name, []).append(said)
    return found


PLAYED = [*(score for pair in PAIRS for score in pair), 1]


def test_a_match_in_words_has_every_figure() -> None:
    match = _match(PLAYED, 30, seed=11)
    said = _lines(match)
    assert str(match).splitlines()[0] == "Ann - Bob, tictactoe, 16 games, seed 11"
    assert said["starts"][0].startswith("8 different, after 2 random moves")
    # Nine games won, three drawn, four lost.
    assert said["result"] == ["+9 =3 -4, score 65.6%"]
    scores = [sum(pair) / 2 for pair in PAIRS]
    mean, margin = statistics.fmean(scores), 1.96 * statistics.pstdev(scores) / math.sqrt(8)
    elo = [f"{-400 * math.log10(1 / s - 1):+.0f}" for s in (mean, mean - margin, mean + margin)]
    assert said["difference"][0].startswith(f"{elo[0]} Elo, {elo[1]} to {elo[2]} (95%), likelihood")
    assert said["difference"][0].endswith(f" {match.tally.superiority():.1%}")
    assert said["pairs"] == ["0: 1  ½: 1  1: 1  1½: 2  2: 3"]
    # Those who began won 3 + 2 + 1 + 1 games, and drew 2 + 1.
    assert said["first player"][0].startswith("+7 =3 -6, score 53.1%, +22 Elo, ")
    assert said["length"] == ["7.0 moves a game"]
    # Each began half of the games, and only who begins counts nodes: 8 times 4000 for 8 times 7 moves.
    assert said["a move"] == ["Ann: 1.14 ms, 571 nodes", "Bob: 1.14 ms, 571 nodes"]
    assert said["not counted"] == ["game 17, whose pair is incomplete"]
    assert "SPRT" not in said
    assert match.standing() == f"game 17: Ann - Bob +9 =3 -4, {elo[0]} Elo, {elo[1]} to {elo[2]}"


def test_a_match_as_data_has_every_figure() -> None:
    match = _match(PLAYED, 30, seed=11)
    data = match.to_json()
    assert json.loads(json.dumps(data)) == data
    wanted = {
        "game": "tictactoe",
        "players": ["Ann", "Bob"],
        "seed": 11,
        "opening_plies": 2,
        "games": 16,
        "not_counted": 1,
        "complete": False,
        "wins": 9,
        "draws": 3,
        "losses": 4,
        "score": 10.5 / 16,
        "pairs": [1, 1, 1, 2, 3],
        "different_starts": 8,
        "plies": 7,
        "sprt": None,
        "forfeits": [],
    }
    assert {name: data[name] for name in wanted} == wanted
    assert data["first_player"]["counts"] == [6, 3, 7]
    assert data["first_player"]["score"] == 8.5 / 16
    assert data["efforts"][0] == {
        "moves": 56,
        "seconds_a_move": pytest.approx(0.064 / 56),
        "nodes_a_move": pytest.approx(32000 / 56),
    }
    assert data["results"][3] == {
        "game": 4,
        "first": "Bob",
        "second": "Ann",
        "score": 0,
        "moves": 7,
        "reason": None,
    }
    assert data["elo_interval"] == list(match.tally.elo_interval())


def test_move_times_are_recorded_by_side() -> None:
    match = MatchResult(Plan("tictactoe", PLAYERS, 2, "match"))
    slow, quick = Effort(4, 0.04, 4000), Effort(4, 0.004, 40)
    match.take({0: _game(0, 1, efforts=(slow, quick)), 1: _game(1, 0, efforts=(quick, slow))})
    assert _lines(match)["a move"] == ["Ann: 10.00 ms, 1,000 nodes", "Bob: 1.00 ms, 10 nodes"]


def test_the_better_player_is_likely_the_stronger_one() -> None:
    first, second, last = tournament_rows(_tournament((1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0.5, 0)).ratings)
    assert [row[1] for row in (first, second, last)] == ["Ann", "Bob", "Cid"]
    assert float(first[6].rstrip("%")) > 50
    assert float(second[6].rstrip("%")) > 50
    assert last[6] == ""


def test_a_match_of_a_single_game_has_no_pairs() -> None:
    match = _match([1])
    assert "pairs" not in _lines(match)
    assert match.to_json()["pairs"] is None
    assert (match.wins, match.score, match.is_over) == (1, 1, True)
    # Nobody can say how much stronger somebody is who won everything.
    assert _lines(match)["difference"][0].startswith("+∞ Elo, ")
    assert _lines(match)["difference"][0].endswith("+∞ (95%), likelihood of superiority 75.0%")
    assert match.to_json()["elo"] is None
    assert match.to_json()["elo_interval"][1] is None


def test_a_match_before_its_first_game_is_even() -> None:
    match = _match([], 4)
    assert (match.score, match.plies, match.is_over, match.counted) == (0.5, 0, False, [])
    assert _lines(match)["a move"] == ["Ann: no moves", "Bob: no moves"]
    assert _lines(match)["difference"] == ["+0.0 Elo, -∞ to +∞ (95%), likelihood of superiority 50.0%"]


@pytest.mark.parametrize(
    ("points", "games", "decision", "claim"),
    [(1, 200, "H1", "accepts Elo 60"), (0, 200, "H0", "accepts Elo -20"), (0.5, 4, None, "undecided")],
)
def test_the_report_includes_the_sequential_test(
    points: float, games: int, decision: str | None, claim: str
) -> None:
    sprt = Sprt(-20, 60)
    match = _match([points] * games, 400, sprt=sprt)
    ratio = sprt.ratio(match.tally)
    bounds = f"[{math.log(1 / 19):.2f}, {math.log(19):.2f}]"
    assert _lines(match)["SPRT"] == [f"LLR {ratio:.2f} in {bounds}, Elo -20 against 60: {claim}"]
    assert match.standing().endswith(f", LLR {ratio:.2f} {bounds}")
    data = match.to_json()["sprt"]
    assert (data["ratio"], data["decision"]) == (ratio, decision)
    assert data["bounds"] == pytest.approx([-math.log(19), math.log(19)])
    assert (data["elo0"], data["elo1"], data["alpha"], data["beta"]) == (-20, 60, 0.05, 0.05)
    # Once it is decided, games that were played all the same count no more.
    assert match.is_over is (decision is not None)
    assert (len(match.results) < games) is (decision is not None)


def test_for_notebooks_a_match_is_a_table_with_a_row_for_each_line() -> None:
    match = _match(PLAYED)
    table = match._repr_html_()
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td></tr>", table)
    assert len(rows) == len(str(match).splitlines()) - 1
    assert ("result", "+9 =3 -4, score 65.6%") in rows
    assert f"<caption>{str(match).splitlines()[0]}</caption>" in table


@pytest.mark.parametrize(
    ("elo", "text"),
    [
        *((35.4, "+35"), (-35.4, "-35"), (10, "+10"), (-10, "-10"), (9.94, "+9.9"), (-0.25, "-0.2")),
        *((0.0, "+0.0"), (-0.04, "+0.0"), (math.inf, "+∞"), (-math.inf, "-∞")),
    ],
)
def test_elo_has_a_sign_and_a_decimal_where_it_is_small(elo: float, text: str) -> None:
    assert elo_text(elo) == text


def test_the_cost_of_a_move_is_a_mean() -> None:
    assert effort_words(Effort(8, 0.01, 10_000)) == "1.25 ms, 1,250 nodes"
    assert effort_words(Effort(8, 0.01)) == "1.25 ms"
    assert effort_words(Effort()) == "no moves"
    assert effort_json(Effort(8, 0.01, 100)) == {"moves": 8, "seconds_a_move": 0.00125, "nodes_a_move": 12.5}
    assert effort_json(Effort()) == {"moves": 0, "seconds_a_move": 0, "nodes_a_move": None}


def test_a_tally_as_data_has_no_infinite_numbers() -> None:
    tally = Tally.of_games(0, 0, 3)
    data = tally_json(tally)
    assert (data["counts"], data["score"], data["elo"]) == ([3, 0, 0], 0, None)
    assert data["elo_interval"] == [None, tally.elo_interval()[1]]
    assert data["superiority"] == 1 / 16
    assert tally_json(Tally.of_games(3, 0, 1))["elo"] == pytest.approx(elo_of_score(0.75))


def test_efforts_add_up_and_nodes_count_where_they_are_counted() -> None:
    assert Effort() == Effort(0, 0.0, None)
    assert Effort(1, 0.5, 7) + Effort(2, 0.25, 5) == Effort(3, 0.75, 12)
    assert Effort(1, 0.5, 0) + Effort() == Effort(1, 0.5, 0)
    assert Effort() + Effort(2, 1.0) == Effort(2, 1.0, None)


@pytest.mark.parametrize(("failed", "named", "more"), [(1, 1, 0), (10, 10, 0), (11, 10, 1), (14, 10, 4)])
def test_ten_forfeits_are_named_and_the_rest_are_counted(failed: int, named: int, more: int) -> None:
    match = MatchResult(Plan("tictactoe", PLAYERS, 20, "match"))
    late = Ending.lost(Side.SECOND, Termination.ON_TIME)
    games = {number: _game(number, 1) for number in range(20)}
    for number in range(failed):
        games[number] = GameResult(number, late, ("5",), "s")
    match.take(games)
    found = forfeit_notes(match)
    assert found[:named] == [
        f"game {n + 1}, {'Ann' if n % 2 else 'Bob'}, second lost on time" for n in range(named)
    ]
    assert found[named:-1] == ([f"and {more} more"] if more else [])
    assert found[-1].startswith(f"{failed} of 20 games;")
    assert match.to_json()["forfeits"][0] == {"player": "Bob", "game": 1, "reason": "second lost on time"}
    assert [line.split("  ")[0] for line in str(match).splitlines()].count("forfeits") == len(found)


def _on_machines(limits: tuple[Limit, ...], *spent: tuple[str, Effort], **plan: Any) -> MatchResult:
    match = MatchResult(Plan("tictactoe", PLAYERS, len(spent), "match", limits=limits, **plan))
    result = enumerate(spent)
    match.take({n: _game(n, 1, machine=machine, efforts=(each, Effort(1))) for n, (machine, each) in result})
    return match


def test_speeds_count_all_games_of_a_machine_with_a_second_of_thinking() -> None:
    match = _on_machines(
        (),
        *(("swift", Effort(1, 0.5, 1500)), ("swift", Effort(1, 3.0, 600))),
        *(("swift", Effort(1, 0.5, 500)), ("slow", Effort(1, 0.75, 9))),
        *(("slow", Effort(1, 0.25, 400)), ("slow", Effort(1, 9.0))),
    )
    # Ann had 1 s on swift; on slow only a quarter. Bob had 3 s on swift, and 9.75 s on slow.
    assert speeds(match) == {"Ann": {"swift": 2000}, "Bob": {"slow": pytest.approx(9 / 9.75), "swift": 200}}


def test_machines_are_distinguished_only_where_time_is_the_limit() -> None:
    spent = [
        ("swift", Effort(1, 2.0, 4000)),
        ("x", Effort(1)),
        ("slow", Effort(1, 2.0, 3000)),
        ("x", Effort()),
    ]
    (result,) = machine_notes(_on_machines((Limit(seconds=1),), *spent))
    assert "Ann visits 1,500 nodes a second on slow, 2,000 nodes a second on swift" in result
    assert machine_notes(_on_machines((), *spent, clock=TimeControl(5))) == [result]
    assert machine_notes(_on_machines((Limit(depth=3), Limit(seconds=1)), *spent)) == [result]
    assert machine_notes(_on_machines((Limit(depth=3),), *spent)) == []
    assert machine_notes(_on_machines((), *spent)) == []
    assert _lines(_on_machines((Limit(seconds=1),), *spent))["machines"] == [result]


THREE = (("Ann", "random"), ("Bob", "rules"), ("Cid", "alphabeta"))


def _tournament(firsts: Sequence[float], **plan: Any) -> TournamentResult:
    """A tournament of three, in the games of which those who begin got so much."""
    results = {number: _game(number, score) for number, score in enumerate(firsts)}
    return TournamentResult(Plan("tictactoe", THREE, **{"each": 4, **plan}), results)


#: Two rounds of Ann - Bob, Bob - Ann, Ann - Cid, Cid - Ann, Bob - Cid, Cid - Bob.
ROUNDS = (1, 0, 1, 0.5, 0.5, 0, 1, 1, 0, 0.5, 1, 1)


def test_a_tournament_in_words_has_every_figure() -> None:
    played = _tournament(ROUNDS, seed=5)
    lines = str(played).splitlines()
    assert lines[0].startswith("tictactoe, round-robin, 12 of 12 games, seed 5, each pair starts after 2 ")
    # Ann: 3 of 4 against Bob, 2 of 4 against Cid. Bob: 2.5 of 4 against Cid.
    best = [r.name for r in played.ratings.ratings]
    assert best == ["Ann", "Bob", "Cid"]
    rows = [line.split() for line in lines[3:6]]
    assert [row[:2] for row in rows] == [["1", "Ann"], ["2", "Bob"], ["3", "Cid"]]
    assert [row[4:6] for row in rows] == [["8", "62.5%"], ["8", "43.8%"], ["8", "43.8%"]]
    for row, rating in zip(rows, played.ratings.ratings, strict=True):
        assert row[2:4] == [f"{rating.elo:+.0f}", f"{rating.error:.0f}"]
    assert lines[9].split() == ["1", "2", "3"]
    assert [line.split() for line in lines[10:13]] == [
        ["1", "Ann", "·", "75.0%", "50.0%"],
        ["2", "Bob", "25.0%", "·", "62.5%"],
        ["3", "Cid", "50.0%", "37.5%", "·"],
    ]
    # Columns stand below each other.
    assert (
        len({line.rindex(end) + len(end) for line, end in zip(lines[9:12], ("3", "%", "%"), strict=True)})
        == 1
    )
    assert lines[14].startswith("first player: score 62.5%, +89 Elo, ")
    assert lines[15:] == [f"a move of {name}: 1.14 ms, 571 nodes" for name in ("Ann", "Bob", "Cid")]


def test_a_tournament_as_data_has_every_figure() -> None:
    data = _tournament(ROUNDS, seed=5).to_json()
    assert json.loads(json.dumps(data)) == data
    assert (data["games"], data["complete"], data["anchor"], data["leaning"]) == (12, True, None, False)
    assert data["crosstable"] == {
        "Ann": {"Bob": [1, 0, 3], "Cid": [1, 2, 1]},
        "Bob": {"Ann": [3, 0, 1], "Cid": [1, 1, 2]},
        "Cid": {"Ann": [1, 2, 1], "Bob": [2, 1, 1]},
    }
    assert [(r["name"], r["spec"], r["games"], r["score"], r["moves"]) for r in data["ratings"]] == [
        *(("Ann", "random", 8, 5, 28), ("Bob", "rules", 8, 3.5, 28), ("Cid", "alphabeta", 8, 3.5, 28))
    ]
    above = data["superiority"]
    assert set(above["Ann"]) == {"Bob", "Cid"}
    assert above["Ann"]["Bob"] + above["Bob"]["Ann"] == pytest.approx(1)
    assert above["Ann"]["Cid"] > 0.5 > above["Cid"]["Ann"]
    assert data["first_player"]["counts"] == [ROUNDS.count(0), ROUNDS.count(0.5), ROUNDS.count(1)]
    assert (data["forfeits"], set(data["nodes_a_second"])) == ([], {"Ann", "Bob", "Cid"})


def test_a_tournament_that_is_not_complete_says_so() -> None:
    played = _tournament(ROUNDS[:5])
    assert (played.is_over, played.to_json()["complete"], played.to_json()["games"]) == (False, False, 5)
    assert played.standing() == "game 5 of 12"
    assert conditions(played).startswith("tictactoe, round-robin, 5 of 12 games, seed 0")
    assert "Cid" not in played.to_json()["crosstable"]["Cid"]
    assert [n for n, _ in played.convergence()] == [2, 3, 4, 5]
    assert [n for n, _ in _tournament(ROUNDS[:2]).convergence()] == [2]
    assert _tournament(ROUNDS[:1]).convergence() == []


def test_conditions_say_limits_and_clocks() -> None:
    assert conditions(_tournament(ROUNDS)).count("a move") == 0
    both = _tournament(ROUNDS, limits=(Limit(depth=3, seconds=0.5),), clock=TimeControl(60, 0.25))
    assert conditions(both).endswith(", 3 depth a move, 0.5 seconds a move, 60 s + 0.25 s a move")


def test_notes_are_of_those_who_won_everything_of_failures_and_of_machines() -> None:
    assert notes(_tournament(ROUNDS)) == []
    assert notes(_tournament([])) == []
    (leaning,) = notes(_tournament((1, 0) * 6))
    assert leaning.startswith("note: some players won or lost")
    failed = _tournament(ROUNDS, limits=(Limit(seconds=1),))
    late = Ending.lost(Side.FIRST, Termination.ON_TIME)
    failed.results[7] = GameResult(7, late, ("5",), "s", (Effort(1, 2.0, 100), Effort()), "slow")
    failed.results[1] = GameResult(1, late, ("5",), "s", (Effort(1, 2.0, 900), Effort()), "swift")
    found = notes(failed)
    assert [note.partition(":")[0] for note in found] == ["forfeits", "forfeits", "forfeits", "machines"]
    assert found[0] == "forfeits: game 2, Bob, first lost on time"
    assert str(failed).splitlines()[-4:] == found
    page = tournament_page(failed)
    assert all(f"<li>{note}</li>" in page for note in found)


def test_the_page_of_a_tournament_says_what_the_report_says() -> None:
    played = _tournament(ROUNDS)
    page = tournament_page(played)
    assert f"<title>{played.game.title}: a tournament</title>" in page
    assert f"<p>{conditions(played)}.</p>" in page
    assert f"The first player scored {sum(ROUNDS) / 12:.1%}" in page
    rows = re.findall(r"<tr><td>(\d)</td><td>(\w+)</td><td>(.*?)</td>", page)
    assert rows == [
        (str(place), r.name, f"{r.elo:+.0f}") for place, r in enumerate(played.ratings.ratings, start=1)
    ]
    assert {"75%", "25%", "62%", "38%"} <= set(re.findall(r">(\d+%)</text>", page))
    # From the second game on there are ratings, which the picture follows.
    (path, *_) = re.findall(r'<polyline points="(.*?)"', page)
    assert len(path.split()) == 11
    assert "<polyline" not in tournament_page(_tournament(ROUNDS[:1]))
    shown = played._repr_html_()
    assert (shown.count("<table>"), shown.count("<svg")) == (1, 1)


def test_matches_and_tournaments_are_not_taken_for_each_other() -> None:
    match, tournament = Plan("tictactoe", PLAYERS, 2, "match"), Plan("tictactoe", PLAYERS, 2)
    with pytest.raises(BadOption, match="tournament --resume"):
        MatchResult(tournament)
    with pytest.raises(BadOption, match="match --resume"):
        TournamentResult(match)
    with pytest.raises(BadOption, match=r"'Eve' is not one of the players: Ann, Bob"):
        TournamentResult(tournament, anchor=("Eve", 0.0))
