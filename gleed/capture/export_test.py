"""Capture: what is refused, in which words, and that the model stays as it was."""

import pytest
import torch
from torch import nn
from torch.export import Dim

import gleed
from gleed.capture import export
from gleed.errors import LowerError

X = torch.arange(12.0).reshape(3, 4)


class Branch(nn.Module):
    def forward(self, x):
        if x.sum() > 0:  # the line that the message must name
            return x
        return -x


class Cache:
    """A plain object that forward writes to."""

    def __init__(self):
        self.last = torch.zeros(2)


class Remember(nn.Module):
    def __init__(self):
        super().__init__()
        self.cache = Cache()

    def forward(self, x):
        self.cache.last = x + 1
        return x * 2


def test_exports_in_the_mode_of_the_user():
    model = nn.Sequential(nn.Linear(3, 4), nn.Dropout())
    model.eval()
    exported = export(model, (torch.randn(2, 3),))
    assert not model.training
    torch.testing.assert_close(exported.module()(torch.ones(2, 3)), model(torch.ones(2, 3)))


def test_an_exported_program_passes_through():
    exported = torch.export.export(nn.ReLU(), (torch.randn(3),), strict=False)
    assert export(exported, ()) is exported


def test_leaves_no_fake_tensor_in_the_model():
    model = Remember()
    export(model, (torch.randn(2),))
    assert type(model.cache.last) is torch.Tensor and model.cache.last.tolist() == [0, 0]


def test_control_flow_on_data_names_the_line():
    with pytest.raises(LowerError, match=r"Branch \(export_test.py:1\d\): control flow.*torch.where or torch.cond"):
        export(Branch(), (torch.randn(3),))


@pytest.mark.parametrize("dim", [Dim("n"), Dim.AUTO, Dim.DYNAMIC])
def test_a_size_without_bound_names_input_and_dimension(dim):
    with pytest.raises(LowerError, match=r'input "input", dimension 0: its size has no upper bound.*max='):
        export(nn.ReLU(), (torch.randn(4, 3),), dynamic_shapes=({0: dim},))


def test_a_dim_that_does_not_fit_says_so():
    with pytest.raises(LowerError, match="dynamic size does not fit"):
        export(nn.Linear(3, 3), (torch.randn(4, 3),), dynamic_shapes=({1: Dim("n", max=8)},))


@pytest.mark.parametrize(
    ("value", "words"),
    [(torch.randn(3, dtype=torch.complex64), "complex64.*view_as_real"), (torch.eye(3).to_sparse(), "sparse.*dense")],
)
def test_kinds_of_inputs_that_are_refused(value, words):
    with pytest.raises(LowerError, match=words):
        export(nn.ReLU(), (value,))


def test_a_function_is_refused():
    with pytest.raises(LowerError, match="wrap the function"):
        export(torch.relu, (torch.randn(3),))


class Apart(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
        return x * 2 + y * z


@pytest.mark.parametrize("given", [(X, X, X), (X, X[:1], X), (X.T, X.reshape(4, 3), X[:, 0])])
def test_one_tensor_given_twice_is_two_inputs(given: tuple[torch.Tensor, ...]) -> None:
    program = gleed.lower(Apart(), given)
    inputs = [torch.randn(t.shape) for t in given]
    torch.testing.assert_close(program(*inputs)[0], Apart()(*inputs))


def test_an_exported_program_that_made_one_input_of_two_is_refused() -> None:
    words = r"input \[1\]: was the same tensor as another input .*; export again with tensors of their own"
    with pytest.raises(LowerError, match=words):
        gleed.lower(torch.export.export(Apart(), (X, X, torch.ones(4))), ())
