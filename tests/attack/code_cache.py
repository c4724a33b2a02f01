"""The cache of compiled games: damaged machine code is never run."""

from __future__ import annotations

from tests.attack.damage import spoilt
from tests.attack.field import Field, attack

STEPS = 20


@attack("corruptions")
def spoil_code(field: Field) -> None:
    """Machine code in the cache is damaged, then asked for."""
    try:
        from kibitz.files.folders import cache_folder
        from kibitz.games.python_game.compiler.machine_code import MachineCode, cached, keep
    except ImportError:
        field.count("corruptions")  # nothing can be done without the extra "compiled"
        return
    with field.fresh():
        kept = MachineCode({"methods": ["play", "turn"], "size": 40}, field.rng.randbytes(3000))
        keep("game", kept)
        path = cache_folder("compiled") / "game"
        sound = path.read_bytes()
        if cached("game", lambda about: True) != kept:
            field.fault("lost", "machine code that was kept")
        for _ in range(STEPS):
            path.write_bytes(bad := spoilt(sound, field.rng))
            field.count("corruptions")
            with field.only_documented_errors(lambda: "damaged machine code"):
                found = cached("game", lambda about: True)
                if found is not None and bad != sound:
                    field.fault("believed", "damaged machine code")
