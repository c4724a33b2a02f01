"""What a search in the core is bounded by."""

from __future__ import annotations

from kibitz import _core
from kibitz.words.cancel import watch
from kibitz.words.limit import Limit


def control_for(limit: Limit) -> _core.Control:
    """Bounds on time and nodes; the search also stops when the work that it is part of is called off.

    Its depth is not the control's business: the search is told that apart.
    """
    control = _core.Control(seconds=limit.seconds, nodes=limit.nodes)
    watch(control)
    return control
