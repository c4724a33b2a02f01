"""Training a network on examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.training.model import need_torch
from kibitz.training.samples import Examples


def device_called(name: str) -> Any:
    """Where to train: cpu, cuda, or auto for a GPU where there is one."""
    torch = need_torch()
    return (
        torch.device("cuda" if torch.cuda.is_available() else "cpu") if name == "auto" else torch.device(name)
    )


def train(
    model: Any,
    examples: Examples,
    *,
    steps: int,
    batch: int = 256,
    rate: float = 1e-3,
    seed: int = 0,
    device: str = "auto",
    go_on: Callable[[int], bool] = lambda _: True,
) -> tuple[float, float]:
    """Move a model's numbers towards the examples; how far it is off at the end: moves, values.

    `go_on` hears of every step and may end it.
    """
    torch = need_torch()
    where = device_called(device)
    torch.manual_seed(seed)
    if where.type == "cpu":
        torch.set_num_threads(1)  # layers as small as ours wait for each other longer than they work
    model.to(where).train()
    planes = torch.frombuffer(examples.planes, dtype=torch.float32).reshape(-1, examples.inputs).to(where)
    moves = torch.frombuffer(examples.moves, dtype=torch.float32).reshape(-1, examples.actions).to(where)
    values = torch.frombuffer(examples.values, dtype=torch.float32).to(where)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=max(2, steps + 1))
    off_moves = off_values = 0.0
    for step in range(steps):
        chosen = torch.randint(len(values), (min(batch, len(values)),), device=where)
        said_moves, said_values = model(planes[chosen])
        lost_moves = -(moves[chosen] * said_moves.log_softmax(-1)).sum(-1).mean()
        lost_values = (said_values - values[chosen]).square().mean()
        optimizer.zero_grad()
        (lost_moves + lost_values).backward()
        optimizer.step()
        schedule.step()
        if step % 50 == 0 or step == steps - 1:
            off_moves, off_values = float(lost_moves.detach()), float(lost_values.detach())
        if not go_on(step):
            break
    model.eval()
    return off_moves, off_values
