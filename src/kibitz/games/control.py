"""Limits and progress reporting for native searches."""

from __future__ import annotations

from collections.abc import Callable

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.cancel import Progress, watch
from kibitz.base.limit import Limit


def control_for(limit: Limit) -> _core.Control:
    """Return a control with limits of time and nodes that also stops when the current work is cancelled.

    The depth limit is passed to the search separately.
    """
    control = _core.Control(seconds=limit.seconds, nodes=limit.nodes)
    watch(control)
    return control


def control_with(progress: Progress | None) -> _core.Control:
    """Return a control without limits; `progress` receives reports and may stop the work."""
    check(progress=(progress, Callable | None))
    if progress is None:
        return _core.Control()
    report = progress
    return _core.Control(progress=lambda done, total: report(done, total) is not False)
