"""The shapes of what the HTTP interface takes and gives, in the words of JSON Schema."""

from __future__ import annotations

from typing import Any

from kibitz.games.registry import names

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
YES: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}
SIDE: Schema = {"enum": ["first", "second"]}


def maybe(schema: Schema) -> Schema:
    """The same, or null."""
    return {**schema, "type": [schema["type"], "null"]}


def listed(items: Schema, words: str = "") -> Schema:
    """A list of such."""
    return {"type": "array", "items": items, **({"description": words} if words else {})}


def shaped(required: Schema, optional: Schema | None = None, words: str = "") -> Schema:
    """An object with these fields."""
    found: Schema = {"type": "object", "properties": {**required, **(optional or {})}}
    if required:
        found["required"] = list(required)
    return {**found, **({"description": words} if words else {})}


def said(schema: Schema, words: str) -> Schema:
    """The same with a description."""
    return {**schema, "description": words}


def ref(name: str) -> Schema:
    """One of the shapes with a name."""
    return {"$ref": f"#/components/schemas/{name}"}


OPTIONS: Schema = {
    "type": "object",
    "description": "Options of the game that are not in its spec.",
    "additionalProperties": {"type": ["string", "integer", "boolean"]},
    "maxProperties": 40,
}
#: Fields that say which position is meant.
WHERE: Schema = {
    "options": OPTIONS,
    "position": said(maybe({**TEXT, "maxLength": 4000}), "Where to begin; the start if left out."),
    "moves": said(maybe({**TEXT, "maxLength": 4000}), "Played from there first."),
}
GAME: Schema = {"game": said({**TEXT, "maxLength": 500, "examples": names()}, "A game's spec.")}
POSITION = shaped(GAME, WHERE)
SECONDS: Schema = said(
    {"type": "number", "exclusiveMinimum": 0, "maximum": 10}, "How long to think; if left out, as for a hint."
)
DEPTH: Schema = said({**NUMBER, "minimum": 1, "maximum": 12}, "Decisions to look ahead.")

