"""Coverage-guided fuzzing of every parser; run by hand, not by pytest.

    pip install atheris
    python -m tests.fuzz.fuzz_texts -max_total_time=60

Arguments go to libFuzzer. The first byte of an input chooses the reader, the
rest is its text. It stops at the first error that is no KibitzError, and
leaves the input that led there in a file. `-seed=1` makes a run repeatable.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kibitz", "re", "difflib"]):
    from tests.fuzz.texts import READERS, seeds, try_text

NAMES = sorted(READERS)


def test_one_input(data: bytes) -> None:
    """Read one text with one reader."""
    if data:
        text = data[1:].decode("utf-8", errors="surrogateescape")
        try_text(NAMES[data[0] % len(NAMES)], text)


def write_corpus(folder: Path) -> None:
    """Start from texts that mean something."""
    for number, reader in enumerate(NAMES):
        for place, text in enumerate(seeds(reader)):
            (folder / f"{number}-{place}").write_bytes(bytes([number]) + text.encode())


def main() -> None:
    """Run libFuzzer over a fresh corpus."""
    with tempfile.TemporaryDirectory() as folder:
        write_corpus(Path(folder))
        atheris.Setup([*sys.argv, folder], test_one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
