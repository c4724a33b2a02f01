"""Notation and drawings are unchanged; see golden.py."""

from __future__ import annotations

import pytest

from tests.conformance.golden import FOLDER, path_of, playthrough
from tests.conformance.specs import SPECS, short_name

HOW = "if that is meant, run `python -m tests.conformance.golden` and read the diff"


@pytest.mark.parametrize("spec", SPECS, ids=short_name)
def test_playthrough_is_as_it_was(spec: str) -> None:
    path = path_of(spec)
    assert path.exists(), f"{path.name} is missing; {HOW}"
    assert playthrough(spec) == path.read_text(encoding="utf-8"), HOW


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(spec).name for spec in SPECS}
