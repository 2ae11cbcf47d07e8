"""Cases of copies, casts, fills and ranges of numbers."""

import itertools
import math
from collections.abc import Iterator
from typing import Any

import torch
from harness import ALL, NUMBERS, SHAPES, Case, channels_last, permuted, special, tensor

INF, NAN = math.inf, math.nan
B, F32, F64, I64, U8 = torch.bool, torch.float32, torch.float64, torch.int64, torch.uint8


def _copies() -> Iterator[Case]:
    for source, target in itertools.product(ALL, ALL):
        s = special(source)
        if source.is_floating_point and not target.is_floating_point and target != B:
            s = tensor((131,), source, 0, 100) if target == U8 else tensor((131,), source, -100, 100)
        for x in (
            s,
            tensor((), source, 0, 9),
            tensor((0, 3), source),
            channels_last(tensor((2, 3, 4, 5), source, 0, 9)),
        ):
            yield Case("aten._to_copy.default", (x,), {"dtype": target})
            yield Case("aten.copy.default", (tensor(x.shape, target), x))
    for dtype in ALL:
        x = tensor((2, 3, 4, 5), dtype)
        for shape in SHAPES:
            yield Case("aten.clone.default", (tensor(shape, dtype),))
        for name in ("alias", "detach"):
            key = f"aten::{name}_copy.out"
            yield Case(f"aten.{name}_copy.default", (x,), key=key)
            yield Case(f"aten.{name}_copy.default", (channels_last(x),), key=key)
        yield Case("aten.lift_fresh_copy.default", (channels_last(x),))
        for order in itertools.permutations(range(4)):
            yield Case("aten.clone.default", (x,), out_order=order)
            yield Case("aten.clone.default", (permuted(x, order),), out_order=(0, 1, 2, 3))
            key = "dim_order_ops::_to_dim_order_copy.out"
            kwargs = {"dim_order": list(order)}
            reference = _ignoring(lambda t: t.float())
            yield Case(key, (x,), kwargs, key=key, reference=reference, out_order=order)
            key = "dim_order_ops::_clone_dim_order.out"
            yield Case(key, (channels_last(x),), kwargs, key=key, reference=_ignoring(torch.clone), out_order=order)
        for a, b in (((3, 4), (4,)), ((3, 4), ()), ((2, 3, 70), (3, 1)), ((0, 4), (4,)), ((), ()), ((130,), (1,))):
            yield Case("aten.copy.default", (tensor(a, dtype), tensor(b, dtype, seed=4)))
            yield Case("aten.copy_.default", (tensor(a, dtype), tensor(b, dtype, seed=4)), mutates=True)
            yield Case("aten.copy_.default", (tensor(a, dtype), tensor(b, F32, 0, 9)), mutates=True)
        yield Case("aten.copy_.default", (channels_last(x), tensor((2, 3, 4, 5), dtype, seed=4)), mutates=True)
        large = tensor((2, 17, 19, 23), dtype)
        yield Case("aten.clone.default", (large,), out_order=(0, 2, 3, 1))
        yield Case("aten.clone.default", (channels_last(large),), out_order=(0, 1, 2, 3))
    yield Case("aten.copy.default", (tensor((3, 4), F32), tensor((3,), F32)), refused="src")
    yield Case("aten.copy_.default", (tensor((4,), F32), tensor((3, 4), F32)), mutates=True, refused="src")
    yield Case("aten.clone.default", (tensor((4,), F32),), out_dtypes=(F64,), refused="float64")


def _ignoring(function: Any) -> Any:
    return lambda x, **_: function(x)


def _fills() -> Iterator[Case]:
    for dtype in ALL:
        numbers = (0, 1, True, 7) + ((1.5, -INF, NAN, 1e-3) if dtype.is_floating_point else (3.7,))
        for size, number in itertools.product(([], [0], [3], [2, 3, 70], [1] * 16), numbers):
            yield Case("aten.full.default", (size, number), {"dtype": dtype})
            yield Case("aten.full_like.default", (tensor(size, dtype), number))
            yield Case("aten.fill.Scalar", (tensor(size, dtype), number))
        for size in ([], [0], [3], [2, 3, 70]):
            yield Case("aten.zeros.default", (size,), {"dtype": dtype})
            yield Case("aten.ones.default", (size,), {"dtype": dtype})
            yield Case("aten.empty.memory_format", (size,), {"dtype": dtype}, key="aten::empty.out", compare=False)
            key = "dim_order_ops::_empty_dim_order.out"
            yield Case(key, (size,), key=key, reference=torch.empty, compare=False, out_dtypes=(dtype,))
        yield Case("aten.full_like.default", (channels_last(tensor((2, 3, 4, 5), F32)), 3), {"dtype": dtype})
        for number in numbers:
            yield Case("aten.scalar_tensor.default", (number,), {"dtype": dtype})
        for other in (F32, I64, B):
            yield Case("aten.fill.Tensor", (tensor((3, 4), dtype), tensor((), other, 0, 5)))
    plane = lambda *_: torch.zeros(2, 2)  # noqa: E731
    yield Case("aten.full.default", ([2, -1], 1.0), reference=plane, refused="-1")
    yield Case("aten.full.default", ([1] * 17, 1.0), reference=plane, refused="17")
    yield Case("aten.zeros.default", ([2**40, 2**40],), reference=plane, refused="out of range")
    for number in (2**53 + 1, -(2**63), 2**63 - 1):
        yield Case("aten.full.default", ([3], number), {"dtype": I64})
        yield Case("aten.scalar_tensor.default", (number,), {"dtype": I64})


def _aranges() -> Iterator[Case]:
    for dtype in NUMBERS:
        for end in (0, 1, 5, 100, 2.5):
            yield Case("aten.arange.default", (end,), {"dtype": dtype}, key="aten::arange.out")
        for start, end, step in ((0, 10, 3), (5, 5, 1), (2, 120, 1), (1, 2, 5), (10, 0, -3), (0, 3.5, 1), (1, 9.5, 2)):
            yield Case("aten.arange.start_step", (start, end, step), {"dtype": dtype}, key="aten::arange.start_out")
        if dtype.is_floating_point:
            for reals in ((0, 1, 0.1), (-1.5, 2.0, 0.25), (1, 0, -0.3), (0.5, 60, 0.7)):
                yield Case("aten.arange.start_step", reals, {"dtype": dtype}, key="aten::arange.start_out")
    key, op = "aten::arange.start_out", "aten.arange.start_step"
    for numbers in ((0, 5, 0), (0, 5, -1), (0, INF, 1), (NAN, 5, 1)):
        yield Case(op, numbers, key=key, out_dtypes=(F32,), refused="step")
    yield Case(op, (0, 2**40, 1), key=key, out_dtypes=(F32,), refused="too many")
    yield Case(op, (-(2**63), 2**63 - 1, 1), key=key, out_dtypes=(I64,), refused="int64")
    yield Case(op, (2**62, 2**62 + 5, 2), {"dtype": I64}, key=key)


def cases() -> Iterator[Case]:
    """All cases of this family."""
    yield from _copies()
    yield from _fills()
    yield from _aranges()
