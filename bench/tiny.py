"""tiny.py -- writes a program of many tiny instructions, to see what an instruction costs besides its kernel.

    python bench/tiny.py build/tiny.pte && build/gleed bench build/tiny.pte --profile

The time of a run over the number of instructions bounds all that the runtime adds to each: the step to the next
instruction, the kernel's own checks, and the two questions whether anyone listens to events.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

import gleed


class Chain(torch.nn.Module):
    """Negated rectified numbers, four of them."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for _ in range(self.length):
            x = torch.neg(x.relu())
        return x


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--instructions", type=int, default=1000)
    args = parser.parse_args()
    program = gleed.lower(Chain(args.instructions // 2), (torch.ones(4),))
    program.save(args.path)
    print(program.reports["forward"])


if __name__ == "__main__":
    main()
