"""measure_size.py -- ./dev size: links small programs, built for size, and reads how many bytes of code are in them."""

from __future__ import annotations

from pathlib import Path

from setup import cmake_build
from steps import PYTHON, ROOT, Failed, output, run_quietly, say, step

RUNTIME_LIMIT = 64 * 1024
OPTIONS = ["-DCMAKE_BUILD_TYPE=MinSizeRel", "-DGLEED_PYTHON=OFF", "-DGLEED_TESTS=OFF"]
DEMO = ROOT / "build" / "demo" / "efficientnet_lite0.pte"


def sections(program: Path) -> dict[str, int]:
    """Bytes of each section, as `size -A` lists them."""
    lines = [line.split() for line in output(["size", "-A", program]).splitlines()]
    return {line[0]: int(line[1]) for line in lines if len(line) == 3 and line[1].isdigit()}


def above(program: Path, base: Path) -> tuple[int, int]:
    """Bytes of code and of constants that `program` has and `base` lacks."""
    more, less = sections(program), sections(base)
    return more[".text"] - less[".text"], more.get(".rodata", 0) - less.get(".rodata", 0)


def measure_size() -> None:
    folder = ROOT / "build" / "size"
    cmake_build(folder, OPTIONS, ["gleed_size"])
    rows = {
        "runtime, no kernels": above(folder / "size_runtime", folder / "size_empty"),
        "all kernels": above(folder / "size_kernels", folder / "size_runtime"),
    }
    runtime = rows["runtime, no kernels"][0]
    if not DEMO.exists():
        with step("lower the demo's network"):
            run_quietly([PYTHON, ROOT / "examples" / "demo" / "demo.py", "--only-lower"], "size-demo")
    folder = ROOT / "build" / "size-demo"
    cmake_build(folder, [*OPTIONS, f"-DGLEED_OPS_FROM={DEMO}"], ["gleed_size"])
    rows["runtime and the demo's kernels"] = above(folder / "size_kernels", folder / "size_empty")
    cmake_build(
        folder.with_name("size-quiet"), [*OPTIONS, "-DGLEED_WORDS=0", f"-DGLEED_OPS_FROM={DEMO}"], ["gleed_size"]
    )
    quiet = folder.with_name("size-quiet")
    rows["the same without error texts"] = above(quiet / "size_kernels", quiet / "size_empty")

    print(f"{'bytes, stripped':32} {'code':>10} {'constants':>10}")
    for name, (code, constants) in rows.items():
        print(f"{name:32} {code:10,} {constants:10,}")
    if runtime >= RUNTIME_LIMIT:
        raise Failed(f"the runtime's code is {runtime:,} bytes; the limit is {RUNTIME_LIMIT:,}")
    say(f"the runtime's code is within its limit of {RUNTIME_LIMIT:,} bytes")
