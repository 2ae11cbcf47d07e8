"""A call of an operator: the out-variant that computes it, its arguments as values, its results as tensors."""

from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload

from gleed.edge.catalogue import Row, find_out_variant, type_name
from gleed.edge.where import op_key, where
from gleed.emit.table import Table
from gleed.emit.values import dtype_name
from gleed.errors import LowerError


def emit_kernel(table: Table, node: fx.Node, target: OpOverload) -> None:
    """Add the instruction for a node whose result needs memory of its own; LowerError where no kernel fits."""
    row = find_out_variant(target)
    if row is None:
        remedy = "rewrite it with Core ATen operators, or lower it with a partitioner whose backend takes it"
        raise LowerError(f"{where(node)}: no portable kernel for {op_key(target)}; {remedy}")
    given = _given(node, target)
    value = node.meta["val"]
    results = list(value) if isinstance(value, tuple | list) else [value]
    if row.key.startswith("dim_order_ops::"):  # a copy says its order instead of a memory format
        args = [table.id(node.args[0]), table.values.number(False), table.dim_order(value)]
    else:
        args = [_argument(table, node, row, argument, given.get(argument.name)) for argument in row.inputs]
    _check_dtype(node, row, given, results)
    ids = [table.destined[node]] if node in table.destined else [table.tensor(v, node) for v in results]
    table.ids[node] = ids if isinstance(value, tuple | list) else ids[0]
    if len(row.outs) == 1 and "List" in type_name(row.outs[0]):
        out = table.values.tensor_list(ids)
        table.op(row.key, [*args, out, out], node)
        return
    again = ids if len(ids) == 1 else [table.values.tensor_list(ids)]
    table.op(row.key, [*args, *ids, *again], node)


def _given(node: fx.Node, target: OpOverload) -> dict[str, Any]:
    """The node's arguments by name, defaults filled in."""
    schema = target._schema.arguments
    given = {a.name: a.default_value for a in schema if a.has_default_value()}
    given.update({a.name: value for a, value in zip(schema, node.args, strict=False)})
    given.update(node.kwargs)
    return given


def _check_dtype(node: fx.Node, row: Row, given: dict[str, Any], results: list[torch.Tensor]) -> None:
    """The catalogue's word on the first tensor argument, or on the result where there is none."""
    first: Any = None
    for argument in row.inputs:
        item = given.get(argument.name)
        if isinstance(item, fx.Node) and isinstance(item.meta.get("val"), torch.Tensor):
            first = item.meta["val"]
            break
        if isinstance(item, list | tuple) and item and isinstance(item[0], fx.Node) and "Tensor" in type_name(argument):
            return  # lists are checked by the kernel's rule when the program is loaded
    first = results[0] if first is None else first
    if dtype_name(first.dtype) not in row.dtypes:
        known = ", ".join(sorted(row.dtypes))
        raise LowerError(f"{where(node)}: no portable kernel for {dtype_name(first.dtype)}; cast it to one of {known}")


def _argument(table: Table, node: fx.Node, row: Row, argument: torch.Argument, item: Any) -> int:
    """The value of one argument, by the type that the schema gives it."""
    kind = type_name(argument)
    values = table.values
    if item is None:
        return values.none()
    if isinstance(item, fx.Node):
        return table.id(item)
    if isinstance(item, torch.dtype | torch.memory_format | torch.layout | torch.device):
        return values.enum(item)
    if "List" in kind:
        return _list(table, node, argument, kind, item)
    if isinstance(item, str):
        return values.text(item)
    if kind in ("float", "Optional[float]"):
        return values.number(float(item))
    if kind in ("bool", "Optional[bool]"):
        return values.number(bool(item))
    if kind in ("int", "Optional[int]"):
        return values.number(int(item))
    if kind in ("number", "Optional[number]") and isinstance(item, bool | int | float):
        return values.number(item)
    raise LowerError(f"{where(node)}: argument {argument.name}={item!r} of {row.key} is not supported")


def _list(table: Table, node: fx.Node, argument: torch.Argument, kind: str, item: Any) -> int:
    if "Tensor" in kind:
        ids = [-1 if i is None else table.id(i) for i in item]
        return table.values.tensor_list(ids, optional="Optional[Tensor]" in kind)
    if not isinstance(item, list | tuple):  # int[2] given as one number
        item = [item] * int(getattr(argument, "N", None) or 1)
    if "float" in kind:
        return table.values.double_list(item)
    if "bool" in kind:
        return table.values.bool_list(item)
    return table.int_list(item, node)
