"""Tests of lower_sizes: arithmetic on sizes in the few operations there are."""

import math
import operator

import pytest
import torch
from torch.export import Dim

from gleed import passes as P
from gleed.capture import export
from gleed.edge import run_passes, to_edge
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


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x / x.shape[0] ** 0.5,
        lambda x: x * x.shape[1] ** -1 + x.shape[0] ** 2.0,
        lambda x: x * (x.shape[0] / 9) ** x.shape[1],
        lambda x: x * torch.sym_sqrt(x.shape[0]) * round(x.shape[1] * 0.7),
        lambda x: x * math.floor(x.shape[0] * 0.7) + x.shape[0] ** 9,
        lambda x: torch.full((2,), x.shape[0] ** 0.5) + x[0, :2],
        lambda x: x * ((x.shape[0] - 2) % 3) + x.shape[0] % 3 + x.shape[1] % (x.shape[0] - 9),
        lambda x: x * ((x.shape[0] - 5) % 3 - x.shape[0] % -3) + (x.shape[0] - 5) % 2,
        lambda x: x * ((x.shape[0] - 5) // 3) + x.shape[1] // (x.shape[0] - 9),
    ],
)
def test_numbers_from_sizes(function):
    """What is no operator on numbers is computed with others, or on 0-d tensors, and runs."""
    model = Apply(function)
    dims = {0: Dim("n", min=1, max=8), 1: Dim("m", min=2, max=9)}
    edge = to_edge(export(model, (torch.randn(4, 3),), dynamic_shapes=((dims,),)))
    program = edge.to_program()
    for shape in ((4, 3), (8, 9), (2, 2), (1, 5)):
        x = torch.randn(shape)
        torch.testing.assert_close(edge(x), model(x))
        torch.testing.assert_close(program(x)[0], model(x))
