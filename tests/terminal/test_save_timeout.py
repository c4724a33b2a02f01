"""Games are saved before the program ends, with a timeout for Python games that hang."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from kibitz.terminal import signals
from kibitz.terminal.signals import ignore_signals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals to oneself")
each_signal = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


def _hang(number: int) -> None:
    os.kill(os.getpid(), number)
    while True:
        pass


@each_signal
def test_a_save_in_progress_is_finished(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "GRACE_SECONDS", 1e9)
    before = signal.getsignal(number)
    with ignore_signals():
        os.kill(os.getpid(), number)
        saved = True
    assert saved
    assert signal.getsignal(number) is before


@each_signal
def test_endless_work_can_be_interrupted(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "GRACE_SECONDS", -1.0)
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), ignore_signals():
        _hang(number)
    assert signal.getsignal(number) is before
