"""Random input is answered by a sentence and never by a traceback."""

from __future__ import annotations

import io
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.analysis import evaluate_position
from kibitz.records.record_store import Store
from kibitz.terminal.commands import HELP
from kibitz.terminal.console_io import Console
from kibitz.terminal.game_setup import GameSetup
from kibitz.terminal.json_renderer import JsonRenderer
from kibitz.terminal.play import play
from kibitz.terminal.text_renderer import TextRenderer

# "save" and "screen" with any name would write where the typing says, so they are left to the other tests;
# other ways to say it can only name a file in the present folder, which is one for the test.
WRITING = ("save", "screen")
numbers = st.integers(-1, 12).map(str)
words = st.one_of(
    st.sampled_from([name.split()[0] for name in HELP if not name.startswith(WRITING)]),
    st.sampled_from(
        ["1", "2", "random", "y", "n", "-1", "?", "", "b2", "tictactoe", "mnk:width=4", "why 5", "two"]
    ),
    numbers,
    st.tuples(numbers, st.sampled_from("= -:"), numbers).map("".join),
    st.tuples(numbers, st.sampled_from("- "), st.sampled_from(["a1", "b2", "c3", "right"])).map("".join),
    st.text(max_size=12),
).map(lambda text: text.replace("\n", " "))


@pytest.mark.parametrize("game", [None, *kibitz.game_names()])
@settings(max_examples=25)
@given(lines=st.lists(words, max_size=25), for_machines=st.booleans(), values=st.booleans())
def test_random_typing(
    numerical_cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str | None,
    lines: list[str],
    for_machines: bool,
    values: bool,
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(numerical_cache))
    for usual in ("_FOR_SOURCES", "_FOR_SEARCH", "_FOR_SEARCH_IN_PYTHON"):
        monkeypatch.setattr(evaluate_position, usual, kibitz.Limit(nodes=2000, seconds=0.05))
    lines = [line for line in lines if not line.strip().lower().startswith(WRITING)]
    out = io.StringIO()
    console = Console(io.StringIO("\n".join(lines)), out, echo=True)
    renderer = JsonRenderer(io.StringIO()) if for_machines else TextRenderer(console)
    with TemporaryDirectory() as folder, chdir(folder):
        store = Store(Path(folder))
        setup = GameSetup(
            game=game, opponent="random", seed=3, ask=game is None, limit=kibitz.Limit(seconds=0.01)
        )
        assert play(setup, console, renderer, store, values=values) == 0
        # Whatever was kept can be read again.
        assert all(row.record is not None for row in store.saved())
