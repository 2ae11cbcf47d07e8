"""Brings arithmetic on sizes down to the few operations that programs have for it."""

import math
import operator
from collections.abc import Callable
from typing import Any

import torch
from torch import fx

from gleed.edge.insert import insert, replace
from gleed.edge.method import EdgeMethod


def lower_sizes(method: EdgeMethod) -> int:
    """sym_sum([a, b, c])  ->  (a + b) + c, a ** 2  ->  a * a, a != b  ->  not (a == b); returns how many."""
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
    exponent: Any = node.args[1]
    return _chain(operator.mul, [node.args[0]] * exponent, node) if exponent in range(1, 9) else None


def _unequal(node: fx.Node) -> fx.Node:
    return insert(torch.sym_not, (insert(operator.eq, node.args, near=node),), near=node)


def _floor(node: fx.Node) -> fx.Node | None:
    """floor(a / b) of integers  ->  a // b"""
    quotient: Any = node.args[0]
    if not isinstance(quotient, fx.Node) or quotient.target is not operator.truediv:
        return None
    values = [item.meta["val"] if isinstance(item, fx.Node) else item for item in quotient.args]
    if not all(isinstance(value, int | torch.SymInt) for value in values):
        return None
    return insert(operator.floordiv, quotient.args, near=node)


_RULES: dict[Any, Callable[[fx.Node], fx.Node | None]] = {
    torch.sym_sum: _sum,
    operator.pow: _power,
    operator.ne: _unequal,
    operator.pos: lambda node: node.args[0],  # type: ignore[dict-item,return-value]
    math.floor: _floor,
}
