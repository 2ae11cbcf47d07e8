"""Cases of the elementwise operators."""

import itertools
import math
from collections.abc import Iterator
from typing import Any

import torch
from harness import (
    ALL,
    FLOATS,
    HALVES,
    INTS,
    NUMBERS,
    SHAPES,
    TOLERANCES,
    Case,
    channels_last,
    permuted,
    special,
    tensor,
)

INF, NAN = math.inf, math.nan
B, F32, F64, F16, BF16 = torch.bool, torch.float32, torch.float64, torch.float16, torch.bfloat16
U8, I8, I16, I32, I64 = INTS

# name: (dtypes, least, greatest) of the arguments that make sense
UNARY: dict[str, tuple[tuple[torch.dtype, ...], float, float]] = {
    **dict.fromkeys("exp expm1 sin cos tan atan sinh cosh tanh asinh erf sigmoid reciprocal".split(), (ALL, -4.0, 4.0)),
    **dict.fromkeys("log log1p log2 log10 sqrt rsqrt".split(), (ALL, 0.0, 50.0)),
    **dict.fromkeys("asin acos atanh".split(), (ALL, -1.0, 1.0)),
    "acosh": (ALL, 1.0, 9.0),
    "logit": (ALL, 0.0, 1.0),
    **dict.fromkeys("neg abs floor ceil trunc round relu".split(), (NUMBERS, -9.0, 9.0)),
    **dict.fromkeys("sign isnan isinf logical_not".split(), (ALL, -2.0, 2.0)),
    "bitwise_not": ((*INTS, B), -100.0, 100.0),
    **dict.fromkeys("gelu leaky_relu elu".split(), (FLOATS, -5.0, 5.0)),
    "hardtanh": ((*FLOATS, I8, I16, I32, I64), -3.0, 3.0),
}
# Functions whose value or slope grows so fast that one rounding of the argument shows.
LOOSE = {"tan": 2e-5, "sinh": 2e-5, "cosh": 2e-5, "exp": 2e-5, "logit": 2e-5}

COMPARISONS = "eq ne lt le gt ge".split()
# name: (dtypes, overload with tensors, overload with a number or None)
BINARY: dict[str, tuple[tuple[torch.dtype, ...], str, str | None]] = {
    "add": (ALL, "Tensor", "Scalar"),
    "sub": (NUMBERS, "Tensor", "Scalar"),
    "mul": (ALL, "Tensor", "Scalar"),
    "div": (ALL, "Tensor", "Scalar"),
    "maximum": (ALL, "default", None),
    "minimum": (ALL, "default", None),
    "atan2": (ALL, "default", None),
    "remainder": (NUMBERS, "Tensor", "Scalar"),
    "fmod": (NUMBERS, "Tensor", "Scalar"),
    "floor_divide": (NUMBERS, "default", None),
    "pow": (NUMBERS, "Tensor_Tensor", "Tensor_Scalar"),
    **dict.fromkeys(COMPARISONS, (ALL, "Tensor", "Scalar")),
    **dict.fromkeys("logical_and logical_or logical_xor".split(), (ALL, "default", None)),
    **dict.fromkeys("bitwise_and bitwise_or bitwise_xor".split(), ((*INTS, B), "Tensor", "Scalar")),
    **dict.fromkeys("bitwise_left_shift bitwise_right_shift".split(), (INTS, "Tensor", "Tensor_Scalar")),
}
DIVISIONS = {"remainder", "fmod", "floor_divide"}

BROADCASTS = (
    ((), ()), ((), (3,)), ((3,), ()), ((3,), (3,)), ((1,), (5,)), ((5, 1), (1, 4)), ((2, 3, 4), (4,)),
    ((4,), (2, 3, 4)), ((2, 3, 4), (3, 1)), ((0,), (1,)), ((2, 0, 3), (3,)), ((2, 1, 3), (1, 5, 1)),
    ((3, 67), (3, 67)), ((130,), (1,)), ((2, 3, 4, 5, 1, 2), (3, 1, 5, 3, 1)), ((1, 1), ()),
)  # fmt: skip


