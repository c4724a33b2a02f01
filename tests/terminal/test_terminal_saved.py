"""The list of saved games."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.saved import command
from kibitz.records.record_store import Store


def test_listing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    store = Store()
    store.save("going", kibitz.Record.parse('[Game "tictactoe"]\n[First "Anna"]\n\n1. 5 *'))
    store.save("ended", kibitz.Record.parse('[Game "mnk"]\n\n1. b2 1/2-1/2'))
    store.path("broken").write_text("nonsense")
    said = CliRunner().invoke(command).output
    assert "going  tic-tac-toe, Anna against you, 1 move, o to move, today at " in said
    assert "ended  tic-tac-toe, two people, 1 move, drawn, today at " in said
    assert "broken  can't be read" in said
    listed = json.loads(CliRunner().invoke(command, ["--json", "--unfinished"]).stdout)
    assert [(row["name"], row["result"], row["moves"]) for row in listed] == [("going", "*", 1)]
    assert (listed[0]["first"], listed[0]["second"], listed[0]["turn"]) == ("Anna", None, "second")


def test_deleting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    store = Store()
    for name in ("one", "two"):
        store.save(name, kibitz.Record.parse('[Game "tictactoe"]\n\n1. 5 *'))
    assert "Deleted " in CliRunner().invoke(command, ["--delete", "one"]).output
    assert [row.name for row in store.saved()] == ["two"]
    for wrong in ("one", "../two", "two.pgn", str(store.path("two"))):
        assert isinstance(CliRunner().invoke(command, ["--delete", wrong]).exception, kibitz.BadFile)
    assert [row.name for row in store.saved()] == ["two"]
