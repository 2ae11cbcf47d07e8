"""Cases of the quantized operators."""

import itertools
import math
from collections.abc import Iterator
from typing import Any

import torch
import torch.ao.quantization.fx._decomposed  # defines quantized_decomposed
from cases_nets import SUMS
from harness import FLOATS, Case, channels_last, permuted, tensor

F32, F64, F16, BF16 = torch.float32, torch.float64, torch.float16, torch.bfloat16
I8, U8, I16, I32, I64 = torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64
INF = math.inf

LIMITS = {I8: (-128, 127), U8: (0, 255), I16: (-32768, 32767), I32: (-(2**31), 2**31 - 1)}


def _per_tensor() -> Iterator[Case]:
    q, dq = "quantized_decomposed.quantize_per_tensor", "quantized_decomposed.dequantize_per_tensor"
    for dtype, (low, high) in LIMITS.items():
        for shape in ((), (0,), (3, 5), (2, 3, 4, 5), (300,)):
            for source in (F32, F16, BF16):
                x = tensor(shape, source, -9, 9)
                yield Case(f"{q}.default", (x, 0.0371, 3, low, high, dtype))
                scale, zero = torch.tensor(0.21, dtype=F64), torch.tensor(7)
                yield Case(f"{q}.tensor", (x, scale, zero, low, high, dtype), key=f"{q.replace('.', '::')}.Tensor_out")
            v = tensor(shape, dtype, low // 2, high // 2)
            yield Case(f"{dq}.default", (v, 0.0371, 3, low, high, dtype))
            yield Case(f"{dq}.tensor", (v, scale, zero, low, high, dtype), key=f"{dq.replace('.', '::')}.Tensor_out")
            if dtype in (I8, U8):
                yield Case(f"{dq}.default", (v, 0.0371, 3, low, high, dtype), {"out_dtype": F16})
    ties = torch.tensor([0.5, 1.5, 2.5, -0.5, -1.5, 1e9, -1e9, INF, -INF])
    yield Case(f"{q}.default", (ties, 1.0, 0, -128, 127, I8))
    yield Case(f"{q}.default", (channels_last(tensor((2, 3, 4, 5), F32)), 0.05, 1, -8, 7, I8), out_order=(0, 1, 2, 3))


def _per_channel() -> Iterator[Case]:
    q, dq = "quantized_decomposed.quantize_per_channel.default", "quantized_decomposed.dequantize_per_channel.default"
    x, v = tensor((4, 3, 5, 130), F32, -9, 9), tensor((4, 3, 5, 130), I8, -100, 100)
    scales, zeros = tensor((3,), F64, 0.01, 0.2, 1), tensor((3,), I64, -9, 9, 2)
    rows = tensor((4, 3, 5, 1), F64, 0.01, 0.2, 1), tensor((4, 3, 5, 1), I64, -9, 9, 2)
    for dtype in FLOATS:
        if dtype != F64:
            yield Case(q, (x.to(dtype), scales, zeros, 1, -128, 127, I8))
        yield Case(q.replace("channel", "token"), (x.to(dtype), *rows, -128, 127, I8))
    for dtype, (low, high) in LIMITS.items():
        whole = v.abs().to(dtype)
        yield Case(dq, (whole, scales, zeros, 1, low, high, dtype))
        yield Case(dq.replace("channel", "token"), (whole, *rows, low, high, dtype, F32))
    for axis, wide in itertools.product((0, 1, 3), (F64, F32)):
        n = x.shape[axis]
        scales, zeros = tensor((n,), wide, 0.01, 0.2, 1), tensor((n,), I64, -9, 9, 2)
        for a, b in ((x, v), (channels_last(x), channels_last(v))):
            yield Case(q, (a, scales, zeros, axis, -128, 127, I8))
            yield Case(dq, (b, scales, zeros, axis, -128, 127, I8))
            yield Case(dq, (b, scales, None, axis, -128, 127, I8), {"out_dtype": F32})
    row_q, row_dq = (
        "quantized_decomposed.quantize_per_token.default",
        "quantized_decomposed.dequantize_per_token.default",
    )
    for shape in ((3, 7), (2, 3, 140)):
        scales, zeros = tensor((*shape[:-1], 1), F64, 0.01, 0.2, 1), tensor((*shape[:-1], 1), I64, -9, 9, 2)
        yield Case(row_q, (tensor(shape, F32, -9, 9), scales, zeros, -128, 127, I8))
        yield Case(row_dq, (tensor(shape, I8, -100, 100), scales, zeros, -128, 127, I8, F32))


def _sums_and_products() -> Iterator[Case]:
    """add, mixed_mm and mixed_linear, which PyTorch does not define: references in float32."""
    add, mm, linear = (f"quantized_decomposed::{name}.out" for name in ("add", "mixed_mm", "mixed_linear"))
    for dtype, (low, high) in LIMITS.items():
        for shape in ((), (0, 3), (3, 5), (2, 3, 4, 5), (300,)):
            a, b = tensor(shape, dtype, -100, 100), tensor(shape, dtype, -100, 100, 1)
            numbers = [0.05, 3, low, high], [0.07, -2, low, high], [0.125, 1, low, high]
            for x, y in ((a, b), (channels_last(a), b)) if a.dim() == 4 else ((a, b),):
                yield Case(add, (x, *numbers[0], y, *numbers[1], *numbers[2]), key=add, reference=_quantized_sum)
    for dtype in (F32, F16, BF16):
        for m, k, n in ((1, 1, 1), (3, 0, 4), (0, 3, 2), (5, 7, 9), (3, 130, 140)):
            x, w = tensor((m, k), dtype, -1, 1), tensor((k, n), I8, -100, 100)
            for a, b in ((x, w), (permuted(x, (1, 0)), permuted(w, (1, 0)))):
                yield _mixed(mm, (a, b, tensor((k,), dtype, 0.01, 0.1, 1), None), _mixed_mm)
                for groups in (0, 1, 3):
                    if k >= groups * 2 and (groups == 0 or -(-k // -(-k // groups)) == groups):
                        scales = tensor((n, groups) if groups else (n,), dtype, 0.01, 0.1, 1)
                        yield _mixed(linear, (a, b.T, scales, None, None), _mixed_linear)
    x, w = tensor((2, 4), F32), tensor((4, 3), I8)
    none = {"reference": lambda *_: torch.zeros(2, 3)}
    yield Case(mm, (x, w, torch.ones(3), None), key=mm, refused="weight_scales", **none)
    yield Case(mm, (x, w, torch.ones(4), torch.ones(4)), key=mm, refused="must be None", **none)
    yield Case(linear, (x, w.T.contiguous(), torch.ones(3, 5), None, None), key=linear, refused="do not split", **none)
    yield Case(add, (w, 1.0, 0, 0, 9, w.T.contiguous(), 1.0, 0, 0, 9, 1.0, 0, 0, 9), key=add, refused="b has size")


def _mixed(key: str, args: tuple[Any, ...], reference: Any) -> Case:
    return Case(key, args, key=key, reference=reference, tolerance=SUMS[args[0].dtype])


def _quantized_sum(*args: Any) -> torch.Tensor:
    (a, a_scale, a_zero), (b, b_scale, b_zero), (scale, zero, low, high) = args[:3], args[5:8], args[10:]
    # In float64, where these scales leave no sum near a half that float32 could round to the other side.
    total = (a.double() - a_zero) * a_scale + (b.double() - b_zero) * b_scale
    return (torch.round(total / scale) + zero).clamp(low, high).to(a.dtype)


def _mixed_mm(x: torch.Tensor, w: torch.Tensor, scales: torch.Tensor, zeros: None) -> torch.Tensor:
    return (x.float() @ (w.float() * scales.float()[:, None])).to(x.dtype)


def _mixed_linear(
    x: torch.Tensor, w: torch.Tensor, scales: torch.Tensor, zeros: None, dtype: torch.dtype | None
) -> torch.Tensor:
    columns = w.shape[1]
    wide = scales.float() if scales.dim() == 2 else scales.float()[:, None]
    group = -(-columns // max(1, wide.shape[1]))
    spread = wide.repeat_interleave(group, 1)[:, :columns]
    return (x.float() @ (w.float() * spread).T).to(x.dtype)


def _chosen() -> Iterator[Case]:
    choose = "quantized_decomposed.choose_qparams.tensor"
    rows = "quantized_decomposed.choose_qparams_per_token_asymmetric.default"
    for low, high in ((-3, 5), (1, 4), (-7, -2), (0, 0)):
        x = tensor((3, 4, 140), F32, low, high)
        for least, most, dtype in ((-128, 127, I8), (0, 255, U8)):
            yield Case(choose, (x, least, most, 1.1920928955078125e-07, dtype))
        yield Case(rows, (x, I8))


def _tables() -> Iterator[Case]:
    for bits, dtype, (groups, rank) in itertools.product((8, 4, 2), (F32, F16, BF16), ((1, 1), (1, 2), (3, 2))):
        name = {8: "embedding_byte", 4: "embedding_4bit", 2: "embedding_2bit"}[bits]
        columns = 24
        shape = (10, groups) if rank == 2 else (10,)
        scales, zeros = tensor(shape, dtype, 0.01, 0.2, 1), tensor(shape, dtype, -4, 4, 2).round()
        for weight in (I8, U8) if bits == 8 else (U8,):
            table = tensor((10, columns * bits // 8), weight, -128 if weight == I8 else 0, 127 if weight == I8 else 255)
            for indices, zero in itertools.product(
                (torch.tensor([[3, 9], [0, 3]]), torch.tensor(4), torch.zeros(0, dtype=I64)), (zeros, None)
            ):
                args = (table, scales, zero, -128, 127, indices)
                kwargs = {"dtype": F32}
                key = f"quantized_decomposed::{name}"
                yield Case(key, args, key=f"{key}.out", reference=_table(bits, dtype), tolerance=(1e-3, 1e-3)
                           if dtype == F16 else None)  # fmt: skip
                yield Case(key, args, kwargs, key=f"{key}.dtype_out", reference=_table(bits, F32))
        bad = torch.tensor([10])
        key = f"quantized_decomposed::{name}"
        yield Case(key, (table, scales, None, 0, 0, bad), key=f"{key}.out", refused="index 10",
                   reference=lambda *_: torch.zeros(1, 24))  # fmt: skip


def _table(bits: int, out: torch.dtype) -> Any:
    def look_up(
        weight: torch.Tensor, scales: torch.Tensor, zeros: torch.Tensor | None, low: int, high: int,
        indices: torch.Tensor, dtype: torch.dtype | None = None,
    ) -> torch.Tensor:  # fmt: skip
        values = weight.float()
        if bits == 4:
            values = torch.stack([weight >> 4, weight & 15], -1).flatten(1).float() - 8
        if bits == 2:
            values = torch.stack([weight >> s & 3 for s in (0, 2, 4, 6)], -1).flatten(1).float() - 2
        grouped = values.unflatten(1, (scales.shape[1] if scales.dim() == 2 else 1, -1))
        column = scales.reshape(len(weight), -1, 1).float()
        zero = 0 if zeros is None else zeros.reshape(len(weight), -1, 1).float()
        return ((grouped - zero) * column).flatten(1)[indices].to(out)

    return look_up


def cases() -> Iterator[Case]:
    """All cases of this family."""
    yield from _per_tensor()
    yield from _per_channel()
    yield from _sums_and_products()
    yield from _chosen()
    yield from _tables()
