"""Tests of promote: the count of rewrites, what is left, and that the numbers stay eager's."""

import torch

from gleed import passes as P
from gleed.passes.test_support import assert_as_eager, ops, ready


def test_promote():
    x, y = torch.arange(3, dtype=torch.int32), torch.randn(3)
    model, method = ready(lambda x, y: (torch.cat([x, y]), torch.where(y > 0, x, y), torch.cat([y[:0], y])), (x, y))
    assert P.promote(method) == 2
    assert ops(method).count("_to_copy.default") == 2
    assert_as_eager(model, method, (x, y))


def test_promote_drops_empty_parts_of_another_rank():
    y = torch.randn(3, 2)
    model, method = ready(lambda y: torch.cat([torch.zeros(0), y]), (y,))
    assert P.promote(method) == 1
    assert_as_eager(model, method, (y,))
