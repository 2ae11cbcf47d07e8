"""Collapses chains of reshapes into one view."""

from typing import Any

import torch
from torch import fx

from gleed.edge.insert import replace
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten
_RANKS = {aten.unsqueeze.default, aten.squeeze.dims, aten.squeeze.dim, aten.squeeze.default, aten._unsafe_view.default}
_RESHAPES = {aten.view.default, *_RANKS}


def fuse_views(method: EdgeMethod) -> int:
    """view(view(x, a), b)  ->  view(x, b), and squeeze or unsqueeze of a static shape  ->  view; returns how many.

    Elements of a contiguous tensor keep their order through any of these, so only the last shape counts. A view to the
    shape there was before vanishes.
    """
    count = 0
    for module in method.graphs():
        for node in list(module.graph.nodes):
            if node.op == "call_function" and node.target in _RESHAPES:
                count += _fuse(node)
    return count


def _fuse(node: fx.Node) -> int:
    count = 0
    shape = tuple(node.meta["val"].shape)
    if node.target in _RANKS and all(isinstance(size, int) for size in shape):
        node.target = aten.view.default
        node.args = (node.args[0], list(shape))
        count = 1
    if node.target is not aten.view.default:
        return count
    source: Any = node.args[0]
    while source.op == "call_function" and source.target in _RESHAPES:
        source = source.args[0]
    if source is not node.args[0]:
        node.update_arg(0, source)
        count = 1
    before = tuple(source.meta["val"].shape)
    if all(isinstance(size, int) for size in (*before, *shape)) and before == shape:
        replace(node, source)
        count = 1
    return count
