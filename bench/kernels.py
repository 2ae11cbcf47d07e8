"""kernels.py -- times portable kernels beside ExecuTorch's, instruction by instruction, on the same .pte.

    .venv/bin/python bench/kernels.py [--rounds 20] [NAME ...]

One program an operator is lowered by Gleed and run in turns by both runtimes; each one's profiler gives the time of the
instruction in question, so neither the copying of inputs nor the call from Python counts. One thread. Least and median
of all rounds in microseconds, and how many times as long Gleed takes (least by least).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from rich.console import Console
from rich.table import Table

import gleed

torch.manual_seed(0)
WIDE, SQUARE = torch.randn(512, 1024), torch.randn(256, 256)
IMAGE, ROW, BOOLS = torch.randn(1, 32, 64, 64), torch.randn(1024), torch.rand(512, 1024) > 0.5
WHOLE, INDEX = torch.randint(-9, 9, (512, 1024)), torch.randint(0, 256, (2048,))
FILTER, DEPTHWISE = torch.randn(32, 32, 3, 3), torch.randn(32, 1, 3, 3)

F = torch.nn.functional
# What is timed: a function of inputs. The longest instruction of its program counts.
Inputs = tuple[torch.Tensor, ...]
KERNELS: dict[str, tuple[Callable[..., Any], Inputs]] = {
    "add": (torch.add, (WIDE, WIDE + 1)),
    "add, broadcast": (torch.add, (WIDE, ROW)),
    "add, int64": (torch.add, (WHOLE, WHOLE)),
    "add, float16": (torch.add, (WIDE.half(), WIDE.half())),
    "mul by a number": (lambda x: x * 1.5, (WIDE,)),
    "div": (torch.div, (WIDE, WIDE + 5)),
    "maximum": (torch.maximum, (WIDE, WIDE + 1)),
    "where": (torch.where, (BOOLS, WIDE, WIDE + 1)),
    "gt": (torch.gt, (WIDE, WIDE + 1)),
    "relu": (torch.relu, (WIDE,)),
    "neg": (torch.neg, (WIDE,)),
    "clamp": (lambda x: x.clamp(-1, 1), (WIDE,)),
    "exp": (torch.exp, (WIDE,)),
    "log": (torch.log, (WIDE.abs() + 1,)),
    "sqrt": (torch.sqrt, (WIDE.abs(),)),
    "rsqrt": (torch.rsqrt, (WIDE.abs() + 1,)),
    "sigmoid": (torch.sigmoid, (WIDE,)),
    "tanh": (torch.tanh, (WIDE,)),
    "erf": (torch.erf, (WIDE,)),
    "gelu": (F.gelu, (WIDE,)),
    "pow 2": (lambda x: x**2, (WIDE,)),
    "sum, inner": (lambda x: x.sum(-1), (WIDE,)),
    "sum, outer": (lambda x: x.sum(0), (WIDE,)),
    "mean, all": (lambda x: x.mean((0, 1)), (WIDE,)),
    "amax": (lambda x: x.amax(-1), (WIDE,)),
    "argmax": (lambda x: x.argmax(-1), (WIDE,)),
    "any": (lambda x: x.any(-1), (BOOLS,)),
    "var": (lambda x: x.var(-1), (WIDE,)),
    "cumsum": (lambda x: x.cumsum(-1), (WIDE,)),
    "softmax": (lambda x: x.softmax(-1), (WIDE,)),
    "log_softmax": (lambda x: x.log_softmax(-1), (WIDE,)),
    "layer_norm": (lambda x, w, b: F.layer_norm(x, (1024,), w, b), (WIDE, ROW, ROW)),
    "group_norm": (lambda x: F.group_norm(x, 8), (IMAGE,)),
    "transpose": (lambda x: x.t().contiguous(), (WIDE,)),
    "permute, channels last": (lambda x: x.permute(0, 2, 3, 1).contiguous(), (IMAGE,)),
    "cat": (lambda x, y: torch.cat([x, y], 1), (WIDE, WIDE)),
    "slice": (lambda x: x[:, 3:900], (WIDE,)),
    "expand": (lambda x: x.expand(512, 1024).clone(), (ROW,)),
    "pad": (lambda x: F.pad(x, (1, 1, 1, 1)), (IMAGE,)),
    "to float16": (lambda x: x.half(), (WIDE,)),
    "to int64": (lambda x: x.long(), (WIDE,)),
    "embedding": (lambda w, i: F.embedding(i, w), (SQUARE, INDEX)),
    "index": (lambda x, i: x[i], (SQUARE, INDEX)),
    "gather": (lambda x, i: x.gather(1, i.view(256, 8)), (SQUARE, INDEX)),
    "topk": (lambda x: x.topk(8, -1)[0], (WIDE,)),
    "mm": (torch.mm, (SQUARE, SQUARE)),
    "mm, transposed": (lambda x, y: x @ y.t(), (SQUARE, SQUARE)),
    "addmm, one row": (torch.addmm, (ROW, WIDE[:1, :512].contiguous(), WIDE)),
    "bmm": (torch.bmm, (torch.randn(8, 128, 64), torch.randn(8, 64, 128))),
    "convolution": (lambda x, w: F.conv2d(x, w, padding=1), (IMAGE, FILTER)),
    "convolution, depthwise": (lambda x, w: F.conv2d(x, w, padding=1, groups=32), (IMAGE, DEPTHWISE)),
    "max_pool2d": (lambda x: F.max_pool2d(x, 3, 2, 1), (IMAGE,)),
    "avg_pool2d": (lambda x: F.avg_pool2d(x, 2), (IMAGE,)),
    "upsample_bilinear2d": (lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"), (IMAGE,)),
    "upsample_nearest2d": (lambda x: F.interpolate(x, scale_factor=2), (IMAGE,)),
}


class Function(torch.nn.Module):
    """A module that calls a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *args: torch.Tensor) -> Any:
        return self.function(*args)


