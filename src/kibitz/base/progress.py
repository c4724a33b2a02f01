"""Hearing how far long work is."""

from __future__ import annotations

from collections.abc import Callable

#: Called about ten times a second with what is done and the total (0 while it is
#: not known); the work stops if it returns False.
Progress = Callable[[int, int], object]
