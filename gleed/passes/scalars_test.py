"""Tests of scalars: the count of rewrites, what is left, and that the numbers stay eager's."""

import pytest
import torch

from gleed import passes as P
from gleed.passes.test_support import assert_as_eager, ready

aten = torch.ops.aten


NUMBERS = [
    (lambda x: x + 2, "add.Scalar"),
    (lambda x: torch.add(x, 2, alpha=3), "add.Scalar"),
    (lambda x: 2 * x, "mul.Scalar"),
    (lambda x: 2 - x, "sub.Tensor"),
    (lambda x: 1 / (x + x), "reciprocal.default"),
    (lambda x: torch.remainder(x, 3), "remainder.Scalar"),
    (lambda x: torch.fmod(x, 3), "fmod.Scalar"),
    (lambda x: torch.div(x, 3, rounding_mode="floor"), "div.Scalar_mode"),
    (lambda x: 3 < x, "gt.Scalar"),
    (lambda x: x == 1, "eq.Scalar"),
    (lambda x: torch.where(x > 0, x, 0.5), "where.self"),
    (lambda x: x.masked_fill(x > 0, -1), "where.self"),
    (lambda x: x * 1.1, "mul.Scalar"),
]


DTYPES = [torch.float32, torch.float64, torch.int64, torch.int32, torch.float16, torch.bfloat16, torch.uint8]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", [(5,), ()], ids=str)
def test_scalars(dtype, shape):
    x = torch.tensor([1, 2, 3, 4, 5]).to(dtype)[(slice(None) if shape else 2,)]
    functions = [function for function, _ in NUMBERS]
    model, method = ready(lambda x: tuple(function(x) for function in functions), (x,))
    assert P.scalars(method) > 0
    method.sync()
    for node in method.graph.nodes:
        if (
            node.op == "call_function"
            and "Scalar" not in str(node.target)
            and node.target is not aten.scalar_tensor.default
        ):
            slots = [
                a for a, s in zip(node.args, node.target._schema.arguments, strict=False) if str(s.type) == "Tensor"
            ]
            assert not any(isinstance(slot, int | float) for slot in slots)
    assert_as_eager(model, method, (x,), rtol=0, atol=0)


def test_scalars_keep_every_digit():
    x = torch.tensor([2**53 + 1, -1])
    model, method = ready(lambda x: (x + (2**60 + 1), (2**60 + 1) - x, 0.1 - x.double()), (x,))
    P.scalars(method)
    assert_as_eager(model, method, (x,), rtol=0, atol=0)
