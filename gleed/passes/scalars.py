"""Gives Python numbers in tensor arguments a form that kernels have: a scalar overload, or a 0-d constant."""

from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload

from gleed.edge.insert import fake_mode, insert
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten
_SCALAR: dict[OpOverload, OpOverload] = {
    **{getattr(aten, name).Tensor: getattr(aten, name).Scalar for name in ("add", "sub", "mul", "div", "fmod")},
    **{getattr(aten, name).Tensor: getattr(aten, name).Scalar for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    **{getattr(aten, name).Tensor: getattr(aten, name).Scalar for name in ("bitwise_and", "bitwise_or", "bitwise_xor")},
    aten.remainder.Tensor: aten.remainder.Scalar,
    aten.div.Tensor_mode: aten.div.Scalar_mode,
    aten.pow.Tensor_Tensor: aten.pow.Tensor_Scalar,
}
_MIRRORED: dict[OpOverload, OpOverload] = {
    aten.add.Tensor: aten.add.Scalar,
    aten.mul.Tensor: aten.mul.Scalar,
    aten.eq.Tensor: aten.eq.Scalar,
    aten.ne.Tensor: aten.ne.Scalar,
    aten.lt.Tensor: aten.gt.Scalar,
    aten.gt.Tensor: aten.lt.Scalar,
    aten.le.Tensor: aten.ge.Scalar,
    aten.ge.Tensor: aten.le.Scalar,
    aten.pow.Tensor_Tensor: aten.pow.Scalar,
}
_HALF = (torch.float16, torch.bfloat16)


def scalars(method: EdgeMethod) -> int:
    """add.Tensor(x, 2.0)  ->  add.Scalar(x, 2.0), sub.Tensor(1, x)  ->  sub.Tensor(1 as 0-d constant, x).

    Returns how many numbers were moved. The scalar overloads wrap their number just as eager does, so the
    result's dtype and the precision of the number stay: whole float64 and int64 included.
    """
    count = 0
    for module in method.graphs():
        for node in list(module.graph.nodes):
            if node.op == "call_function" and isinstance(node.target, OpOverload):
                count += _rewrite(node, node.target, method)
    return count


def _is_number(value: Any) -> bool:
    if isinstance(value, fx.Node):
        return isinstance(value.meta.get("val"), int | float | bool | torch.SymInt | torch.SymFloat | torch.SymBool)
    return isinstance(value, bool | int | float)


def _rewrite(node: fx.Node, op: OpOverload, method: EdgeMethod) -> int:
    slots = [i for i, a in enumerate(op._schema.arguments) if str(a.type) == "Tensor" and not a.kwarg_only]
    numbers = [i for i in slots if i < len(node.args) and _is_number(node.args[i])]
    if not numbers:
        return 0
    if numbers == [1] and op in _SCALAR:
        node.target = _SCALAR[op]
        if "alpha" in node.kwargs:
            node.args, node.kwargs = (*node.args[:2], node.kwargs["alpha"]), {}
        return 1
    if numbers == [0] and op in _MIRRORED and not node.kwargs:
        left, right = node.args
        node.target = _MIRRORED[op]
        node.args = (left, right) if op is aten.pow.Tensor_Tensor else (right, left)
        return 1
    for index in numbers:
        node.update_arg(index, _as_tensor(node, op, node.args[index], method))
    return len(numbers)


def _as_tensor(node: fx.Node, op: OpOverload, number: Any, method: EdgeMethod) -> fx.Node:
    """The number as a 0-d tensor whose dtype leaves the result's as it is."""
    others = [item.meta["val"] for item in node.all_input_nodes if isinstance(item.meta.get("val"), torch.Tensor)]
    if op is aten.where.self:
        others = others[1:] or others
    value = number.meta["val"] if isinstance(number, fx.Node) else number
    plain = {torch.SymInt: 1, torch.SymFloat: 1.0, torch.SymBool: True}.get(type(value), value)
    dtype = torch.result_type(others[0], plain) if others else torch.tensor(plain).dtype
    if dtype in _HALF and others[0].dim() > 0:
        dtype = torch.float32  # a 0-d operand does not widen the result, and keeps the number's digits
    if isinstance(number, fx.Node) or node.graph is not method.graph:
        with fake_mode(node.graph):
            empty = torch.empty((), dtype=dtype)
        return insert(aten.scalar_tensor.default, (number,), {"dtype": dtype}, near=node, val=empty)
    return method.add_constant(torch.tensor(number, dtype=dtype), node)
