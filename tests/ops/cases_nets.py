"""Cases of matrix products, convolutions, poolings, norms and resizing."""

import itertools
import math
from collections.abc import Iterator
from typing import Any

import torch
from harness import FLOATS, HALVES, NUMBERS, Case, channels_last, permuted, tensor

F32, F64, F16, BF16 = torch.float32, torch.float64, torch.float16, torch.bfloat16
U8, I64 = torch.uint8, torch.int64
INF, NAN = math.inf, math.nan

# Sums of products: what is lost by cancelling counts against the size of the terms.
SUMS = {F32: (1e-5, 2e-5), F64: (1e-11, 1e-11), F16: (2e-3, 5e-3), BF16: (1.6e-2, 4e-2)}


def _sum_case(op: str, args: tuple[Any, ...], kwargs: dict[str, Any] | None = None, **more: Any) -> Case:
    dtype = next(a.dtype for a in args if isinstance(a, torch.Tensor))
    return Case(op, args, kwargs or {}, tolerance=SUMS.get(dtype), **more)


def _t(shape: tuple[int, ...], dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    """Real numbers in [-1, 1]; integers over the whole range of small ones, so that sums wrap in int8."""
    return tensor(shape, dtype, -1, 1, seed) if dtype.is_floating_point else tensor(shape, dtype, -90, 90, seed)


# ---- matrix products ----

# rows, depth, columns: at the edges of tiles (4), panels (4 to 16), blocks of depth (64) and of rows (64)
PRODUCTS = (
    (1, 1, 1), (0, 3, 2), (2, 0, 3), (2, 3, 0), (1, 5, 7), (3, 64, 8), (4, 65, 9), (5, 63, 17), (66, 130, 33),
    (1, 300, 20), (70, 2, 3),
)  # fmt: skip


def _products() -> Iterator[Case]:
    for dtype, (m, k, n) in itertools.product(NUMBERS, PRODUCTS):
        x, y = _t((m, k), dtype), _t((k, n), dtype, 1)
        yield _sum_case("aten.mm.default", (x, y))
        yield _sum_case("aten.mm.default", (permuted(x, (1, 0)), permuted(y, (1, 0))))
        yield _sum_case("aten.mm.default", (x, permuted(y, (1, 0))), out_order=(1, 0))
        yield _sum_case("aten.linear.default", (x, _t((n, k), dtype, 2)))
        if k:
            yield _sum_case("aten.linear.default", (x, _t((n, k), dtype, 2), _t((n,), dtype, 3)))
        for b in (0, 1, 3):
            yield _sum_case("aten.bmm.default", (_t((b, m, k), dtype), _t((b, k, n), dtype, 1)))
        a, c = _t((2, m, k), dtype), _t((2, k, n), dtype, 1)
        yield _sum_case("aten.bmm.default", (permuted(a, (1, 0, 2)), permuted(c, (2, 1, 0))), out_order=(2, 0, 1))
        yield _sum_case("aten.baddbmm.default", (_t((n,), dtype, 2), a, c))
        yield _sum_case("aten.baddbmm.default", (_t((2, m, 1), dtype, 2), a, c), {"beta": 2, "alpha": 3})
        for shape in ((), (n,), (1, n), (m, 1), (m, n)):
            yield _sum_case("aten.addmm.default", (_t(shape, dtype, 2), x, y))
        for beta, alpha in ((0, 1), (2, 1), (1, 3), (2, -1)):
            yield _sum_case("aten.addmm.default", (_t((n,), dtype, 2), x, y), {"beta": beta, "alpha": alpha})
    for dtype in FLOATS:
        x, y = _t((5, 6), dtype), _t((6, 9), dtype)
        yield _sum_case("aten.addmm.default", (torch.full((9,), NAN, dtype=dtype), x, y), {"beta": 0})
        yield _sum_case("aten.addmm.default", (_t((9,), dtype), x, y), {"beta": 0.5, "alpha": -1.25})
        y[2, 3], y[4, 4] = NAN, INF
        yield _sum_case("aten.mm.default", (x, y))
        yield _sum_case("aten.linear.default", (_t((2, 3, 4, 6), dtype), _t((9, 6), dtype), _t((9,), dtype)))
        yield _sum_case("aten.linear.default", (permuted(_t((2, 3, 4, 6), dtype), (3, 1, 0, 2)), _t((9, 6), dtype)))
        yield _sum_case("aten.linear.default", (_t((2, 3, 6), dtype), _t((9, 6), dtype)), out_order=(2, 0, 1))
        yield _sum_case("aten.linear.default", (_t((6,), dtype), _t((9, 6), dtype)))
        yield _sum_case("aten.linear.default", (_t((2, 6), dtype), _t((6,), dtype)))
    x, y = _t((3, 4), F32), _t((5, 6), F32)
    yield Case("aten.mm.default", (x, y), refused="size")
    yield Case("aten.mm.default", (x, _t((4, 3), F64)), refused="float64")
    yield Case("aten.bmm.default", (_t((2, 3, 4), F32), _t((3, 4, 5), F32)), refused="size")


# ---- convolution ----


def _conv(x: torch.Tensor, w: torch.Tensor, bias: bool = True, transposed: bool = False, **more: Any) -> Case:
    groups, rank = more.get("groups", 1), x.dim() - 2
    out = w.shape[1] * groups if transposed else w.shape[0]
    one, none = [1] * rank, [0] * rank
    args = (
        x, w, _t((out,), x.dtype, 5) if bias else None, more.get("stride", one), more.get("padding", none),
        more.get("dilation", one), transposed, more.get("extra", none), groups,
    )  # fmt: skip
    return _sum_case("aten.convolution.default", args, out_order=more.get("out_order"))


def _convolutions() -> Iterator[Case]:
    for dtype in NUMBERS:
        x, w = _t((2, 6, 9, 11), dtype), _t((8, 6, 3, 3), dtype, 1)
        yield _conv(x, w)
        yield _conv(x, w, bias=False, padding=[1])
        yield _conv(x, w, stride=[2], padding=[1, 2])
        yield _conv(x, _t((6, 1, 3, 3), dtype, 1), groups=6, padding=[1, 1])
    for dtype in FLOATS:
        yield from _more_convolutions(dtype)
    x, w = _t((1, 4, 5, 5), F32), _t((3, 4, 3, 3), F32)
    none, one = [0, 0], [1, 1]
    refuse = "aten.convolution.default"
    yield Case(refuse, (x, _t((3, 5, 3, 3), F32), None, one, none, one, False, none, 1), refused="channels")
    yield Case(refuse, (x, w, None, [0, 1], none, one, False, none, 1), refused="stride")
    yield Case(refuse, (x, w, None, one, [-1, 0], one, False, none, 1), refused="padding")
    yield Case(refuse, (x, w, None, one, none, [3, 1], False, none, 1), refused="too small")
    yield Case(refuse, (x, w, None, one, none, one, False, none, 3), refused="channels")
    yield Case(refuse, (x, w, None, one, none, one, False, none, 0), refused="groups")
    yield Case(refuse, (x, w, None, [2**40, 1], none, one, False, none, 1), refused="stride")
    yield Case(refuse, (x, _t((4, 3, 3, 3), F32), None, one, none, one, True, one, 1), refused="output_padding")
    yield Case(refuse, (x, w.double(), None, one, none, one, False, none, 1), refused="float64")


def _more_convolutions(dtype: torch.dtype) -> Iterator[Case]:
    x, w = _t((2, 6, 9, 11), dtype), _t((8, 6, 3, 2), dtype, 1)
    last, w_last = channels_last(x), channels_last(w)
    plain = (0, 1, 2, 3)
    for a, b, order in itertools.product((x, last), (w, w_last), (None, plain, (0, 2, 3, 1), (3, 0, 2, 1))):
        yield _conv(a, b, stride=[1, 2], padding=[2, 1], dilation=[2, 1], out_order=order)
        yield _conv(a, b, out_order=order)
    # 1x1, flattened where layouts allow it
    for a, order in itertools.product((x, last, permuted(x, (0, 1, 3, 2))), (plain, (0, 2, 3, 1), (0, 1, 3, 2))):
        yield _conv(a, _t((70, 6, 1, 1), dtype, 1), out_order=order)
        yield _conv(a, _t((2, 6, 1, 1), dtype, 1), out_order=order)
        yield _conv(a, _t((5, 6, 1, 1), dtype, 1), stride=[2, 3], out_order=order)
    # groups: of many channels, of few, depthwise with and without a multiplier
    for a, order in itertools.product((x, last), (plain, (0, 2, 3, 1))):
        for out, groups in ((12, 2), (4, 2), (6, 6), (12, 6), (30, 6), (3, 3)):
            v = _t((out, 6 // groups, 3, 3), dtype, 1)
            for b in (v, channels_last(v)):
                yield _conv(a, b, groups=groups, padding=[1, 1], out_order=order)
                yield _conv(a, b, bias=False, groups=groups, stride=[2, 1], dilation=[1, 2], out_order=order)
    # long rows, deep sums, one pixel
    yield _conv(_t((1, 3, 4, 300), dtype), _t((3, 1, 3, 3), dtype), groups=3, padding=[1, 1])
    yield _conv(_t((1, 3, 4, 300), dtype), _t((3, 1, 3, 5), dtype), groups=3, padding=[1, 2], stride=[1, 2])
    yield _conv(_t((1, 3, 20, 21), dtype), _t((16, 3, 7, 7), dtype), stride=[2, 2], padding=[3, 3])
    yield _conv(channels_last(_t((1, 140, 5, 6), dtype)), _t((140, 1, 3, 3), dtype), groups=140, padding=[1, 1])
    yield _conv(_t((1, 40, 6, 7), dtype), _t((67, 40, 3, 3), dtype), padding=[1, 1])
    yield _conv(_t((1, 4, 1, 1), dtype), _t((5, 4, 3, 3), dtype), padding=[1, 1])
    yield _conv(_t((0, 4, 5, 5), dtype), _t((5, 4, 3, 3), dtype))
    yield _conv(_t((1, 4, 5, 5), dtype), _t((5, 4, 5, 5), dtype))
    # 1 and 3 spatial dimensions
    yield _conv(_t((2, 4, 20), dtype), _t((6, 4, 3), dtype), stride=[2], padding=[1])
    yield _conv(_t((2, 4, 20), dtype), _t((4, 1, 4), dtype), groups=4, dilation=[3])
    yield _conv(permuted(_t((2, 4, 20), dtype), (0, 2, 1)), _t((4, 1, 4), dtype), groups=4, padding=[2])
    y, v = _t((2, 3, 4, 5, 6), dtype), _t((4, 3, 2, 3, 3), dtype)
    yield _conv(y, v)
    yield _conv(y, v, stride=[1, 2, 2], padding=[1, 0, 2], dilation=[2, 1, 1])
    yield _conv(channels_last(y), v, stride=[2], padding=[1], out_order=(0, 2, 3, 4, 1))
    yield _conv(y, _t((3, 1, 2, 2, 2), dtype), groups=3, padding=[1])
    yield _conv(y, _t((7, 3, 1, 1, 1), dtype))
    # transposed
    for a in (x, last):
        yield _conv(a, _t((6, 5, 3, 3), dtype), transposed=True)
        yield _conv(a, _t((6, 5, 3, 2), dtype), transposed=True, stride=[2, 3], padding=[1, 0], extra=[1, 2])
        yield _conv(a, _t((6, 2, 3, 3), dtype), transposed=True, groups=3, stride=[2], padding=[1], dilation=[2, 1])
        yield _conv(a, _t((6, 1, 4, 4), dtype), transposed=True, groups=6, stride=[2, 2], padding=[1, 1])
        yield _conv(a, channels_last(_t((6, 5, 2, 2), dtype)), bias=False, transposed=True, stride=[2, 2])
        yield _conv(a, _t((6, 5, 1, 1), dtype), transposed=True)
    yield _conv(_t((2, 4, 7), dtype), _t((4, 3, 3), dtype), transposed=True, stride=[2], extra=[1])
    yield _conv(y, _t((3, 2, 2, 2, 2), dtype), transposed=True, stride=[2, 1, 2], padding=[1, 0, 0])


# ---- pooling ----


def _poolings() -> Iterator[Case]:
    for dtype in NUMBERS:
        x = _t((2, 3, 9, 10), dtype)
        for a in (x, channels_last(x), x[0], permuted(x, (3, 1, 0, 2))):
            for ceil in (False, True):
                more: tuple[tuple[Any, ...], ...] = (
                    ([2, 3],), ([3], [2], [1], [1], ceil), ([3, 2], [1, 3], [1, 0], [2, 1], ceil),
                    ([4, 4], [3, 3], [2, 2], [1, 1], ceil), ([2, 2], [], [0, 0], [3, 3], ceil),
                    ([9, 10], [1, 1], [0, 0], [1, 1], ceil),
                )  # fmt: skip
                for args in more:
                    yield Case("aten.max_pool2d_with_indices.default", (a, *args))
                if dtype in (F32, F64, I64) or dtype in HALVES:
                    for count in (False, True):
                        yield Case("aten.avg_pool2d.default", (a, [3, 2], [2, 2], [1, 1], ceil, count))
                        yield Case("aten.avg_pool2d.default", (a, [4], [3], [2], ceil, count, 5))
                        yield Case("aten.avg_pool2d.default", (a, [2, 3], [], [0], ceil, count, -3))
        y = _t((2, 3, 4, 5, 6), dtype)
        for a in (y, channels_last(y), y[0]):
            yield Case("aten.max_pool3d_with_indices.default", (a, [2, 2, 3], [2, 1, 2], [1, 0, 1], [1, 2, 1], True))
            if dtype in (*FLOATS, I64):
                more = ([2, 3, 2], [2, 1, 2], [1, 1, 0], True, False), ([2], [], [0], False, True, 3)
                for args in more:
                    # Eager has no half types here.
                    reference = _in_float32(torch.ops.aten.avg_pool3d) if dtype in HALVES else None
                    yield Case("aten.avg_pool3d.default", (a, *args), reference=reference)
    for dtype in (*FLOATS, I64):
        x = _t((2, 3, 11), dtype)
        for a in (x, x[0], permuted(x, (0, 2, 1))):
            yield Case("aten.avg_pool1d.default", (a, [3], [2], [1], True, False))
            yield Case("aten.avg_pool1d.default", (a, [2]))
    for dtype in FLOATS:
        x = _t((2, 3, 7, 10), dtype)
        for a, size in itertools.product((x, channels_last(x), x[0]), ([1, 1], [3, 4], [7, 10], [9, 20], [0, 2])):
            yield Case("aten._adaptive_avg_pool2d.default", (a, size))
            yield Case("aten.adaptive_avg_pool2d.default", (a, size), key="aten::adaptive_avg_pool2d.out")
            if 0 not in size:
                yield Case("aten.adaptive_max_pool2d.default", (a, size))
        y = _t((2, 3, 4, 5, 6), dtype)
        for a in (y, channels_last(y), y[0]):
            # Eager adds the half types up in themselves here.
            loose = {F16: (4e-3, 2e-3), BF16: (3e-2, 1e-2)}.get(dtype)
            yield Case("aten._adaptive_avg_pool3d.default", (a, [2, 3, 7]), tolerance=loose)
            yield Case("aten.adaptive_max_pool3d.default", (a, [2, 3, 7]))
        yield Case("aten.adaptive_avg_pool1d.default", (x[0], [3]))
        z = x.clone()
        z[0, 0, 2, 3], z[0, 1, 0, 0], z[1, 2] = NAN, INF, -INF
        z[1, 0, 3, 3:5] = NAN
        for a in (z, channels_last(z)):
            yield Case("aten.max_pool2d_with_indices.default", (a, [3, 3], [2, 2], [1, 1]))
            yield Case("aten.adaptive_max_pool2d.default", (a, [3, 3]))
            yield Case("aten.avg_pool2d.default", (a, [3, 3], [2, 2], [1, 1]))
    yield Case("aten.avg_pool2d.default", (_t((1, 2, 300, 300), F32), [300, 300]))
    yield Case("aten.avg_pool2d.default", (_t((0, 2, 4, 4), F32), [2, 2]))
    x, pool = _t((1, 2, 4, 4), F32), "aten.max_pool2d_with_indices.default"
    for args, words in (
        (([5, 5],), "too small"), (([2, 2], [1, 1], [2, 2]), "half"), (([0, 2],), "kernel_size"),
        (([2**40, 2],), "kernel_size"), (([2**31 - 1, 2], [1, 1], [2**30 - 1, 0]), "elements of a window"),
    ):  # fmt: skip
        yield Case(pool, (x, *args), refused=words, reference=lambda x, *_: [x, x.long()])
    yield Case("aten.avg_pool2d.default", (x, [2, 2], [], [0], False, True, 0), refused="divisor")


# ---- norms ----

NORMS = {F32: (1e-5, 5e-6), F64: (1e-10, 1e-10), F16: (2e-3, 4e-3), BF16: (1.6e-2, 3.2e-2)}


def _norm_case(op: str, args: tuple[Any, ...], **more: Any) -> Case:
    dtype = args[0].dtype
    return Case(op, args, tolerance=NORMS[dtype], **more)


def _norms() -> Iterator[Case]:
    layer, group = "aten.native_layer_norm.default", "aten.native_group_norm.default"
    for dtype in FLOATS:
        kinds = (dtype, F32) if dtype in HALVES else (dtype,)
        for param, shape, n in itertools.product(
            kinds, ((5,), (3, 8), (2, 3, 4, 5), (4, 300), (2, 0, 3), (0, 3), (3, 1)), (1, 2)
        ):
            if n > len(shape):
                continue
            x, inner = tensor(shape, dtype, -3, 5), shape[len(shape) - n :]
            w, b = tensor(inner, param, -2, 2, 1), tensor(inner, param, -2, 2, 2)
            for weight, bias in ((w, b), (w, None), (None, b), (None, None)):
                if param == dtype or weight is not None or bias is not None:
                    yield _norm_case(layer, (x, list(inner), weight, bias, 1e-5))
        x = tensor((2, 3, 4, 5), dtype)
        w = tensor((3, 4, 5), dtype, 0, 2, 1)
        yield _norm_case(layer, (channels_last(x), [3, 4, 5], w, None, 1e-3))
        yield _norm_case(layer, (channels_last(x), [5], w[0, 0], w[1, 1], 1e-3), out_order=(0, 1, 2, 3))
        yield _norm_case(layer, (x, [4, 5], w[0], w[1], 1e-3), out_order=(3, 1, 0, 2))
        for param, shape in itertools.product(kinds, ((2, 6), (2, 6, 5), (2, 6, 3, 4), (1, 6, 2, 3, 4), (0, 6, 2))):
            x = tensor(shape, dtype, -3, 5)
            w, b = tensor((6,), param, -2, 2, 1), tensor((6,), param, -2, 2, 2)
            pixels = math.prod(shape[2:])
            last = channels_last(x) if x.dim() > 3 else x  # eager takes no other rank so
            for a, (weight, bias), groups in itertools.product(
                (x, last), ((w, b), (None, b), (None, None)), (1, 2, 3, 6)
            ):
                if param == dtype or bias is not None:
                    # A group of one element is exactly 0 before the bias; eager multiplies its rounding errors by 300.
                    yield Case(group, (a, weight, bias, shape[0], 6, pixels, groups, 1e-5),
                               tolerance=(1e-2, 3e-2) if pixels * 6 == groups else NORMS[dtype])  # fmt: skip
            yield from _batch_norms(x, w, b, param)
    yield Case(layer, (tensor((2, 4), F32) + 1e4, [4], None, None, 1e-5), reference=_wide_layer_norm,
               tolerance=(1e-4, 1e-3))  # fmt: skip
    x, three = tensor((2, 6, 3), F32), {"reference": lambda x, *_: [x, x[:, :2, 0], x[:, :2, 0]]}
    yield Case(layer, (x, [2], None, None, 1e-5), refused="normalized_shape", **three)
    yield Case(group, (x, None, None, 2, 6, 3, 4, 1e-5), refused="groups", **three)
    yield Case(group, (x, None, None, 2, 6, 4, 3, 1e-5), refused="HxW", **three)


def _wide_layer_norm(x: torch.Tensor, *args: Any) -> list[torch.Tensor]:
    return [t.float() for t in torch.ops.aten.native_layer_norm(x.double(), *args)]


def _batch_norms(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor, param: torch.dtype) -> Iterator[Case]:
    mean, var = tensor((6,), param, -1, 1, 3), tensor((6,), param, 0.1, 2, 4)
    eval_, own = "aten._native_batch_norm_legit_no_training.default", "aten._native_batch_norm_legit.no_stats"
    for a, (weight, bias) in itertools.product((x, channels_last(x)), ((w, b), (w, None), (None, None))):
        yield _norm_case(eval_, (a, weight, bias, mean, var, 0.1, 1e-5))
        if x.numel() and param == x.dtype and x.dim() > 2:
            yield _norm_case(own, (a, weight, bias, True, 0.1, 1e-5))


# ---- resizing, sampling, windows as columns ----


def _images() -> Iterator[Case]:
    linear, near = "aten.upsample_bilinear2d.vec", "aten.upsample_nearest2d.vec"
    for dtype in (*FLOATS, U8):
        x = tensor((2, 3, 5, 7), dtype, 0, 200) if dtype == U8 else tensor((2, 3, 5, 7), dtype)
        sizes: tuple[tuple[Any, Any], ...] = (
            ([5, 7], None), ([10, 14], None), ([3, 4], None), ([1, 1], None), ([13, 9], None),
            (None, [2.0, 2.0]), (None, [1.7, 0.6]), (None, [0.5, 3.3]),
        )  # fmt: skip
        for a, (size, factors) in itertools.product((x, channels_last(x)), sizes):
            yield Case(near, (a, size, factors))
            if dtype == U8 and (size is None or 1 in size):
                continue  # eager's weights of 8 bits differ by one step, and it fails for one pixel
            for align in (False, True):
                yield Case(linear, (a, size, align, factors), tolerance=SUMS.get(dtype))
    for dtype in FLOATS:
        x = tensor((2, 3, 5, 7), dtype)
        grid = tensor((2, 4, 6, 2), dtype, -1.3, 1.3, 1)
        for a, mode, padding, align in itertools.product((x, channels_last(x)), (0, 1, 2), (0, 1, 2), (False, True)):
            # Eager computes positions in the half types themselves.
            yield Case("aten.grid_sampler_2d.default", (a, grid, mode, padding, align),
                       reference=_in_float32(torch.ops.aten.grid_sampler_2d) if dtype in HALVES else None,
                       tolerance=(1e-4, 2e-5) if dtype == F32 else None)  # fmt: skip
        for shape, dim in (((4,), 0), ((2, 6), -1), ((2, 6, 5), 1), ((4, 0), 0), ((2, 3, 140), 2)):
            yield Case("aten.glu.default", (tensor(shape, dtype), dim))
        yield Case("aten.glu.default", (channels_last(tensor((2, 4, 3, 6), dtype)), 1))
    for dtype in (*FLOATS, torch.bool):
        x = tensor((2, 3, 6, 7), dtype)
        for a in (x, x[0], channels_last(x)):
            yield Case("aten.im2col.default", (a, [2, 3], [1, 2], [1, 0], [2, 1]))
        loose = {F32: (1e-5, 1e-5), F16: (4e-3, 1e-2), BF16: (3e-2, 8e-2)}.get(dtype)
        y = tensor((2, 18, 6), dtype)
        for a in (y, y[0], permuted(y, (2, 0, 1))):
            yield Case("aten.col2im.default", (a, [6, 8], [2, 3], [2, 1], [0, 1], [2, 3]), tolerance=loose)
    for dtype, p in itertools.product((F32, F64), (0.0, 0.5, 1.0, 1.7, 2.0, 3.0, INF)):
        a, b = tensor((2, 1, 4, 5), dtype), tensor((3, 6, 5), dtype, seed=1)
        b[0, 0] = a[0, 0, 0]
        tolerance = (2e-5, 2e-6) if dtype == F32 else None
        yield Case("aten._cdist_forward.default", (a, b, p, 2), tolerance=tolerance)
        yield Case("aten._cdist_forward.default", (a[0, 0], b[0], p, None), tolerance=tolerance)
        yield Case("aten._cdist_forward.default", (tensor((3, 0), dtype), tensor((2, 0), dtype), p, None))
        yield Case("aten._pdist_forward.default", (b[1], p), tolerance=tolerance)
        yield Case("aten._pdist_forward.default", (b[1, :1], p))
    yield Case("aten.col2im.default", (_t((1, 18, 11), F32), [6, 8], [2, 3], [2, 1], [0, 1], [2, 3]), refused="windows")
    yield Case("aten.glu.default", (_t((2, 3), F32), 1), refused="halves")


def _in_float32(function: Any) -> Any:
    """The function computed in float32, its result in the dtype of its first argument."""

    def run(*args: Any) -> torch.Tensor:
        return function(*(a.float() if isinstance(a, torch.Tensor) else a for a in args)).to(args[0].dtype)

    return run


def cases() -> Iterator[Case]:
    """All cases of this family."""
    yield from _products()
    yield from _convolutions()
    yield from _poolings()
    yield from _norms()
    yield from _images()
