"""Truth sets and files of answers: damaged ones, and ones that somebody made up with right checksums."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from pathlib import Path
from typing import Any

from kibitz.truth.catalogue import truth_set
from kibitz.truth.run import score_file
from kibitz.truth.sampling import check_set
from kibitz.truth.scoring import score_set
from kibitz.truth.truth_set import TruthSet, read_truth_set
from tests.attack.damage import spoilt, spoilt_text
from tests.attack.field import Field, attack
from tests.attack.forgeries import ODD

SETS = ["tictactoe", "pig", "kalah", "ewn-3x3", "connect-4x4x3"]
STEPS = 20
COUNT = 12


def _few(field: Field) -> tuple[str, TruthSet, bytes]:
    name = field.rng.choice(SETS)

    def cut() -> tuple[TruthSet, bytes]:
        whole = truth_set(name)
        few = TruthSet(name, whole.game, whole.questions[:COUNT], whole.seed, whole.source, whole.precision)
        return few, few.to_bytes()

    return (name, *field.once(f"truth {name}", cut))


def _use(truth: TruthSet) -> None:
    """All that is done with a set."""
    score_set(truth.name, truth.questions, {})
    for question in truth:
        assert question.worst_move in question.values or not question.best_moves
        for move in question.values:
            question.is_blunder(move)


@attack("corruptions")
def spoil_truth(field: Field) -> None:
    """A truth set is damaged, compressed or not, then read."""
    name, truth, sound = _few(field)
    path = field.folder / f"truth.{'jsonl.gz' if field.rng.random() < 0.5 else 'jsonl'}"
    plain = gzip.compress(sound, mtime=0) if path.suffix == ".gz" else sound
    for _ in range(STEPS):
        bad = spoilt(plain, field.rng)
        if bad == plain:
            continue
        path.write_bytes(bad)
        field.count("corruptions")
        with field.only_documented_errors(lambda bad=bad: f"a damaged truth set {name}: {bad[:600]!r}"):  # type: ignore[misc]
            if read_truth_set(path).to_bytes() != truth.to_bytes():
                field.fault("believed", f"a damaged truth set {name}: {bad[:600]!r}")


@attack("corruptions", weight=2)
def forged_truth(field: Field) -> None:
    """A truth set that says other things, with a right checksum, is read, scored and checked."""
    name, _, sound = _few(field)
    for step in range(STEPS):
        path = field.folder / f"forged-{field.rng.random()}.jsonl"
        data = _forged(sound, field.rng)
        path.write_bytes(data)
        field.count("corruptions")
        with field.only_documented_errors(lambda data=data: f"a forged truth set {name}: {data[:1500]!r}"):  # type: ignore[misc]
            found = read_truth_set(path)
            for question in found:
                moves = {str(move) for move in found.game.position(question.position).moves}
                if moves != question.values.keys():
                    field.fault("believed", f"values of other moves: {question}")
            _use(found)
            if step == 0:
                check_set(found, None)
        path.unlink()


def _forged(sound: bytes, rng: random.Random) -> bytes:
    lines: list[Any] = [json.loads(line) for line in sound.splitlines()]
    for _ in range(rng.randrange(1, 3)):
        line = lines[0] if rng.random() < 0.4 else rng.choice(lines)
        kind = rng.randrange(6)
        if not isinstance(line, dict) or not line:
            continue
        if kind == 0:
            line[rng.choice(list(line))] = rng.choice([*ODD, 1e400, "9" * 5000, "nim.py", "x" * 100_000])
        elif kind == 1:
            line.pop(rng.choice(list(line)))
        elif kind == 2 and isinstance(line.get("values"), dict) and line["values"]:
            values = line["values"]
            value = rng.choice(list(values))
            odd = [
                "Win(0)",
                "Loss(-3)",
                "Points(5)",
                "Points(1e308)",
                "Expect(0)",
                "Estimate(3)",
                "Draw(9)",
                "x",
            ]
            values[rng.choice([*odd, value])] = rng.choice(
                [values.pop(value), [], ["1"], [1], [None], "12", 7]
            )
        elif kind == 3:
            lines.append(json.loads(json.dumps(rng.choice(lines))))
        elif kind == 4 and len(lines) > 1:
            del lines[rng.randrange(1, len(lines))]
        elif line.get("position") and isinstance(line["position"], str):
            line["position"] = spoilt_text(line["position"], rng)
    head = lines[0] if isinstance(lines[0], dict) else {}
    if rng.random() < 0.7:
        head["questions"] = len(lines) - 1
    body = "".join(json.dumps(line) + "\n" for line in lines[1:]).encode()
    if rng.random() < 0.02:
        body += b"\xff" * 3 + b"[" * 1000
    facts = {name: fact for name, fact in head.items() if name != "sha256"}
    line = json.dumps(facts, ensure_ascii=False, separators=(",", ":")) + "\n"
    head["sha256"] = hashlib.sha256(line.encode("utf-8", "replace") + body).hexdigest()
    return (json.dumps(head) + "\n").encode() + body


@attack("inputs", weight=0.2)
def odd_answers(field: Field) -> None:
    """Files of answers that are nearly right are scored."""
    path = Path(field.folder / "answers.jsonl")
    questions = field.once("questions", lambda: truth_set("tictactoe").questions)
    for _ in range(STEPS):
        lines = []
        for question in field.rng.sample(list(questions), 5):
            row: Any = {"id": question.id, "move": field.rng.choice(list(question.values)), "chance": 0.5}
            if field.rng.random() < 0.3:
                row[field.rng.choice(["id", "move", "chance", "x"])] = field.rng.choice(
                    [*ODD, 1e400, 2, -0.1]
                )
            lines.append(json.dumps(row if field.rng.random() < 0.97 else field.rng.choice(ODD)))
        text = "\n".join(lines)
        path.write_bytes(spoilt(text.encode(), field.rng) if field.rng.random() < 0.5 else text.encode())
        field.count("inputs")
        with field.only_documented_errors(lambda text=text: f"answers {text[:1000]!r}"):  # type: ignore[misc]
            score_file(path, ["tictactoe"])
