"""The largest value of a symbolic size."""

from typing import Any

from torch import fx

from gleed.edge.bounds import bounds
from gleed.edge.method import EdgeMethod
from gleed.edge.where import where
from gleed.errors import LowerError


def upper_bound(size: Any, node: fx.Node, method: EdgeMethod) -> int:
    """The size itself, or the largest one that the ranges of the method's dynamic sizes allow."""
    upper = bounds(size, method)[1]
    if upper is None:  # 64 // n, which no model computes at n = 0
        upper = bounds(size, method, zero=False)[1]
    if upper is None:
        remedy = "narrow the range of its Dim with min= and max="
        raise LowerError(f"{where(node)}: size {size} has no upper bound, or one over 2^40; {remedy}")
    return upper
