"""Cases of reductions, softmax, running sums, sorting and top-k."""

import math
from collections.abc import Iterator

import torch
from harness import ALL, FLOATS, HALVES, INTS, NUMBERS, Case, channels_last, permuted, special, tensor

INF, NAN = math.inf, math.nan
F32, F64, F16, I32, I64, B, U8 = (
    torch.float32, torch.float64, torch.float16, torch.int32, torch.int64, torch.bool, torch.uint8,
)  # fmt: skip

# (shape, dims): every position of the reduced dimensions, lines over one block, no elements, rank 0
SHAPES_DIMS = (
    ((), None), ((), []), ((), [0]), ((), [-1]), ((5,), None), ((5,), [0]), ((1,), [0]), ((131,), [0]), ((300,), None),
    ((3, 5), [0]), ((3, 5), [1]), ((3, 5), [-1]), ((3, 5), [0, 1]), ((3, 5), []), ((4, 70), [0]), ((70, 4), [0]),
    ((2, 3, 4, 5), [1]), ((2, 3, 4, 5), [2, 3]), ((2, 3, 4, 5), [0, 2]), ((2, 3, 4, 5), [-1, 0]), ((2, 3, 4, 5), None),
    ((2, 3, 4, 5), [1, 3]), ((2, 1, 3, 2, 1, 2), [1, 3]), ((3, 200), [1]), ((200, 3), [0]), ((1, 1, 1), [1]),
)  # fmt: skip
EMPTY = (((0,), [0]), ((0,), None), ((2, 0, 3), [0]), ((2, 0, 3), [1]), ((2, 0, 3), None), ((0, 4), [1]), ((0, 4), [0]))

SHAPES_DIM = tuple((s, d) for s, dims in SHAPES_DIMS for d in (dims or []) if len(dims) == 1)


