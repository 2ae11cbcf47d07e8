"""Tests of fold_constants: the count of rewrites, what is left, and that the numbers stay eager's."""

import pytest
import torch
import torch.nn.functional as F

from gleed import passes as P
from gleed.errors import LowerError
from gleed.passes.test_support import assert_as_eager, ops, ready


def test_fold_constants_of_weights_and_ranges():
    x = torch.randn(2, 3)
    model, method = ready(lambda x, w: x @ w.t() + torch.arange(4) * 2, (x,), w=torch.randn(4, 3))
    assert P.fold_constants(method) == 3
    P.dead_code(method)
    assert ops(method) == ["mm.default", "add.Tensor"] and len(method.constants) == 2
    assert_as_eager(model, method, (x,))


def test_fold_constants_does_not_grow_the_file():
    weight = torch.randn(600, 600)
    cases = [
        (lambda x, w: x + torch.zeros(1000, 1000), 0),  # 4 MB from nothing
        (lambda x, w: x[:600, :600] @ w.t() + w, 0),  # w stays, its transpose would be a second copy
        (lambda x, w: x[:600, :600] @ w.t(), 1),
        (lambda x, w: x + torch.ones(1000, 1000).sum(), 2),  # large on the way only
    ]
    for function, count in cases:
        _, method = ready(function, (torch.randn(1000, 1000),), w=weight)
        assert P.fold_constants(method) == count


def test_fold_constants_leaves_state_alone():
    def step(x, steps):
        steps.add_(1)
        return x * (steps * 2)

    x = torch.randn(3)
    model, method = ready(step, (x,), steps=torch.zeros(3))
    assert P.fold_constants(method) == 0
    assert_as_eager(model, method, (x,), (x,))


def test_fold_constants_names_the_call_that_fails():
    _, method = ready(lambda x, w: x + F.embedding(torch.tensor([9]), w), (torch.randn(3),), w=torch.randn(4, 3))
    words = r"embedding .*: fails on constants: index out of range in self; correct the constants that it reads$"
    with pytest.raises(LowerError, match=words):
        P.fold_constants(method)
