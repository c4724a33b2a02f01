"""Whatever is typed, the answer is a sentence and never a traceback."""

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.records.store import Store
from kibitz.terminal.commands import HELP
from kibitz.terminal.json_face import JsonFace
from kibitz.terminal.play import play
from kibitz.terminal.talk import Talk
from kibitz.terminal.text_face import TextFace
from kibitz.terminal.wishes import Wishes

words = st.one_of(
    st.sampled_from([name.split()[0] for name in HELP if not name.startswith(("save", "screen"))]),
    st.sampled_from(["1", "2", "random", "y", "n", "-1", "?", "", "b2", "tictactoe", "mnk:width=4"]),
    st.integers(-1, 12).map(str),
    st.text(max_size=12),
).map(lambda text: text.replace("\n", " "))


@settings(max_examples=150, deadline=None)
@given(st.lists(words, max_size=40), st.booleans(), st.booleans())
def test_random_typing(lines: list[str], for_machines: bool, ask: bool) -> None:
    # "save" and "screen" with a name would write where the typing says, so they are left to the other tests.
    lines = [line for line in lines if not line.strip().lower().startswith(("save", "screen"))]
    out = io.StringIO()
    talk = Talk(io.StringIO("\n".join(lines)), out, echo=True)
    face = JsonFace(io.StringIO()) if for_machines else TextFace(talk)
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        wishes = Wishes(game=None if ask else "tictactoe", opponent="random", seed=3, ask=ask)
        assert play(wishes, talk, face, store) == 0
        # Whatever was kept can be read again.
        assert all(row.record is not None for row in store.saved())