def ours(loaded: Any, inputs: Inputs) -> tuple[str, float]:
    """The longest instruction of one run: its operator, microseconds."""
    _, name, ns = max(loaded.profile(*inputs), key=lambda row: row[2])
    return str(name), ns / 1000


class Upstream:
    """The same file in ExecuTorch's runtime with its event tracer."""

    def __init__(self, buffer: bytes) -> None:
        from executorch.extension.pybindings.portable_lib import _load_for_executorch_from_buffer

        self.buffer = buffer
        self.load = _load_for_executorch_from_buffer

    def runs(
        self, inputs: tuple[torch.Tensor, ...], rounds: int, between: Callable[[], None]
    ) -> dict[str, list[float]]:
        """Microseconds of each operator in each of `rounds` runs; `between` is called after every run."""
        from executorch.devtools import Inspector

        module = self.load(self.buffer, enable_etdump=True)
        for _ in range(rounds):
            module.forward(inputs)
            between()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.etdp"
            module.write_etdump_result_to_file(str(path))
            found: dict[str, list[float]] = {}
            for block in Inspector(etdump_path=str(path)).event_blocks:
                for event in block.events:
                    if event.perf_data is not None and event.name.startswith("native_call_"):
                        found.setdefault(event.name.removeprefix("native_call_"), []).extend(event.perf_data.raw)
        return {name: [1000 * ms for ms in times] for name, times in found.items()}


def compare(function: Callable[..., Any], inputs: Inputs, rounds: int) -> tuple[str, ...]:
    """The cells of one row: the instruction, then least and median of both runtimes, and their ratio."""
    program = gleed.lower(Function(function), inputs, check=False)
    loaded = gleed.load(program.buffer)["forward"]
    timed: list[tuple[str, float]] = []
    ours(loaded, inputs)
    theirs = Upstream(program.buffer).runs(inputs, rounds, lambda: timed.append(ours(loaded, inputs)))
    key = timed[0][0]
    mine = [us for operator, us in timed if operator == key]
    cells = [key, f"{min(mine):.0f}", f"{statistics.median(mine):.0f}"]
    peer = theirs.get(key.split("::")[-1])
    if not peer:
        return (*cells, "-", "-", "-")
    return (*cells, f"{min(peer):.0f}", f"{statistics.median(peer):.0f}", f"{min(mine) / min(peer):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these (all)")
    parser.add_argument("--rounds", type=int, default=20)
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    columns = ("", "instruction", "Gleed least", "median", "ExecuTorch least", "median", "ratio")
    table = Table(*columns, title="microseconds, one thread")
    for name, (function, inputs) in KERNELS.items():
        if not args.names or name in args.names:
            print(f"kernels: {name}", file=sys.stderr)
            table.add_row(name, *compare(function, inputs, args.rounds))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
