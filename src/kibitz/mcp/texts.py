"""Short texts of results: all that many assistants show to their model."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.mcp.results import GameList, GameState, PuzzleAnswer, PuzzleState, ReviewedGame
from kibitz.service.replies import (
    Analysis,
    Job,
    PositionText,
    RulesText,
    SavedGames,
    WordedExplanation,
    WrittenGame,
)

#: Maximum number of moves in a text; the structured result has all.
_MOST = 60


def _some(texts: Sequence[str]) -> str:
    more = f" … ({len(texts)} in all)" if len(texts) > _MOST else ""
    return ", ".join(texts[:_MOST]) + more


def game_list(found: GameList) -> str:
    """Return the games and players, a line each."""
    games = [f"{each['game']}: {each['title']}; {each['summary']}" for each in found["games"]]
    players = [f"{each['player']}: {each['summary']}" for each in found["players"]]
    return "\n".join(["Games:", *games, "", "Players:", *players])


def rules(found: RulesText) -> str:
    """Return the rules with the start."""
    options = [
        f"Option {each['name']} ({each['range']}; default {each['default']}): {each['help']}"
        for each in found["options"]
    ]
    return "\n".join(
        [
            f"{found['title']} ({found['game']})",
            *(found["rules"] or [found["summary"]]),
            *([f"It is {found['known']}."] if found["known"] else []),
            *options,
            f"Players: {', '.join(found['players'])}",
            f"Sides: {found['sides'][0]} begins against {found['sides'][1]}",
            "The start:",
            found["board"],
            f"Moves: {_some(found['moves'])}",
            found["example"],
        ]
    )


def game_state(found: GameState, since: int | None = None) -> str:
    """Return the board and what may be played; `since` is the number of moves that the client knew."""
    lines = [f"{found['title']}, id {found['id']}", found["board"]]
    played = found["played"]
    if since is not None and len(played) > since:
        lines.append(f"Played since your move: {', '.join(played[since:])}")
    elif played:
        lines.append(f"Played: {_some(played)}")
    lines.append(_to_move(found))
    return "\n".join(lines)


def _to_move(found: GameState) -> str:
    outcome = found["outcome"]
    if outcome is not None:
        winner = outcome["winner"]
        who = "a draw" if winner is None else f"{found['sides'][winner == 'second']} won"
        return f"The game is over: {who} ({outcome['detail'] or outcome['how']})."
    if found["waits"] in ("computer", "dice"):
        return "The computer is still thinking; game_state waits for its move."
    turn = found["turn"]
    side = found["sides"][turn == "second"] if turn != "chance" else "a roll"
    return f"To move: {side} ({turn}). Legal moves: {_some(found['legal_moves'])}"


def analysis(found: Analysis, shown: PositionText | None = None) -> str:
    """Return the value of a position, whether it is exact, and its moves, best first."""
    value = found["value"]
    sort = "Exact" if value["exact"] else "An estimate, which may be wrong"
    lines = [shown["board"]] if shown else []
    lines += [
        f"Position: {found['position']}",
        f"{sort}: the {found['mover']} player {value['words']} ({found['source']}).",
    ]
    if outcome := found.get("outcome"):
        lines.append(f"The game is over: {outcome}")
    lines += [
        f"{each['text']}: {each['value']['words']}"
        + ("" if each["value"]["exact"] else " (estimate)")
        + (f"; {' '.join(each['line'])}" if len(each["line"]) > 1 else "")
        for each in found["moves"][:_MOST]
    ]
    lines += [
        f"{each['roll']} ({each['probability']:.1%}): {each['value']['words']}" for each in found["rolls"]
    ]
    return "\n".join([*lines, *found["notes"]])


def explanation(found: WordedExplanation) -> str:
    """Return an explanation in words."""
    sort = "exact" if found["value"]["exact"] else "an estimate, which may be wrong"
    return f"{found['words']}\n(The value is {sort}.)"


def review(found: ReviewedGame) -> str:
    """Return the table of moves, the totals, and the lessons."""
    sort = "All values are exact." if found["exact"] else "Some values are estimates, which may be wrong."
    rows = [" · ".join(filter(None, (row["what"], row["values"], row["verdict"]))) for row in found["rows"]]
    lessons = [
        line
        for each in found["lessons"]
        for line in ("", *filter(None, (each["title"], each["why"], each["reply"], each["better"])))
    ]
    return "\n".join([f"{found['game']}: {found['result']}. {sort}", *rows, "", *found["words"], *lessons])


def puzzle(found: PuzzleState) -> str:
    """Return the question with the board."""
    last = f"Solution: {found['solution']}" if found["solution"] else f"Legal moves: {_some(found['moves'])}"
    return "\n".join(
        [
            f"{found['title']}, puzzle {found['puzzle']}",
            found["board"],
            found["question"],
            found["task"],
            last,
        ]
    )


def answer(found: PuzzleAnswer) -> str:
    """Return the result of an answer; the puzzle follows if it goes on."""
    reply = f"The reply is {found['reply']}." if found["reply"] else ""
    first = "\n".join(filter(None, (f"{found['result'].capitalize()}.", found["why"], reply)))
    return first if found["puzzle"]["solved"] else f"{first}\n{puzzle(found['puzzle'])}"


def job(found: Job | None) -> str:
    """Return the progress of solving."""
    if found is None:
        return "Nothing is being solved; solve_game starts it."
    if found["state"] == "running":
        share = f"{found['done']:,} of {found['total']:,}" if found["total"] else f"{found['done']:,} so far"
        return (
            f"{found['game']} is being solved ({share}); ask with solving_progress, end it with stop_solving."
        )
    return f"{found['game']}: {found['state']}. {found['message']}"


def written_game(found: WrittenGame) -> str:
    """Return whether a game was accepted, or its problems."""
    report = found["report"]
    notes = [f"note: {each}" for each in report["notes"]]
    if found["accepted"]:
        return "\n".join(
            [
                f"Accepted: no problem in {report['positions']:,} positions of {report['games']:,} random "
                f"games. Its spec for the other tools is {found['game']}",
                *notes,
            ]
        )
    problems = [f"problem: {each}" for each in report["problems"]]
    return "\n".join(["Refused; correct these and write it again:", *problems, *notes])


def saved_games(found: SavedGames) -> str:
    """Return the saved games, a line each."""
    rows = [
        f"{each['name']}: {each['title']}, {each['first']} – {each['second']}, {each['result']}, "
        f"{each['changed']}"
        for each in found["records"]
    ]
    return "\n".join(rows) or "There are no saved games."
