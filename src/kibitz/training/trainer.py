"""Gradient descent: train a model on samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.training.model import import_torch
from kibitz.training.samples import Samples


def torch_device(name: str) -> Any:
    """Return the PyTorch device for cpu, cuda, or auto (a GPU if there is one)."""
    torch = import_torch()
    return (
        torch.device("cuda" if torch.cuda.is_available() else "cpu") if name == "auto" else torch.device(name)
    )


def train(
    model: Any,
    samples: Samples,
    *,
    steps: int,
    batch: int = 256,
    rate: float = 1e-3,
    seed: int = 0,
    device: str = "auto",
    keep_going: Callable[[int], bool] = lambda _: True,
) -> tuple[float, float]:
    """Train a model and return its last policy loss and value loss.

    The policy loss is the cross-entropy, the value loss the mean squared error. `keep_going` is called with
    the number of each step; training ends when it returns False.
    """
    torch = import_torch()
    where = torch_device(device)
    torch.manual_seed(seed)
    if where.type == "cpu":
        torch.set_num_threads(1)  # layers this small spend more time on synchronisation than on work
    model.to(where).train()
    planes = torch.frombuffer(samples.planes, dtype=torch.float32).reshape(-1, samples.inputs).to(where)
    moves = torch.frombuffer(samples.moves, dtype=torch.float32).reshape(-1, samples.actions).to(where)
    values = torch.frombuffer(samples.values, dtype=torch.float32).to(where)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=max(2, steps + 1))
    policy_loss = value_loss = 0.0
    for step in range(steps):
        chosen = torch.randint(len(values), (min(batch, len(values)),), device=where)
        logits, predicted = model(planes[chosen])
        policy_error = -(moves[chosen] * logits.log_softmax(-1)).sum(-1).mean()
        value_error = (predicted - values[chosen]).square().mean()
        optimizer.zero_grad()
        (policy_error + value_error).backward()
        optimizer.step()
        schedule.step()
        if step % 50 == 0 or step == steps - 1:
            policy_loss, value_loss = float(policy_error.detach()), float(value_error.detach())
        if not keep_going(step):
            break
    model.eval()
    return policy_loss, value_loss
