"""partitions.py -- what boundaries cost: a model cut into many delegates beside the same model uncut.

    python bench/partitions.py mobilenetv2_100 --partitions 50

Both programs run in turns in one process, so that what disturbs the machine disturbs both. Weights are random.
"""

from __future__ import annotations

import argparse
import statistics
import time
from operator import getitem

import torch
from models import import_timm

import gleed
from gleed.backends.reference import ReferencePartitioner
from gleed.capture import export


def nodes_per_part(nodes: int, partitions: int) -> int:
    """The largest size of a part that gives at least so many."""
    return max(1, nodes // partitions)


def main() -> None:
    """Lower twice, check that both give the same, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", default="mobilenetv2_100", help="a name that timm knows")
    parser.add_argument("--partitions", type=int, default=50, help="at least so many (default 50)")
    parser.add_argument("--size", type=int, default=224, help="side of the image (default 224)")
    parser.add_argument("--seconds", type=float, default=20, help="how long to measure")
    options = parser.parse_args()

    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = import_timm().create_model(options.model, pretrained=False).eval()
    x = torch.randn(1, 3, options.size, options.size)
    exported = export(model, (x,))
    whole = gleed.to_edge(exported)
    nodes = sum(n.op == "call_function" and n.target is not getitem for n in whole["forward"].graph.nodes)
    cut = gleed.to_edge(exported).to_backend(ReferencePartitioner(nodes_per_part(nodes, options.partitions)))
    parts = sum(n.op == "call_module" for n in cut["forward"].graph.nodes)
    programs = {"uncut": whole.to_program(), f"{parts} parts": cut.to_program()}
    loaded = {name: gleed.load(program.buffer) for name, program in programs.items()}
    first, second = (method(x)[0] for method in loaded.values())
    print(f"{options.model}: {nodes} nodes; largest difference {(first - second).abs().max().item():.3g}")

    times: dict[str, list[float]] = {name: [] for name in loaded}
    end = time.perf_counter() + options.seconds
    while time.perf_counter() < end or len(times["uncut"]) < 3:
        for name, method in loaded.items():
            start = time.perf_counter()
            method(x)
            times[name].append((time.perf_counter() - start) * 1e3)
    base = times["uncut"]
    for name, spent in times.items():
        least, median = min(spent), statistics.median(spent)
        print(
            f"{name:>12}: least {least:.2f} ms ({least / min(base) - 1:+.1%}), median {median:.2f} ms "
            f"({median / statistics.median(base) - 1:+.1%}), {len(spent)} runs, file {len(programs[name].buffer):,} B"
        )


if __name__ == "__main__":
    main()
