"""A build with only the operators and dtypes of one program (GLEED_OPS_FROM) runs that program and refuses another."""

import subprocess
from pathlib import Path

import pytest
import torch

import gleed

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow


class Sum(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return x + y + y


class Product(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return x * y


def run(*command: object) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_build_for_one_program(tmp_path: Path) -> None:
    example = (torch.ones(2, 3), torch.ones(2, 3))
    for model, name in ((Sum(), "sum.pte"), (Product(), "product.pte")):
        gleed.lower(model, example).save(tmp_path / name)
    options = ["-DGLEED_TESTS=OFF", "-DCMAKE_BUILD_TYPE=Release", f"-DGLEED_OPS_FROM={tmp_path / 'sum.pte'}"]
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "gleed", *options)
    names = (tmp_path / "gleed" / "catalogue_list.cpp").read_text()
    assert "catalogue_files::add" in names and "catalogue_files::mul" not in names
    run("cmake", "--build", tmp_path / "gleed", "--target", "gleed")
    run("cmake", "--install", tmp_path / "gleed", "--component", "cpp", "--prefix", tmp_path / "installed")
    prefix = f"-DCMAKE_PREFIX_PATH={tmp_path / 'installed'}"
    run("cmake", "-G", "Ninja", "-S", ROOT / "examples" / "cpp", "-B", tmp_path / "user", prefix)
    run("cmake", "--build", tmp_path / "user")

    program = tmp_path / "user" / "run_model"
    done = subprocess.run([program, tmp_path / "sum.pte"], capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, ["3"] * 6), done.stderr
    done = subprocess.run([program, tmp_path / "product.pte"], capture_output=True, text=True)
    assert done.returncode == 1 and "aten::mul" in done.stderr
