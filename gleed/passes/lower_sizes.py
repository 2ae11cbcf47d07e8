"""Brings arithmetic on sizes down to the few operations that programs have for it."""

import math
import operator
from collections.abc import Callable
from typing import Any

import torch
from torch import fx

from gleed.edge.insert import fake_mode, insert, replace
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten


def lower_sizes(method: EdgeMethod) -> int:
    """sym_sum([a, b, c])  ->  (a + b) + c, a ** 2  ->  a * a, a != b  ->  not (a == b); returns how many.

    What programs have no number operator for, such as a ** 0.5, is computed on a 0-d float64 tensor.
    """
    count = 0
    for module in method.graphs():
        for node in list(module.graph.nodes):
            rule = _RULES.get(node.target) if node.op == "call_function" else None
            result = rule(node) if rule is not None else None
            if result is not None:
                replace(node, result)
                count += 1
    return count


def _chain(target: Any, terms: list[Any], node: fx.Node) -> fx.Node | None:
    if len(terms) < 2:
        return terms[0] if terms and isinstance(terms[0], fx.Node) else None
    total = terms[0]
    for term in terms[1:]:
        total = insert(target, (total, term), near=node)
    return total  # type: ignore[no-any-return]


def _sum(node: fx.Node) -> fx.Node | None:
    terms: Any = node.args[0]
    return _chain(operator.add, list(terms), node)


def _power(node: fx.Node) -> fx.Node | None:
    base, exponent = node.args
    if isinstance(exponent, int | float) and exponent in range(1, 64):
        return _chain(operator.mul, [base] * int(exponent), node)
    if isinstance(exponent, int | float):
        power = insert(aten.pow.Tensor_Scalar, (_as_tensor(base, node), float(exponent)), near=node)
    else:
        power = insert(aten.pow.Tensor_Tensor, (_as_tensor(base, node), _as_tensor(exponent, node)), near=node)
    return _as_number(power, node)


def _square_root(node: fx.Node) -> fx.Node:
    return _as_number(insert(aten.sqrt.default, (_as_tensor(node.args[0], node),), near=node), node)


def _as_tensor(number: Any, near: fx.Node) -> fx.Node:
    with fake_mode(near.graph):
        value = torch.empty((), dtype=torch.float64)
    return insert(aten.full.default, ([], number), {"dtype": torch.float64}, near=near, val=value)


def _as_number(tensor: fx.Node, node: fx.Node) -> fx.Node:
    """The number in a 0-d tensor; a whole one where the node's own is."""
    value = node.meta["val"]
    number = insert(aten._local_scalar_dense.default, (tensor,), near=node, val=value)
    return insert(torch.sym_int, (number,), near=node, val=value) if isinstance(value, int | torch.SymInt) else number


def _unequal(node: fx.Node) -> fx.Node:
    return insert(torch.sym_not, (insert(operator.eq, node.args, near=node),), near=node)


def _remainder(node: fx.Node) -> fx.Node | None:
    """a % b of ints that may be negative  ->  a - a // b * b; a program's own remainder has the sign of a"""
    a, b = node.args
    if not isinstance(node.meta["val"], int | torch.SymInt) or (_is_size(a) and _is_size(b)):
        return None
    whole = insert(operator.floordiv, (a, b), near=node)
    return insert(operator.sub, (a, insert(operator.mul, (whole, b), near=node)), near=node)


def _is_size(item: Any) -> bool:
    """Whether the number cannot be negative, whatever range export traced under."""
    return item.target is aten.sym_size.int if isinstance(item, fx.Node) else item >= 0


def _floor(node: fx.Node) -> fx.Node:
    """floor(a / b) of integers  ->  a // b, else  ->  -ceil(-a)"""
    number: Any = node.args[0]
    if isinstance(number, fx.Node) and number.target is operator.truediv:
        values = [item.meta["val"] if isinstance(item, fx.Node) else item for item in number.args]
        if all(isinstance(value, int | torch.SymInt) for value in values):
            return insert(operator.floordiv, number.args, near=node)
    negative = insert(operator.neg, (number,), near=node)
    return insert(operator.neg, (insert(math.ceil, (negative,), near=node),), near=node)


def _round(node: fx.Node) -> fx.Node | None:
    """round(a, None)  ->  round(a)"""
    return insert(round, node.args[:1], near=node) if node.args[1:] == (None,) else None


def _both(node: fx.Node) -> fx.Node:
    return insert(torch.sym_ite, (node.args[0], node.args[1], False), near=node, val=node.meta["val"])


def _either(node: fx.Node) -> fx.Node:
    return insert(torch.sym_ite, (node.args[0], True, node.args[1]), near=node, val=node.meta["val"])


_RULES: dict[Any, Callable[[fx.Node], fx.Node | None]] = {
    torch.sym_sum: _sum,
    operator.pow: _power,
    operator.and_: _both,
    operator.or_: _either,
    torch.sym_sqrt: _square_root,  # type: ignore[attr-defined]
    operator.ne: _unequal,
    operator.mod: _remainder,
    operator.pos: lambda node: node.args[0],  # type: ignore[dict-item,return-value]
    math.floor: _floor,
    round: _round,
}
