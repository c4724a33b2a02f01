"""Valid, nearly valid and random texts, given to everything that parses texts."""

from __future__ import annotations

import random

from tests.attack.field import Field, attack
from tests.fuzz.test_texts import HOSTILE
from tests.fuzz.texts import READERS, seeds, try_text

LETTERS = "0123456789abcdeforxo./|-_ =:,()[]{}\"'\\\n\t*+#@²٣１\u0301\u202e\ud800\0"


def near(texts: list[str], rng: random.Random) -> str:
    """A meaningful text with pieces cut out, doubled, moved or replaced."""
    text = rng.choice(texts)
    for _ in range(rng.randrange(4)):
        start, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        piece = text[start:end]
        pieces = ["", piece * 2, piece.upper(), " ", rng.choice(texts), rng.choice(LETTERS)]
        text = text[:start] + rng.choice(pieces) + text[end:]
    return text[:100_000]


@attack("inputs", weight=10)
def odd_texts(field: Field) -> None:
    """Specs, positions, moves, limits, values and options that are nearly right."""
    known = field.once("seeds", lambda: {reader: seeds(reader) for reader in READERS})
    for reader in field.rng.sample(list(READERS), 10):
        for _ in range(50):
            kind = field.rng.random()
            if kind < 0.02:
                text = field.rng.choice(HOSTILE)
            elif kind < 0.2:
                text = "".join(field.rng.choices(LETTERS, k=field.rng.randrange(30)))
            else:
                text = near(known[reader], field.rng)
            field.count("inputs")
            with field.only_documented_errors(lambda reader=reader, text=text: f"{reader}: {text!r}"):  # type: ignore[misc]
                try_text(reader, text)
