"""The command `gleed`: the Python package's lower, and run, inspect and bench of the C++ tool on a small model."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import gleed
from gleed.passes.test_support import Apply

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = (sys.executable, "-m", "gleed.devtools.command")
TOOL = (ROOT / "build" / "gleed",)

MODEL = """\
import torch

def make():
    return torch.nn.ReLU(), (torch.ones(2, 3),)

def no_tuple():
    return torch.nn.ReLU(), torch.ones(2)

def number():
    return 3
"""


def run(command: tuple[object, ...], *words: object, code: int = 0) -> str:
    """What the command prints: its output, or its one error line."""
    done = subprocess.run([str(w) for w in (*command, *words)], capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout if code == 0 else done.stderr


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    return path


@pytest.fixture(scope="module")
def scale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("command") / "scale.pte"
    gleed.lower(Apply(lambda x: x.relu() * 2), (torch.ones(2, 3),)).save(path)
    return path


def test_lower_writes_a_program_that_runs(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "model.pte"
    printed = run(PACKAGE, "lower", f"{source}:make", "-o", out)
    assert printed.startswith(f"{out}: {out.stat().st_size:,} bytes, lowered in ") and 'method "forward": ' in printed
    x = torch.tensor([[-1.0, 2, 3], [0, -5, 6]])
    torch.testing.assert_close(gleed.load(out)["forward"](x), [x.relu()])


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("{}:absent", '"{}" has no function "absent"'),
        ("{}:no_tuple", "the function's example inputs must be a tuple, not Tensor; write (model, (x,))"),
        ("{}:number", "the function returned int instead of (model, args) or a dict of methods"),
        ("{}", '"{}" does not name a function; write MODEL.py:FUNCTION'),
        ("{}x:make", 'there is no file "{}x"'),
        ("{}.txt:make", '"{}.txt" is no Python file'),
    ],
)
def test_lower_refuses(source: Path, tmp_path: Path, place: str, words: str) -> None:
    Path(f"{source}.txt").write_text("text")
    error = run(PACKAGE, "lower", place.format(source), "-o", tmp_path / "model.pte", code=1)
    assert error.splitlines()[-1] == f"gleed lower: {words.format(source)}"
    assert not (tmp_path / "model.pte").exists()


def test_lower_needs_a_folder_to_write_to(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "absent" / "model.pte"
    error = run(PACKAGE, "lower", f"{source}:make", "-o", out, code=1)
    assert error == f'gleed lower: there is no folder "{out.parent}" to write "{out}" to\n'


@pytest.mark.parametrize("command", [PACKAGE, TOOL], ids=["package", "tool"])
def test_run_inspect_and_bench(command: tuple[object, ...], scale: Path, tmp_path: Path) -> None:
    x = np.array([[-1, 2, 3], [0.5, -5, 6]], np.float32)
    np.save(tmp_path / "x.npy", x)
    printed = run(command, "run", scale, "--input", tmp_path / "x.npy", "--output", tmp_path / "out", "--profile")
    assert printed.startswith("output 0: float32[2, 3]\n  0 4 6 1 0 12\n")
    assert 'profile of "forward": 1 run' in printed and "aten::relu.out" in printed
    assert np.array_equal(np.load(tmp_path / "out" / "output_0.npy"), np.maximum(x, 0) * 2)
    assert run(command, "run", scale) == "output 0: float32[2, 3]\n  2 2 2 2 2 2\n"
    inspected = run(command, "inspect", scale)
    assert "forward" in inspected and "aten::relu.out" in inspected
    assert "\n5 runs: least " in run(command, "bench", scale, "--runs", 5)


REFUSALS = [
    (["bench", "{}", "--runs", "1", "--seconds", "1"], "--seconds and --runs exclude each other; give one of them"),
    (["run", "{}", "--input", "1", "--input", "2"], 'method "forward" takes 1 input, was given 2; --input is needed'),
    (["run", "{}", "--input", "many"], '"many" is none of: a file that ends in .npy, ones, zeros, random'),
    (["run", "{}", "--output", "{}"], 'cannot make the folder "{}": '),
    (["inspect"], "needs a .pte file; see gleed inspect --help"),
]


@pytest.mark.parametrize("command", [PACKAGE, TOOL], ids=["package", "tool"])
@pytest.mark.parametrize(("arguments", "words"), REFUSALS, ids=lambda value: "_".join(value)[:30] if value else "")
def test_refusals(command: tuple[object, ...], scale: Path, arguments: list[str], words: str) -> None:
    error = run(command, *(word.format(scale) for word in arguments), code=1)
    assert error.startswith(f"gleed {arguments[0]}: ") and words.format(scale) in error


def test_commands_that_are_not_there() -> None:
    assert "there is no command" in run(TOOL, "fly", code=1)
    expected = "gleed lower: needs PyTorch; use the gleed command of the Python package\n"
    assert run(TOOL, "lower", "x.py:make", code=1) == expected
    assert "gleed lower resnet.py:make -o resnet.pte" in run(PACKAGE, "lower", "--help")
    assert run(PACKAGE, "--help") == run(TOOL, "--help")
