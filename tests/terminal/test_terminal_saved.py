"""The list of saved games."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.saved import command
from kibitz.records.store import Store


def test_listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    store = Store()
    store.save("going", kibitz.Record.parse('[Game "tictactoe"]\n[First "Anna"]\n\n1. 5 *'))
    store.save("ended", kibitz.Record.parse('[Game "mnk"]\n\n1. b2 1/2-1/2'))
    store.path("broken").write_text("nonsense")
    said = CliRunner().invoke(command).output
    assert "going  tictactoe  Anna - ?  *" in said
    assert "ended  mnk  ? - ?  1/2-1/2" in said
    assert "broken  can't be read" in said
    listed = json.loads(CliRunner().invoke(command, ["--json", "--unfinished"]).stdout)
    assert [(row["name"], row["result"], row["moves"]) for row in listed] == [("going", "*", 1)]
