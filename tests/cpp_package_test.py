"""The installed C++ package: examples/cpp finds it, builds against it, runs a program, and explains a bad file."""

import subprocess
from pathlib import Path

import pytest
import torch

import gleed

ROOT = Path(__file__).resolve().parent.parent


def run(*command: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def run_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, built against an installation of this tree's build."""
    if not (ROOT / "build" / "CMakeCache.txt").exists():
        pytest.fail("build Gleed first: ./dev build")
    folder = tmp_path_factory.mktemp("cpp_package")
    run("cmake", "--install", ROOT / "build", "--component", "cpp", "--prefix", folder / "installed")
    prefix = f"-DCMAKE_PREFIX_PATH={folder / 'installed'}"
    run(
        "cmake",
        "-G",
        "Ninja",
        "-S",
        ROOT / "examples" / "cpp",
        "-B",
        folder / "build",
        prefix,
        "-DCMAKE_BUILD_TYPE=Release",
    )
    run("cmake", "--build", folder / "build")
    return folder / "build" / "run_model"


def test_runs_a_lowered_program(run_model: Path, tmp_path: Path) -> None:
    class Sum(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return x + 2 * y

    gleed.lower(Sum(), (torch.ones(2, 3), torch.ones(2, 3))).save(tmp_path / "sum.pte")
    assert run(run_model, tmp_path / "sum.pte").stdout.split() == ["3"] * 6


def test_explains_a_file_that_is_none(run_model: Path, tmp_path: Path) -> None:
    (tmp_path / "none.pte").write_bytes(b"not a program" * 10)
    assert run(run_model, tmp_path / "none.pte", code=1).stderr.strip()


def test_no_part_of_the_checkout_is_needed(run_model: Path) -> None:
    """The installed headers include only what is installed."""
    text = (run_model.parent / "CMakeCache.txt").read_text()
    assert "installed/lib" in text
