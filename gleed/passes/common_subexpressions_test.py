"""Tests of common_subexpressions: the count of rewrites, what is left, and that the numbers stay eager's."""

import torch

from gleed import passes as P
from gleed.passes.test_support import assert_as_eager, ready


def test_common_subexpressions():
    x = torch.randn(3)
    model, method = ready(lambda x: (x.relu() + x.relu(), x * 2, x * 2.0, x + 0.0, x + -0.0), (x,))
    assert P.common_subexpressions(method) == 1
    method.sync()
    assert_as_eager(model, method, (x,))


def test_common_subexpressions_leaves_random_numbers():
    _, method = ready(lambda x: torch.rand(3) + torch.rand(3) + x, (torch.randn(3),))
    assert P.common_subexpressions(method) == 0
