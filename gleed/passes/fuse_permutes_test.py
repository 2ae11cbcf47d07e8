"""Tests of fuse_permutes: the count of rewrites, what is left, and that the numbers stay eager's."""

import pytest
import torch

from gleed import passes as P
from gleed.edge import run_passes
from gleed.passes.test_support import assert_as_eager, ops, ready


@pytest.mark.parametrize(
    ("function", "left"),
    [
        (lambda x: x.permute(1, 2, 0).permute(1, 2, 0), ["permute.default"]),
        (lambda x: x.transpose(0, 1).transpose(-3, -2) + 1, ["add.Tensor"]),
        (lambda x: x[:1].permute(1, 0, 2), ["slice.Tensor", "view.default"]),
        (lambda x: x[:1].permute(2, 0, 1), ["slice.Tensor", "permute.default"]),
    ],
)
def test_fuse_permutes(function, left):
    x = torch.randn(2, 3, 4)
    model, method = ready(function, (x,))
    P.fuse_permutes(method)
    run_passes(method, [P.dead_code])
    assert ops(method) == left
    assert_as_eager(model, method, (x,))
