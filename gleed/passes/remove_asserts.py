"""Drops the checks that export leaves in the graph; the runtime checks sizes and dtypes of inputs itself."""

import torch
from torch import fx

from gleed.edge.method import EdgeMethod

aten = torch.ops.aten
_CHECKS = {
    aten._assert_tensor_metadata.default,
    aten._assert_scalar.default,
    aten._assert_async.default,
    aten._assert_async.msg,
    aten._functional_assert_scalar.default,
    aten._functional_assert_async.msg,
    aten.sym_constrain_range.default,
    aten.sym_constrain_range_for_size.default,
    torch._check,
}


def remove_asserts(method: EdgeMethod) -> int:
    """_assert_scalar(x > 2), sym_constrain_range(n), ...  ->  nothing; returns how many were dropped."""
    count = 0
    for module in method.graphs():
        for node in reversed(list(module.graph.nodes)):
            if _is_check(node) and not node.users:
                module.graph.erase_node(node)
                count += 1
    return count


def _is_check(node: fx.Node) -> bool:
    return node.op == "call_function" and node.target in _CHECKS
