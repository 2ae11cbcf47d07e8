"""Tests of fuse_views: the count of rewrites, what is left, and that the numbers stay eager's."""

import torch

from gleed import passes as P
from gleed.edge import run_passes
from gleed.passes.test_support import assert_as_eager, ops, ready


def test_fuse_views():
    x = torch.randn(2, 3, 4)
    model, method = ready(lambda x: x.view(6, 4).unsqueeze(0).squeeze(0).view(24) + x.view(4, 6).view(24), (x,))
    assert P.fuse_views(method) == 4
    run_passes(method, [P.common_subexpressions, P.dead_code])
    assert ops(method) == ["view.default", "add.Tensor"]
    assert_as_eager(model, method, (x,))


def test_fuse_views_back_to_the_first_shape():
    x = torch.randn(2, 3)
    model, method = ready(lambda x: x.view(6).view(2, 3) + 1, (x,))
    P.fuse_views(method)
    P.dead_code(method)
    assert ops(method) == ["add.Tensor"]
    assert_as_eager(model, method, (x,))
