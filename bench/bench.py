"""bench.py -- Gleed beside its peers, in one process and one run: latency, lowering time, planned memory, file size.

Each model is prepared by every engine; then the engines take turns, one run each, until the time is over, so that what
disturbs the machine disturbs all. Batch 1, one thread unless --threads says otherwise. The figures that
carry over to another machine are the ratios.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from engines import ENGINES, Prepared
from models import MODELS
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Row:
    """What one engine did with one model; times in milliseconds."""

    model: str
    engine: str
    prepared: Prepared | None  # None: it could not be prepared
    times: list[float]
    difference: float | None  # the largest from eager
    words: str = ""


def measure(name: str, engines: list[str], seconds: float, console: Console) -> list[Row]:
    """Rows of one model, in the order of `engines`."""
    torch.manual_seed(0)
    model, args = MODELS[name]()
    eager = model(*args)
    rows = []
    for engine in engines:
        console.print(f"{name}: preparing {engine}", style="dim")
        try:
            prepared = ENGINES[engine](model, args)
            difference = (prepared.run()[0] - eager).abs().max().item()
            rows.append(Row(name, engine, prepared, [], difference))
        except Exception as error:  # an engine that cannot do a model is a line of the table, not the end of it
            rows.append(Row(name, engine, None, [], None, f"{type(error).__name__}: {error}".splitlines()[0]))
    ready = [row for row in rows if row.prepared]
    console.print(f"{name}: measuring for {seconds:g} s", style="dim")
    end = time.perf_counter() + seconds
    while ready and (len(ready[0].times) < 3 or time.perf_counter() < end):
        for row in ready:
            assert row.prepared
            row.times.append(milliseconds(row.prepared.run))
    return rows


def milliseconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return 1e3 * (time.perf_counter() - start)


def cells(row: Row) -> list[str]:
    if not row.prepared:
        return [row.model, row.engine, row.words[:60], *[""] * 6]
    facts = row.prepared
    return [
        row.model,
        row.engine,
        f"{min(row.times):.1f}",
        f"{statistics.median(row.times):.1f}",
        "" if facts.lowering_s is None else f"{facts.lowering_s:.1f}",
        *("" if n is None else f"{n:,}" for n in (facts.planned_bytes, facts.bound_bytes, facts.file_bytes)),
        f"{row.difference:.1e}",
    ]


HEADS = [
    "model",
    "engine",
    "least ms",
    "median ms",
    "lowering s",
    "planned bytes",
    "lower bound",
    "file bytes",
    "off eager by",
]


def main() -> int:
    parser = argparse.ArgumentParser("./dev bench", description=__doc__)
    parser.add_argument("-m", "--models", nargs="+", choices=list(MODELS), default=list(MODELS))
    parser.add_argument("-e", "--engines", nargs="+", choices=list(ENGINES), default=list(ENGINES))
    parser.add_argument(
        "-s", "--seconds", type=float, default=10, help="for each model; each engine runs at least thrice"
    )
    parser.add_argument("-t", "--threads", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, help="also write the table there, as Markdown")
    args = parser.parse_args()
    torch.set_grad_enabled(False)
    torch.set_num_threads(args.threads)

    log = Console(stderr=True)
    rows = [cells(row) for name in args.models for row in measure(name, args.engines, args.seconds, log)]
    table = Table()
    for i, head in enumerate(HEADS):
        table.add_column(head, justify="left" if i < 2 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console(width=max(Console().width, 150)).print(table)
    if args.output:
        lines = [HEADS, ["---"] * len(HEADS), *rows]
        args.output.write_text("".join(f"| {' | '.join(line)} |\n" for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
