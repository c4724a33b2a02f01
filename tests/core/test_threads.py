"""A thread that can't be started means fewer threads, never an abort."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.core

#: Takes the place of the system's way to start threads: so many can be had, then no more.
FAILING = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int asked;

typedef int (*create_function)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  create_function real = (create_function)dlsym(RTLD_NEXT, "pthread_create");
  if (atomic_fetch_add(&asked, 1) >= atoi(getenv("THREADS_TO_BE_HAD"))) return EAGAIN;
  return real(thread, attributes, run, argument);
}
"""

#: Everything in the core that uses threads, next to what one thread finds.
WORK = """
import kibitz
from kibitz import _core

def solved(threads):
    run = _core.tier_run(kibitz.load("mnk:width=4,height=3,length=3").rules, threads)
    for tier in range(run.tiers):
        run.mark(tier, _core.Control())
    return [run.value(tier, _core.Control()) for tier in reversed(range(run.tiers))]

def endings(threads):
    run = _core.endgame_run(kibitz.load("ewn:size=4,stones=3").rules, 3, 8, threads)
    return [run.solve(unit, _core.Control()) for unit in range(run.units)]

def searched(threads):
    found = []
    for spec in ("mnk:width=5,height=5,length=4", "connect:width=20,height=10"):
        rules = kibitz.load(spec).rules
        switches = _core.Switches(table_bytes=1 << 20, killers=True, history=True, threads=threads)
        for nodes in (None, 2000):
            control = _core.Control(nodes=nodes)
            report = rules.search(rules.start(), "negascout", 4, control, deepen=True, switches=switches)
            found.append(report.value.number if nodes is None else report.nodes <= 2000 + threads)
    return found

connect = kibitz.load("connect:width=5,height=5,length=4")

def scored(threads):
    solver = _core.ConnectSolver(connect.rules, 10)
    return solver.score(connect.rules, connect.start().state, _core.Control(), threads)

def book(threads):
    solver = _core.ConnectSolver(connect.rules, 10)
    keys = solver.book_keys(3, _core.Control())
    empty = bytes([127]) * len(_core.unpack_keys(keys))
    return solver.fill_book(keys, empty, threads, _core.Control())

for work in (solved, endings, searched, scored, book):
    assert work(4) == work(1), work.__name__
print("the same")
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not sys.platform.startswith("linux") or compiler is None:
        pytest.skip("needs Linux and a C compiler")
    folder = tmp_path_factory.mktemp("failing")
    (folder / "failing.c").write_text(FAILING)
    command = [compiler, "-shared", "-fPIC", "-O1", "failing.c", "-o", "failing.so", "-ldl"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "failing.so"


@pytest.mark.parametrize("to_be_had", [0, 1, 2, 7])
def test_work_is_done_with_the_threads_that_can_be_had(library: Path, to_be_had: int, tmp_path: Path) -> None:
    preloaded = f"{os.environ.get('LD_PRELOAD', '')} {library}".strip()
    environment = {
        **os.environ,
        "LD_PRELOAD": preloaded,
        "THREADS_TO_BE_HAD": str(to_be_had),
        "KIBITZ_CACHE": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    found = subprocess.run(
        [sys.executable, "-c", WORK],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (found.returncode, found.stdout.strip()) == (0, "the same"), found.stderr
