"""The notebook runs from top to bottom, and its cells show the expected output."""

from __future__ import annotations

import asyncio
import sys

import pytest

from tests.docs.pages import ROOT

nbformat = pytest.importorskip("nbformat", reason="the notebook needs pip install '.[notebook]'")
nbclient = pytest.importorskip("nbclient", reason="the notebook needs pip install '.[notebook]'")


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What each cell of code shows, by the kinds of it."""
    notebook = nbformat.read(ROOT / "docs" / "notebook.ipynb", as_version=4)
    if sys.platform == "win32":
        asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())
    folder = str(tmp_path_factory.mktemp("notebook"))
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}).execute()
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            found.append(output.get("data", {"text/plain": output.get("text", "")}))
    return found


def test_pictures_and_tables_are_shown(shown):
    html = "".join(data.get("text/html", "") for data in shown)
    assert sum("image/svg+xml" in data for data in shown) >= 4  # two boards, a tree, a curve
    for text in ("<svg", "wins in", "missed win", "difference", "stronger than the next"):
        assert text in html, text


def test_the_learner_has_learned(shown):
    score = eval(shown[-1]["text/plain"])  # printed by our own notebook
    assert score["random"] > 0.8
    assert score["table"] <= 0.5
