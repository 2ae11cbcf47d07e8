"""Tests of canonical_layouts; how whole models fare with layouts is among the tests of the edge dialect."""

import torch

from gleed import passes as P
from gleed.edge import dim_order, run_passes, verify
from gleed.passes.test_support import Apply, assert_as_eager, method_of, ops


def test_canonical_layouts():
    model = Apply(lambda x: x.permute(0, 3, 1, 2).clone(memory_format=torch.channels_last) + 1)
    x = torch.randn(2, 3, 4, 5)
    method = method_of(model, (x,))
    run_passes(method, [P.normalize_args])
    assert P.canonical_layouts(method) > 0
    assert P.canonical_layouts(method) == 0  # once is enough
    assert all(dim_order(node.meta["val"]) == (0, 1, 2, 3) for node in method.graph.nodes if "val" in node.meta)
    verify(method)
    assert_as_eager(model, method, (x,))


def test_sliced_and_permuted_inputs_count_as_contiguous():
    model = Apply(lambda x, y: x + y)
    args = (torch.randn(4, 6).t(), torch.randn(6, 9)[:, ::2][:, :4])
    method = method_of(model, args)
    run_passes(method, P.DEFAULT)
    assert ops(method) == ["add.Tensor"] and method.user_inputs()[1].meta["val"].is_contiguous()
    assert_as_eager(model, method, args)
