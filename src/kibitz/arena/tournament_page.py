"""A tournament as a self-contained HTML page."""

from __future__ import annotations

from html import escape

from kibitz.arena.match_report import elo_words
from kibitz.arena.plots import error_bars, heat_map, lines
from kibitz.arena.tournament import TournamentResult
from kibitz.arena.tournament_report import conditions, notes, rating_rows
from kibitz.base.html_table import html_table

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .7rem; text-align: right; }
th:nth-child(2), td:nth-child(2) { text-align: left; } tbody tr { border-top: 1px solid #ccc; }
figure { margin: 1rem 0 2rem; overflow-x: auto; } svg { max-width: none; }
"""


def tournament_page(result: TournamentResult, title: str | None = None) -> str:
    """Return the page: ratings, crosstable and convergence, as tables and plots."""
    head = escape(title or f"{result.game.title}: a tournament")
    first = result.first_player
    report = "".join(f"<li>{escape(note)}</li>" for note in notes(result))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{head}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{head}</h1>
<p>{escape(conditions(result))}.</p>
<h2>Ratings</h2>
{ratings_table(result)}
<figure>{ratings_plot(result)}</figure>
<h2>Who beat whom</h2>
<p>The row's score against the column.</p>
<figure>{crosstable_plot(result)}</figure>
<h2>How the ratings settled</h2>
<figure>{convergence_plot(result)}</figure>
<p>The first player scored {first.score:.1%}: {escape(elo_words(first))} (95%).</p>
<ul>{report}</ul>
</body>
</html>
"""


def ratings_table(result: TournamentResult) -> str:
    """Return the ratings as a table, a row for each player."""
    heads = ("", "player", "Elo", "±", "games", "score", "stronger than the next")
    return html_table(heads, rating_rows(result.ratings))


def ratings_plot(result: TournamentResult) -> str:
    """Return the ratings as a plot with error bars."""
    return error_bars([(r.name, r.elo, r.error) for r in result.ratings.ratings])


def crosstable_plot(result: TournamentResult) -> str:
    """Return the crosstable as a heat map."""
    scores = {pair: tally.score for pair, tally in result.crosstable.items()}
    return heat_map([r.name for r in result.ratings.ratings], scores)


def convergence_plot(result: TournamentResult) -> str:
    """Return a plot of the ratings against the number of games."""
    steps = result.convergence()
    names = [rating.name for rating in result.ratings.ratings]
    series = [(name, [(float(n), ratings[name].elo) for n, ratings in steps]) for name in names]
    return lines(series, "games", "Elo") if steps else ""
