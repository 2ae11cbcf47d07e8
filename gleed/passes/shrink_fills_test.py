"""Tests of shrink_fills: the count of rewrites, what is left, and that the numbers stay eager's."""

import pytest
import torch

from gleed import passes as P
from gleed.passes.test_support import assert_as_eager, ready


def test_shrink_fills():
    x = torch.randn(3, 4)
    model, method = ready(lambda x: torch.where(x > 0, x, torch.full_like(x, 2)) + torch.ones(3, 4), (x,))
    assert P.shrink_fills(method) == 2
    assert_as_eager(model, method, (x,))


@pytest.mark.parametrize(
    "function",
    [lambda x: x[:1] + torch.ones(3, 4), lambda x: x + torch.ones(3, 4).double(), lambda x: torch.ones(3, 4) + x[0, 0]],
)
def test_shrink_fills_keeps_shape_and_dtype(function):
    x = torch.randn(3, 4)
    model, method = ready(function, (x,))
    assert P.shrink_fills(method) == 0
    assert_as_eager(model, method, (x,))
