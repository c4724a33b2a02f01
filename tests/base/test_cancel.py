"""Cancellation: searches end, and partial results are not used as answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

import kibitz
from kibitz.base.cancel import Cancel, raise_if_cancelled, watch
from kibitz.base.errors import Stopped
from kibitz.base.limit import Limit

FOREVER = Limit(seconds=3600)


def test_without_anybody_to_call_it_off_nothing_happens() -> None:
    raise_if_cancelled()


def test_called_off_before_it_begins() -> None:
    cancel = Cancel()
    cancel.now()
    with pytest.raises(Stopped), cancel:
        raise AssertionError("it began")
    raise_if_cancelled()  # and it is over


class Search:
    """A stoppable object that counts its stops."""

    stopped = 0

    def stop(self) -> None:
        self.stopped += 1


def test_only_the_work_inside_is_stopped() -> None:
    before, inside, after = Search(), Search(), Search()
    watch(before)
    with Cancel() as cancel:
        assert not cancel.is_cancelled
        watch(inside)
        raise_if_cancelled()
        cancel.now()
        assert cancel.is_cancelled
        with pytest.raises(Stopped):
            raise_if_cancelled()
        with pytest.raises(Stopped):
            watch(Search())
    watch(after)
    raise_if_cancelled()
    cancel.now()
    assert (before.stopped, inside.stopped, after.stopped) == (0, 1, 0)


def test_outer_waiters_are_asked_again_after_inner_work() -> None:
    with Cancel() as outer:
        with Cancel() as inner:
            inner.now()
        raise_if_cancelled()
        outer.now()
        with pytest.raises(Stopped):
            raise_if_cancelled()


@pytest.mark.core
@pytest.mark.parametrize(
    "search",
    [
        lambda: kibitz.analyse(kibitz.load("connect", width=10, height=10).start(), FOREVER),
        lambda: kibitz.analyse(kibitz.load("ewn").start(), FOREVER),
        lambda: kibitz.player("negascout").choose(
            kibitz.load("mnk", width=9, height=9, length=5).start(), FOREVER
        ),
        lambda: kibitz.player("negascout:threads=2").choose(kibitz.load("connect4").start(), FOREVER),
        lambda: kibitz.player("level:strength=100").choose(
            kibitz.load("mnk", width=9, height=9, length=5).start(), FOREVER
        ),
    ],
)
def test_searches_end_when_they_are_called_off(search: Callable[[], object]) -> None:
    cancel, ended = Cancel(), threading.Event()

    def work() -> None:
        try:
            with cancel:
                search()
                raise_if_cancelled()
        except Stopped:
            ended.set()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    time.sleep(0.05)  # into the search, most likely; before it must do as well
    cancel.now()
    assert ended.wait(60)
    thread.join()
