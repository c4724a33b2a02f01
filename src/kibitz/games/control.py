"""What work in the core is bounded by, and tells."""

from __future__ import annotations

from collections.abc import Callable

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.cancel import Progress, watch
from kibitz.base.limit import Limit


def control_for(limit: Limit) -> _core.Control:
    """Bounds on time and nodes; the search also stops when the work that it is part of is called off.

    Its depth is not the control's business: the search is told that apart.
    """
    control = _core.Control(seconds=limit.seconds, nodes=limit.nodes)
    watch(control)
    return control


def control_with(progress: Progress | None) -> _core.Control:
    """No bounds; `progress` hears how far the work is and may end it."""
    check(progress=(progress, Callable | None))
    if progress is None:
        return _core.Control()
    heard = progress
    return _core.Control(progress=lambda done, total: heard(done, total) is not False)
