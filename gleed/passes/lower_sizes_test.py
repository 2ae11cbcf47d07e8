"""Tests of lower_sizes: arithmetic on sizes in the few operations there are."""

import operator

import pytest
import torch
from torch.export import Dim

from gleed import passes as P
from gleed.edge import run_passes
from gleed.passes.test_support import Apply, assert_as_eager, method_of


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.new_zeros(torch.sym_sum([x.shape[0], x.shape[1], 3])),
        lambda x: x * x.shape[0] ** 3,
        lambda x: x.view(-1)[: x.shape[0] * 2],
        lambda x: torch.cat([x, x]).view(2 * x.shape[0] * x.shape[1]),
    ],
)
def test_lower_sizes(function):
    model = Apply(function)
    dims = {0: Dim("n", max=8), 1: Dim("m", min=2, max=9)}
    method = method_of(model, (torch.randn(4, 3),), ((dims,),))
    run_passes(method, [P.lower_sizes, *P.DEFAULT])
    targets = {node.target for node in method.graph.nodes if node.op == "call_function"}
    sizes = {target for target in targets if not isinstance(target, torch._ops.OpOverload)}
    assert sizes <= {operator.add, operator.mul, operator.getitem}
    assert_as_eager(model, method, (torch.randn(4, 3),), (torch.randn(8, 2),))
