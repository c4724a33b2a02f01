"""`kibitz web`: messages when it can't serve."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
from importlib.machinery import ModuleSpec

import click
import pytest
from click.testing import CliRunner

from kibitz.base.errors import BadOption, KibitzError
from kibitz.cli.web import command
from kibitz.service.settings import Settings


def test_missing_files_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec

    def without_uvicorn(name: str) -> ModuleSpec | None:
        return None if name == "uvicorn" else find(name)

    monkeypatch.setattr(importlib.util, "find_spec", without_uvicorn)
    with pytest.raises(KibitzError, match=r"needs uvicorn: pip install '.\[web\]'"):
        CliRunner().invoke(command, [], catch_exceptions=False)


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(BadOption, match="--port 0"):
        CliRunner().invoke(command, ["--port", str(taken.getsockname()[1])], catch_exceptions=False)


def test_a_bad_game_file_is_refused_at_the_start() -> None:
    with pytest.raises(KibitzError, match="can't be read"):
        CliRunner().invoke(command, ["--port", "0", "--game", "nothing.py"], catch_exceptions=False)


def test_serving_is_loaded_only_when_used() -> None:
    code = "import sys, kibitz.cli.web; print({'starlette', 'uvicorn'} & set(sys.modules))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "set()"
    )


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("127.9.9.9", True),
        ("0.0.0.0", False),
        ("::", False),
    ],
)
def test_loopback_addresses(host: str, local: bool) -> None:
    assert Settings(host=host).is_local is local


def test_command_is_known() -> None:
    from kibitz.cli.main import main

    found = main.get_command(click.Context(main), "web")
    assert found is command


def test_the_old_home_of_the_settings_warns() -> None:
    with pytest.warns(DeprecationWarning, match=r"kibitz\.service\.settings\.Settings"):
        from kibitz.web.settings import Settings as Old
    assert Old is Settings
