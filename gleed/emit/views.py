"""Operators that need no kernel: their result is memory that exists already, at a fixed distance."""

from typing import Any

import torch
from torch import fx

from gleed.edge.dim_order import dim_order
from gleed.emit.table import Table

aten = torch.ops.aten

RESHAPES = {
    aten.view.default,
    aten._unsafe_view.default,
    aten.reshape.default,
    aten.unsqueeze.default,
    aten.squeeze.default,
    aten.squeeze.dim,
    aten.squeeze.dims,
    aten.alias.default,
    aten.detach.default,
}
# Planned memory starts at multiples of this, and so must a view into it.
ALIGNMENT = 16


def emit_view(table: Table, node: fx.Node) -> bool:
    """Let the node's value be a view, where it can be one; returns whether it is."""
    if is_reshape(node):
        _emit_reshape(table, node)
        return True
    offset, offsets = offset_of(node), split_offsets(node)
    if offset is None and offsets is None:
        return False
    source, value = table.id(node.args[0]), node.meta["val"]
    if source in table.constant_of:
        return False
    if offset is not None:
        table.ids[node] = table.alias(value, node, source, offset)
    elif offsets is not None:
        pairs = zip(value, offsets, strict=True)
        table.ids[node] = [table.alias(part, node, source, at) for part, at in pairs]
    return True


def _emit_reshape(table: Table, node: fx.Node) -> None:
    """The same bytes under another shape; sizes known only at run time cost an instruction that computes them."""
    source, value = table.id(node.args[0]), node.meta["val"]
    before: torch.Tensor = node.args[0].meta["val"]  # type: ignore[union-attr]
    if source in table.constant_of:
        table.ids[node] = table.constant(value, node, table.constant_of[source])
    elif _is_static(value) and _is_static(before):
        table.ids[node] = table.alias(value, node, source, 0)
    else:
        sizes = _sizes_of(table, node, source, before)
        table.ids[node] = number = table.floating(value, node, source)
        table.op("executorch_prim::et_view.default", [source, sizes, number], node)


def _sizes_of(table: Table, node: fx.Node, source: int, before: torch.Tensor) -> int:
    """The int[] of a dynamic result's sizes: from view's own argument, or -1 for the one size that is free."""
    if node.target in (aten.view.default, aten._unsafe_view.default, aten.reshape.default):
        return table.int_list(node.args[1], node)
    shape: list[Any] = list(node.meta["val"].shape)
    free = [d for d, size in enumerate(shape) if not isinstance(size, int)]
    if len(free) <= 1:
        return table.values.int_list([table.values.number(-1 if d in free else size) for d, size in enumerate(shape)])
    ids = []
    for size in shape:  # squeeze and unsqueeze: each free size is one of the input's
        if isinstance(size, int):
            ids.append(table.values.number(size))
            continue
        had: list[Any] = list(before.shape)
        dim = next(d for d, s in enumerate(had) if not isinstance(s, int) and s.node.expr == size.node.expr)
        result = table.builder.add_int(0)
        table.op("aten::sym_size.int", [source, table.values.number(dim), result], node)
        ids.append(result)
    return table.values.int_list(ids)


def _natural(value: torch.Tensor) -> bool:
    return dim_order(value) == tuple(range(value.dim()))


def _is_static(value: torch.Tensor) -> bool:
    return all(isinstance(size, int) for size in value.shape)


def _row_bytes(value: torch.Tensor, dim: int) -> int | None:
    """Bytes from one index of `dim` to the next, where everything outside `dim` has size 1; else None."""
    if not _is_static(value) or not _natural(value) or any(size != 1 for size in value.shape[:dim]):
        return None
    step = value.element_size()
    for size in value.shape[dim + 1 :]:
        step *= size
    return step


def is_reshape(node: fx.Node) -> bool:
    """The result has the input's elements in the same order in memory; sizes may be dynamic."""
    source = node.args[0]
    if not isinstance(source, fx.Node) or not isinstance(source.meta.get("val"), torch.Tensor):
        return False
    before, after = source.meta["val"], node.meta["val"]
    if node.target in RESHAPES:
        return _natural(before) and _natural(after)
    if node.target is aten.permute.default and _is_static(before) and _natural(before) and _natural(after):
        kept = [d % max(before.dim(), 1) for d in node.args[1]]  # type: ignore[union-attr, operator]
        moved = [d for d in kept if before.shape[d] != 1]
        return moved == sorted(moved)
    return False


def offset_of(node: fx.Node) -> int | None:
    """For a slice or select of consecutive memory: bytes from the source's start to the result's; else None."""
    if node.target not in (aten.slice.Tensor, aten.select.int):
        return None
    source = node.args[0]
    assert isinstance(source, fx.Node)
    value = source.meta["val"]
    if not _natural(node.meta["val"]) or not _is_static(node.meta["val"]):
        return None
    arguments: list[Any] = [*node.args[1:], *([None] * 4)]
    dim = (arguments[0] or 0) % max(value.dim(), 1)
    row = _row_bytes(value, dim)
    if row is None:
        return None
    if node.target is aten.select.int:
        start, step = arguments[1], 1
    else:
        start, step = arguments[1] or 0, 1 if arguments[3] is None else arguments[3]
    if not isinstance(start, int) or step != 1:
        return None
    size = value.shape[dim]
    start = max(start + size, 0) if start < 0 else min(start, size)
    offset = start * row
    return offset if offset % ALIGNMENT == 0 else None


def split_offsets(node: fx.Node) -> list[int] | None:
    """For a split into consecutive memory: where each part begins; else None."""
    if node.target is not aten.split_with_sizes.default:
        return None
    source = node.args[0]
    assert isinstance(source, fx.Node)
    dim = (node.args[2] if len(node.args) > 2 else 0) % max(source.meta["val"].dim(), 1)  # type: ignore[operator]
    row = _row_bytes(source.meta["val"], dim)
    sizes: Any = node.args[1]
    if row is None or not all(isinstance(size, int) for size in sizes):
        return None
    offsets, at = [], 0
    for size in sizes:
        offsets.append(at)
        at += size * row
    return offsets if all(offset % ALIGNMENT == 0 for offset in offsets) else None
