"""Commands under the names that they had before."""

from __future__ import annotations

from click.testing import CliRunner

from kibitz.cli.main import COMMANDS, DEPRECATED, main


def test_an_old_name_runs_the_command_and_tells_the_new_one() -> None:
    for old, (new, remark) in DEPRECATED.items():
        assert old not in COMMANDS
        told = CliRunner().invoke(main, [old, "--help"], prog_name="kibitz")
        asked = CliRunner().invoke(main, [new, "--help"], prog_name="kibitz")
        assert told.exit_code == 0
        assert f"kibitz {old} is deprecated; use kibitz {new} instead ({remark})" in told.stderr
        assert told.stdout.splitlines()[2:] == asked.stdout.splitlines()[2:]
