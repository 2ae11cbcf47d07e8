"""Tests of simplify_masked_softmax: the count of rewrites, what is left, and that the numbers stay eager's."""

import pytest
import torch
import torch.nn.functional as F
from torch.export import Dim

from gleed import passes as P
from gleed.edge import run_passes
from gleed.passes.test_support import FORM, Apply, assert_as_eager, method_of, ops


@pytest.mark.parametrize("low", [0, 1])
def test_simplify_masked_softmax(low):
    model = Apply(lambda q, m: F.scaled_dot_product_attention(q, q, q, attn_mask=m))
    q, mask = torch.randn(1, 2, 5, 4), torch.rand(5, 5).log()
    mask[1] = -float("inf")
    mask[2, 2] = float("nan")
    dim = Dim("n", min=low, max=8)
    method = method_of(model, (q, mask), (({2: dim}, {0: dim, 1: dim}),))
    run_passes(method, FORM)
    assert P.simplify_masked_softmax(method) == low  # the greatest of nothing is an error
    P.dead_code(method)
    assert ops(method).count("any.dim") == 1 - low
    assert_as_eager(model, method, (q, mask), (q[:, :, :2], mask[:2, :2]))
