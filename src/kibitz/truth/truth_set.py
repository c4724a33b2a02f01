"""A set of questions about one game, and its file format: JSON lines after a header with a checksum."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadFile, KibitzError, quoted
from kibitz.base.json_input import parse_json
from kibitz.files.atomic_write import write_atomically
from kibitz.files.regular_file import read_regular_file
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.truth.question import Question

FORMAT = "kibitz-truth"
VERSION = 1
#: Maximum uncompressed size.
_LARGEST = 64 * 2**20
#: Maximum length of a reason that quotes the file.
_LONGEST_REASON = 500


@dataclass(frozen=True)
class TruthSet:
    """Questions about one game, drawn with a seed."""

    name: str
    game: Game
    questions: tuple[Question, ...]
    seed: int
    #: The source of the values, and the maximum error of a chance.
    source: str
    precision: float = 0.0

    def __len__(self) -> int:
        return len(self.questions)

    def __iter__(self) -> Iterator[Question]:
        return iter(self.questions)

    def to_bytes(self) -> bytes:
        """Return the file's content, not compressed."""
        lines = "".join(_line(question.to_json()) for question in self.questions)
        header = {
            "format": FORMAT,
            "version": VERSION,
            "set": self.name,
            "game": self.game.spec,
            "rules": rules_of(self.game),
            "rules_version": self.game.solving.rules_version,
            "seed": self.seed,
            "source": self.source,
            "precision": self.precision,
            "questions": len(self.questions),
        }
        return (_line({**header, "sha256": _checksum(header, lines.encode())}) + lines).encode()

    def write(self, path: Path) -> None:
        """Write the file, compressed if its name ends in .gz."""
        content = self.to_bytes()
        write_atomically(path, gzip.compress(content, 9, mtime=0) if path.suffix == ".gz" else content)


def _checksum(header: dict[str, Any], body: bytes) -> str:
    """Return the checksum of the other fields of the header and of all lines after it."""
    facts = {name: fact for name, fact in header.items() if name != "sha256"}
    return hashlib.sha256(_line(facts).encode() + body).hexdigest()


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_truth_set(path: Path) -> TruthSet:
    """Read the set in a file; BadFile if it is damaged or missing."""
    return parse_truth_set(read_regular_file(path, _LARGEST), str(path))


def parse_truth_set(content: bytes, name: str) -> TruthSet:
    """Parse a set, compressed or not."""
    try:
        if content[:2] == b"\x1f\x8b":
            unpacker = zlib.decompressobj(31)
            content = unpacker.decompress(content, _LARGEST)
            if not unpacker.eof:
                raise ValueError("it is cut short or too large")
        head, _, body = content.partition(b"\n")
        facts = parse_json(head)
        if not isinstance(facts, dict) or facts.get("format") != FORMAT:
            raise ValueError("its first line is not the header of a truth set")
        if facts.get("version") != VERSION:
            raise ValueError(f"its format has version {facts.get('version')}, not {VERSION}")
        if _checksum(facts, body) != facts.get("sha256"):
            raise ValueError("its checksum does not match")
        game = load(_named(facts["game"]))
        if facts["rules"] != rules_of(game) or facts["rules_version"] != game.solving.rules_version:
            raise ValueError(f"it is about other rules than those of {game.spec} here")
        precision = float(facts["precision"])
        questions = tuple(
            Question.from_json(game, precision, parse_json(line)) for line in body.decode().splitlines()
        )
        if not questions or len(questions) != facts["questions"]:
            raise ValueError("it lacks questions")
        if len({question.id for question in questions}) != len(questions):
            raise ValueError("two of its questions have the same id")
        if not 0 <= precision <= 1:
            raise ValueError(f"its precision must be from 0 to 1, not {precision}")
        return TruthSet(
            str(facts["set"]), game, questions, int(facts["seed"]), str(facts["source"]), precision
        )
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError, zlib.error, KibitzError) as error:
        raise BadFile(f"{name} can't be used: {str(error)[:_LONGEST_REASON]}") from None


def rules_of(game: Game) -> str | None:
    """Return the identity of the rules; None for Python games, whose identity changes with every edit."""
    return None if game.rules.family == "own" else game.rules_id


def _named(spec: object) -> str:
    """Return the spec in a header; BadFile if it names a file, which would run its code."""
    if not isinstance(spec, str) or ".py" in spec.lower():
        raise ValueError(f"{quoted(spec)} is not a game known by a name")
    return spec
