"""steps.py -- what every command of ./dev is made of: named, timed steps that run programs, stamps of what is done."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOGS = ROOT / "build" / "logs"


class Failed(Exception):
    """A step that did not work; its text is all that the user has to read."""


def say(text: str) -> None:
    print(f"dev: {text}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def step(name: str) -> Iterator[None]:
    """One line when a step begins, and the seconds it took when it ends."""
    start = time.monotonic()
    say(name + " ...")
    try:
        yield
    except BaseException:
        say(f"{name}: stopped after {time.monotonic() - start:.1f} s")
        raise
    say(f"{name}: {time.monotonic() - start:.1f} s")


def run(command: Sequence[str | Path], *, env: dict[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Runs a program whose output the user wants to see."""
    words = [str(word) for word in command]
    code = subprocess.run(words, env={**os.environ, **(env or {})}, cwd=cwd).returncode
    if code:
        raise Failed(f"exit code {code} from: {shlex.join(words)}")


def run_quietly(command: Sequence[str | Path], log: str, *, env: dict[str, str] | None = None) -> None:
    """Runs a program whose output matters only when it fails; all of it is kept in build/logs."""
    words = [str(word) for word in command]
    LOGS.mkdir(parents=True, exist_ok=True)
    path = LOGS / f"{log}.txt"
    with path.open("wb") as file:
        code = subprocess.run(
            words, env={**os.environ, **(env or {})}, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT
        ).returncode
    if code:
        raise Failed(end_of_log(path, code, words))


def end_of_log(path: Path, code: int, words: list[str]) -> str:
    tail = path.read_text(errors="replace").splitlines()[-60:]
    return "\n".join([*tail, f"exit code {code} from: {shlex.join(words)}", f"all of it: {path}"])


def run_ninja(name: str, command: Sequence[str | Path], log: str) -> None:
    """Builds, and says how far it is every few seconds; says nothing when nothing was to do."""
    words = [str(word) for word in command]
    LOGS.mkdir(parents=True, exist_ok=True)
    path = LOGS / f"{log}.txt"
    start = last = time.monotonic()
    begun = False
    with (
        path.open("w") as file,
        subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        ) as process,
    ):
        assert process.stdout
        for line in process.stdout:
            file.write(line)
            count = re.match(r"\[(\d+)/(\d+)\] (?!Re-)", line)
            if not count:
                continue
            if not begun:
                say(f"build {name} ({count[2]} steps) ...")
                begun = True
            if time.monotonic() - last > 10:
                last = time.monotonic()
                say(f"build {name}: {count[1]} of {count[2]}")
    if process.returncode:
        raise Failed(end_of_log(path, process.returncode, words))
    if begun:
        say(f"build {name}: {time.monotonic() - start:.1f} s")


def output(command: Sequence[str | Path]) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"exit code {done.returncode} from: {shlex.join(words)}\n{done.stderr}")
    return done.stdout


def write_whole(path: Path, text: str, mode: int = 0o644) -> None:
    """Writes a file in one go: whoever is interrupted leaves the old one or the new one. Untouched when equal."""
    with contextlib.suppress(OSError):
        if path.read_text() == text:
            return
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.{os.getpid()}")
    half.write_text(text)
    half.chmod(mode)
    half.replace(path)
