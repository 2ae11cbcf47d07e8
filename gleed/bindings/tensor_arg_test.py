"""Tensors that the bindings take: any dense one on the CPU; each other kind is refused in its own words."""

import pytest
import torch

from gleed import _core

X = torch.arange(12.0).reshape(3, 4)
REFUSED: list[tuple[object, str]] = [
    (3, "expected a tensor, got int"),
    (X.to("meta"), "the tensor does not export its memory; give a dense CPU tensor of numbers"),
    (X.to(torch.complex64), "the tensor's dtype is not one that programs can hold"),
    (torch.zeros([1] * 17), "the tensor has rank 17, over 16"),
]


@pytest.mark.parametrize(("value", "words"), REFUSED, ids=[words[-20:] for _, words in REFUSED])
def test_what_no_binding_takes(value: object, words: str) -> None:
    with pytest.raises(ValueError) as error:
        _core.ProgramBuilder().add_constant(value)
    assert str(error.value) == words


def test_constants_are_dense() -> None:
    builder = _core.ProgramBuilder()
    assert [builder.add_constant(x) for x in (X, X.t().contiguous())] == [0, 1]
    with pytest.raises(ValueError, match=r"^a constant is a dense tensor; call .contiguous\(\) first$"):
        builder.add_constant(X[:, ::2])


def test_operators_run_on_dense_tensors() -> None:
    out = torch.empty(3, 2)
    with pytest.raises(ValueError, match=r"^run_op takes dense tensors only; call .contiguous\(\) first$"):
        _core.run_op("aten::neg.out", [X[:, ::2], out])
    _core.run_op("aten::neg.out", [X[:, ::2].contiguous(), out], True)
    torch.testing.assert_close(out, -X[:, ::2])
