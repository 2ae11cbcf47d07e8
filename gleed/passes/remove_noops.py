"""Drops operators that return their input unchanged."""

from collections.abc import Callable
from typing import Any

import torch
from torch import fx

from gleed.edge.dim_order import same
from gleed.edge.insert import replace
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten
_ALIASES = {
    aten.alias.default,
    aten.detach.default,
    aten.lift_fresh.default,
    aten.lift_fresh_copy.default,
    aten.clone.default,
    aten._to_copy.default,
}
_SHAPED = {
    aten.view.default,
    aten._unsafe_view.default,
    aten.expand.default,
    aten.squeeze.dims,
    aten.squeeze.dim,
    aten.squeeze.default,
    aten.repeat.default,
}
_COPIES = {aten.clone.default, aten.lift_fresh_copy.default, aten._to_copy.default, aten.repeat.default}
_VIEWS = {
    *(aten.view.default, aten.permute.default, aten.expand.default, aten.slice.Tensor, aten.select.int),
    *(aten.unsqueeze.default, aten.squeeze.dims, aten.squeeze.dim, aten.alias.default, aten.diagonal.default),
}


def remove_noops(method: EdgeMethod) -> int:
    """alias(x), clone(x), view to the same shape, x * 1, ...  ->  x; returns how many were dropped.

    Only where the value is bit for bit the same, in the same dtype. A copy that stands between an input or buffer and
    an output stays: without it the caller would get the input's own memory.
    """
    count = 0
    for module in method.graphs():
        for node in list(module.graph.nodes):
            source = _source(node)
            if source is None or not _same_value(node, source):
                continue
            if node.target in _COPIES and _root(source).op == "placeholder" and _reaches_output(node):
                continue
            replace(node, source)
            count += 1
    return count


def _source(node: fx.Node) -> fx.Node | None:
    """The input that the node returns, if it does."""
    if node.op != "call_function" or not node.args:
        return None
    first: Any = node.args[0]
    if node.target is aten.cat.default:
        return first[0] if len(first) == 1 else None
    if not isinstance(first, fx.Node) or node.meta.get("explicit_layout"):
        return None
    if node.target in _ALIASES or node.target in _SHAPED:
        return first
    rule = _RULES.get(node.target)
    return first if rule is not None and rule(node) else None


def _same_value(node: fx.Node, source: fx.Node) -> bool:
    new, old = node.meta.get("val"), source.meta.get("val")
    if not isinstance(new, torch.Tensor) or not isinstance(old, torch.Tensor):
        return False
    same_shape = new.dim() == old.dim() and all(same(a, b) for a, b in zip(new.shape, old.shape, strict=True))
    return same_shape and new.dtype == old.dtype


def _root(node: fx.Node) -> fx.Node:
    while node.op == "call_function" and node.target in _VIEWS:
        node = node.args[0]  # type: ignore[assignment]
    return node


def _reaches_output(node: fx.Node) -> bool:
    pending = [node]
    while pending:
        for reader in pending.pop().users:
            if reader.op == "output":
                return True
            if reader.target in _VIEWS:
                pending.append(reader)
    return False


def _number(node: fx.Node, value: int) -> bool:
    other: Any = node.args[1] if len(node.args) > 1 else None
    return isinstance(other, int | float) and not isinstance(other, bool) and bool(other == value)


def _whole_slice(node: fx.Node) -> bool:
    return bool(len(node.args) < 5 or node.args[4] == 1)  # same shape with step 1: starts at the beginning


def _identity_permute(node: fx.Node) -> bool:
    dims: Any = node.args[1]
    rank = len(dims)
    return [dim % rank for dim in dims] == list(range(rank)) if rank else True


def _zero_pad(node: fx.Node) -> bool:
    pad: Any = node.args[1]
    return all(isinstance(size, int) and size == 0 for size in pad)


def _exact_add(node: fx.Node) -> bool:
    """x + 0 for integers only: it turns -0.0 into 0.0."""
    return _number(node, 0) and not node.meta["val"].is_floating_point()


def _subtract(node: fx.Node) -> bool:
    return _number(node, 0) and str(node.args[1])[0] != "-"


def _eval_dropout(node: fx.Node) -> bool:
    return len(node.args) > 2 and node.args[2] is False


_RULES: dict[Any, Callable[[fx.Node], bool]] = {
    aten.slice.Tensor: _whole_slice,
    aten.permute.default: _identity_permute,
    aten.constant_pad_nd.default: _zero_pad,
    aten.mul.Tensor: lambda node: _number(node, 1),
    aten.mul.Scalar: lambda node: _number(node, 1),
    aten.div.Tensor: lambda node: _number(node, 1),
    aten.div.Scalar: lambda node: _number(node, 1),
    aten.add.Tensor: _exact_add,
    aten.add.Scalar: _exact_add,
    aten.sub.Tensor: _subtract,
    aten.sub.Scalar: _subtract,
    aten.flip.default: lambda node: not node.args[1],
    aten.dropout.default: _eval_dropout,
}
