"""Shortens the guard that attention's decomposition puts around softmax for rows that are masked as a whole."""

from typing import Any

import torch
from torch import fx

from gleed.edge.bounds import bounds
from gleed.edge.insert import insert, replace
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten


def simplify_masked_softmax(method: EdgeMethod) -> int:
    """not any(not (x == -inf))  ->  max(x) == -inf, along a dimension; returns how many were rewritten.

    Exact: every element is -inf if and only if the greatest is, and NaN, which the maximum hands on, equals nothing.
    It reads the scores once instead of four times. The guard itself stays, since scores of unmasked attention can
    overflow to -inf as well, where eager gives zeros.
    """
    count = 0
    for module in method.graphs():
        for node in list(module.graph.nodes):
            found = _match(node, method)
            if found is None:
                continue
            scores, dims, keepdim = found
            highest = insert(aten.amax.default, (scores, dims, keepdim), near=node)
            replace(node, insert(aten.eq.Scalar, (highest, -float("inf")), near=node, val=node.meta["val"]))
            count += 1
    return count


def _match(node: fx.Node, method: EdgeMethod) -> tuple[fx.Node, list[int], bool] | None:
    some = _source(node, aten.logical_not.default)
    finite = _source(some, aten.any.dim)
    equal = _source(finite, aten.logical_not.default)
    scores = _source(equal, aten.eq.Scalar)
    if some is None or equal is None or scores is None or equal.args[1] != -float("inf"):
        return None
    dim: Any = some.args[1]
    value = scores.meta["val"]
    if not value.is_floating_point() or not value.dim():
        return None
    if bounds(value.shape[dim], method)[0] < 1:  # the maximum of nothing is an error, the guard of nothing is not
        return None
    return scores, [dim], len(some.args) > 2 and bool(some.args[2])


def _source(node: fx.Node | None, target: Any) -> fx.Node | None:
    """The first argument of the node, if that calls `target`."""
    if node is None or node.op != "call_function" or node.target is not target:
        return None
    return node.args[0] if isinstance(node.args[0], fx.Node) else None
