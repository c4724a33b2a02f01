"""Worker processes end at once and silently when their client is gone."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys

import pytest

from kibitz.executors.task import Task
from kibitz.service.settings import Settings


def ended(module: str, *words: str, said: bytes, closes: bool) -> tuple[int, str]:
    """How a process ends to whose output nobody listens; its input stays open unless it `closes`."""
    reply, answers = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", module, *words], stdin=subprocess.PIPE, stdout=answers, stderr=subprocess.PIPE
    )
    os.close(answers)
    os.close(reply)
    assert process.stdin is not None
    assert process.stderr is not None
    with process:
        process.stdin.write(said)
        process.stdin.flush()
        if closes:
            process.stdin.close()
        err = process.stderr.read().decode()
        return process.wait(timeout=120), err


@pytest.mark.parametrize("closes", [True, False])
def test_a_worker_whose_client_is_gone(closes: bool) -> None:
    assert ended(
        "kibitz.executors.worker_process_main", said=pickle.dumps(Task.of(abs, -3)), closes=closes
    ) == (0, "")


@pytest.mark.parametrize(
    "module", ["kibitz.executors.dask_worker_main", "kibitz.executors.local_cluster_main"]
)
def test_a_cluster_member_without_instructions(module: str) -> None:
    pytest.importorskip("distributed")
    assert ended(module, said=b"", closes=True) == (0, "")


def test_a_cluster_whose_client_is_gone() -> None:
    pytest.importorskip("distributed")
    assert ended("kibitz.executors.local_cluster_main", said=b"0\n", closes=False) == (0, "")


def test_a_sandbox_whose_client_is_gone(tmp_path: object) -> None:
    data = json.dumps({"settings": Settings().to_json(), "folder": str(tmp_path)})
    assert ended("kibitz.service.sandbox_main", data, said=b"", closes=False) == (0, "")
