"""Tests of remove_noops: the count of rewrites, what is left, and that the numbers stay eager's."""

import pytest
import torch
import torch.nn.functional as F
from torch.export import Dim

from gleed import passes as P
from gleed.edge import run_passes
from gleed.passes.test_support import FORM, Apply, assert_as_eager, method_of, ops, ready


@pytest.mark.parametrize(
    ("function", "count"),
    [
        (lambda x: x.clone() * 1 + x[:], 3),
        (lambda x: x.detach() + x.expand(3, 4).view(3, 4), 3),
        (lambda x: x.to(torch.float32) / 1 - 0, 2),
        (lambda x: F.pad(x, (0, 0)) + x.permute(0, 1), 1),
        (lambda x: torch.cat([x]) + x.repeat(1, 1), 2),
        (lambda x: x + 0, 0),  # turns -0.0 into 0.0
        (lambda x: x - (-0.0), 0),
        (lambda x: x * 1.5, 0),
        (lambda x: x.clone(), 0),  # the caller gets memory of its own
        (lambda x: x.clone().view(-1), 0),
    ],
)
def test_remove_noops(function, count):
    x = torch.randn(3, 4)
    x[0, 0] = -0.0
    model, method = ready(function, (x,))
    assert P.remove_noops(method) >= count if count else P.remove_noops(method) == 0
    method.sync()
    assert_as_eager(model, method, (x,), (-x,))
    assert method(x).sign().eq(model(x).sign()).all() and torch.equal(1 / method(x), 1 / model(x))


def test_remove_noops_keeps_casts_and_integer_sums_go():
    x = torch.arange(4)
    model, method = ready(lambda x: (x * 1.0, x + 0 + x), (x,))
    assert P.remove_noops(method) == 1
    assert_as_eager(model, method, (x,))


def test_remove_noops_with_dynamic_sizes():
    model = Apply(lambda x: x.view(x.shape[0], 4).expand(x.shape[0], 4) * 2)
    method = method_of(model, (torch.randn(3, 4),), (({0: Dim("n", max=8)},),))
    run_passes(method, [*FORM, P.remove_noops, P.dead_code])
    assert ops(method) == ["mul.Tensor"]
    assert_as_eager(model, method, (torch.randn(8, 4),), (torch.randn(0, 4),))
