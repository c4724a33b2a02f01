"""Machine code of compiled games: made by LLVM, kept in the user's cache, and loaded into the process."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import llvmlite
import llvmlite.binding as llvm

import kibitz
from kibitz.base.errors import KibitzError
from kibitz.files.atomic_write import write_atomically
from kibitz.files.folders import cache_folder

_MAGIC = b"kibitz compiled 1\n"
_lock = threading.Lock()
#: Engines that hold loaded code, by the code; code is never unloaded, as states and tables may outlive games.
_loaded: dict[str, tuple[Any, dict[str, int]]] = {}
_ready: list[Any] = []


@dataclass(frozen=True)
class MachineCode:
    """The object code of a game's methods with what is known about it."""

    about: dict[str, Any]
    code: bytes


def _target() -> Any:
    """Return LLVM's description of this processor."""
    if not _ready:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        features = llvm.get_host_cpu_features().flatten()
        target = llvm.Target.from_default_triple()
        _ready.append(
            target.create_target_machine(
                cpu=llvm.get_host_cpu_name(), features=features, opt=3, reloc="pic", jit=True
            )
        )
    return _ready[0]


def identity_of(*parts: str) -> str:
    """Return the name of code made from these parts on this processor by these versions."""
    _target()
    words = [
        kibitz.__version__,
        llvmlite.__version__,
        f"{sys.version_info[0]}.{sys.version_info[1]} {sys.platform}",
        llvm.get_default_triple(),
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
        *parts,
    ]
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()[:32]


def optimized(module_text: str) -> bytes:
    """Return the object code of a module in LLVM's language."""
    machine = _target()
    module = llvm.parse_assembly(module_text)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def cached(name: str, is_valid: Callable[[dict[str, Any]], bool]) -> MachineCode | None:
    """Return code from the cache, if it is there, ours, whole and still valid."""
    path = cache_folder("compiled") / name
    try:
        with path.open("rb") as file:
            if not _is_ours(os.fstat(file.fileno())):
                return None
            data = file.read()
    except OSError:
        return None
    digest, _, body = data.removeprefix(_MAGIC).partition(b"\n")
    if not data.startswith(_MAGIC) or hashlib.sha256(body).hexdigest().encode() != digest:
        return None
    about, _, code = body.partition(b"\n")
    found = MachineCode(json.loads(about), code)
    return found if is_valid(found.about) else None


def _is_ours(found: os.stat_result) -> bool:
    """Return whether nobody else could have written a file, whose code would run as this user."""
    if os.name != "posix":
        return True
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & stat.S_IWOTH


def keep(name: str, made: MachineCode) -> None:
    """Write code into the cache; a cache that can't be written is no reason to stop."""
    body = json.dumps(made.about).encode() + b"\n" + made.code
    data = _MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n" + body
    try:
        write_atomically(cache_folder("compiled") / name, data, own_folder=True)
    except (KibitzError, OSError):
        return


def load(made: MachineCode) -> dict[str, int]:
    """Load code and return the addresses of its functions by the names of the methods."""
    key = hashlib.sha256(made.code).hexdigest()
    with _lock:
        if key not in _loaded:
            _target()
            empty = llvm.parse_assembly("")
            engine = llvm.create_mcjit_compiler(
                empty, llvm.Target.from_default_triple().create_target_machine(jit=True)
            )
            engine.add_object_file(llvm.ObjectFileRef.from_data(made.code))
            engine.finalize_object()
            addresses = {
                name: engine.get_function_address(f"kibitz_{name}") for name in made.about["methods"]
            }
            _loaded[key] = engine, addresses
        return _loaded[key][1]
