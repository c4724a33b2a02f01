"""A sandbox for a process and its descendants: it can write to one folder only.

Linux's Landlock does that for anybody; elsewhere there is no wall, and only the
attacks themselves keep to their folder.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on all machines
_NO_NEW_PRIVILEGES = 38
_WRITE_FILE = 1 << 1
#: Writing, and making and removing of everything there is; later versions add moving and cutting.
_CHANGES = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
_MOVING, _CUTTING = 1 << 13, 1 << 14


def wall_in(folder: Path) -> bool:
    """From now on this process changes files in this folder only; whether the system can see to that.

    Devices may be written to, but not made or removed.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < 1:
        return False
    handled = _CHANGES | (_MOVING if version >= 2 else 0) | (_CUTTING if version >= 3 else 0)
    rules = ctypes.create_string_buffer(struct.pack("=Q", handled))
    ruleset = libc.syscall(_CREATE, rules, ctypes.c_size_t(8), ctypes.c_uint32(0))
    if ruleset < 0:
        return False
    for path, allowed in ((folder, handled), (Path("/dev"), _WRITE_FILE), (Path("/proc/self"), _WRITE_FILE)):
        place = os.open(path, os.O_PATH)
        rule = ctypes.create_string_buffer(struct.pack("=Qi", allowed, place))
        libc.syscall(_ADD, ruleset, ctypes.c_int(1), rule, ctypes.c_uint32(0))
        os.close(place)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    restricted = libc.syscall(_RESTRICT, ruleset, ctypes.c_uint32(0))
    os.close(ruleset)
    return bool(restricted == 0)
