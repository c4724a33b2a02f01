"""Ways to spoil bytes."""

from __future__ import annotations

import random


def spoilt(data: bytes, rng: random.Random) -> bytes:
    """The bytes as a bad disk, a cut connection or a careless person might leave them."""
    found = bytearray(data)
    size = len(found)
    at = rng.randrange(size) if size else 0
    long = min(size - at, rng.choice((1, 2, 7, 64, 512, 4096)))
    kind = rng.randrange(9)
    if kind == 0:
        found[at] ^= 1 << rng.randrange(8)
    elif kind == 1:
        found[at] = rng.randrange(256)
    elif kind == 2:
        del found[at:]
    elif kind == 3:
        del found[at : at + long]
    elif kind == 4:
        found[at : at + long] = bytes(long)
    elif kind == 5:
        found[at:at] = rng.randbytes(rng.choice((1, 3, 100)))
    elif kind == 6:
        found[at : at + long] = rng.randbytes(long)
    elif kind == 7:
        found[at:at] = found[at : at + long]
    else:
        other = rng.randrange(size)
        found[at : at + 1], found[other : other + 1] = found[other : other + 1], found[at : at + 1]
    return bytes(found)


def spoilt_text(text: str, rng: random.Random) -> str:
    """The same for a text; a person may also exchange words, lines and digits."""
    kind = rng.randrange(4)
    if kind == 0:
        words = text.split(" ")
        one, other = rng.randrange(len(words)), rng.randrange(len(words))
        words[one], words[other] = words[other], words[one]
        return " ".join(words)
    if kind == 1:
        lines = text.split("\n")
        del lines[rng.randrange(len(lines))]
        return "\n".join(lines)
    if kind == 2:
        places = [place for place, letter in enumerate(text) if letter.isdigit()]
        if places:
            place = rng.choice(places)
            return text[:place] + str(rng.randrange(10)) + text[place + 1 :]
    return spoilt(text.encode("utf-8", "surrogatepass"), rng).decode("utf-8", "replace")
