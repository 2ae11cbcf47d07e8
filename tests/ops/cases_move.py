"""Cases of data movement: views, slices, joining, padding, repeating."""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import torch
from harness import ALL, Case, channels_last, in_all_dtypes, permuted, tensor

F32, F64, F16, I64, I32, I16, B = (
    torch.float32, torch.float64, torch.float16, torch.int64, torch.int32, torch.int16, torch.bool,
)  # fmt: skip
# One dtype for each element size; the engine does not look at more. The others get a few cases each.
SIZES = (B, F16, F32, I64)
INT_MAX = 2**63 - 1


def layouts(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x
    if x.dim() == 4:
        yield channels_last(x)
        yield permuted(x, (3, 1, 0, 2))
    if x.dim() == 2:
        yield permuted(x, (1, 0))
    if x.dim() == 3:
        yield permuted(x, (1, 2, 0))


def each(op: str, shape: tuple[int, ...], *args: Any, reference: Callable[..., Any] | None = None) -> Iterator[Case]:
    """The call for each element size, each layout of the input, and some of the output."""
    for dtype in SIZES:
        for x in layouts(tensor(shape, dtype, -100, 100)):
            yield Case(op, (x, *args), reference=reference)
    orders = {2: [(1, 0)], 3: [(0, 2, 1), (2, 0, 1)], 4: [(0, 2, 3, 1), (3, 1, 2, 0)], 5: [(0, 2, 3, 4, 1)]}
    for out_order in itertools.chain(*orders.values()):
        yield Case(op, (tensor(shape, F32), *args), out_order=out_order, reference=reference)


def views() -> Iterator[Case]:
    for shape, sizes in (
        ((), [1]), ((), []), ((1,), []), ((), [-1]), ((6,), [2, 3]), ((2, 3), [6]), ((2, 3), [3, 2]),
        ((2, 3, 4), [4, 3, 2]),
        ((2, 3, 4), [-1]), ((2, 3, 4), [6, -1]), ((2, 3, 4, 5), [2, 60]), ((2, 3, 4, 5), [5, 4, 3, 2]),
        ((0, 3), [3, 0]),
        ((2, 3, 4, 5), [2, 3, 20]), ((2, 3, 4, 5), [6, 2, 2, -1]), ((2, 0), [2, 0, 5]), ((0, 4), [-1, 4]),
        ((7, 11), [77, 1]),
    ):  # fmt: skip
        yield from each("aten.view.default", shape, sizes, reference=torch.reshape)
    x = tensor((2, 3), F32)
    yield Case("aten.view.default", (x, [4]), refused="has 4 elements")
    yield Case("aten.view.default", (x, [-1, -1]), refused="one may be -1")
    yield Case("aten.view.default", (x, [-2, -3]), refused="not possible")
    yield Case("aten.view.default", (x, [-1, 4]), refused="elements")
    yield Case("aten.view.default", (tensor((0,), F32), [-1, 0]), refused="-1")
    yield Case("aten.view.default", (x, [INT_MAX, INT_MAX]), refused="not possible")

    for dims in itertools.permutations(range(4)):
        yield from each("aten.permute.default", (2, 3, 4, 5), list(dims))
    yield from each("aten.permute.default", (), [])
    yield from each("aten.permute.default", (0, 3), [1, -2])
    yield from each("aten.permute.default", (40, 50), [1, 0])
    yield from each("aten.permute.default", (3, 33, 17), [2, 0, 1])
    yield from each("aten.permute.default", (2, 1, 3, 2, 1, 2), [5, 0, -2, 3, 1, 2])
    yield Case("aten.permute.default", (x, [0, 0]), refused="twice")
    yield Case("aten.permute.default", (x, [0]), refused="has 1 items")
    for shape, a, b in (
        ((), 0, -1),
        ((3,), 0, 0),
        ((2, 3), 0, 1),
        ((2, 3, 4), -1, 0),
        ((0, 3), 0, 1),
        ((2, 3, 4, 5), 1, 1),
    ):
        yield from each("aten.transpose.int", shape, a, b)
    for shape in ((), (3,), (2, 3), (0, 3), (65, 33)):
        yield from each("aten.t.default", shape)
    yield Case("aten.t.default", (tensor((2, 3, 4), F32),), refused="rank 3")
    for shape, sizes in (
        ((), []), ((), [3]), ((1,), [4]), ((3,), [2, 3]), ((3, 1), [3, 4]), ((3, 1), [-1, 4]),
        ((1, 3, 1), [2, 5, 3, 4]),
        ((1, 1), [0, 3]), ((0, 1), [0, 3]), ((2, 1, 3), [2, 70, -1]),
    ):  # fmt: skip
        yield from each("aten.expand.default", shape, sizes)
    yield Case("aten.expand.default", (x, [3, 3]), refused="cannot be expanded")
    yield Case("aten.expand.default", (x, [3]), refused="items")
    yield Case(
        "aten.expand.default",
        (tensor((2, 3), F32), [-1, 2, 3]),
        refused="out of range",
        reference=lambda *_: torch.zeros(1, 2, 3),
    )
    for shape, dim in (((), 0), ((), -1), ((3,), 0), ((3,), 1), ((2, 3, 4), -2), ((2, 3, 4), 3), ((0,), 0)):
        yield from each("aten.unsqueeze.default", shape, dim)
    yield Case("aten.unsqueeze.default", (x, 3), refused="dimension 3")
    for shape in ((), (1,), (2, 1, 3), (1, 1)):
        for dim in range(-len(shape), len(shape)) if shape else (0, -1):
            yield from each("aten.squeeze.dim", shape, dim)
            yield from each("aten.squeeze.dims", shape, [dim])
        yield from each("aten.squeeze.default", shape)
    yield from each("aten.squeeze.dims", (2, 1, 3, 1), [1, -1])
    yield from each("aten.squeeze.dims", (2, 1, 3, 1), [])
    yield from each("aten.as_strided.default", (24,), [3, 4], [4, 1])
    yield from each("aten.as_strided.default", (24,), [3, 4], [1, 5], 2)
    yield from each("aten.as_strided.default", (24,), [4, 4], [0, 1], 3)
    yield from each("aten.as_strided.default", (24,), [], [], 23)
    yield from each("aten.as_strided.default", (24,), [0, 3], [100, 1], 3)
    yield Case("aten.as_strided.default", (tensor((24,), F32), [5, 5], [5, 1]), refused="beyond")
    yield Case("aten.as_strided.default", (tensor((24,), F32), [2], [INT_MAX]), refused="beyond")
    yield Case("aten.as_strided.default", (tensor((24,), F32), [3], [INT_MAX], INT_MAX), refused="beyond")
    yield Case("aten.as_strided.default", (tensor((24,), F32), [2], [-1], 5), refused="a stride is -1")
    yield Case("aten.as_strided.default", (tensor((24,), F32), [2], [1], -1), refused="storage_offset")


def slices() -> Iterator[Case]:
    for shape in ((7,), (3, 5), (2, 3, 4, 5), (0, 3)):
        for dim in range(-1, len(shape)):
            for start, end, step in (
                (None, None, 1), (1, None, 1), (0, INT_MAX, 1), (-2, None, 1), (None, -1, 1), (1, 100, 2), (0, 5, 3),
                (3, 2, 1), (-100, 2, 1), (50, 60, 1), (1, 2, 10**15), (0, 4, 5), (-INT_MAX - 1, INT_MAX, 2),
            ):  # fmt: skip
                yield from each("aten.slice.Tensor", shape, dim, start, end, step)
            if 0 in shape:
                continue
            yield from each("aten.select.int", shape, dim, 0)
            yield from each("aten.select.int", shape, dim, -1)
            yield from each("aten.narrow_copy.default", shape, dim, 1, shape[dim] - 1)
            yield from each("aten.narrow_copy.default", shape, dim, 0, 0)
    x = tensor((3, 5), F32)
    yield Case("aten.slice.Tensor", (x, 0, 0, 2, 0), refused="step is 0")
    yield Case("aten.slice.Tensor", (tensor((), F32),), refused="rank 0")
    yield Case("aten.select.int", (x, 0, 3), refused="index is 3")
    yield Case("aten.select.int", (x, 0, -4), refused="index is -4")
    yield Case("aten.select.int", (x, 0, INT_MAX), refused="index is")
    yield Case("aten.narrow_copy.default", (x, 0, 2, 2), refused="do not fit")
    yield Case("aten.narrow_copy.default", (x, 0, INT_MAX, INT_MAX), refused="do not fit")
    for dtype in SIZES:
        for x in layouts(tensor((4, 6), dtype)):
            yield Case("aten.split.Tensor", (x, 3, 1), key="aten::split_copy.Tensor_out")
            yield Case("aten.split.Tensor", (x, 3), key="aten::split_copy.Tensor_out")
            yield Case("aten.split.Tensor", (x, 10, -1), key="aten::split_copy.Tensor_out")
            yield Case("aten.split_with_sizes.default", (x, [1, 0, 3]), key="aten::split_with_sizes_copy.out")
            yield Case("aten.split_with_sizes.default", (x, [1, 2, 3], -1), key="aten::split_with_sizes_copy.out")
            yield Case("aten.unbind.int", (x,), key="aten::unbind_copy.int_out")
            yield Case("aten.unbind.int", (x, -1), key="aten::unbind_copy.int_out")
    x = channels_last(tensor((2, 6, 4, 5), F32))
    yield Case("aten.split_with_sizes.default", (x, [1, 2, 3], 1), key="aten::split_with_sizes_copy.out")
    yield Case(
        "aten.split_with_sizes.default",
        (x, [1, 2, 3], 1),
        key="aten::split_with_sizes_copy.out",
        out_order=(0, 2, 3, 1),
    )
    yield Case("aten.unbind.int", (x, 1), key="aten::unbind_copy.int_out")
    yield from each("aten.diagonal.default", (4, 5))
    for offset in (0, 1, -1, 3, -3, 4, -4, 5, 100, -100, INT_MAX, -INT_MAX - 1):
        yield from each("aten.diagonal.default", (4, 5), offset)
    yield from each("aten.diagonal.default", (2, 3, 4, 5), 1, 3, 1)
    yield from each("aten.diagonal.default", (2, 3, 4, 5), -1, -4, -1)
    yield Case("aten.diagonal.default", (x, 0, 1, -3), refused="must differ")
    for size, step in ((3, 1), (2, 2), (7, 1), (1, 5), (0, 1), (2, 100)):
        yield from each("aten.unfold.default", (7,), 0, size, step)
        yield from each("aten.unfold.default", (2, 7, 3), 1, size, step)
    yield from each("aten.unfold.default", (), 0, 1, 1)
    yield Case("aten.unfold.default", (tensor((7,), F32), 0, 8, 1), refused="size is 8")
    yield Case("aten.unfold.default", (tensor((7,), F32), 0, 2, 0), refused="step is 0")


def joins() -> Iterator[Case]:
    for dtype in SIZES:
        for dim in (0, 1, -1):
            for x in layouts(tensor((2, 3, 4, 5), dtype)):
                shape = [2, 3, 4, 5]
                shape[dim] = 2
                y, z = tensor(shape, dtype, seed=1), tensor(shape, dtype, seed=2)
                yield Case("aten.cat.default", ([x, y, z], dim))
                yield Case("aten.cat.default", ([x, channels_last(y)], dim), out_order=(0, 2, 3, 1))
                yield Case("aten.stack.default", ([x, x + x], dim))
                yield Case("aten.stack.default", ([x, x + x, x], dim), out_order=(0, 2, 3, 1, 4))
        yield Case("aten.cat.default", ([tensor((3,), dtype)],))
        yield Case("aten.cat.default", ([tensor((0,), dtype), tensor((2, 3), dtype), tensor((0,), dtype)], 1))
        yield Case("aten.cat.default", ([tensor((0,), dtype), tensor((0,), dtype)],))
        yield Case("aten.cat.default", ([tensor((2, 0), dtype), tensor((2, 3), dtype)], 1))
        yield Case("aten.stack.default", ([tensor((), dtype), tensor((), dtype)],))
        yield Case("aten.stack.default", ([tensor((0, 2), dtype), tensor((0, 2), dtype)], 2))
    for a, b in itertools.product(ALL, ALL):
        yield Case("aten.cat.default", ([tensor((3, 40), a), tensor((2, 40), b)],))
        yield Case("aten.stack.default", ([tensor((3, 4), a), permuted(tensor((3, 4), b), (1, 0))], -1))
    yield Case("aten.cat.default", ([tensor((2, 3), F32), tensor((2, 4), F32)],), refused="only dimension 0")
    yield Case("aten.cat.default", ([tensor((), F32), tensor((), F32)],), refused="rank 0")
    yield Case("aten.stack.default", ([tensor((2,), F32), tensor((3,), F32)],), refused="other sizes")


def repeats() -> Iterator[Case]:
    for shape, times in (
        ((), []), ((), [3]), ((3,), [2]), ((3,), [2, 2]), ((2, 3), [2, 3]), ((2, 3, 4, 5), [2, 1, 3, 1]),
        ((2, 3), [0, 2]),
        ((0, 3), [4, 2]), ((1,), [70]), ((2, 1), [1, 5, 1, 33]),
    ):  # fmt: skip
        yield from each("aten.repeat.default", shape, times)
    yield Case("aten.repeat.default", (tensor((3,), F32), [-1]), refused="-1")
    yield Case("aten.repeat.default", (tensor((3, 2), F32), [2]), refused="items")
    for shape, dims in (
        ((), []),
        ((), [0]),
        ((5,), [0]),
        ((2, 3), [1]),
        ((2, 3, 4, 5), [0, -1]),
        ((2, 3, 4, 5), [1, 2]),
        ((0, 3), [0, 1]),
        ((70,), []),
    ):
        yield from each("aten.flip.default", shape, dims)
    yield Case("aten.flip.default", (tensor((2, 3), F32), [0, -2]), refused="twice")
    for shape, shifts, dims in (
        ((5,), [2], [0]), ((5,), [-12], [0]), ((2, 3), [1, 2], [0, 1]), ((2, 3), [1], []),
        ((2, 3, 4, 5), [1, -1], [1, 3]),
        ((2, 3, 4, 5), [7], []), ((0, 3), [2], [0]), ((2, 3), [1, 1], [1, 1]),
        ((4, 5), [10**12, -(10**12) - 1], [0, 1]), ((7, 9), [-20], []),
        ((2, 8, 8, 3), [-2, -2], [1, 2]),
    ):  # fmt: skip
        yield from each("aten.roll.default", shape, shifts, dims)
    yield Case("aten.roll.default", (tensor((2, 3), F32), [1, 2], [0]), refused="shifts has 2")


def paddings() -> Iterator[Case]:
    for shape, pad in (
        ((5,), [1, 2]), ((5,), [-1, 2]), ((5,), [-2, -3]), ((5,), [-2, 0]), ((2, 3), [1, 0, 0, 2]),
        ((2, 3), [1, -1, -1, 2]),
        ((2, 3, 4, 5), [1, 1, 2, 2]), ((2, 3, 4, 5), [0, 1, 0, 0, 2, 1]), ((2, 3, 4, 5), [0, 0, 0, 0, 0, 0, 1, 0]),
        ((2, 0), [1, 2]),
        ((), []), ((2, 3), []), ((3,), [70, 70]),
    ):  # fmt: skip
        yield from each("aten.constant_pad_nd.default", shape, pad)
        yield from each("aten.constant_pad_nd.default", shape, pad, 3)
    for dtype in ALL:
        for value in (0, 1, True, 2.5, -1, math.inf, math.nan):
            if dtype not in (F32, F64, F16, torch.bfloat16) and (not math.isfinite(value) or value < 0):
                continue
            yield Case("aten.constant_pad_nd.default", (tensor((2, 3), dtype), [1, 2], value))
    yield Case("aten.constant_pad_nd.default", (tensor((3,), I64), [1, 1], 2**53 + 1))
    yield Case("aten.constant_pad_nd.default", (tensor((3,), F32), [1]), refused="pad has 1")
    yield Case("aten.constant_pad_nd.default", (tensor((3,), F32), [1, 1, 1, 1]), refused="pad has 4")
    yield Case("aten.constant_pad_nd.default", (tensor((3,), F32), [-2, -2]), refused="padding is -2")
    yield Case("aten.constant_pad_nd.default", (tensor((3,), F32), [-(2**63), INT_MAX]), refused="padding is")
    yield Case("aten.constant_pad_nd.default", (tensor((3,), F32), [INT_MAX, INT_MAX]), refused="padding is")
    for kind, shapes in (
        ("reflection_pad1d", (((3, 5), (1, 2)), ((2, 3, 5), (4, 4)), ((2, 3, 5), (0, 0)), ((2, 3, 5), (-1, 2)),
         ((0, 3, 5), (1, 1)))),
        ("reflection_pad2d", (((3, 5, 4), (1, 2, 3, 4)), ((2, 3, 5, 4), (3, 0, 1, 4)), ((2, 3, 5, 4), (-1, 2, 1, -2)))),
        ("reflection_pad3d", (((2, 3, 4, 5), (1, 2, 1, 2, 1, 2)), ((2, 1, 3, 4, 5), (4, 4, 3, 3, 2, 2)))),
        ("replication_pad1d", (((3, 5), (1, 2)), ((2, 3, 5), (9, 7)), ((2, 3, 5), (-1, 2)), ((2, 3, 5), (-2, -2)))),
        ("replication_pad2d", (((3, 5, 4), (1, 2, 3, 4)), ((2, 3, 5, 4), (7, 0, 1, 9)),
         ((2, 3, 5, 4), (-1, 2, 1, -2)))),
        ("replication_pad3d", (((2, 3, 4, 5), (1, 2, 1, 2, 1, 2)), ((2, 1, 3, 4, 5), (6, 4, 5, 3, 2, 7)))),
    ):  # fmt: skip
        for shape, pad in shapes:
            for dtype in (F64, F32, I64, torch.bfloat16, torch.int8):
                if dtype in (I64, torch.int8) and kind.startswith("replication"):
                    continue
                for x in layouts(tensor(shape, dtype, -100, 100)):
                    yield Case(f"aten.{kind}.default", (x, list(pad)))
            if len(shape) == 4:
                yield Case(f"aten.{kind}.default", (tensor(shape, F32), list(pad)), out_order=(0, 2, 3, 1))
    yield Case("aten.reflection_pad1d.default", (tensor((3, 5), F32), [5, 0]), refused="padding is 5")
    yield Case("aten.reflection_pad1d.default", (tensor((3, 5), F32), [-(2**63), 0]), refused="padding is")
    yield Case("aten.replication_pad1d.default", (tensor((3, 5), F32), [-3, -2]), refused="padding is -2")
    yield Case("aten.replication_pad1d.default", (tensor((3, 0), F32), [1, 1]), refused="size 0")


def pixels_and_triangles() -> Iterator[Case]:
    for shape, factor in (
        ((8, 3, 4), 2),
        ((2, 9, 3, 4), 3),
        ((2, 3, 4, 5), 1),
        ((0, 4, 2, 2), 2),
        ((2, 2, 4, 3, 5), 2),
    ):
        yield from each("aten.pixel_shuffle.default", shape, factor)
    for shape, factor in (((2, 6, 4), 2), ((2, 1, 9, 12), 3), ((2, 3, 4, 5), 1), ((2, 2, 1, 4, 6), 2)):
        yield from each("aten.pixel_unshuffle.default", shape, factor)
    yield Case("aten.pixel_shuffle.default", (tensor((6, 3, 4), F32), 2), refused="multiple of 4")
    yield Case("aten.pixel_shuffle.default", (tensor((6, 3, 4), F32), 0), refused="upscale_factor is 0")
    yield Case("aten.pixel_unshuffle.default", (tensor((6, 3, 4), F32), 2), refused="multiples of 2")
    for op in ("tril", "triu"):
        for shape in ((4, 4), (3, 7), (7, 3), (2, 3, 4, 5), (0, 3), (3, 0)):
            for diagonal in (0, 1, -1, 2, -3, 9, -9, INT_MAX, -INT_MAX - 1):
                yield from each(f"aten.{op}.default", shape, diagonal)
        yield Case(f"aten.{op}.default", (torch.full((3, 3), math.nan),))
        yield Case(f"aten.{op}.default", (tensor((3,), F32),), refused="rank 1")


def replacements() -> Iterator[Case]:
    for dtype, other in ((F32, F32), (I64, I64), (B, B), (F16, F32), (F32, I32), (I16, F64)):
        for x in layouts(tensor((4, 5), dtype)):
            for dim, start, end, step in (
                (0, 1, 3, 1),
                (1, None, None, 2),
                (-1, -3, INT_MAX, 1),
                (0, 3, 3, 1),
                (0, 1, 2, 10**15),
            ):
                shape = torch.ops.aten.slice.Tensor(x, dim, start, end, step).shape
                yield Case("aten.slice_scatter.default", (x, tensor(shape, other, seed=3), dim, start, end, step))
            yield Case("aten.select_scatter.default", (x, tensor((5,), other, seed=3), 0, -1))
            yield Case("aten.select_scatter.default", (x, tensor((4,), other, seed=3), -1, 2))
            yield Case("aten.diagonal_scatter.default", (x, tensor((4,), other, seed=3), 1))
            yield Case("aten.diagonal_scatter.default", (x, tensor((3,), other, seed=3), -1))
    x = channels_last(tensor((2, 3, 4, 5), F32))
    yield Case("aten.slice_scatter.default", (x, tensor((2, 2, 4, 5), F32), 1, 1), out_order=(0, 2, 3, 1))
    yield Case("aten.select_scatter.default", (x, tensor((2, 4, 5), F32), 1, 1))
    yield Case("aten.slice_scatter.default", (x, tensor((2, 3, 4, 5), F32), 1, 1), refused="src has size 3")
    yield Case("aten.select_scatter.default", (x, tensor((2, 4, 5), F32), 1, 3), refused="index is 3")


def cases() -> Iterator[Case]:
    for group in (views, slices, joins, repeats, paddings, pixels_and_triangles, replacements):
        yield from in_all_dtypes(group())
