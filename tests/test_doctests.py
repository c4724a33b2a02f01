"""The examples in the README and in the docstrings run and print the output shown."""

import doctest
import importlib
import pkgutil
from importlib.util import find_spec
from pathlib import Path

import pytest

import kibitz

ROOT = Path(__file__).parents[1]
MODULES = [module.name for module in pkgutil.walk_packages(kibitz.__path__, "kibitz.")]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "kibitz.__main__"])
def test_module(name):
    try:
        module = importlib.import_module(name)
    except kibitz.BadOption as missing:  # a door to another package, which need not be there
        pytest.skip(str(missing))
    except ModuleNotFoundError as missing:
        if missing.name not in ("kibitz_worker", "llvmlite", "mcp"):  # worker.js makes the first
            raise
        pytest.skip(str(missing))
    if name == "kibitz.games.batch" and find_spec("numpy") is None:
        pytest.skip("batches need NumPy")
    assert doctest.testmod(module).failed == 0


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", [page.relative_to(ROOT).as_posix() for page in PAGES])
def test_page(page, monkeypatch, tmp_path):
    # Pages speak as from the project's folder, but must leave nothing in it.
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    assert doctest.testfile(str(ROOT / page), module_relative=False).failed == 0
