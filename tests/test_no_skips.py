"""The plugin that turns skips into failures misses none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "text",
    [
        "import pytest\npytest.importorskip('no_such_oracle')\ndef test_it(): pass\n",
        "import pytest\ndef test_it(): pytest.importorskip('no_such_oracle')\n",
        "import pytest\n@pytest.mark.skipif(True, reason='not here')\ndef test_it(): pass\n",
    ],
)
@pytest.mark.parametrize("plugin", [True, False])
def test_a_skip_is_a_failure(tmp_path: Path, text: str, plugin: bool) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(text)
    arguments = ["-p", "tests.no_skips"] if plugin else []
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "--rootdir", tmp_path, *arguments, path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (found.returncode in _FAILED) == plugin, found.stdout


#: A module that is skipped as a whole fails while it is collected.
_FAILED = (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)
