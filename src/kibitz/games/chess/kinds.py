"""What the reasons of chess claim."""

from __future__ import annotations

import enum


class Kind(enum.StrEnum):
    """What a reason of this game claims."""

    MATES = "mates"
    ALLOWS_MATE = "allows mate"
    CAPTURES = "takes a piece"
    TAKES_BACK = "takes back"
    PROMOTES = "promotes"
    CHECKS = "gives check"
    WINS_MATERIAL = "wins material"
    LOSES_MATERIAL = "loses material"
    SACRIFICES = "gives material for something else"
    MOTIF = "a motif"
    TRADES = "trades"
    SAVES = "takes a piece out of danger"
    HANGS = "puts a piece where it can be taken"
    PLAN = "what a quiet move is for"
