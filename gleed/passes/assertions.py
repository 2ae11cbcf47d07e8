"""The checks that export leaves in the graph: those of the user's stay, with words for whom they fail."""

import operator
import re
from typing import Any

import torch
from torch import fx

from gleed.edge.method import EdgeMethod
from gleed.edge.opset import ASSERTIONS
from gleed.edge.result_bounds import operator_bounds
from gleed.edge.where import source_line

aten = torch.ops.aten
# Facts about dtypes and ranges, which lowering knows and the runtime checks of each input by itself.
_KNOWN = {
    aten._assert_tensor_metadata.default,
    aten.sym_constrain_range.default,
    aten.sym_constrain_range_for_size.default,
    torch._check,
}
# What export writes for torch._check: the expression in its own symbols, and the name of a node.
_EXPRESSION = re.compile(r"Runtime assertion failed for expression (.*) on node '.*'$")


def assertions(method: EdgeMethod) -> int:
    """_assert_tensor_metadata(x), sym_constrain_range(n), _assert_scalar(True)  ->  nothing.

    _assert_scalar(nonzero(x).shape[0] <= x.numel())  ->  nothing.

    _assert_scalar(n > 2, "...")  ->  _assert_scalar(n > 2, "u0 > 2 does not hold in n = x.item() (model.py:7)").
    Returns how many were dropped.
    """
    count = 0
    most = operator_bounds(method)
    for module in method.graphs():
        for node in reversed(list(module.graph.nodes)):
            if node.op != "call_function" or node.users:
                continue
            if node.target in _KNOWN or (node.target in ASSERTIONS and _holds(node.args[0], most)):
                module.graph.erase_node(node)
                count += 1
            elif node.target in ASSERTIONS:
                node.args = (node.args[0], _words(node, str(node.args[1])))
                node.meta.setdefault("val", None)
    return count


def _holds(condition: Any, most: dict[Any, int]) -> bool:
    """True itself, or a comparison of a size with 0 or with what its operator can give at most."""
    if not isinstance(condition, fx.Node):
        return condition is True
    if condition.target not in (operator.ge, operator.le):
        return False
    size, number = condition.args
    value = size.meta.get("val") if isinstance(size, fx.Node) else None
    if not isinstance(value, torch.SymInt) or value.node.expr not in most or not isinstance(number, int):
        return False
    return number <= 0 if condition.target is operator.ge else number >= most[value.node.expr]


def remove_assertions(method: EdgeMethod) -> int:
    """Drops all checks, for runtimes that have no operator for them; goes before the default passes."""
    count = 0
    for module in method.graphs():
        for node in reversed(list(module.graph.nodes)):
            if node.op == "call_function" and not node.users and node.target in {*_KNOWN, *ASSERTIONS}:
                module.graph.erase_node(node)
                count += 1
    return count


def _words(node: fx.Node, message: str) -> str:
    """The user's message and its place; for torch._check, whose message export loses, the expression and the line."""
    place, expression = source_line(node), _EXPRESSION.match(message)
    if expression is not None:
        lines: Any = (node.meta.get("stack_trace") or "").strip().splitlines()
        message = f"{expression[1]} does not hold" + (f" in {lines[-1].strip()}" if lines else "")
    return message if not place or message.endswith(f"({place})") else f"{message} ({place})"
