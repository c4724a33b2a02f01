"""Trains the network of chess on positions of self-play, and writes it as the core reads it.

    python training/chess/train.py OUT.net SAMPLES... [--epochs 30] [--batch 16384] [--seed 1]

Needs PyTorch and numpy. The network is the one of `native/games/chess/network`:
what stands where as each side sees it, 256 hidden values, clipped and squared,
and one of eight outputs by how many pieces are left. What is made small is the
square of the difference between what the network promises and a mixture of the
game's result and what search found.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

HIDDEN, OUTPUTS = 256, 8
ONE_HIDDEN, ONE_OUTPUT = 255, 64
#: Points that stand for an output of 1.
SCALE = 400.0
#: Weights of the second layer stay within what 8 bits hold.
MOST_OUTPUT = 127 / ONE_OUTPUT

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


class Network(nn.Module):
    """The network in whole numbers of training: 32-bit floats."""

    def __init__(self) -> None:
        super().__init__()
        self.inputs = nn.Parameter(torch.randn(768, HIDDEN) * 0.05)
        self.bias = nn.Parameter(torch.zeros(HIDDEN))
        self.outputs = nn.Parameter(torch.randn(OUTPUTS, 2 * HIDDEN) * 0.05)
        self.output_bias = nn.Parameter(torch.zeros(OUTPUTS))

    def forward(self, own: Tensor, other: Tensor, which: Tensor) -> Tensor:
        """Promised outcomes before the sigmoid, for the mover; the inputs are 0 or 1 for each feature."""
        inputs = self.inputs.to(own.dtype)
        hidden = torch.cat([own @ inputs + self.bias, other @ inputs + self.bias], dim=1)
        squared = hidden.float().clamp(0, 1).square()
        return (squared * self.outputs[which]).sum(dim=1) + self.output_bias[which]

    @torch.no_grad()
    def keep_in_bounds(self) -> None:
        """What whole numbers can't hold is not learnt."""
        self.outputs.clamp_(-MOST_OUTPUT, MOST_OUTPUT)
        self.inputs.clamp_(-8, 8)

    @torch.no_grad()
    def bytes(self) -> bytes:
        """The network as the core reads it."""
        inputs = (self.inputs * ONE_HIDDEN).round().cpu().numpy().astype("<i2")
        bias = (self.bias * ONE_HIDDEN).round().cpu().numpy().astype("<i2")
        outputs = (self.outputs * ONE_OUTPUT).round().clamp(-127, 127).cpu().numpy().astype("<i2")
        output_bias = (self.output_bias * ONE_HIDDEN * ONE_OUTPUT).round().cpu().numpy().astype("<i4")
        return b"kibnet01" + b"".join(part.tobytes() for part in (inputs, bias, outputs, output_bias))