def _unary() -> Iterator[Case]:
    for name, (dtypes, low, high) in UNARY.items():
        op = f"aten.{name}.default"
        for dtype in dtypes:
            loose = {"tolerance": (LOOSE[name], 1e-6)} if name in LOOSE and dtype not in (*HALVES, F64) else {}
            if name == "logit":
                loose = {"tolerance": _logit_tolerance(dtype)}
            for i, shape in enumerate(SHAPES):
                yield Case(op, (tensor(shape, dtype, low, high, i),), **loose)
            x = tensor((2, 3, 4, 5), dtype, low, high)
            yield Case(op, (channels_last(x),), **loose)
            yield Case(op, (channels_last(x),), out_order=(0, 1, 2, 3), **loose)
            yield Case(op, (x,), out_order=(3, 1, 0, 2), **loose)
            if name not in ("sinh", "cosh", "tan", "sin", "cos", "exp", "expm1") or dtype.is_floating_point:
                yield Case(op, (_special(name, dtype),), tolerance=_special_tolerance(name, dtype))
        for out in FLOATS:
            if dtypes == ALL and name not in ("sign", "isnan", "isinf", "logical_not"):
                x = tensor((3, 5), I32, low, high)
                yield Case(op, (x,), out_dtypes=(out,), tolerance=TOLERANCES.get(out if out in HALVES else F32))
    for dtype in FLOATS:
        x = torch.cat([_special("gelu", dtype), tensor((70,), dtype, -6, 6)])
        yield Case("aten.gelu.default", (x,), {"approximate": "tanh"}, tolerance=_special_tolerance("gelu", dtype))
        yield Case("aten.gelu.default", (x,), {"approximate": "none"}, tolerance=_special_tolerance("gelu", dtype))
        for slope in (0.2, 0, -1, 3.5, INF):
            yield Case("aten.leaky_relu.default", (x, slope))
        for numbers in ((2,), (0.5, 2.0), (1.5, 0.7, 2), (-1.0, 1.0, 1.0)):
            yield Case("aten.elu.default", (x, *numbers))
        for decimals in (0, 1, 3, -1, -2):
            yield Case("aten.round.decimals", (tensor((3, 40), dtype, -300, 300),), {"decimals": decimals})
        for eps in (None, 0.0, 1e-3, 0.25):
            yield Case("aten.logit.default", (tensor((131,), dtype, -0.2, 1.2), eps), tolerance=_logit_tolerance(dtype))
    yield Case("aten.gelu.default", (tensor((3,), F32),), {"approximate": "fast"}, refused='"none" or "tanh"')
    for dtype in NUMBERS:
        for low, high in ((0, 6), (-1, 2), (3, 1), (0.5, 2.5)):
            if dtype != U8 or low >= 0:
                yield Case("aten.hardtanh.default", (tensor((3, 31), dtype, -8, 8), low, high))


def _logit_tolerance(dtype: torch.dtype) -> tuple[float, float] | None:
    # Eager rounds x / (1 - x) to half before the logarithm.
    return {BF16: (4e-2, 1e-2), F16: (5e-3, 1e-3), F64: None}.get(dtype, (2e-5, 1e-6))


def _special(name: str, dtype: torch.dtype) -> torch.Tensor:
    """Awkward values, without those on which eager's own scalar and vector code disagree."""
    x = special(dtype)
    if name == "gelu":
        return x[x.abs() < 1e4]
    if name in DIVISIONS and dtype.is_floating_point:
        return x[~(x.abs() > 1e30) & ~((x != 0) & (x.abs() < 1e-4)) | x.isinf()]
    return x


def _special_tolerance(name: str, dtype: torch.dtype) -> tuple[float, float] | None:
    if dtype in HALVES or dtype == F64 or not dtype.is_floating_point:
        return None
    return (3e-5, 1e-6)


