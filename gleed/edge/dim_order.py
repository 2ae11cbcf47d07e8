"""Dimension order: how a tensor's dimensions lie in memory, outermost first.

In the edge dialect every operator writes its result contiguously, view-like ones included, so that a
value's order never depends on how PyTorch would have strided it. The exceptions say so themselves: user
inputs given in a channels-last layout, and `clone`/`_to_copy` with a memory format.
"""

import math
from typing import Any

import torch
from torch.utils._sympy.functions import Max

_CHANNELS_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}
_FORMATS = {4: torch.channels_last, 5: torch.channels_last_3d}


def same(a: Any, b: Any) -> bool:
    """Whether two sizes are equal for certain, without adding a guard to the symbols."""
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return bool(_expression(a) == _expression(b))


def _expression(size: Any) -> Any:
    return size.node.expr if isinstance(size, torch.SymInt) else size


def _strides(shape: tuple[Any, ...], order: tuple[int, ...]) -> list[Any]:
    strides: list[Any] = [1] * len(shape)
    step: Any = 1
    for dim in reversed(order):
        strides[dim] = step
        step = step * shape[dim]
    return strides


def _lies_in(tensor: torch.Tensor, order: tuple[int, ...]) -> bool:
    """Whether the strides are those of this order; dimensions of size 1 may have any stride."""
    shape = tuple(tensor.shape)
    if any(same(size, 0) for size in shape):
        return order == tuple(range(len(shape)))
    want = _strides(shape, order)
    have = [_plain(stride) for stride in tensor.stride()]
    return all(same(size, 1) or same(a, b) for size, a, b in zip(shape, have, want, strict=True))


def _plain(stride: Any) -> Any:
    """A stride over a size u that depends on data, Max(1, u), as that size."""
    if isinstance(stride, int):
        return stride
    expression = _expression(stride)
    return expression.replace(Max, lambda *sizes: math.prod(size for size in sizes if size != 1))


def dim_order(tensor: torch.Tensor) -> tuple[int, ...]:
    """The dimensions from the outermost in memory to the innermost.

    Contiguous where the strides leave a choice, and for everything that is neither contiguous nor channels-last
    (expanded, sliced or permuted strides): such a value is written out contiguously.
    """
    rank = tensor.dim()
    natural = tuple(range(rank))
    if rank not in _CHANNELS_LAST or _lies_in(tensor, natural):
        return natural
    return _CHANNELS_LAST[rank] if _lies_in(tensor, _CHANNELS_LAST[rank]) else natural


def is_contiguous(tensor: torch.Tensor) -> bool:
    """As Tensor.is_contiguous, without adding a guard when sizes are symbolic."""
    return _lies_in(tensor, tuple(range(tensor.dim())))


def memory_format(order: tuple[int, ...]) -> torch.memory_format:
    """The memory format that produces this order."""
    return torch.contiguous_format if order == tuple(range(len(order))) else _FORMATS[len(order)]
