"""Tests of fold_batch_norm: the count of rewrites, what is left, and that the numbers stay eager's."""

from typing import Any

import pytest
import torch
from torch import nn

from gleed import passes as P
from gleed.edge import run_passes
from gleed.passes.test_support import FORM, check_pass, method_of


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("dims", [1, 2])
def test_fold_batch_norm(transposed, groups, bias, dims):
    conv = getattr(nn, f"Conv{'Transpose' * transposed}{dims}d")(4, 6, 3, groups=groups, bias=bias)
    norm: Any = (nn.BatchNorm1d, nn.BatchNorm2d)[dims - 1](6)
    norm.running_mean.normal_()
    norm.running_var.uniform_(0.5, 2)
    nn.init.normal_(norm.weight)
    nn.init.normal_(norm.bias)
    count, left = check_pass(
        nn.Sequential(conv, norm).eval(),
        (torch.randn(2, 4, 7, 7)[(...,) + (0,) * (2 - dims)],),
        [*FORM, P.fold_batch_norm],
    )
    assert count == 1 and left == ["convolution.default"]


def test_fold_batch_norm_leaves_what_others_read():
    class Shared(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.norm = nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4, affine=False)

        def forward(self, x):
            y = self.conv(x)
            return self.norm(y) + y

    assert check_pass(Shared().eval(), (torch.randn(1, 3, 4, 4),), [*FORM, P.fold_batch_norm])[0] == 0


def test_fold_batch_norm_refuses_weights_that_overflow():
    model: Any = nn.Sequential(nn.Conv2d(2, 2, 1), nn.BatchNorm2d(2)).eval().half()
    model[1].weight.data.fill_(6e4)
    model[1].running_var.fill_(1e-3)
    method = method_of(model, (torch.randn(1, 2, 3, 3).half(),))
    run_passes(method, FORM)
    assert P.fold_batch_norm(method) == 0
