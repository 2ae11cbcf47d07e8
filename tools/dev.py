"""dev.py -- the commands of ./dev. Each sets up what it needs, says so, and can be interrupted and run again."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

from measure_size import measure_size
from setup import cmake_build, ready
from steps import PYTHON, ROOT, VENV, Failed, output, run, say, step

HELP = """\
Builds, tests and shows Gleed from this checkout. Works from any folder, on Debian 12 and 13; missing Debian packages
are installed with apt-get (as root or through sudo), Python packages into .venv. What is done is not done again.

examples:
  ./dev demo                 classify three pictures with a lowered network
  ./dev test                 all that a change must pass
  ./dev test -k relu         only Python tests whose name has "relu"
  ./dev build && .venv/bin/gleed --help

PyTorch comes from wherever pip is configured to look, and its default build for Linux brings gigabytes for GPUs. To
take the CPU build, name an index that has it before the first run, for example in PIP_EXTRA_INDEX_URL.
"""

SANITIZE = [
    "-DGLEED_SANITIZE=address;undefined",
    "-DGLEED_PYTHON=ON",
    f"-DPython_EXECUTABLE={PYTHON}",
    "-DGLEED_TESTS=ON",
    "-DCMAKE_BUILD_TYPE=Release",
]

# One thread in each of two workers: they share the machine.
THREADS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def build(args: argparse.Namespace) -> None:
    """the Python extension, the library and the command line, in build/ (with --tests also the C++ tests)"""
    ready(targets=["all"], tests=args.tests)
    say("ready: .venv/bin/gleed --help, or .venv/bin/python -c 'import gleed'")


def demo(args: argparse.Namespace) -> None:
    """lower a pretrained network, run it on three pictures, and compare with eager PyTorch"""
    ready("demo", targets=["_core"])
    run([PYTHON, ROOT / "examples" / "demo" / "demo.py", *args.rest])


def lint_steps() -> None:
    sources = [line for line in output(["git", "ls-files", "-co", "--exclude-standard", "*.cpp", "*.h"]).splitlines()]
    with step("lint"):
        failures = []
        commands: dict[str, list[str | Path]] = {
            "ruff check": [PYTHON, "-m", "ruff", "check", "."],
            "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "."],
            "mypy": [PYTHON, "-m", "mypy"],
            "clang-format": ["clang-format", "--dry-run", "--Werror", *[s for s in sources if (ROOT / s).exists()]],
        }
        for name, command in commands.items():
            try:
                run(command)
            except Failed:
                failures.append(name)
        if failures:
            raise Failed("lint: " + ", ".join(failures) + " (./dev lint --fix mends the layout)")


def lint(args: argparse.Namespace) -> None:
    """ruff, mypy and clang-format; with --fix, put the layout right first"""
    ready("test", targets=["_core"], tests=True)
    if args.fix:
        sources = output(["git", "ls-files", "-co", "--exclude-standard", "*.cpp", "*.h"]).splitlines()
        run([PYTHON, ROOT / "tools" / "make_stub.py"])
        run([PYTHON, "-m", "ruff", "check", "--fix", "--quiet", "--exit-zero", "."])
        run([PYTHON, "-m", "ruff", "format", "--quiet", "."])
        run(["clang-format", "-i", *[s for s in sources if (ROOT / s).exists()]])
    lint_steps()


def test(args: argparse.Namespace) -> None:
    """lint, C++ tests, Python tests, and C++ tests, broken files and operators under sanitizers"""
    start = time.monotonic()
    ready("test", targets=["all"], tests=True)
    if args.k:
        run([PYTHON, "-m", "pytest", "-q", "-k", args.k, *args.rest])
        return
    failures = []
    steps = [lint_steps, ctest_steps, lambda: pytest_steps(args)]
    if not args.quick:
        steps.append(sanitizer_steps)
    for work in steps:
        try:
            work()
        except Failed as failed:
            say(str(failed))
            failures.append(str(failed).splitlines()[-1])
    if failures:
        raise Failed(f"{len(failures)} of {len(steps)} parts failed after {time.monotonic() - start:.0f} s")
    say(f"all {len(steps)} parts passed in {time.monotonic() - start:.0f} s")


def ctest_steps() -> None:
    with step("C++ tests"):
        run(["ctest", "--test-dir", ROOT / "build", "--output-on-failure", "--no-tests=error"])


def pytest_steps(args: argparse.Namespace) -> None:
    with step("Python tests"):
        chosen = ["-m", "not slow"] if args.quick else []
        run([PYTHON, "-m", "pytest", "-q", "-n", "2", *chosen, *args.rest], env=THREADS)


def sanitizer_steps() -> None:
    folder = ROOT / "build" / "sanitize"
    cmake_build(folder, SANITIZE, ["gleed_tests", "gleed_corrupt", "_core"])
    strict = {"ASAN_OPTIONS": "detect_stack_use_after_return=1", "UBSAN_OPTIONS": "print_stacktrace=1"}
    with step("C++ tests under address and undefined sanitizers"):
        run(["ctest", "--test-dir", folder, "--output-on-failure", "--no-tests=error"], env=strict)
    files = sorted((ROOT / "tests" / "golden").rglob("*.pte"))
    with step(f"broken copies of {len(files)} files under sanitizers"):
        run([folder / "gleed_corrupt", *files], env=strict)
    # Python itself has no sanitizer in it: the library comes first by preloading, with the C++ library whose exceptions
    # it watches, and Python's own leaks do not count.
    compiler = os.environ.get("CXX", "c++")
    libraries = [output([compiler, f"-print-file-name={name}"]).strip() for name in ("libasan.so", "libstdc++.so")]
    preload = {
        "GLEED_CORE": str(next(folder.glob("_core*.so"))),
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    with step("operators, files and refusals under sanitizers"):
        chosen = [ROOT / "tests" / name for name in ("ops", "golden_test.py", "refusals_test.py")]
        run([PYTHON, "-m", "pytest", "-q", "-n", "2", *chosen], env={**strict, **THREADS, **preload})


def bench(args: argparse.Namespace) -> None:
    """latency, lowering time and memory of Gleed and its peers, side by side"""
    ready("bench", "demo", targets=["_core"])
    run([PYTHON, ROOT / "bench" / "bench.py", *args.rest])


def size(args: argparse.Namespace) -> None:
    """bytes of machine code: the runtime alone, all kernels, and with a demo's kernels

    Links tools/size/*.cpp, built for size (MinSizeRel) and stripped, and takes the bytes of section .text (and of
    .rodata beside it) minus those of a program with an empty main(). "runtime" has Program and Method and an empty
    catalogue; "all kernels" is what the whole catalogue adds; "demo" is a runtime with only the kernels and dtypes that
    the demo's .pte needs (-DGLEED_OPS_FROM=...). Fails when the runtime has 64 KiB or more.
    """
    ready("demo", targets=["_core"])
    measure_size()


def clean(args: argparse.Namespace) -> None:
    """delete all that was built (with --all also .venv)"""
    for folder in [ROOT / "build", ROOT / "dist", *([VENV] if args.all else [])]:
        shutil.rmtree(folder, ignore_errors=True)
    for extension in (ROOT / "gleed").glob("_core*.so"):
        extension.unlink()


def main() -> int:
    parser = argparse.ArgumentParser("./dev", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="command")
    for command in (demo, test, build, lint, bench, size, clean):
        words = (command.__doc__ or "").splitlines()
        sub = commands.add_parser(
            command.__name__,
            help=words[0],
            description=command.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(command=command)
        if command is build:
            sub.add_argument("--tests", action="store_true", help="also build the C++ tests")
        elif command is test:
            sub.add_argument("--quick", action="store_true", help="no slow Python tests, no sanitizers")
            sub.add_argument("-k", metavar="WORDS", help="only Python tests whose names fit, as in pytest -k")
        elif command is lint:
            sub.add_argument("--fix", action="store_true", help="format the sources first")
        elif command is clean:
            sub.add_argument("--all", action="store_true", help="delete .venv as well")
    args, rest = parser.parse_known_args()
    args.rest = rest
    if args.rest and args.command not in (demo, test, bench):
        parser.error(f"unknown argument: {args.rest[0]}")
    args.command(args)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        say(f"failed: {failed}")
        sys.exit(1)
    except KeyboardInterrupt:
        say("interrupted; the same command goes on from here")
        sys.exit(130)
