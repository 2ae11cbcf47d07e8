"""Makes type promotion explicit where kernels do not promote themselves: joining and choosing tensors."""

from typing import Any

import torch
from torch import fx

from gleed.edge.insert import insert
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten


def promote(method: EdgeMethod) -> int:
    """cat([int32 x, float y])  ->  cat([_to_copy(x, float), y]); returns how many casts were added.

    For cat, and for where. Arithmetic promotes inside its kernels, as eager does.
    """
    count = 0
    for module in method.graphs():
        for node in list(module.graph.nodes):
            if node.op != "call_function":
                continue
            if node.target is aten.cat.default:
                count += _cat(node)
            elif node.target is aten.where.self:
                args = list(node.args)
                casts = [_cast(item, node) for item in args[1:]]
                node.args = (args[0], *casts)
                count += sum(new is not old for new, old in zip(casts, args[1:], strict=True))
    return count


def _cat(node: fx.Node) -> int:
    """Cast the parts; parts of shape (0,), which eager accepts next to any rank, are left out."""
    parts: Any = node.args[0]
    rank = node.meta["val"].dim()
    useful = [part for part in parts if rank == 1 or tuple(part.meta["val"].shape) != (0,)] or list(parts)
    casts = [_cast(part, node) for part in useful]
    if casts == list(parts):
        return 0
    node.args = (casts, *node.args[1:])
    return sum(new is not old for new, old in zip(casts, useful, strict=True)) + len(parts) - len(useful)


def _cast(item: Any, node: fx.Node) -> Any:
    dtype = node.meta["val"].dtype
    if not isinstance(item, fx.Node) or item.meta["val"].dtype == dtype:
        return item
    return insert(aten._to_copy.default, (item,), {"dtype": dtype}, near=node)