class Batches:
    """Positions on the device, made into features when they are needed."""

    def __init__(self, samples: np.ndarray, device: torch.device) -> None:
        self.device = device
        self.size = len(samples)
        words = samples["occupied"].view("<i8")
        self.occupied = torch.from_numpy(words.copy()).to(device)
        self.pieces = torch.from_numpy(samples["pieces"].copy()).to(device)
        self.score = torch.from_numpy(samples["score"].astype(np.float32)).to(device)
        self.result = torch.from_numpy(samples["result"].astype(np.float32) / 2).to(device)
        self.mover = torch.from_numpy(samples["mover"].copy()).to(device)

    def features(self, which: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The features of the mover's view, of the other's, and the output for so many pieces."""
        squares = torch.arange(64, device=self.device)
        here = (self.occupied[which][:, None] >> squares) & 1
        place = (here.cumsum(1) - 1).clamp(min=0)
        packed = self.pieces[which]
        codes = torch.stack([packed & 15, packed >> 4], dim=2).flatten(1).long().gather(1, place)
        kind, colour = codes & 7, codes >> 3
        mover = self.mover[which].long()[:, None]
        count = here.sum(1)
        views = []
        dtype = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        for view in (mover, 1 - mover):
            own_king = (here == 1) & (kind == 5) & (colour == view)
            king = own_king.long().argmax(1, keepdim=True)
            flip = torch.where(view == 1, 56, 0) ^ torch.where(king % 8 > 3, 7, 0)
            index = ((colour != view).long() * 6 + kind) * 64 + (squares ^ flip)
            index = torch.where(here == 1, index, 768)
            dense = torch.zeros(len(which), 769, device=self.device, dtype=dtype)
            dense.scatter_(1, index, 1.0)
            views.append(dense[:, :768])
        return views[0], views[1], ((count - 1) * OUTPUTS // 32).long()

    def aims(self, which: Tensor, share: float) -> Tensor:
        """What the network should promise: so much of the result, the rest of what search found."""
        return share * self.result[which] + (1 - share) * torch.sigmoid(self.score[which] / SCALE)


def read(paths: list[Path]) -> np.ndarray:
    """All positions in some files."""
    parts = [np.fromfile(path, dtype=SAMPLE) for path in paths]
    return np.concatenate(parts)


def main() -> None:
    """Read, train, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--share", type=float, default=0.4, help="of the result in what is aimed at")
    parser.add_argument("--seconds", type=float, default=0, help="as many epochs as fit; 0 for --epochs")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    samples = read(given.samples)
    order = np.random.default_rng(given.seed).permutation(len(samples))
    held = min(len(samples) // 20, 200_000)
    batches = Batches(samples[order], device)
    print(f"{len(samples):,} positions, {held:,} of them not learnt from, on {device}", flush=True)
    network = Network().to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=given.rate, weight_decay=0.0)
    learnt = batches.size - held
    steps_each = max(1, learnt // given.batch)
    began, epoch, progress, error = time.monotonic(), 0, 0.0, 0.0
    while progress < 1:
        shuffled = torch.randperm(learnt, device=device) + held
        total = torch.zeros((), device=device)
        for step in range(steps_each):
            passed = (
                (time.monotonic() - began) / given.seconds
                if given.seconds
                else (epoch + step / steps_each) / given.epochs
            )
            progress = min(1.0, passed)
            for group in optimizer.param_groups:
                # Slowly at first, then less and less.
                group["lr"] = given.rate * min(1.0, 0.1 + 20 * progress) * (0.01 + 0.99 * (1 - progress))
            which = shuffled[step * given.batch : (step + 1) * given.batch]
            own, other, output = batches.features(which)
            loss = (
                (torch.sigmoid(network(own, other, output)) - batches.aims(which, given.share))
                .abs()
                .pow(2.5)
                .mean()
            )
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            network.keep_in_bounds()
            total += loss.detach()
            if given.seconds and progress >= 1:
                break
        epoch += 1
        if not given.seconds:
            progress = epoch / given.epochs
        error = check(network, batches, held, given.share)
        print(
            f"epoch {epoch}: {total.item() / (step + 1):.6f}, not seen {error:.6f}, "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
    given.out.write_bytes(network.bytes())
    facts = {
        "positions": len(samples),
        "epochs": epoch,
        "batch": given.batch,
        "share_of_result": given.share,
        "error_not_seen": error,
        "seconds": round(time.monotonic() - began),
        "device": str(device),
        "seed": given.seed,
    }
    given.out.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n")


@torch.no_grad()
def check(network: Network, batches: Batches, held: int, share: float) -> float:
    """The mean square error on positions that nothing was learnt from."""
    total = 0.0
    for at in range(0, held, 16384):
        which = torch.arange(at, min(held, at + 16384), device=batches.device)
        own, other, output = batches.features(which)
        off = torch.sigmoid(network(own, other, output)) - batches.aims(which, share)
        total += off.square().sum().item()
    return total / max(1, held)


if __name__ == "__main__":
    main()
