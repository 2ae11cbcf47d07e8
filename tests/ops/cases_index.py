"""Cases of operators that take positions from tensors, and of those whose result's size depends on values."""

from collections.abc import Iterator, Sequence

import torch
from harness import ALL, FLOATS, INTS, Case, channels_last, in_all_dtypes, permuted, tensor

F32, F16, I64, I32, U8, B = torch.float32, torch.float16, torch.int64, torch.int32, torch.uint8, torch.bool
INF, NAN = float("inf"), float("nan")
SIZES = (B, F16, F32, I64)


def integers(shape: Sequence[int], low: int, high: int, dtype: torch.dtype = I64, seed: int = 0) -> torch.Tensor:
    """Random positions in [low, high)."""
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randint(low, high, tuple(shape), generator=generator).to(dtype)


def layouts(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x
    if x.dim() == 4:
        yield channels_last(x)
    if x.dim() == 2:
        yield permuted(x, (1, 0))


def embeddings() -> Iterator[Case]:
    for dtype in ALL:
        for weight in layouts(tensor((7, 5), dtype)):
            for shape in ((), (0,), (3,), (2, 3), (2, 0, 3)):
                for kind in (I64, I32):
                    yield Case("aten.embedding.default", (weight, integers(shape, 0, 7, kind)))
    yield Case("aten.embedding.default", (tensor((7, 64), F32), permuted(integers((3, 4), 0, 7), (1, 0)), 2))
    yield Case("aten.embedding.default", (tensor((7, 5), F32), integers((3,), 0, 7)), out_order=(1, 0))
    for bad in (7, -1, 2**62, -(2**63)):
        yield Case(
            "aten.embedding.default",
            (tensor((7, 5), F32), torch.tensor([1, bad])),
            refused=f"index {bad} is out of range",
        )
    yield Case("aten.embedding.default", (tensor((7,), F32), torch.tensor([1])), refused="rank 1")
    yield Case("aten.embedding.default", (tensor((7, 5), F32), tensor((2,), F32)), refused="indices is float32")


def selects() -> Iterator[Case]:
    for dtype in SIZES:
        for x in layouts(tensor((2, 3, 4, 5), dtype)):
            for dim in range(-1, 4):
                for kind in (I64, I32):
                    yield Case("aten.index_select.default", (x, dim, integers((6,), 0, x.shape[dim], kind)))
            yield Case("aten.index_select.default", (x, 1, torch.tensor(2)))
            yield Case("aten.index_select.default", (x, 1, integers((0,), 0, 1)))
            for dim in range(-1, 4):
                shape = [2, 3, 4, 5]
                shape[dim] = 7
                index = integers(shape, 0, x.shape[dim])
                yield Case("aten.gather.default", (x, dim, index))
                yield Case("aten.gather.default", (x, dim, channels_last(index)))
                yield Case("aten.gather.default", (x, dim, index[:1, :2, :3, :4].contiguous()), out_order=(3, 1, 2, 0))
        yield Case("aten.gather.default", (tensor((), dtype), 0, torch.tensor(0)))
        yield Case("aten.gather.default", (tensor((5,), dtype), 0, torch.tensor([4, 0])))
        yield Case("aten.gather.default", (tensor((5,), dtype), 0, integers((0,), 0, 1)))
        yield Case("aten.index_select.default", (tensor((), dtype), 0, torch.tensor([0])))
    x = tensor((3, 5), F32)
    for bad in (3, -1, 2**40):
        yield Case("aten.gather.default", (x, 0, torch.tensor([[0, bad]])), refused=f"index {bad} is out of range")
        yield Case("aten.index_select.default", (x, 0, torch.tensor([0, bad])), refused=f"index {bad} is out of range")
    yield Case("aten.gather.default", (x, 0, torch.tensor([0, 1])), refused="rank")
    yield Case("aten.gather.default", (x, 1, torch.zeros(4, 2, dtype=I64)), refused="more than the 3")


def scatters() -> Iterator[Case]:
    for dtype in ALL:
        for x in layouts(tensor((4, 5), dtype, 0, 3)):
            for dim, shape in ((0, (3, 5)), (1, (4, 7)), (-1, (2, 3)), (0, (0, 5)), (0, (6, 2))):
                # Without repeated positions, as their order is free in PyTorch.
                size = x.shape[dim]
                index = (
                    integers(shape, 0, size) * 0 + torch.arange(shape[dim]).view((-1, 1) if dim == 0 else (1, -1))
                ) % size
                if shape[dim] <= size:
                    yield Case("aten.scatter.src", (x, dim, index, tensor(shape, dtype, seed=4)))
                yield Case("aten.scatter.value", (x, dim, index, 2))
                if dtype in FLOATS:
                    yield Case("aten.scatter.value", (x, dim, index, -2.5))
                many = integers(shape, 0, size)
                src = tensor((shape[0] + 1, shape[1] + 2), dtype, 0, 3, seed=5)
                yield Case("aten.scatter_add.default", (x, dim, many, src))
                for how in ("sum", "prod", "amax", "amin", *(() if dtype == B else ("mean",))):
                    for include in (True, False):
                        yield Case(
                            "aten.scatter_reduce.two",
                            (x, dim, many, src, how),
                            {"include_self": include},
                        )
                for how in ("add", "multiply"):
                    yield Case("aten.scatter.reduce", (x, dim, many, src), {"reduce": how})
                    for number in (2, -2, 0.7, True):
                        yield Case("aten.scatter.value_reduce", (x, dim, many, number), {"reduce": how})
        yield Case("aten.scatter_add.default", (tensor((), dtype), 0, torch.tensor(0), tensor((), dtype, seed=1)))
        yield Case("aten.scatter.src", (tensor((5,), dtype), 0, torch.tensor([4]), tensor((3,), dtype, seed=1)))
    for dtype in ALL:  # sums of half numbers are rounded once, counts of small integers wrap
        ones, zero = torch.ones(5000, dtype=dtype), torch.zeros(5000, dtype=I64)
        yield Case("aten.scatter_add.default", (ones[:1], 0, zero, ones))
        yield Case("aten.scatter.reduce", (ones[:1], 0, zero, ones), {"reduce": "add"})
        yield Case("aten.scatter.value_reduce", (ones[:1], 0, zero, 1), {"reduce": "add"})
        for n in (200, 255, 5000) if dtype != B else ():
            for include in (True, False):
                args = (ones[:1], 0, zero[:n], ones[:n], "mean")
                yield Case("aten.scatter_reduce.two", args, {"include_self": include})
                yield Case("aten.index_reduce.default", args, {"include_self": include})
    for dtype in INTS:
        if dtype != U8:
            args = (
                torch.tensor([-7, 5], dtype=dtype),
                0,
                torch.tensor([0, 0]),
                torch.tensor([-4, 1], dtype=dtype),
                "mean",
            )
            yield Case("aten.scatter_reduce.two", args)
    nan = torch.tensor([1.0, float("nan"), 3.0])
    for how in ("amax", "amin"):
        yield Case("aten.scatter_reduce.two", (torch.zeros(3), 0, torch.tensor([0, 0, 1]), nan, how))
        yield Case("aten.scatter_reduce.two", (nan, 0, torch.tensor([0, 1, 1]), torch.zeros(3), how))
    x, src = tensor((3, 5), F32), tensor((3, 5), F32)
    for bad in (3, -1, 2**40):
        index = torch.tensor([[0, bad]])
        yield Case("aten.scatter.src", (x, 0, index, src), refused=f"index {bad} is out of range")
        yield Case("aten.scatter.value", (x, 0, index, 1.0), refused=f"index {bad} is out of range")
        yield Case("aten.scatter_add.default", (x, 0, index, src), refused=f"index {bad} is out of range")
    yield Case("aten.scatter.src", (x, 0, torch.zeros(4, 5, dtype=I64), src), refused="of src")
    yield Case("aten.scatter_reduce.two", (x, 0, torch.zeros(1, 1, dtype=I64), src, "median"), refused="none of")
    flags = tensor((3, 5), B)
    yield Case("aten.scatter_reduce.two", (flags, 0, torch.zeros(1, 1, dtype=I64), flags, "mean"), refused="bool")


def index_reductions() -> Iterator[Case]:
    op = "aten.index_reduce.default"
    for dtype in ALL:
        for x in layouts(tensor((4, 5, 3, 2), dtype, -3, 3)):
            for dim, n in ((0, 3), (1, 9), (-1, 2), (2, 0)):
                shape = [4, 5, 3, 2]
                shape[dim] = n
                source = tensor(shape, dtype, -3, 3, seed=4)
                for how in ("prod", "amax", "amin", *(() if dtype == B else ("mean",))):
                    for include in (True, False) if dtype != B else (True,):
                        index = integers((n,), 0, x.shape[dim], I32 if include else I64)
                        yield Case(op, (x, dim, index, source, how), {"include_self": include})
                        yield Case(op, (x, dim, index, channels_last(source), how), out_order=(3, 1, 0, 2))
        if dtype == B:  # which eager takes with dimensions only
            continue
        yield Case(op, (tensor((), dtype), 0, torch.tensor([0]), tensor((), dtype, seed=1), "prod"))
        yield Case(op, (tensor((), dtype), 0, torch.tensor(0), tensor((), dtype, seed=1), "amax"))
        yield Case(op, (tensor((3,), dtype), 0, torch.tensor(1), tensor((1,), dtype, seed=1), "amin"))
    nan = torch.tensor([1.0, float("nan"), 3.0])
    for how in ("amax", "amin", "mean", "prod"):
        yield Case(op, (torch.ones(3), 0, torch.tensor([0, 0, 1]), nan, how))
        yield Case(op, (nan, 0, torch.tensor([0, 1, 1]), torch.ones(3), how))
    for bad in (3, -1, 2**40):
        args = (torch.zeros(3), 0, torch.tensor([0, bad]), torch.ones(2), "prod")
        yield Case(op, args, refused=f"index {bad} is out of range")


def renorms() -> Iterator[Case]:
    op = "aten.embedding_renorm.default"
    for dtype in FLOATS:
        for table in layouts(tensor((6, 70), dtype)):
            for kind in (2.0, 1.0, INF, 0.5, 3.0):
                for shape in ((), (4,), (2, 3), (0,)):
                    index = integers(shape, 0, 6, I32 if shape == (4,) else I64)
                    yield Case(op, (table, index, 1.5, kind))
                yield Case(op, (table, torch.tensor([1, 1, -2]), 30.0, kind))
        yield Case(op, (torch.zeros(3, 0, dtype=dtype), torch.tensor([1]), 1.0, 2.0))
        yield Case(op, (torch.full((2, 4), NAN, dtype=dtype), torch.tensor([1]), 1.0, 2.0))
    table = tensor((3, 4), F32)
    yield Case(op, (table, torch.tensor([0, 3]), 1.0, 2.0), refused="index 3 is out of range")
    yield Case(op, (table, torch.tensor([-4]), 1.0, 2.0), refused="allowed are -3 to 2")


def indices_of(shape: Sequence[int]) -> Iterator[list[torch.Tensor | None]]:
    """Lists of indices for a tensor of shape (2, 3, 4, 5)."""
    a, b, c, d = shape
    yield [integers((4,), 0, a)]
    yield [integers((4,), -a, a), integers((4,), -b, b)]
    yield [integers((4, 1), -a, a), integers((6,), -b, b)]
    yield [None, integers((4,), -b, b)]
    yield [None, integers((2, 3), -b, b, I32), integers((3,), -c, c)]
    yield [None, None, None, integers((4,), -d, d)]
    yield [integers((4,), 0, a), None, integers((4,), 0, c)]
    yield [None, integers((4,), 0, b), None, integers((2, 1), 0, d)]
    yield [integers((3,), 0, a), integers((3,), 0, b), integers((3,), 0, c), integers((3,), 0, d)]
    yield [integers((), 0, a)]
    yield [None, integers((0,), 0, 1)]
    yield [tensor((a,), B)]
    yield [tensor((a, b), B)]
    yield [None, tensor((b, c), B)]
    yield [tensor((a, b, c, d), B)]
    yield [permuted(tensor((a, b, c, d), B), (0, 2, 3, 1))]
    yield [None, None, tensor((c,), B), None]
    yield [integers((1,), 0, a), tensor((b,), B)]
    yield [integers((2, 1), 0, a), tensor((b, c), B)]
    yield [integers((1,), 0, a), None, tensor((c,), B)]
    yield [torch.zeros(a, dtype=B)]
    yield [torch.ones(a, b, dtype=B), integers((1,), 0, c)]
    one = torch.zeros(b, dtype=B)
    one[1] = True
    yield [None, one, integers((5,), 0, c)]


def indexed() -> Iterator[Case]:
    shape = (2, 3, 4, 5)
    for dtype in SIZES:
        for x in layouts(tensor(shape, dtype, -50, 50)):
            for indices in indices_of(shape):
                yield Case("aten.index.Tensor", (x, indices))
                if dtype == F32:
                    yield Case("aten.index.Tensor", (x, indices), out_order=(1, 0))
                    yield Case("aten.index.Tensor", (x, indices), out_order=(2, 0, 1))
                    yield Case("aten.index.Tensor", (x, indices), out_order=(0, 2, 3, 1))
    yield Case("aten.index.Tensor", (tensor((3,), F32), [tensor((3,), U8).clamp(0, 1)]))
    yield Case("aten.index.Tensor", (tensor((0, 3), F32), [integers((0,), 0, 1)]))
    yield Case("aten.index.Tensor", (tensor((0, 3), F32), [tensor((0,), B)]))
    x = tensor(shape, F32)
    for bad in (3, -4, 2**62, -(2**63)):
        yield Case("aten.index.Tensor", (x, [None, torch.tensor([0, bad])]), refused=f"index {bad} is out of range")
    yield Case("aten.index.Tensor", (x, [None] * 4 + [torch.tensor([0])]), refused="more than the 4")
    yield Case("aten.index.Tensor", (x, [tensor((3,), B)]), refused="the mask has size 3")
    yield Case("aten.index.Tensor", (x, [integers((2,), 0, 2), integers((3,), 0, 2)]), refused="do not broadcast")
    yield Case("aten.index.Tensor", (x, [tensor((2,), F32)]), refused="an index is float32")


def puts() -> Iterator[Case]:
    shape = (2, 3, 4, 5)
    for dtype in (F32, I64, F16, B):
        for x in layouts(tensor(shape, dtype, -50, 50)):
            for indices in indices_of(shape):
                picked = torch.ops.aten.index.Tensor(x, indices).shape
                many = [
                    tensor((), dtype, seed=9),
                    tensor(picked, dtype, seed=9),
                    tensor([1 if i % 2 else s for i, s in enumerate(picked)], dtype, seed=9),
                    tensor(picked[1:], dtype, seed=9),
                ]
                for k, values in enumerate(many):
                    # Repeated positions: which of several values stays is free, so only one value or a sum is compared.
                    if not k:
                        yield Case("aten.index_put.default", (x, indices, values))
                        yield Case("aten.index_put_.default", (x, indices, values), mutates=True)
                    loose = (4e-3, 0.2) if dtype == F16 else (1e-5, 1e-4) if dtype == F32 else None
                    yield Case("aten.index_put.default", (x, indices, values, True), tolerance=loose)
    for dtype in ALL:
        x, values = tensor((4, 5), dtype), tensor((2, 5), dtype, seed=9)
        rows = torch.tensor([3, 0])
        yield Case("aten.index_put.default", (x, [rows], values))
        yield Case("aten.index_put.default", (x, [rows], values, True))
        yield Case("aten.index_put.default", (permuted(x, (1, 0)), [None, rows], values[:, :4].T.contiguous()))
        yield Case("aten.index_put_.default", (x, [rows], values, True), mutates=True)
        yield Case("aten.index_put.default", (x, [rows], values), out_order=(1, 0))
    x = tensor((4, 5), F32)
    yield Case("aten.index_put.default", (x, [torch.tensor([4])], torch.ones(5)), refused="index 4 is out of range")
    yield Case("aten.index_put.default", (x, [torch.tensor([0, 1])], torch.ones(3, 5)), refused="does not broadcast")
    yield Case(
        "aten.index_put.default", (x, [torch.tensor([0])], torch.ones(5, dtype=F16)), refused="values is float16"
    )


def masked() -> Iterator[Case]:
    for dtype in ALL:
        for shape in ((), (5,), (3, 4), (2, 3, 4, 5), (0, 3), (200,)):
            for x in layouts(tensor(shape, dtype, -1, 1)):
                yield Case("aten.nonzero.default", (x,))
                yield Case("aten.nonzero.default", (x,), out_order=(1, 0))
                mask = tensor(shape, B, seed=3)
                yield Case("aten.masked_select.default", (x, mask))
                yield Case("aten.masked_scatter.default", (x, mask, tensor(shape, dtype, seed=5)))
        yield Case("aten.masked_select.default", (tensor((3, 1), dtype), tensor((4,), B)))
        yield Case("aten.masked_scatter.default", (tensor((3, 1), dtype), tensor((4,), B), tensor((5, 3), dtype)))
        yield Case(
            "aten.masked_scatter.default",
            (tensor((3, 4), dtype), tensor((4,), B), permuted(tensor((5, 3), dtype), (1, 0))),
        )
    yield Case("aten.nonzero.default", (torch.tensor([float("nan"), -0.0, 1e-45]),))
    yield Case(
        "aten.masked_scatter.default", (torch.zeros(3), torch.ones(3, dtype=B), torch.ones(2)), refused="fewer than"
    )
    for kind in (I64, I32):
        for repeats in ([], [0], [1, 0, 3, 2], [70, 70]):
            yield Case("aten.repeat_interleave.Tensor", (torch.tensor(repeats, dtype=kind),))
        yield Case("aten.repeat_interleave.Tensor", (torch.tensor([2, 1], dtype=kind),), {"output_size": 3})
    yield Case("aten.repeat_interleave.Tensor", (torch.tensor([2, -1]),), refused="repeats[1] is -1")


def cases() -> Iterator[Case]:
    for group in (embeddings, selects, scatters, index_reductions, renorms, indexed, puts, masked):
        yield from in_all_dtypes(group())
