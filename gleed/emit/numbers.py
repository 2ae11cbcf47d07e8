"""Arithmetic on numbers, sizes above all: which operator of the catalogue computes it at run time."""

import math
import operator
from typing import Any

import torch
from torch import fx

from gleed.edge.catalogue import rows
from gleed.edge.where import op_key, where
from gleed.emit.table import Table
from gleed.errors import LowerError

aten = torch.ops.aten

PRIMS: dict[Any, str] = {
    aten.sym_size.int: "aten::sym_size.int",
    aten.sym_numel.default: "aten::sym_numel",
    aten._local_scalar_dense.default: "aten::_local_scalar_dense",
    operator.add: "executorch_prim::add.Scalar",
    operator.sub: "executorch_prim::sub.Scalar",
    operator.mul: "executorch_prim::mul.Scalar",
    operator.floordiv: "executorch_prim::floordiv.Scalar",
    operator.truediv: "executorch_prim::truediv.Scalar",
    operator.mod: "executorch_prim::mod.Scalar",
    operator.eq: "executorch_prim::eq.Scalar",
    operator.gt: "executorch_prim::gt.Scalar",
    operator.lt: "executorch_prim::lt.Scalar",
    operator.ge: "executorch_prim::ge.Scalar",
    operator.le: "executorch_prim::le.Scalar",
    operator.neg: "executorch_prim::neg.Scalar",
    torch.sym_float: "executorch_prim::sym_float.Scalar",
    torch.sym_int: "executorch_prim::sym_int.Scalar",
    torch.sym_max: "executorch_prim::sym_max.Scalar",
    torch.sym_min: "executorch_prim::sym_min.Scalar",
    torch.sym_not: "executorch_prim::sym_not.Scalar",
    torch.sym_ite: "executorch_prim::sym_ite.Scalar",
    math.ceil: "executorch_prim::ceil.Scalar",
    math.trunc: "executorch_prim::trunc.Scalar",
    round: "executorch_prim::round.Scalar",
}


def emit_number(table: Table, node: fx.Node) -> None:
    """Add the instruction for a node of PRIMS."""
    key = PRIMS[node.target]
    row = rows().get(key)
    if row is None:
        raise LowerError(f"{where(node)}: no operator {key} in this build; build without GLEED_OPS")
    given: list[Any] = list(node.args)
    if len(given) != len(row.inputs) or not all(isinstance(arg, fx.Node | bool | int | float) for arg in given):
        call = f"{op_key(node.target)}({', '.join(map(str, given))})"
        raise LowerError(f"{where(node)}: programs cannot compute {call}; compute it on a tensor")
    args = [table.id(arg) if isinstance(arg, fx.Node) else table.values.number(arg) for arg in given]
    result = table.builder.add_int(0)  # overwritten when it runs
    table.op(key, [*args, result], node)
    table.ids[node] = result
