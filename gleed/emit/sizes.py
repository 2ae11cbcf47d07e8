"""The largest value of a symbolic size."""

from typing import Any

import torch
from torch import fx
from torch.utils._sympy.numbers import int_oo

from gleed.edge.where import where
from gleed.errors import LowerError


def upper_bound(size: Any, node: fx.Node) -> int:
    """The size itself, or the largest one that its symbols' ranges allow."""
    if not isinstance(size, torch.SymInt):
        return int(size)
    expression = size.node.expr
    if expression.is_Integer:
        return int(expression)
    bound = size.node.shape_env.bound_sympy(expression).upper
    if bound is int_oo or not bound.is_finite:
        raise LowerError(
            f"{where(node)}: size {expression} has no upper bound; give it one with torch.export.Dim(max=...)"
        )
    return int(bound)
