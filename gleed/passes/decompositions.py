"""The table that brings exported operators down to Core ATen: PyTorch's own, and small ones where it has none."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._ops import OpOverload

from gleed.edge.opset import EXTRA, is_core

aten = torch.ops.aten
Decomposition = Callable[..., Any]


def table(
    kept: frozenset[OpOverload] = frozenset(), extra: Mapping[OpOverload, Decomposition] | None = None
) -> dict[OpOverload, Decomposition]:
    """PyTorch's default table, what it leaves outside core, and ours; without the operators to keep whole."""
    known: Any = torch.export.default_decompositions()
    for op, rule in decomposition_table.items():
        if isinstance(op, OpOverload) and op.namespace == "aten" and op not in known and not is_core(op):
            if op not in EXTRA and not op._schema.is_mutable:
                known[op] = rule
    for op in EXTRA:
        known.pop(op, None)
    for op, rule in {**OWN, **(extra or {})}.items():
        known[op] = rule
    for op in kept:
        known.pop(op, None)
    return known  # type: ignore[no-any-return,unused-ignore]


def max_all(x: torch.Tensor) -> torch.Tensor:
    """max(x)  ->  amax(x, every dim)"""
    return torch.amax(x, list(range(x.dim())))


def min_all(x: torch.Tensor) -> torch.Tensor:
    """min(x)  ->  amin(x, every dim)"""
    return torch.amin(x, list(range(x.dim())))


def aminmax(x: torch.Tensor, *, dim: int | None = None, keepdim: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """aminmax  ->  amin and amax"""
    dims = list(range(x.dim())) if dim is None else [dim]
    return torch.amin(x, dims, keepdim), torch.amax(x, dims, keepdim)


def copy(x: torch.Tensor, src: torch.Tensor, non_blocking: bool = False) -> torch.Tensor:
    """copy(x, src)  ->  src in the dtype and shape of x"""
    return src.to(x.dtype).expand(x.shape).clone()


def addbmm(
    x: torch.Tensor, batch1: torch.Tensor, batch2: torch.Tensor, *, beta: float = 1, alpha: float = 1
) -> torch.Tensor:
    """beta * x + alpha * the sum of the products of the batch"""
    product = torch.bmm(batch1, batch2).sum(0)
    product = product if alpha == 1 else product * alpha
    if beta == 0:  # as eager: x is not read, so its NaN does not spread
        return product
    return (x if beta == 1 else x * beta) + product


def avg_pool1d(
    x: torch.Tensor,
    kernel_size: list[int],
    stride: list[int] | None = None,
    padding: list[int] | None = None,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> torch.Tensor:
    """avg_pool1d  ->  avg_pool2d over a height of 1"""
    step, pad = list(stride or kernel_size), list(padding or [0])
    wide = x.unsqueeze(-2)
    pooled = aten.avg_pool2d(wide, [1, *kernel_size], [1, *step], [0, *pad], ceil_mode, count_include_pad)
    return pooled.squeeze(-2)


def adaptive_avg_pool1d(x: torch.Tensor, output_size: list[int]) -> torch.Tensor:
    """adaptive_avg_pool1d  ->  _adaptive_avg_pool2d over a height of 1"""
    return aten._adaptive_avg_pool2d(x.unsqueeze(-2), [1, *output_size]).squeeze(-2)  # type: ignore[no-any-return]


def masked_fill(x: torch.Tensor, mask: torch.Tensor, value: Any) -> torch.Tensor:
    """masked_fill(x, mask, number)  ->  where(mask, number in the dtype of x, x)"""
    if isinstance(value, torch.Tensor):
        fill = value.to(x.dtype)
    else:
        fill = torch.scalar_tensor(value, dtype=x.dtype, device=x.device)
    return torch.where(mask, fill, x)


def assert_async(condition: torch.Tensor) -> None:
    """An assertion without a message, which PyTorch would drop  ->  one with a message"""
    aten._assert_async.msg(condition, "an assertion does not hold")


def aminmax_all(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """_aminmax(x)  ->  amin and amax"""
    return aminmax(x)


def aminmax_dim(x: torch.Tensor, dim: int, keepdim: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """_aminmax(x, dim)  ->  amin and amax"""
    return aminmax(x, dim=dim, keepdim=keepdim)


def left_shift(x: torch.Tensor, other: Any) -> torch.Tensor:
    """x << other"""
    return torch.bitwise_left_shift(x, other)


def right_shift(x: torch.Tensor, other: Any) -> torch.Tensor:
    """x >> other"""
    return torch.bitwise_right_shift(x, other)


def left_shift_number(value: Any, x: torch.Tensor) -> torch.Tensor:
    """number << x"""
    return torch.bitwise_left_shift(torch.scalar_tensor(value, dtype=x.dtype), x)


def right_shift_number(value: Any, x: torch.Tensor) -> torch.Tensor:
    """number >> x"""
    return torch.bitwise_right_shift(torch.scalar_tensor(value, dtype=x.dtype), x)


def unique_consecutive(
    x: torch.Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Any:
    """unique_consecutive(dim < 0)  ->  unique_consecutive(dim >= 0), whose sizes PyTorch finds"""
    if dim is None or dim >= 0:
        return NotImplemented
    return aten.unique_consecutive.default(x, return_inverse, return_counts, dim + x.dim())


OWN: dict[OpOverload, Decomposition] = {
    aten._assert_async.default: assert_async,
    aten.max.default: max_all,
    aten.min.default: min_all,
    aten.aminmax.default: aminmax,
    aten._aminmax.default: aminmax_all,
    aten._aminmax.dim: aminmax_dim,
    aten.unique_consecutive.default: unique_consecutive,
    aten.__lshift__.Tensor: left_shift,
    aten.__lshift__.Scalar: left_shift,
    aten.__rshift__.Tensor: right_shift,
    aten.__rshift__.Scalar: right_shift,
    aten.bitwise_left_shift.Scalar_Tensor: left_shift_number,
    aten.bitwise_right_shift.Scalar_Tensor: right_shift_number,
    aten.copy.default: copy,
    aten.addbmm.default: addbmm,
    aten.avg_pool1d.default: avg_pool1d,
    aten.adaptive_avg_pool1d.default: adaptive_avg_pool1d,
    aten.masked_fill.Scalar: masked_fill,
    aten.masked_fill.Tensor: masked_fill,
}
