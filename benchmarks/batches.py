"""Games stepped at once as arrays: steps a second, beside pgx on the processor.

    python -m venv pgx && pgx/bin/pip install pgx "jax[cpu]"
    python benchmarks/batches.py pgx/bin/python

A step is a random legal move in one of 1,024 games, with observation, mask, reward and a new game after each
end. Processor seconds of all threads, so that JAX gains nothing by its threads; compiling is not counted.
pgx has no EinStein wuerfelt nicht.
"""

from __future__ import annotations

import subprocess
import sys
import time

GAMES = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "chess": "chess", "ewn": None}
SIZE = 1024
SECONDS = 2.0

#: What runs where pgx is: one compiled function draws legal actions, steps and resets.
PGX = """
import sys, time, warnings
warnings.simplefilter("ignore")
import jax, jax.numpy as jnp, pgx
from pgx.experimental import auto_reset
size, seconds = int(sys.argv[1]), float(sys.argv[2])
for name in sys.argv[3:]:
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def play(state, key):
        first, second, third = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(first, logits, axis=-1)
        return step(state, actions, jax.random.split(second, size)), third

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
    for _ in range(3):
        state, key = play(state, key)
    jax.block_until_ready(state)
    began, steps = time.process_time(), 0
    while time.process_time() - began < seconds:
        state, key = play(state, key)
        jax.block_until_ready(state)
        steps += 1
    print(name, steps * size / (time.process_time() - began), flush=True)
"""


def steps_a_second(spec: str) -> float:
    """Return the random steps of a batch in a processor second."""
    import kibitz

    batch = kibitz.load(spec).batch(SIZE, seed=1)
    began, steps = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        batch.step(batch.sample())
        steps += 1
    return steps * SIZE / (time.process_time() - began)


def of_pgx(python: str) -> dict[str, float]:
    """Return the same of pgx, by its names of games."""
    names = [name for name in GAMES.values() if name is not None]
    command = [python, "-c", PGX, str(SIZE), str(SECONDS), *names]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {name: float(figure) for name, figure in map(str.split, said.splitlines())}


def main() -> None:
    theirs = of_pgx(sys.argv[1]) if len(sys.argv) > 1 else {}
    for spec, name in GAMES.items():
        ours = steps_a_second(spec)
        other = theirs.get(name or "")
        compared = f"   pgx {other:12,.0f}   {ours / other:6.1f} times as many" if other else ""
        print(f"{spec:<12} {ours:12,.0f} steps a second{compared}")


if __name__ == "__main__":
    main()
