"""Batch norm with running statistics: the one operator that changes inputs and has outputs, so no Case fits it."""

import pytest
import torch
from harness import channels_last, tensor

from gleed import _core

KEY = "aten::_native_batch_norm_legit.out"


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_running_statistics(training: bool, dtype: torch.dtype) -> None:
    for x in (tensor((2, 6, 5), dtype), channels_last(tensor((3, 6, 4, 5), dtype))):
        weight, bias, mean, var = (tensor((6,), dtype, 0.5, 2, seed) for seed in range(4))
        expected_mean, expected_var = mean.clone(), var.clone()
        expected = torch.ops.aten._native_batch_norm_legit(
            x, weight, bias, expected_mean, expected_var, training, 0.1, 1e-5
        )
        outs = [torch.full_like(e, float("nan")) for e in expected]
        _core.run_op(KEY, [x, weight, bias, mean, var, training, 0.1, 1e-5, *outs], True)
        for actual, wanted in zip((*outs, mean, var), (*expected, expected_mean, expected_var), strict=True):
            near = {"rtol": 2e-2, "atol": 1e-2} if dtype == torch.bfloat16 else {}  # eager rounds in between
            torch.testing.assert_close(actual, wanted, **near)
