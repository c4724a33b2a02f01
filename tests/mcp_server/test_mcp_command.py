"""The command without its SDK, and with options that do not go together."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
import types

import pytest
from click.testing import CliRunner

from kibitz.base.errors import BadOption, KibitzError
from kibitz.cli.mcp import command


def test_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(KibitzError, match=r"pip install '\.\[mcp\]'"):
        CliRunner().invoke(command, [], standalone_mode=False, catch_exceptions=False)


def test_the_command_says_that_the_sdk_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    old = types.ModuleType("mcp")  # without what newer versions have
    old.__spec__ = importlib.machinery.ModuleSpec("mcp", None)
    monkeypatch.setitem(sys.modules, "mcp", old)
    monkeypatch.delitem(sys.modules, "kibitz.mcp.server", raising=False)
    with pytest.raises(KibitzError, match="install a newer one"):
        CliRunner().invoke(command, [], standalone_mode=False, catch_exceptions=False)


def test_a_port_needs_http(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.machinery.ModuleSpec("mcp", None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: found)
    with pytest.raises(BadOption, match="--port goes with --http"):
        CliRunner().invoke(command, ["--port", "1"], standalone_mode=False, catch_exceptions=False)
