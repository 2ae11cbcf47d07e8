"""Replaces tensors filled with one number by that number as a 0-d constant, where the reader broadcasts anyway."""

from typing import Any

import torch
from torch import fx

from gleed.edge.dim_order import same
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten
_BROADCASTING = {
    *(aten.where.self, aten.add.Tensor, aten.sub.Tensor, aten.mul.Tensor, aten.div.Tensor),
    *(aten.maximum.default, aten.minimum.default, aten.pow.Tensor_Tensor),
    *(aten.eq.Tensor, aten.ne.Tensor, aten.lt.Tensor, aten.le.Tensor, aten.gt.Tensor, aten.ge.Tensor),
}


def shrink_fills(method: EdgeMethod) -> int:
    """where(c, full_like(x, 0), x)  ->  where(c, 0 as 0-d constant, x); returns how many arguments were replaced.

    Where another operand of the same dtype has the result's shape by itself, so that neither the shape nor the dtype of
    the result depends on the filled tensor.
    """
    count = 0
    for node in list(method.graph.nodes):
        if node.op != "call_function" or node.target not in _BROADCASTING:
            continue
        for index, argument in enumerate(node.args):
            if _is_fill(argument) and _replaceable(node, index):
                fill: Any = argument
                constant = torch.tensor(fill.args[1], dtype=fill.meta["val"].dtype)
                node.update_arg(index, method.add_constant(constant, node))
                count += 1
    return count


def _is_fill(value: Any) -> bool:
    if not isinstance(value, fx.Node) or value.target not in (aten.full.default, aten.full_like.default):
        return False
    return len(value.args) > 1 and isinstance(value.args[1], bool | int | float) and value.meta["val"].dim() > 0


def _replaceable(node: fx.Node, index: int) -> bool:
    shape = node.meta["val"].shape
    others = [a.meta["val"] for i, a in enumerate(node.args) if i != index and isinstance(a, fx.Node)]
    values = [v for v in others if isinstance(v, torch.Tensor)]
    fill: Any = node.args[index]
    filled = fill.meta["val"]
    promoting = [v for v in values if v.dim() > 0 and v.dtype == filled.dtype]
    if not promoting or len(values) != len(others):
        return False
    return any(
        v.dim() == len(shape) and all(same(a, b) for a, b in zip(v.shape, shape, strict=True)) for v in promoting
    )
