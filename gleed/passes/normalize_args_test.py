"""Tests of normalize_args: the count of rewrites, what is left, and that the numbers stay eager's."""

import torch
import torch.nn.functional as F

from gleed.passes.test_support import assert_as_eager, ready

aten = torch.ops.aten


def test_normalize_args():
    def calls(x):
        return (
            F.avg_pool2d(x, 2, count_include_pad=False),
            torch.full((2,), 3, device="cpu"),
            x.sum(dim=1, keepdim=True),
        )

    model, method = ready(calls, (torch.randn(1, 2, 4, 4),))
    for node in method.graph.nodes:
        if node.op == "call_function":
            keywords = {a.name for a in node.target._schema.arguments if a.kwarg_only}
            assert set(node.kwargs) <= keywords - {"device", "layout", "pin_memory"}
        if node.target is aten.full.default:
            assert node.kwargs == {"dtype": torch.int64}
    assert_as_eager(model, method, (torch.randn(1, 2, 4, 4),))
