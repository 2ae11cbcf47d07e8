"""Cases of operators that rank, count or tell apart elements: medians, modes, searches, histograms, unique elements."""

import math
from collections.abc import Iterator, Sequence

import torch
from harness import ALL, FLOATS, INTS, NUMBERS, Case, channels_last, in_all_dtypes, permuted, special, tensor

F32, I32, I64, B, I8 = torch.float32, torch.int32, torch.int64, torch.bool, torch.int8
F64 = torch.float64
INF, NAN = math.inf, math.nan

# (shape, dimension): each place, lines of one and of many elements, rank 0
LINES = (
    ((), 0), ((), -1), ((1,), 0), ((5,), 0), ((131,), 0), ((3, 5), 0), ((3, 5), 1), ((3, 5), -1), ((4, 70), 1),
    ((70, 4), 0), ((2, 3, 4, 5), 0), ((2, 3, 4, 5), 1), ((2, 3, 4, 5), -1), ((2, 1, 3, 2, 1, 2), 2), ((0, 4), 1),
)  # fmt: skip


def layouts(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x
    if x.dim() == 4:
        yield channels_last(x)
        yield permuted(x, (3, 1, 0, 2))
    if x.dim() == 2:
        yield permuted(x, (1, 0))


def spiced(shape: Sequence[int], dtype: torch.dtype, low: float = -3, high: float = 3) -> torch.Tensor:
    """Few different numbers; among floats a nan and infinities."""
    x = tensor(shape, dtype, low, high)
    if dtype in FLOATS:
        x = x.round()
        if x.numel() > 4:
            flat = x.view(-1)
            flat[x.numel() // 2] = NAN
            flat[0], flat[-1] = INF, -INF
    return x


def picks() -> Iterator[Case]:
    for name, dtypes in (("median", NUMBERS), ("nanmedian", NUMBERS), ("mode", ALL), ("kthvalue", NUMBERS)):
        op = f"aten.{name}." + ("dim" if name.endswith("median") else "default")
        for dtype in dtypes:
            for shape, dim in LINES:
                # Eager sorts more than 16 elements with nan by a comparison that is no order.
                short = name != "mode" or not shape or shape[dim] <= 16
                for x in layouts((spiced if short else tensor)(shape, dtype)):
                    if name == "kthvalue":
                        size = shape[dim] if shape else 1
                        for k in {1, (size + 1) // 2, size}:
                            yield Case(op, (x, k, dim))
                            yield Case(op, (x, k, dim, True))
                    else:
                        yield Case(op, (x, dim))
                        yield Case(op, (x, dim, True))
            for x in (special(dtype), tensor((400,), dtype, -9, 9), tensor((70,), dtype, 0, 1), tensor((17,), dtype)):
                for k in (1, 2, 3, 8, len(x) - 1, len(x)):
                    if name == "kthvalue":
                        yield Case(op, (x, k))
                if name != "kthvalue" and not (name == "mode" and len(x) > 16 and bool(x.isnan().any())):
                    yield Case(op, (x, 0))
            yield Case(op, (tensor((2, 3, 4, 5), dtype), *((2,) if name == "kthvalue" else ()), 1), out_order=(2, 0, 1))
            if name.endswith("median"):
                for shape in ((), (0,), (1,), (5,), (6,), (3, 5), (2, 3, 4, 5), (400,)):
                    for x in layouts(spiced(shape, dtype)):
                        yield Case(f"aten.{name}.default", (x,))
                yield Case(f"aten.{name}.default", (tensor((3, 40), dtype, -90, 90),))
        args = (torch.zeros(2, 0), *((1,) if name == "kthvalue" else ()), 1)
        yield Case(op, args, refused="dimension 1 has size 0", reference=lambda x, *_: (x.sum(1), x.long().sum(1)))
    for n in (5, 20):
        for nans in ((0, 1), (n - 1,), tuple(range(n)), (2, 3, 4)):
            x = tensor((n,), F32)
            x[list(nans)] = NAN
            for name in ("median", "nanmedian"):
                yield Case(f"aten.{name}.dim", (x, 0))
                yield Case(f"aten.{name}.default", (x,))
            yield Case("aten.kthvalue.default", (x, 2))
    many = torch.tensor([1, 1, NAN, 2, NAN] * 5)
    yield Case("aten.mode.default", (many,), reference=lambda x: (torch.tensor(1.0), torch.tensor(21)))
    for values in ([NAN, NAN, 1, 1, NAN], [NAN, 2, 1, NAN], [1, NAN, NAN, NAN, 2], [0.0, -0.0, 0, -0.0, 1]):
        yield Case("aten.mode.default", (torch.tensor(values),))
    for k in (0, 6, -1):
        yield Case(
            "aten.kthvalue.default",
            (torch.zeros(5), k),
            refused=f"k is {k}, expected a number from 1 to 5",
            reference=lambda x, _: torch.max(x, 0),
        )
    # Made so that each round of the selection leaves out two elements only.
    worst = torch.arange(1000.0, 2000)
    worst[0:500:2], worst[499:749], worst[999] = torch.arange(2.0, 502, 2), torch.arange(1.0, 501, 2), 0
    yield Case("aten.kthvalue.default", (worst, 501))


def running() -> Iterator[Case]:
    for name in ("cummax", "cummin"):
        for dtype in ALL:
            for shape, dim in (*LINES, ((0,), 0), ((2, 0, 3), 1)):
                for x in layouts(spiced(shape, dtype)):
                    yield Case(f"aten.{name}.default", (x, dim))
            yield Case(f"aten.{name}.default", (special(dtype), 0))
            yield Case(f"aten.{name}.default", (tensor((2, 3, 4, 5), dtype), 1), out_order=(3, 1, 0, 2))
        yield Case(f"aten.{name}.default", (torch.tensor([1.0, 3, 3, NAN, 2, NAN, 4]), 0))
    for op in ("aten.logcumsumexp.default", "aten._logcumsumexp.default"):
        for dtype in FLOATS:
            for shape, dim in (*LINES, ((0,), 0), ((2, 0, 3), 1)):
                for x in layouts(tensor(shape, dtype, -9, 9)):
                    yield Case(op, (x, dim))
            yield Case(op, (special(dtype), 0))
            yield Case(op, (tensor((2, 3, 4, 5), dtype), 1), out_order=(3, 1, 0, 2))
            for values in ([-INF, -INF, 1, INF, INF, NAN, 1], [-INF, INF, -INF], [NAN, INF, NAN]):
                yield Case(op, (torch.tensor(values, dtype=dtype), 0))


def searches() -> Iterator[Case]:
    for dtype in NUMBERS:
        line = tensor((9,), dtype, -4, 4).sort().values
        values = spiced((3, 7), dtype, -5, 5)
        for right in (False, True):
            for narrow in (False, True):
                kwargs = {"out_int32": narrow, "right": right}
                for x in layouts(values):
                    yield Case("aten.bucketize.Tensor", (x, line), kwargs)
                    yield Case("aten.searchsorted.Tensor", (line, x), kwargs)
            for x in (tensor((), dtype), tensor((0,), dtype), special(dtype), tensor((2, 3, 4, 5), dtype)):
                yield Case("aten.bucketize.Tensor", (x, line), {"right": right})
            yield Case("aten.bucketize.Tensor", (values, line[:0]), {"right": right})
            yield Case("aten.bucketize.Tensor", (values, special(dtype)), {"right": right})
            for number in (2, -1, 0.5, 100, NAN, True):
                yield Case("aten.bucketize.Scalar", (number, line), {"right": right})
                yield Case("aten.searchsorted.Scalar", (line, number), {"right": right, "out_int32": True})
        rows = tensor((2, 3, 8), dtype, -4, 4)
        ordered, order = rows.sort(-1)
        values = spiced((2, 3, 5), dtype, -5, 5)
        for side in (None, "left", "right"):
            yield Case("aten.searchsorted.Tensor", (ordered, values), {"side": side})
            yield Case("aten.searchsorted.Tensor", (rows, values), {"side": side, "sorter": order})
        yield Case("aten.searchsorted.Tensor", (permuted(ordered, (2, 0, 1)), permuted(values, (1, 2, 0))))
        kwargs = {"sorter": permuted(order, (2, 0, 1)), "right": True, "side": "right"}
        yield Case("aten.searchsorted.Tensor", (permuted(rows, (1, 0, 2)), values), kwargs)
        yield Case("aten.searchsorted.Tensor", (ordered, values), out_order=(2, 0, 1))
        yield Case("aten.searchsorted.Tensor", (line, tensor((), dtype)))
        for other in ALL:
            yield Case("aten.searchsorted.Tensor", (line, tensor((3, 4), other)))
            yield Case("aten.searchsorted.Tensor", (line, tensor((), other)))
            yield Case("aten.bucketize.Tensor", (tensor((3, 4), other), line))
    flags = torch.tensor([False, True])
    for dtype in (F32, I8):
        yield Case("aten.searchsorted.Tensor", (flags, tensor((3, 4), dtype)))
        yield Case("aten.bucketize.Tensor", (tensor((3, 4), dtype), flags))
    for number in (2, 0.5):
        yield Case("aten.bucketize.Scalar", (number, flags))
        yield Case("aten.searchsorted.Scalar", (flags, number))


def counts() -> Iterator[Case]:
    for dtype in FLOATS:
        for shape in ((), (0,), (1,), (3, 5), (2, 3, 4, 5), (500,)):
            for x in layouts(tensor(shape, dtype)):
                for args in ((), (7,), (5, -2, 2), (4, 0, 0), (10, -1.5, 2.5), (1, 3, 9)):
                    yield Case("aten.histc.default", (x, *args))
        finite = special(dtype)
        yield Case("aten.histc.default", (finite, 6, -8, 3))
        yield Case("aten.histc.default", (torch.full((3,), 2.0, dtype=dtype), 4))
        yield Case("aten.histc.default", (torch.full((3,), 2.0, dtype=dtype), 4, 5, 5))
        yield Case("aten.histc.default", (torch.full((150,), 1.0, dtype=dtype), 3, 0, 2))
    for dtype in INTS:
        for values in ([], [0], [3, 1, 1, 0, 7], [100] * 3):
            x = torch.tensor(values, dtype=dtype)
            for minlength in (0, 3, 50):
                yield Case("aten.bincount.default", (x, None, minlength))
            for weights in ALL:  # of no elements, eager gives int64, but export says that it does not
                sums = (F32 if weights == F32 else F64,)
                yield Case("aten.bincount.default", (x, tensor(x.shape, weights), 2), out_dtypes=sums)
    for dtype in ALL:
        for shape in ((), (5,), (3, 4), (2, 3, 4, 5), (0, 3), (200,)):
            for x in layouts(tensor(shape, dtype, -1, 1)):
                for size in (0, 1, 5, 40):
                    yield Case("aten.nonzero_static.default", (x,), {"size": size})
                yield Case("aten.nonzero_static.default", (x,), {"size": 30, "fill_value": 7}, out_order=(1, 0))
    yield Case("aten.nonzero_static.default", (torch.tensor([NAN, -0.0, 1e-45]),), {"size": 2})


def uniques() -> Iterator[Case]:
    for dtype in ALL:
        for shape in ((), (0,), (1,), (9,), (3, 5), (2, 3, 4, 5), (0, 3), (300,)):
            for x in layouts(spiced(shape, dtype)):
                for inverse in (False, True):
                    yield Case("aten._unique.default", (x, True, inverse))
                    for count in (False, True):
                        yield Case("aten._unique2.default", (x, count, inverse, count))
                        yield Case("aten.unique_consecutive.default", (x, inverse, count))
        x = special(dtype)
        x = torch.cat([x, x[x == x]])  # of several nans, eager may change the order
        yield Case("aten._unique2.default", (x, True, True, True))
        yield Case("aten.unique_consecutive.default", (torch.cat([x, x]).sort().values, True, True))
        order = {"out_order": (3, 1, 0, 2)}
        yield Case("aten._unique2.default", (tensor((2, 3, 4, 5), dtype), True, True, True), **order)
        for shape, dim in (((9,), 0), ((5, 3), 0), ((3, 5), -1), ((40, 2), 0), ((2, 3, 4, 2), 2), ((2, 40, 1), 1)):
            for x in layouts(tensor(shape, dtype, 0, 1)):
                yield Case("aten.unique_dim.default", (x, dim, True, True, True))
                yield Case("aten.unique_dim.default", (x, dim, False))
                yield Case("aten.unique_dim_consecutive.default", (x, dim))
                yield Case("aten.unique_consecutive.default", (x, True, True, dim))
        yield Case("aten.unique_dim.default", (tensor((2, 3, 4, 2), dtype, 0, 1), 1), out_order=(3, 1, 0, 2))
        yield Case("aten.unique_dim.default", (tensor((0, 3), dtype), 0))
        yield Case("aten.unique_consecutive.default", (tensor((2, 0, 3), dtype), True, True, 1))
    with_nan = torch.tensor([[1.0, 2], [1, 1], [NAN, 1], [NAN, 1], [1, 2], [0, NAN], [0, NAN]])
    yield Case("aten.unique_dim.default", (with_nan, 0))
    yield Case("aten.unique_dim.default", (with_nan, 1))
    yield Case("aten.unique_dim_consecutive.default", (with_nan, 0))
    many = torch.tensor([[1.0], [0.0]]).repeat(20, 1)
    many[::7] = NAN
    yield Case("aten.unique_dim.default", (many, 0), reference=nan_last)
    many = torch.tensor([[1.0, 2.0], [NAN, 1.0]]).repeat(20, 1)
    yield Case("aten.unique_dim.default", (many, 0), reference=nan_last)
    yield Case("aten._unique2.default", (torch.tensor([NAN, 1, NAN, -0.0, 0, 1]), True, True, True))


def nan_last(x: torch.Tensor, dim: int) -> tuple[torch.Tensor, ...]:
    """unique_dim of many rows with nan, for which eager sorts by a comparison that is no order."""
    rows = [tuple(row) for row in x.tolist()]
    order = sorted(range(len(rows)), key=lambda i: ([(v != v, v if v == v else 0) for v in rows[i]], i))
    inverse, sizes, kept = torch.zeros(len(rows), dtype=I64), [], []
    for i in order:
        if not kept or rows[kept[-1]] != rows[i] or any(v != v for v in rows[i]):
            kept.append(i)
            sizes.append(0)
        sizes[-1] += 1
        inverse[i] = len(kept) - 1
    return x[kept], inverse, torch.tensor(sizes)


def cases() -> Iterator[Case]:
    for group in (picks, running, searches, counts, uniques):
        yield from in_all_dtypes(group())