def _pair(name: str, a: Any, b: Any, x_dtype: torch.dtype, y_dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    x, y = tensor(a, x_dtype, -9, 9, 1), tensor(b, y_dtype, -5, 5, 2)
    if name in DIVISIONS and not y_dtype.is_floating_point:
        y = torch.where(y == 0, torch.ones((), dtype=y_dtype), y)
    if name == "pow":
        x = x if x_dtype == B else (x.abs() + (0 if x_dtype in INTS else 0.1)).to(x_dtype)
        y = y if y_dtype.is_floating_point else y.abs()
    return x, y


def _binary() -> Iterator[Case]:
    for name, (dtypes, overload, _) in BINARY.items():
        op = f"aten.{name}.{overload}"
        loose: dict[str, Any] = {"tolerance": (2e-5, 1e-6)} if name == "pow" else {}
        for dtype in dtypes:
            for a, b in BROADCASTS:
                yield Case(op, _pair(name, a, b, dtype, dtype), **_half_pow(name, dtype))
            x, y = _pair(name, (2, 3, 4, 5), (2, 3, 4, 5), dtype, dtype)
            for u, v in ((channels_last(x), channels_last(y)), (channels_last(x), y), (x, permuted(y, (3, 2, 1, 0)))):
                yield Case(op, (u, v), **_half_pow(name, dtype))
            yield Case(op, (x, channels_last(y[:, :, :1, :1])), out_order=(0, 2, 3, 1), **_half_pow(name, dtype))
            if name not in ("pow", *DIVISIONS) or dtype.is_floating_point:
                s = _special(name, dtype)
                yield Case(op, (s[:, None], s[None, :]), **(_half_pow(name, dtype) or loose))
            if name in DIVISIONS and not dtype.is_floating_point:
                s = _without_least(dtype)
                yield Case(op, (s[:, None], s[s != 0][None, :]))
        for x_dtype, y_dtype in itertools.product(ALL, ALL):
            if x_dtype == y_dtype or not _allowed(name, x_dtype, y_dtype):
                continue
            for a, b in (((3, 4), (4,)), ((3,), ()), ((), (3,)), ((), ())):
                yield Case(op, _pair(name, a, b, x_dtype, y_dtype), tolerance=_mixed_tolerance(name, x_dtype, y_dtype))


def _half_pow(name: str, dtype: torch.dtype) -> dict[str, Any]:
    return {"tolerance": (2e-5, 1e-6)} if name == "pow" and dtype == F32 else {}


def _mixed_tolerance(name: str, x: torch.dtype, y: torch.dtype) -> tuple[float, float] | None:
    return (2e-5, 1e-6) if name == "pow" and F32 in (x, y) else None


def _without_least(dtype: torch.dtype) -> torch.Tensor:
    """Awkward integers; of the wide ones not the least, which eager divides by -1 with a crash."""
    x = special(dtype)
    return x[x != torch.iinfo(dtype).min] if dtype in (I32, I64) else x


def _allowed(name: str, x: torch.dtype, y: torch.dtype) -> bool:
    if name.startswith("bitwise"):
        return not (x.is_floating_point or y.is_floating_point or (name.endswith("shift") and y == B))
    return not (name == "sub" and x == B) and not (y == B and (name in DIVISIONS or name in ("sub", "pow")))


NUMBERS_GIVEN = (2, -3, 0, True, 1.5, -0.3, 1e-3, INF, NAN, 100000)


def _with_numbers() -> Iterator[Case]:
    for name, (dtypes, _, overload) in BINARY.items():
        if overload is None:
            continue
        op = f"aten.{name}.{overload}"
        for dtype, number in itertools.product(dtypes, NUMBERS_GIVEN):
            real = isinstance(number, float)
            if name.startswith("bitwise") and (real or (name.endswith("shift") and number in (-3, 100000))):
                continue
            if (name == "sub" and number is True) or (dtype == B and name in DIVISIONS):
                continue
            if not dtype.is_floating_point and not real:
                if name in DIVISIONS and number == 0:
                    yield Case(op, (tensor((3, 5), dtype), number), refused="division by zero")
                    continue
                if name == "pow" and number < 0:
                    yield Case(op, (tensor((3, 5), dtype), number), refused="no power")
                    continue
            if number == 100000 and dtype in (U8, I8, I16):
                continue  # wraps; eager's own paths disagree about it
            if name == "pow" and number == 100000 and dtype == F16:
                continue
            tolerance = (2e-5, 1e-6) if name == "pow" and dtype not in (*HALVES, F64) else None
            for shape in ((3, 5), (), (131,)):
                x = tensor(shape, dtype, -9, 9)
                yield Case(op, ((x.abs() if name == "pow" else x), number), tolerance=tolerance)
    for dtype in NUMBERS:
        for base in (2, 1, 0, 2.5, 1.0):
            x = tensor((3, 31), dtype, 0, 4)
            tolerance = (2e-5, 1e-6) if dtype not in (*HALVES, F64) else None
            yield Case("aten.pow.Scalar", (base, x), tolerance=tolerance)
        x = special(dtype)
        for exponent in (2, 3, 0.5, -0.5, -1, -2, 0, 1, 2.0, 7, -1.5, 0.0):
            if exponent >= 0 or dtype.is_floating_point:
                if not (isinstance(exponent, float) and dtype == I64):
                    yield Case(
                        "aten.pow.Tensor_Scalar",
                        (x, exponent),
                        tolerance=(2e-5, 1e-6) if dtype not in (*HALVES, F64) else None,
                    )
    flags = tensor((3, 5), B)
    for name, numbers in (
        *((f"aten.{name}.Scalar", (2, 1.5, -3)) for name in ("remainder", "fmod")),
        *((f"aten.bitwise_{way}_shift.Tensor_Scalar", (0, 1)) for way in ("left", "right")),
        ("aten.pow.Tensor_Scalar", (2, 0, 1.5)),
    ):
        for number in numbers:
            yield Case(name, (flags, number))
    for base in (2, 0, 1.5):
        yield Case("aten.pow.Scalar", (base, flags))
    ints = torch.tensor([-3, -2, -1, 0, 1, 2, 3, 62])
    for dtype in (I8, I16, I32, I64):
        yield Case("aten.pow.Tensor_Tensor", (ints[:7, None].to(dtype), ints.to(dtype)[None]))


def _alphas() -> Iterator[Case]:
    for op, dtype in itertools.product(("aten.add.Tensor", "aten.sub.Tensor"), NUMBERS):
        for alpha in (2, -1, 0) + ((0.1, INF) if dtype.is_floating_point else ()):
            x, y = tensor((3, 31), dtype, -9, 9), tensor((31,), dtype, -9, 9, 5)
            # Eager's scalar code, unlike its vector code, rounds the product to half before it adds.
            tolerance = {F16: (1e-3, 1e-3), BF16: (8e-3, 8e-3)}.get(dtype)
            yield Case(op, (x, y), {"alpha": alpha}, tolerance=tolerance)
            yield Case(op, (x, tensor((), dtype)), {"alpha": alpha}, tolerance=tolerance)
    for op, dtype in itertools.product(("aten.add.Scalar", "aten.sub.Scalar", "aten.rsub.Scalar"), NUMBERS):
        for number, alpha in ((3, 2), (1.5, 2), (-2, -1)):
            yield Case(op, (tensor((3, 31), dtype, -9, 9), number, alpha))
    for dtype in INTS:
        yield Case("aten.add.Tensor", (tensor((3,), dtype), tensor((3,), dtype)), {"alpha": 0.5}, refused="alpha")
    yield Case("aten.add.Tensor", (tensor((3,), B), tensor((3,), B)), {"alpha": 2})
    yield Case("aten.add.Tensor", (tensor((3,), F32), tensor((4,), F32)), refused="do not broadcast")
    yield Case("aten.sub.Tensor", (tensor((3,), B), tensor((3,), B)), refused="takes no bool")
    yield Case("aten.add.Tensor", (tensor((3,), F32), tensor((3,), I32)), out_dtypes=(I32,), refused="cannot be stored")
    yield Case("aten.add.Tensor", (tensor((3, 5), I8), tensor((5,), I8)), out_dtypes=(F32,))
    yield Case("aten.add.Tensor", (tensor((3, 5), F32), tensor((5,), F32)), out_dtypes=(F16,))
    yield Case("aten.add.Tensor", (tensor((3, 5), F16), tensor((5,), F16)), out_dtypes=(F64,))
    yield Case("aten.add.Tensor", (special(I8)[:, None], special(I8)), out_dtypes=(I64,))
    yield Case("aten.eq.Tensor", (tensor((3, 5), F32), tensor((5,), F32)), out_dtypes=(F32,))
    yield Case("aten.lt.Tensor", (tensor((3, 50), F32), tensor((50,), F32)), out_dtypes=(I32,))


def _in_float32(dtype: torch.dtype) -> Any:
    return lambda x, y, **kwargs: torch.div(x.float(), y.float(), **kwargs).to(dtype)


def _modes() -> Iterator[Case]:
    for mode, dtype in itertools.product(("trunc", "floor", None), NUMBERS):
        kwargs = {"rounding_mode": mode}
        # Eager's scalar code, unlike its vector code, rounds the quotient to half before it cuts it.
        reference = _in_float32(dtype) if mode == "trunc" and dtype in HALVES else None
        for a, b in BROADCASTS:
            x, y = _pair("fmod", a, b, dtype, dtype)
            yield Case("aten.div.Tensor_mode", (x, y), kwargs, reference=reference)
        if dtype.is_floating_point or mode is None:
            s = _special("fmod" if mode else "", dtype)
            yield Case("aten.div.Tensor_mode", (s[:, None], s), kwargs)
        else:
            s = _without_least(dtype)
            yield Case("aten.div.Tensor_mode", (s[:, None], s[s != 0]), kwargs)
            yield Case("aten.div.Tensor_mode", (s, s), kwargs, refused="division by zero")
        for number in (3, -2, 1.5, -0.3, True):
            yield Case("aten.div.Scalar_mode", (tensor((3, 31), dtype, -9, 9), number), kwargs)
        for other in (F32, I32, I64, U8):
            x, y = _pair("fmod", (3, 31), (31,), dtype, other)
            yield Case("aten.div.Tensor_mode", (x, y), kwargs)
        for other in (F32, I64, U8):
            y = _pair("fmod", (3, 31), (31,), F32, other)[1]
            yield Case("aten.div.Tensor_mode", (tensor((3, 31), B), y), kwargs)
        for number in (3, -2, 1.5):
            yield Case("aten.div.Scalar_mode", (tensor((3, 31), B), number), kwargs)
    least = torch.tensor([-(2**63), 5])
    for mode in ("trunc", "floor"):
        kwargs = {"rounding_mode": mode}
        yield Case("aten.div.Tensor_mode", (least, torch.tensor(-1)), kwargs, reference=lambda x, *_, **__: -x)
    for op in ("aten.remainder.Tensor", "aten.fmod.Tensor"):
        yield Case(op, (least, torch.tensor(-1)), reference=lambda x, *_: x * 0)
    x = tensor((3,), F32)
    yield Case("aten.div.Tensor_mode", (x, x), {"rounding_mode": "up"}, refused="rounding_mode")


def _shifts() -> Iterator[Case]:
    for dtype in INTS:
        x = special(dtype)
        bits = torch.iinfo(dtype).bits
        shifts = torch.tensor([0, 1, 2, bits - 2, bits - 1, bits, 100] + ([] if dtype == U8 else [-1]), dtype=dtype)
        for op in ("aten.bitwise_left_shift.Tensor", "aten.bitwise_right_shift.Tensor"):
            yield Case(op, (x[:, None], shifts))
        for op in ("aten.bitwise_left_shift.Tensor_Scalar", "aten.bitwise_right_shift.Tensor_Scalar"):
            for shift in (0, 1, 5):
                yield Case(op, (x, shift))
    yield Case("aten.bitwise_and.Tensor", (tensor((3,), F32), tensor((3,), F32)), refused="float32")


def _selects() -> Iterator[Case]:
    for dtype in ALL:
        for c, a, b in (
            ((), (), ()), ((3,), (3,), (3,)), ((3,), (), ()), ((), (3,), (2, 1)), ((2, 3, 1), (3, 4), (1,)),
            ((0,), (1,), ()), ((130,), (130,), ()), ((130,), (), (130,)), ((4, 70), (4, 70), (70,)),
        ):  # fmt: skip
            condition = tensor(c, B, seed=9)
            x, y = tensor(a, dtype, -9, 9, 1), tensor(b, dtype, -9, 9, 2)
            yield Case("aten.where.self", (condition, x, y))
            yield Case("aten.masked_fill.Scalar", (x, condition, 1))
            yield Case("aten.masked_fill.Tensor", (y, condition, tensor((), dtype)))
        x, y = tensor((2, 3, 4, 5), dtype), tensor((2, 3, 4, 5), dtype, seed=3)
        condition = tensor((2, 3, 4, 5), B)
        yield Case("aten.where.self", (condition, channels_last(x), y))
        yield Case("aten.where.self", (channels_last(condition), channels_last(x), channels_last(y)))
        yield Case("aten.where.self", (condition.to(U8), x, y))
        yield Case("aten.masked_fill.Scalar", (channels_last(x), condition, -INF if dtype in FLOATS else 0))
        s = special(dtype)
        yield Case("aten.where.self", (tensor((len(s),), B), s, s.flip(0)))
        for other in ALL:
            for shape in ((4,), ()):
                yield Case("aten.where.self", (tensor((3, 4), B), tensor((3, 4), dtype), tensor(shape, other)))
    for value in (1.5, -INF, NAN, True):
        yield Case("aten.masked_fill.Scalar", (tensor((3, 4), F16), tensor((4,), B), value))
    yield Case("aten.masked_fill.Scalar", (tensor((3, 4), I32), tensor((4,), B), 1.5))
    yield Case("aten.masked_fill.Scalar", (tensor((3, 4), F32), tensor((4,), F32), 1.5), refused="mask")
    yield Case("aten.where.self", (tensor((3,), F32), tensor((3,), F32), tensor((3,), F32)), refused="float32")


def _clamps() -> Iterator[Case]:
    for dtype in NUMBERS:
        s = torch.cat([special(dtype), tensor((60,), dtype, -9, 9)])
        for low, high in ((0, 2), (None, 1), (1, None), (0.5, 1.5), (3, 1), (None, 2.5), (2, 2)):
            yield Case("aten.clamp.default", (s, low, high))
        if dtype.is_floating_point:
            for low, high in ((NAN, 1), (0, NAN), (-INF, INF), (-1e-3, 0.1), (NAN, NAN)):
                yield Case("aten.clamp.default", (s, low, high))
        for a, b, c in (((3, 5), (5,), (3, 1)), ((5,), (3, 5), ()), ((), (), ()), ((2, 3, 70), (2, 3, 70), (2, 3, 70))):
            x, low, high = tensor(a, dtype, -9, 9), tensor(b, dtype, -5, 2), tensor(c, dtype, 0, 6)
            yield Case("aten.clamp.Tensor", (x, low, high))
            yield Case("aten.clamp.Tensor", (x, low, None))
            yield Case("aten.clamp.Tensor", (x, None, high))
        t = special(dtype)
        yield Case("aten.clamp.Tensor", (t[:, None, None], t[:, None], t))
        yield Case("aten.clamp.Tensor", (t[:, None], t, None))
        yield Case("aten.clamp.Tensor", (t[:, None], None, t))
        for other in (F32, I64, F64, U8):
            yield Case("aten.clamp.Tensor", (tensor((3, 4), dtype, -9, 9), tensor((4,), other, 0, 3), None))
    yield Case("aten.clamp.default", (tensor((4,), B), 0, 1))
    for other in (F32, I64, F16, U8):
        yield Case("aten.clamp.Tensor", (tensor((3, 4), B), tensor((4,), other, 0, 3), None))
        yield Case("aten.clamp.Tensor", (tensor((3, 4), B), tensor((4,), other, -2, 0), tensor((3, 1), other, 0, 1)))
    yield Case("aten.clamp.default", (tensor((4,), F32), None, None), refused="at least one")
    yield Case("aten.clamp.default", (channels_last(tensor((2, 3, 4, 5), F32)), -1, 1))


def cases() -> Iterator[Case]:
    for part in (_unary, _binary, _with_numbers, _alphas, _modes, _shifts, _selects, _clamps):
        yield from part()
