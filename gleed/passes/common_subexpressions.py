"""Computes equal things once."""

from collections.abc import Hashable
from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload

from gleed.edge.insert import replace
from gleed.edge.method import EdgeMethod
from gleed.edge.opset import is_symbolic


def common_subexpressions(method: EdgeMethod) -> int:
    """relu(x) + relu(x)  ->  y + y with y = relu(x); returns how many calls were dropped.

    Calls are equal when operator, arguments and the kinds of numbers are; random ones never are.
    """
    count = 0
    for module in method.graphs():
        seen: dict[Hashable, fx.Node] = {}
        for node in list(module.graph.nodes):
            if not _comparable(node):
                continue
            key = (node.target, _key(node.args), _key(node.kwargs))
            first = seen.setdefault(key, node)
            if first is not node:
                replace(node, first)
                count += 1
    return count


def _comparable(node: fx.Node) -> bool:
    if node.op != "call_function":
        return False
    if isinstance(node.target, OpOverload):
        return torch.Tag.nondeterministic_seeded not in node.target.tags and not node.target._schema.is_mutable
    return is_symbolic(node.target) or getattr(node.target, "__name__", "") == "getitem"


def _key(value: Any) -> Hashable:
    if isinstance(value, fx.Node):
        return value
    if isinstance(value, list | tuple):
        return tuple([_key(item) for item in value])
    if isinstance(value, dict):
        return tuple([(name, _key(value[name])) for name in sorted(value)])
    if isinstance(value, float):
        return (float, repr(value))  # tells 0.0 from -0.0, and NaN equals itself
    return (type(value), str(value) if isinstance(value, slice) else value)
