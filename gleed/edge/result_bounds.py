"""Upper bounds of sizes that depend on data, from the shapes of what they are computed from."""

import math
from typing import Any

import torch
from torch import fx
from torch.utils._sympy.numbers import int_oo
from torch.utils._sympy.value_ranges import ValueRanges

from gleed.edge.bounds import bounds
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten

# As many results as there are elements at most, or as there are slices along `dim` where that is given.
_NO_MORE_THAN_ELEMENTS = frozenset({aten.nonzero.default, aten._unique.default, aten._unique2.default})
_NO_MORE_THAN_SLICES = frozenset({aten.unique_dim.default, aten.unique_consecutive.default})


def bound_results(method: EdgeMethod) -> int:
    """Give the ranges of unbacked sizes the bound that their operator has; returns how many got a lower one.

    Export bounds them only where the input's sizes are fixed.
    """
    count = 0
    for symbol, upper in operator_bounds(method).items():
        known: Any = method.range_constraints.get(symbol, ValueRanges(0, int_oo))
        if known.upper > upper:
            method.range_constraints[symbol] = ValueRanges(known.lower, max(known.lower, upper))
            count += 1
    return count


def operator_bounds(method: EdgeMethod) -> dict[Any, int]:
    """The symbols of sizes that depend on data, and what their operators can give at most."""
    found: dict[Any, int] = {}
    for module in method.graphs():
        for target in _NO_MORE_THAN_ELEMENTS | _NO_MORE_THAN_SLICES:
            for node in module.graph.find_nodes(op="call_function", target=target):
                size, most = _size_and_most(node)
                upper = bounds(most, method)[1]
                if isinstance(size, torch.SymInt) and size.node.expr.is_symbol and upper is not None:
                    found[size.node.expr] = upper
    return found


def _size_and_most(node: fx.Node) -> tuple[Any, Any]:
    """The size that depends on data, and the size that it cannot exceed."""
    source: Any = node.args[0]
    shape = source.meta["val"].shape
    result = node.meta["val"]
    sizes = (result if isinstance(result, torch.Tensor) else result[0]).shape
    dim = _dim_of(node) if node.target in _NO_MORE_THAN_SLICES else None
    return (sizes[0], math.prod(shape)) if dim is None else (sizes[dim], shape[dim])


def _dim_of(node: fx.Node) -> Any:
    place = next(i for i, a in enumerate(node.target._schema.arguments) if a.name == "dim")  # type: ignore[union-attr]
    return node.args[place] if place < len(node.args) else node.kwargs.get("dim")
