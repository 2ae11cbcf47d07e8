"""Collapses chains of permutes, and turns those that move nothing into views."""

from typing import Any

import torch
from torch import fx

from gleed.edge.insert import replace
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten


def fuse_permutes(method: EdgeMethod) -> int:
    """permute(permute(x, a), b)  ->  permute(x, a[b]); returns how many were fused or dropped.

    One that keeps the order of all dimensions larger than 1 moves no element: it becomes a view.
    """
    count = 0
    for module in method.graphs():
        for node in list(module.graph.nodes):
            if node.op == "call_function" and node.target is aten.permute.default:
                count += _fuse(node)
    return count


def _fuse(node: fx.Node) -> int:
    source: Any = node.args[0]
    rank = node.meta["val"].dim()
    dims = [dim % rank for dim in node.args[1]] if rank else []  # type: ignore[union-attr,operator]
    count = 0
    while source.op == "call_function" and source.target is aten.permute.default:
        inner = [dim % rank for dim in source.args[1]] if rank else []
        dims = [inner[dim] for dim in dims]
        source = source.args[0]
        count = 1
    shape = source.meta["val"].shape
    if dims == list(range(rank)):
        replace(node, source)
        return 1
    moved = [dim for dim in dims if not (isinstance(shape[dim], int) and shape[dim] == 1)]
    target_shape = list(node.meta["val"].shape)
    if moved == sorted(moved) and all(isinstance(size, int) for size in target_shape):
        node.target = aten.view.default
        node.args = (source, target_shape)
        return 1
    if count or dims != list(node.args[1]):  # type: ignore[arg-type]
        node.args = (source, dims)
    return count