def layouts(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x
    if x.dim() == 4:
        yield channels_last(x)
        yield permuted(x, (3, 1, 0, 2))
    if x.dim() == 2:
        yield permuted(x, (1, 0))


def spiced(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Random numbers with a nan and infinities among them."""
    x = tensor(shape, dtype)
    if dtype in FLOATS and x.numel() > 4:
        flat = x.view(-1)
        flat[x.numel() // 2] = NAN
        flat[0], flat[-1] = INF, -INF
    return x


def sums() -> Iterator[Case]:
    for dtype in ALL:
        for shape, dims in (*SHAPES_DIMS, *EMPTY):
            for x in layouts(tensor(shape, dtype)):
                yield Case("aten.sum.dim_IntList", (x, dims))
                yield Case("aten.sum.dim_IntList", (x, dims, True))
        yield Case("aten.sum.dim_IntList", (special(dtype), [0]))
        yield Case("aten.sum.dim_IntList", (tensor((3, 5), dtype), [1]), {"dtype": F32})
        yield Case("aten.sum.dim_IntList", (tensor((3, 5), dtype), [0]), {"dtype": I64})
        yield Case("aten.sum.dim_IntList", (tensor((3, 5), dtype, -100, 100), [0]), {"dtype": F16})
        yield Case("aten.mean.dim", (tensor((3, 5), dtype), [0], True), {"dtype": F64})
    yield Case("aten.sum.dim_IntList", (torch.tensor([2**62, 2**62, 2**62, 5]), None))
    for dtype in FLOATS:
        for shape, dims in (*SHAPES_DIMS, *EMPTY):
            for x in layouts(tensor(shape, dtype)):
                yield Case("aten.mean.dim", (x, dims))
                yield Case("aten.mean.dim", (x, dims, True))
        yield Case("aten.mean.default", (tensor((3, 5), dtype),))
        yield Case("aten.mean.default", (tensor((0,), dtype),))
        yield Case("aten.mean.dim", (torch.full((10000,), 100.0, dtype=dtype), [0]))
        yield Case("aten.sum.dim_IntList", (tensor((100000,), dtype, 0, 0.01), [0]))
        yield Case("aten.sum.dim_IntList", (tensor((20000, 5), dtype, 0, 1), [0]))
    yield Case("aten.mean.dim", (torch.full((10,), 1e38), [0]))
    for dtype in ALL:
        yield Case("aten.mean.default", (tensor((3, 40), dtype),), {"dtype": F32})
        yield Case("aten.mean.default", (tensor((3, 40), dtype),), {"dtype": F64})
    yield Case("aten.sum.dim_IntList", (tensor((3, 5), F32), [2]), refused="dimension 2")
    yield Case("aten.sum.dim_IntList", (tensor((3, 5), F32), [1, -1]), refused="twice")


def extremes() -> Iterator[Case]:
    for op in ("amax", "amin"):
        for dtype in ALL:
            for shape, dims in SHAPES_DIMS:
                for x in layouts(spiced(shape, dtype)):
                    yield Case(f"aten.{op}.default", (x, dims or []))
                    yield Case(f"aten.{op}.default", (x, dims or [], True))
            yield Case(f"aten.{op}.default", (special(dtype), [0]))
            yield Case(f"aten.{op}.default", (tensor((0, 4), dtype), [1]))
        yield Case(f"aten.{op}.default", (tensor((0, 4), F32), [0]), refused="size 0")
        yield Case(f"aten.{op}.default", (torch.tensor([-INF, -INF, -3.4e38]), [0]))
        yield Case(f"aten.{op}.default", (torch.tensor([-(2**63), 2**63 - 1, 2**53 + 1]), [0]))
    for op in ("max", "min"):
        for dtype in ALL:
            yield Case(f"aten.{op}.default", (spiced((), dtype),))
            yield Case(f"aten.{op}.default", (spiced((3, 50), dtype),))
            for shape, dim in SHAPES_DIM:
                for x in layouts(spiced(shape, dtype)):
                    yield Case(f"aten.{op}.dim", (x, dim))
                    yield Case(f"aten.{op}.dim", (x, dim, True))
            yield Case(f"aten.{op}.dim", (special(dtype), 0))
            yield Case(f"aten.{op}.dim", (tensor((0, 4), dtype), 1))
        yield Case(f"aten.{op}.default", (tensor((0,), F32),), refused="size 0")
        yield Case(f"aten.{op}.dim", (torch.zeros(2, 3, 4, 5), 1), out_order=(2, 0, 1))
        yield Case(f"aten.{op}.dim", (torch.tensor([1.0, 3, 3, 1, 1]), 0))
        yield Case(f"aten.{op}.dim", (torch.tensor([1.0, NAN, 3, NAN, 1]), 0))
    for op in ("argmax", "argmin"):
        for dtype in NUMBERS:
            for shape, dims in SHAPES_DIMS:
                if dims is not None and len(dims) != 1:
                    continue
                for x in layouts(spiced(shape, dtype)):
                    yield Case(f"aten.{op}.default", (x, dims and dims[0]))
                    yield Case(f"aten.{op}.default", (x, dims and dims[0], True))
            yield Case(f"aten.{op}.default", (special(dtype),))
            yield Case(f"aten.{op}.default", (tensor((0, 4), dtype), 1))
        yield Case(f"aten.{op}.default", (torch.full((70,), -INF),))
        yield Case(f"aten.{op}.default", (torch.full((2, 70), INF), 1))


def logic() -> Iterator[Case]:
    for op in ("any", "all"):
        for dtype in ALL:
            for shape, dims in (*SHAPES_DIMS, *EMPTY):
                for x in layouts((tensor(shape, dtype) > 0).to(dtype)):
                    yield Case(f"aten.{op}.dims", (x, dims))
                    yield Case(f"aten.{op}.dims", (x, dims, True))
                    if dims and len(dims) == 1:
                        yield Case(f"aten.{op}.dim", (x, dims[0]))
                        yield Case(f"aten.{op}.dim", (x, dims[0], True))
            yield Case(f"aten.{op}.default", (tensor((3, 5), dtype),))
            yield Case(f"aten.{op}.default", (torch.ones(200).to(dtype),))
            yield Case(f"aten.{op}.default", (torch.zeros(200).to(dtype),))
            yield Case(f"aten.{op}.default", (tensor((0,), dtype),))
        yield Case(f"aten.{op}.default", (torch.tensor([NAN]),))
        yield Case(f"aten.{op}.default", (torch.tensor([-0.0]),))
        yield Case(f"aten.{op}.default", (torch.tensor([1e-40]),))
        yield Case(f"aten.{op}.default", (torch.tensor([1e-320], dtype=F64),))


def products() -> Iterator[Case]:
    for dtype in ALL:
        for shape, dim in SHAPES_DIM:
            for x in layouts(tensor(shape, dtype, -2, 2)):
                yield Case("aten.prod.dim_int", (x, dim))
                yield Case("aten.prod.dim_int", (x, dim, True))
        yield Case("aten.prod.default", (tensor((3, 5), dtype),))
        yield Case("aten.prod.default", (tensor((), dtype),))
        yield Case("aten.prod.default", (tensor((0, 5), dtype),))
        yield Case("aten.prod.dim_int", (tensor((0, 5), dtype), 0))
        yield Case("aten.prod.default", (tensor((7,), dtype),), {"dtype": F32})
    yield Case("aten.prod.default", (torch.tensor([2**40, 2**40, 3]),))
    yield Case("aten.prod.default", (torch.tensor([1e30, 1e30, 1e-30]),))


def variances() -> Iterator[Case]:
    for dtype in FLOATS:
        tolerance = {torch.float16: (2e-3, 1e-4), torch.bfloat16: (1e-2, 1e-4)}.get(dtype)
        for shape, dims in (*SHAPES_DIMS, *EMPTY):
            for x in layouts(tensor(shape, dtype)):
                for correction in (None, 0, 1, 2):
                    yield Case("aten.var.correction", (x, dims), {"correction": correction}, tolerance=tolerance)
                yield Case("aten.var_mean.correction", (x, dims), {"keepdim": True}, tolerance=tolerance)
                yield Case("aten.var.dim", (x, dims, False, True), tolerance=tolerance)
                yield Case("aten.std.correction", (x, dims), tolerance=tolerance)
                yield Case("aten.std.dim", (x, dims), tolerance=tolerance)
        yield Case("aten.var.correction", (tensor((300,), dtype, 100, 101), [0]), tolerance=(1e-2, 1e-3))
        yield Case("aten.var.correction", (special(dtype), [0]))
        yield Case("aten.var.correction", (tensor((5,), dtype), [0]), {"correction": 0.5}, tolerance=tolerance)
    yield Case("aten.var.correction", (tensor((1000,), F32, 10000, 10001), [0]), tolerance=(1e-4, 1e-5))
    yield Case("aten.var_mean.correction", (tensor((2, 3, 4, 5), F32), [1]), out_order=(2, 0, 1))


def norms() -> Iterator[Case]:
    op = "aten.linalg_vector_norm.default"
    for dtype in FLOATS:
        tolerance = {torch.float16: (2e-3, 1e-4), torch.bfloat16: (1.6e-2, 1e-4)}.get(dtype)
        for order in (2, 1, 0, 3, 0.5, -1, -2.5, INF, -INF, 2.0):
            for shape, dims in SHAPES_DIMS:
                if math.prod(shape) > 200 and order == 0.5:
                    continue
                for x in layouts(tensor(shape, dtype)):
                    yield Case(op, (x, order, dims), tolerance=tolerance)
            yield Case(op, (tensor((3, 5), dtype), order, [0], True), tolerance=tolerance)
            yield Case(op, (tensor((3, 5), dtype)[1:2] * NAN, order, [0]))
            if 0 <= order < INF:
                yield Case(op, (tensor((0, 5), dtype), order, [0]))
    yield Case(op, (tensor((3, 5), F16, -200, 200), 2, [1]), {"dtype": F32})
    yield Case(op, (torch.full((4,), 1e30), 2))
    yield Case(op, (tensor((0,), F32), INF), refused="size 0")


def power_sums() -> Iterator[Case]:
    op = "aten.linalg__powsum.default"
    for dtype in FLOATS:
        for order in (2, 1, 0, 3, 0.5, -1, INF, -INF, 2.0):
            for shape, dims in (*SHAPES_DIMS, *EMPTY):
                for x in layouts(tensor(shape, dtype)):
                    yield Case(op, (x, order, dims))
            yield Case(op, (tensor((3, 5), dtype), order, [0], True))
            yield Case(op, (torch.tensor([[0.0, -2, 3], [0, NAN, 1], [INF, 1, -INF]], dtype=dtype), order, [1]))
    yield Case(op, (tensor((3, 5), F16, -300, 300), 2, [1]), {"dtype": F32})
    yield Case(op, (tensor((3, 5), F16, -300, 300), 2, [1]))


def along() -> Iterator[Case]:
    for dtype in FLOATS:
        for shape, dim in (*SHAPES_DIM, ((0,), 0), ((2, 0, 3), 1), ((2, 0, 3), 2), ((2, 130, 70), 1)):
            for x in layouts(tensor(shape, dtype)):
                for op in ("_softmax", "_log_softmax"):
                    tolerance = None
                    if dtype in HALVES:
                        tolerance = (2e-3, 1e-3) if dtype == F16 else (1.6e-2, 1e-2)
                    yield Case(f"aten.{op}.default", (x, dim, False), tolerance=tolerance)
        for op in ("_softmax", "_log_softmax"):
            yield Case(f"aten.{op}.default", (special(dtype), 0, False))
            yield Case(f"aten.{op}.default", (torch.tensor([[-INF, -INF], [0, -INF], [INF, 0]], dtype=dtype), 1, False))
            yield Case(f"aten.{op}.default", (torch.tensor([[-INF, 0], [-INF, 9], [0, INF]], dtype=dtype), 0, False))
            yield Case(f"aten.{op}.default", (torch.tensor([60000.0, 59000, -60000], dtype=dtype), 0, False))
    yield Case("aten._softmax.default", (tensor((2, 3, 4, 5), F32), 1, False), out_order=(0, 2, 3, 1))
    for op in ("cumsum", "cumprod"):
        for dtype in ALL:
            for shape, dim in (*SHAPES_DIM, ((0,), 0), ((2, 0, 3), 1)):
                low, high = (-1, 1) if op == "cumsum" or dtype in INTS else (0.9, 1.1)
                for x in layouts(tensor(shape, dtype, low, high)):
                    tolerance = {torch.float16: (2e-3, 1e-2), torch.bfloat16: (1.6e-2, 1e-1)}.get(dtype)
                    yield Case(f"aten.{op}.default", (x, dim), tolerance=tolerance)
            yield Case(f"aten.{op}.default", (tensor((3, 5), dtype), 1), {"dtype": F32})
        yield Case(f"aten.{op}.default", (tensor((3, 5), F32), 2), refused="dimension 2")
        yield Case(f"aten.{op}.default", (torch.tensor([2**62, 2**62, 3]), 0))
        yield Case(f"aten.{op}.default", (torch.tensor([1.0, NAN, INF]), 0))


def orders() -> Iterator[Case]:
    for dtype in ALL:
        for shape, dim in (*SHAPES_DIM, ((0,), 0), ((2, 0, 3), 1), ((2, 0, 3), 0)):
            for x in layouts(spiced(shape, dtype)):
                for descending in (False, True):
                    yield Case("aten.sort.stable", (x,), {"stable": True, "dim": dim, "descending": descending})
                    yield Case(
                        "aten.sort.default", (x, dim, descending), reference=stable_sort, key="aten::sort.values"
                    )
                size = shape[dim] if shape else 1
                if dtype != B:
                    for k in {0, 1, size // 2, size} if shape else {1}:
                        if k > size:
                            continue
                        yield Case("aten.topk.default", (x, k, dim), reference=stable_topk)
                        yield Case("aten.topk.default", (x, k, dim, False), reference=stable_topk)
        yield Case("aten.sort.stable", (special(dtype),), {"stable": True})
        yield Case("aten.sort.stable", (special(dtype),), {"stable": True, "descending": True})
    for k in (6, -1):
        # The reference stands for the outputs' ranks and dtypes.
        yield Case(
            "aten.topk.default", (tensor((5,), F32), k), refused=f"k is {k}", reference=lambda x, _: stable_sort(x)
        )
    yield Case("aten.sort.stable", (torch.zeros(100),), {"stable": True})
    yield Case("aten.sort.stable", (tensor((1000,), I32),), {"stable": True, "descending": True})


def stable_sort(x: torch.Tensor, dim: int = -1, descending: bool = False) -> tuple[torch.Tensor, ...]:
    return tuple(torch.sort(x, dim=dim, descending=descending, stable=True))


def stable_topk(x: torch.Tensor, k: int, dim: int = -1, largest: bool = True) -> tuple[torch.Tensor, ...]:
    """Of equal elements those of lower index, where torch.topk may take any."""
    values, indices = stable_sort(x, dim, largest)
    return values.narrow(dim, 0, k) if x.dim() else values, indices.narrow(dim, 0, k) if x.dim() else indices


def cases() -> Iterator[Case]:
    for group in (sums, extremes, logic, products, variances, norms, power_sums, along, orders):
        yield from group()