VALUE = shaped(
    {"text": TEXT, "words": TEXT, "exact": YES},
    {
        "result": {"type": ["integer", "null"], "enum": [1, 0, -1, None]},
        "plies": maybe(NUMBER),
        "moves": said(NUMBER, "The same as players of the game count it."),
        "chance": {"type": "number"},
        "points": said({"type": "number"}, "By how many the mover wins, where outcomes are points."),
        "average": said(YES, "Whether dice decide, so that points are an average."),
        "score": {"type": "number"},
        "prospect": said({"type": "number"}, "What a guess says of the result, from 0 for a loss to 1."),
    },
    "What a position is worth to its mover: a result, a chance, or a guess.",
)
_ODDS = shaped({each: {"type": "number"} for each in ("win", "draw", "loss")})
_MOVE = shaped(
    {
        "move": TEXT,
        "text": said(TEXT, "The move as people write it there."),
        "value": ref("Value"),
        "line": said(TEXTS, "The moves expected, this one first, as people write them."),
    },
    {"against_random": said(_ODDS, "Its chances against somebody who moves at random.")},
)
_ROLL = shaped(
    {"roll": TEXT, "probability": {"type": "number", "minimum": 0, "maximum": 1}, "value": ref("Value")}
)
ANALYSIS = shaped(
    {
        "game": TEXT,
        "position": TEXT,
        "turn": {"enum": ["first", "second", "chance"]},
        "mover": SIDE,
        "value": ref("Value"),
        "source": said(TEXT, "How that is known."),
        "share": said({"type": "number", "minimum": 0, "maximum": 1}, "The first player's."),
        "moves": listed(_MOVE, "Best first."),
        "rolls": listed(_ROLL, "Where the dice are to be rolled."),
        "notes": TEXTS,
    },
    {"outcome": maybe(TEXT)},
)
#: What is put on a board by hand, and what comes of it.
ARRANGE: Schema = {
    "pieces": said(
        {"type": ["array", "null"], "items": {"type": "integer", "minimum": -1}},
        "For each cell, row by row from the top, the number of a piece of the supply; -1 for none.",
    ),
    "side": said({"enum": ["first", "second", None]}, "Who is to move, where the pieces don't say."),
}
ARRANGED = shaped(
    {
        "position": TEXT,
        "board": said({"type": ["object", "null"]}, "What it is drawn on; null where it is a text."),
        "view": said({"type": "object"}, "What is on it."),
        "chooses": said(YES, "Whether the pieces leave open who is to move."),
        "supply": listed(
            {"type": "array"},
            "What may be put on the board: whose, its shape, what is written on it, its name.",
        ),
    }
)
EXPLORED = shaped(
    {
        "game": TEXT,
        "position": TEXT,
        "turn": {"enum": ["first", "second", "chance"]},
        "mover": SIDE,
        "value": ref("Value"),
        "source": said(TEXT, "How that is known."),
        "games": said(NUMBER, "Saved games that went on from here."),
        "moves": listed(
            shaped(
                {
                    "move": TEXT,
                    "written": said(TEXT, "The move as people write it there."),
                    "value": ref("Value"),
                    "games": NUMBER,
                    **{each: said(NUMBER, "By the first player.") for each in ("won", "drawn", "lost")},
                    "score": said(maybe({"type": "number"}), "The mover's points a game."),
                }
            ),
            "Best first, then the most played.",
        ),
    }
)
PLATFORM = shaped(
    {
        "threads": said(YES, "Whether searches can use several threads."),
        "processes": said(YES, "Whether programs can be started."),
        "sockets": said(YES, "Whether others can be reached over a network."),
        "memory": said({"type": ["integer", "null"]}, "Bytes that can be addressed, where that is a bound."),
    }
)
VERSION = shaped(
    {
        "kibitz": TEXT,
        "local": said(YES, "Whether this machine alone can reach the server."),
        "platform": said(PLATFORM, "What can be done where the service runs; a browser can do less."),
    }
)
OPTION = shaped(
    {
        "name": TEXT,
        "kind": {"enum": ["yes or no", "choice", "number", "memory", "text"]},
        "default": {"type": ["string", "integer", "boolean"]},
        "help": TEXT,
        "range": TEXT,
        "low": NUMBER,
        "high": NUMBER,
        "choices": TEXTS,
        "longest": NUMBER,
        "display": said(YES, "Whether it changes only how the game is shown."),
    }
)
_OPPONENT = shaped({"word": TEXT, "spec": TEXT})
_GAME_ENTRY = shaped(
    {
        "name": TEXT,
        "title": TEXT,
        "summary": TEXT,
        "known": said(TEXT, "What is known of it, such as that it is a draw."),
        "short": said(TEXT, "How it is played, in a line or two."),
        "words": said(TEXTS, "Its rules."),
        "sides": {**TEXTS, "minItems": 2, "maxItems": 2},
        "dice": YES,
        "room": said({"type": ["integer", "string"]}, "Games with the same are kin."),
        "options": listed(ref("Option")),
        "players": said(TEXTS, "Who can play it."),
        "opponents": listed(_OPPONENT, "The usual ones, from easy to strong."),
        "demo": said({"type": "object"}, "The board, and a short game on it."),
    }
)
GAMES = shaped(
    {
        "games": listed(_GAME_ENTRY),
        "players": listed(shaped({"name": TEXT, "summary": TEXT, "options": listed(ref("Option"))})),
        "searchers": said(TEXTS, "The players that search a tree."),
    }
)
_COUNTS = ("depth", "nodes", "cutoffs", "table_hits", "researches")
COMPARISON = shaped(
    {
        "rows": listed(
            shaped(
                {
                    "player": TEXT,
                    **dict.fromkeys(_COUNTS, NUMBER),
                    "seconds": {"type": "number"},
                    "judges": said(TEXT, "How it judges, where not as usual; then values need not agree."),
                }
            )
        )
    }
)
_NODE = shaped(
    {
        "parent": said(maybe(NUMBER), "The node above, by its place in the list."),
        "move": TEXT,
        "kind": {"enum": ["decision", "chance", "table", "horizon", "end"]},
        "mover": SIDE,
        "alpha": TEXT,
        "beta": TEXT,
        "value": TEXT,
        "bound": said({"enum": ["exact", "least", "most"]}, "Whether the value is all that is known."),
        "skipped": said(NUMBER, "Branches that were never looked at."),
        "position": TEXT,
    }
)
TREE = shaped(
    {
        "player": TEXT,
        "depth": NUMBER,
        "sides": TEXTS,
        "nodes": listed(_NODE, "In the order in which they were visited."),
        "steps": listed(
            {"type": "array"},
            "What the search did: a word, the node, a value, the node whose doing it was, alpha and beta.",
        ),
    }
)
_RECORD = shaped(
    {
        **dict.fromkeys(("name", "game", "title", "first", "second"), TEXT),
        "changed": {**TEXT, "format": "date-time"},
        "moves": maybe(NUMBER),
        "result": {"enum": ["1-0", "0-1", "1/2-1/2", "*"]},
        "by": said(TEXT, "What ended it, such as checkmate; empty where nobody said."),
    }
)
RECORDS = shaped({"records": listed(_RECORD)})
_JOB = shaped(
    {
        "game": TEXT,
        "state": {"enum": ["running", "done", "stopped", "failed"]},
        "done": NUMBER,
        "total": said(NUMBER, "0 while it is not known."),
        "message": TEXT,
    }
)
JOB = shaped({"job": maybe(_JOB)})
ERROR = shaped({"error": said(TEXT, "What kind."), "message": said(TEXT, "What would be right.")})

NAMED: dict[str, Schema] = {"Error": ERROR, "Value": VALUE, "Analysis": ANALYSIS, "Option": OPTION}
