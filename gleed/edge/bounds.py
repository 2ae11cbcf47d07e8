"""The range of a size: a number, or an expression over the symbols of dynamic dimensions."""

from typing import TYPE_CHECKING, Any

import torch
from torch.utils._sympy.numbers import int_oo
from torch.utils._sympy.value_ranges import ValueRanges, bound_sympy

if TYPE_CHECKING:
    from gleed.edge.method import EdgeMethod

_SIZE_MAX = 1 << 40  # an upper bound above this is none: no memory holds it


def bounds(size: Any, method: "EdgeMethod", zero: bool = True) -> tuple[int, int | None]:
    """The least and greatest value that a size can take, None when it has no upper bound.

    The ranges are the user's own (`Dim(..., min=, max=)`): wider than those that export traced under, which leave out
    0 and 1. Without `zero`, those that begin at 0 begin at 1.
    """
    if isinstance(size, int):
        return size, size
    expression = size.node.expr
    ranges = {symbol: _range(symbol, size, method) for symbol in expression.free_symbols}
    if not zero:
        ranges = {s: ValueRanges(1, r.upper) if r.lower == 0 < r.upper else r for s, r in ranges.items()}
    limits: Any = bound_sympy(expression, ranges)
    upper = None if limits.upper >= int_oo or limits.upper > _SIZE_MAX else int(limits.upper)
    return (int(limits.lower) if limits.lower > -int_oo else 0), upper


def _range(symbol: Any, size: torch.SymInt, method: "EdgeMethod") -> Any:
    found = method.range_constraints.get(symbol)
    if found is None:
        found = size.node.shape_env.var_to_range.get(symbol)
    return ValueRanges(0, int_oo) if found is None else found


def unbounded_symbol(size: Any, method: "EdgeMethod", known: set[Any]) -> Any:
    """A symbol of the size without an upper bound, or None; `known` remembers symbols found to be bounded."""
    for symbol in size.node.expr.free_symbols:
        if symbol in known:
            continue
        upper = _range(symbol, size, method).upper
        if upper >= int_oo or upper > _SIZE_MAX:
            return symbol
        known.add(symbol)
    return None
