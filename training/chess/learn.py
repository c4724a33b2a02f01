"""Learns the network that judges positions of chess, from positions of self-play.

    python training/chess/learn.py OUT.bin SAMPLES... [--epochs 25] [--results 0.4] [--seed 1]

Needs PyTorch and is quick on a GPU. SAMPLES are what `selfplay` writes. What is
made small is the difference between what the network promises and a mixture of the
game's result (so much of it as `--results` says) and what search found. OUT.bin is
written in whole numbers as native/games/chess/network.hpp reads them, and OUT.json
beside it says how it was made.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
from pathlib import Path

import numpy as np
import torch

HIDDEN, BUCKETS = 128, 8
ALL, UNIT, POINTS = 255, 64, 220.0
#: Weights are kept below this, so that no sum of whole numbers overflows.
MOST = 1.98
BATCH = 16384
SAMPLE = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", 16),
        ("score", "<i2"),
        ("result", "u1"),
        ("mover", "u1"),
        ("clock", "u1"),
        ("unused", "u1", 3),
    ]
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--results", type=float, default=0.4)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    torch.manual_seed(wishes.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = Data(wishes.samples, wishes.results, device)
    print(f"{len(data)} positions", flush=True)
    network = Network().to(device)
    log = learn(network, data, wishes.epochs, wishes.rate)
    numbers = whole_numbers(network)
    wishes.out.write_bytes(numbers)
    facts = {
        "made": datetime.date.today().isoformat(),
        "positions": len(data),
        "epochs": wishes.epochs,
        "results": wishes.results,
        "rate": wishes.rate,
        "seed": wishes.seed,
        "last": log[-1],
    }
    wishes.out.with_suffix(".json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


class Data:
    """Positions as 64 numbers each: 0 for an empty square, 1 to 6 for white's pieces, 7 to 12 for black's."""

    def __init__(self, paths: list[Path], results: float, device: str) -> None:
        found = np.concatenate([np.fromfile(path, dtype=SAMPLE) for path in paths])
        parts = [
            _squares(torch.from_numpy(part), device) for part in np.array_split(_raw(found), 64) if len(part)
        ]
        self.squares = torch.cat(parts)
        mover = torch.from_numpy(found["mover"].astype(np.int64)).to(device)
        score = torch.from_numpy(found["score"].astype(np.float32)).to(device)
        result = torch.from_numpy(found["result"].astype(np.float32)).to(device)
        self.mover = mover
        self.aim = (1 - results) * torch.sigmoid(score / POINTS) + results * result / 2

    def __len__(self) -> int:
        return len(self.mover)


def _raw(found: np.ndarray) -> np.ndarray:
    """The squares that are occupied as eight bytes, then the pieces as sixteen."""
    occupied = found["occupied"].copy().view(np.uint8).reshape(-1, 8)
    return np.concatenate([occupied, found["pieces"]], axis=1)


def _squares(raw: torch.Tensor, device: str) -> torch.Tensor:
    raw = raw.to(device)
    shifts = torch.arange(8, device=device, dtype=torch.uint8)
    is_there = ((raw[:, :8, None] >> shifts) & 1).reshape(-1, 64).bool()
    pieces = torch.stack([raw[:, 8:] & 15, raw[:, 8:] >> 4], dim=2).reshape(-1, 32)
    which = (is_there.long().cumsum(1) - 1).clamp(min=0)
    piece = pieces.gather(1, which)
    code = 1 + (piece & 7) + 6 * (piece >> 3)
    return torch.where(is_there, code, torch.zeros_like(code))


class Network(torch.nn.Module):
    """The same as native/games/chess/network.hpp, in real numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = torch.nn.Parameter(torch.randn(768, HIDDEN) * 0.05)
        self.begin = torch.nn.Parameter(torch.full((HIDDEN,), 0.1))
        self.last = torch.nn.Parameter(torch.randn(BUCKETS, 2 * HIDDEN) * 0.05)
        self.last_begin = torch.nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, squares: torch.Tensor, mover: torch.Tensor) -> torch.Tensor:
        own, other = (self._sums(squares, side) for side in (mover, 1 - mover))
        kept = torch.cat([own, other], dim=1).clamp(0, 1).square()
        bucket = (((squares > 0).sum(1) - 1) // 4).clamp(max=BUCKETS - 1)
        return (kept * self.last[bucket]).sum(1) + self.last_begin[bucket]

    def _sums(self, squares: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
        """What a side sees: the board from its own side, its king on the left."""
        king = (squares == 6 + 6 * side[:, None].to(squares.dtype)).to(torch.int8).argmax(1)
        turned = 56 * side + torch.where(king % 8 > 3, 7, 0)
        places = torch.arange(64, device=squares.device)[None, :] ^ turned[:, None]
        seen = squares.gather(1, places).long()
        swapped = torch.where(seen > 6, seen - 6, torch.where(seen > 0, seen + 6, seen))
        seen = torch.where(side[:, None] == 1, swapped, seen)
        # One column for every piece on every square; empty squares fall into one that is cut off.
        column = torch.where(seen > 0, (seen - 1) * 64 + torch.arange(64, device=seen.device), 768)
        inputs = torch.zeros(len(squares), 769, device=seen.device)
        inputs.scatter_(1, column, 1.0)
        return inputs[:, :768] @ self.rows + self.begin


def learn(network: Network, data: Data, epochs: int, rate: float) -> list[str]:
    """Adam with a rate that falls along a cosine."""
    device = data.mover.device
    order = torch.randperm(len(data), device=device)
    held = order[: max(1, len(order) // 50)]
    learnt = order[len(held) :]
    batch = min(BATCH, max(1, len(learnt) // 4))
    optimizer = torch.optim.Adam(network.parameters(), lr=rate)
    steps, step, log = epochs * (len(learnt) // batch), 0, []
    torch.set_float32_matmul_precision("high")
    for epoch in range(epochs):
        total, mixed = 0.0, learnt[torch.randperm(len(learnt), device=device)]
        count = len(learnt) // batch
        for at in range(count):
            which = mixed[at * batch : (at + 1) * batch]
            for group in optimizer.param_groups:
                group["lr"] = rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / steps)))
            step += 1
            promised = torch.sigmoid(network(data.squares[which], data.mover[which]))
            loss = (promised - data.aim[which]).abs().pow(2.3).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                network.rows.clamp_(-MOST, MOST)
                network.last.clamp_(-MOST, MOST)
            if at % 50 == 0:
                total += float(loss) * min(50, count - at)
        with torch.no_grad():
            errors = [
                (torch.sigmoid(network(data.squares[part], data.mover[part])) - data.aim[part])
                .square()
                .mean()
                for part in held.split(BATCH)
            ]
        log.append(
            f"epoch {epoch + 1}: {total / count:.6f}, squared on positions not seen {float(sum(errors)) / len(errors):.6f}"
        )
        print(log[-1], flush=True)
    return log


def whole_numbers(network: Network) -> bytes:
    """The network as native/games/chess/network.hpp reads it."""

    def rounded(tensor: torch.Tensor, unit: int) -> np.ndarray:
        return np.rint(tensor.detach().double().cpu().numpy() * unit)

    parts = [
        rounded(network.rows, ALL).astype("<i2").tobytes(),
        rounded(network.begin, ALL).astype("<i2").tobytes(),
        rounded(network.last, UNIT).clip(-127, 127).astype("<i2").tobytes(),
        rounded(network.last_begin, ALL * UNIT).astype("<i4").tobytes(),
    ]
    return b"".join(parts)


if __name__ == "__main__":
    main()
