"""Numbers on the command line."""

from __future__ import annotations

import math
from typing import Any

import click


class RealRange(click.FloatRange):
    """A number within bounds; what is no number is within none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number that a text stands for."""
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value} is not a number.", param, ctx)
        return found
