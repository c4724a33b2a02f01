"""Jobs for tests that take a given time."""

from __future__ import annotations

import os
import time
from pathlib import Path


def sleep_for(job: tuple[str, float]) -> int:
    """Leave a file with the number of this process, sleep, and give that number."""
    folder, seconds = job
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(seconds)
    return os.getpid()
