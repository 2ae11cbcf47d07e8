"""Cases of special functions, and of elementwise operators that look at the bits or the divisors of numbers."""

import itertools
from collections.abc import Iterator
from typing import Any

import torch
from harness import ALL, FLOATS, HALVES, INTS, SHAPES, TOLERANCES, Case, channels_last, permuted, special, tensor

B, F32, F64, F16, BF16 = torch.bool, torch.float32, torch.float64, torch.float16, torch.bfloat16
U8, I8, I16, I32, I64 = INTS
INF, NAN = float("inf"), float("nan")

# name: dtypes, least and greatest of the arguments that make sense
NO_HALVES = tuple(dtype for dtype in ALL if dtype not in HALVES)
UNARY = {
    "erfc": (ALL, -6.0, 6.0), "erfinv": (ALL, -1.0, 1.0), "exp2": (ALL, -9.0, 9.0), "signbit": (ALL, -2.0, 2.0),
    "i0": (ALL, -30.0, 30.0), "special_i0e": (ALL, -90.0, 90.0), "special_i1": (ALL, -30.0, 30.0),
    "special_i1e": (ALL, -90.0, 90.0), "lgamma": (ALL, -9.0, 30.0), "digamma": (ALL, -9.0, 30.0),
    "special_entr": (ALL, -1.0, 4.0), "special_erfcx": (NO_HALVES, -5.0, 60.0), "special_ndtri": (NO_HALVES, 0.0, 1.0),
    "special_log_ndtr": (NO_HALVES, -40.0, 9.0),
}  # fmt: skip


def _in_float32(op: str, dtype: torch.dtype) -> Any:
    function = getattr(torch.ops.aten, op.split(".")[1]).default
    return lambda x: function(x.float()).to(dtype)


def _unary() -> Iterator[Case]:
    for name, (dtypes, low, high) in UNARY.items():
        op = f"aten.{name}.default"
        for dtype in dtypes:
            # Eager's scalar code, unlike its vector code, rounds each step to half.
            reference = _in_float32(op, dtype) if name == "special_i0e" and dtype in HALVES else None
            for i, shape in enumerate(SHAPES):
                yield Case(op, (tensor(shape, dtype, low, high, i),), reference=reference)
            x = tensor((2, 3, 4, 5), dtype, low, high)
            yield Case(op, (channels_last(x),), reference=reference)
            yield Case(op, (x,), out_order=(3, 1, 0, 2), reference=reference)
            yield Case(op, (special(dtype),), reference=reference)
        for out in FLOATS:
            if name != "signbit" and (dtypes == ALL or out not in HALVES):
                x = tensor((3, 5), I32, low, high)
                yield Case(op, (x,), out_dtypes=(out,), tolerance=TOLERANCES.get(out if out in HALVES else F32))


# name: (dtypes, overload with tensors, overload with a number)
BINARY: dict[str, tuple[tuple[torch.dtype, ...], str, str | None]] = {
    "copysign": (ALL, "Tensor", "Scalar"),
    "fmax": (ALL, "default", None),
    "fmin": (ALL, "default", None),
    "hypot": (FLOATS, "default", None),
    "nextafter": (FLOATS, "default", None),
    "gcd": (INTS, "default", None),
    "lcm": (INTS, "default", None),
    "xlogy": (ALL, "Tensor", "Scalar_Other"),
    "special_xlog1py": (ALL, "default", "other_scalar"),
    "special_zeta": (NO_HALVES, "default", "other_scalar"),
}
FIRST_NUMBER = {"xlogy": "Scalar_Self", "special_xlog1py": "self_scalar", "special_zeta": "self_scalar"}
PAIRS = (((), ()), ((), (3,)), ((3,), ()), ((5, 1), (1, 4)), ((2, 3, 4), (4,)), ((2, 0, 3), (3,)), ((3, 67), (3, 67)))


def _allowed(name: str, x: torch.dtype, y: torch.dtype) -> bool:
    kind = BINARY[name][0]
    if kind == FLOATS:
        return x in FLOATS or y in FLOATS
    return kind in (ALL, NO_HALVES) or (x not in FLOATS and y not in FLOATS and (x, y) != (B, B))


def _binary() -> Iterator[Case]:
    for name, (dtypes, overload, with_number) in BINARY.items():
        op = f"aten.{name}.{overload}"
        for dtype in dtypes:
            for a, b in PAIRS:
                yield Case(op, (tensor(a, dtype, -9, 9, 1), tensor(b, dtype, -9, 9, 2)))
            x, y = tensor((2, 3, 4, 5), dtype, -90, 90), tensor((2, 3, 4, 5), dtype, -90, 90, 2)
            for u, v in ((channels_last(x), channels_last(y)), (channels_last(x), y), (x, permuted(y, (3, 2, 1, 0)))):
                yield Case(op, (u, v))
            s = special(dtype)
            if name in ("gcd", "lcm") and dtype in (I32, I64):  # eager divides the least integer by -1 with a crash
                s = s[s != torch.iinfo(dtype).min]
            yield Case(op, (s[:, None], s[None, :]))
        for x_dtype, y_dtype in itertools.product(ALL, ALL):
            if x_dtype != y_dtype and _allowed(name, x_dtype, y_dtype):
                for a, b in (((3, 4), (4,)), ((3,), ()), ((), (3,)), ((), ())):
                    x, y = tensor(a, x_dtype, -9, 9, 1), tensor(b, y_dtype, -9, 9, 2)
                    if dtypes != NO_HALVES or torch.result_type(x, y) not in HALVES:
                        yield Case(op, (x, y))
        for dtype, number in itertools.product(dtypes if with_number else (), (2, -3, True, -0.0, 0.0, -INF, NAN)):
            for shape in ((3, 5), (), (131,)):
                yield Case(f"aten.{name}.{with_number}", (tensor(shape, dtype, -9, 9), number))
                if name in FIRST_NUMBER:
                    yield Case(f"aten.{name}.{FIRST_NUMBER[name]}", (number, tensor(shape, dtype, -9, 9)))
    for dtype in (I8, I16, I32, I64):
        least = torch.iinfo(dtype).min
        x = torch.tensor([least, least, least, least + 1, 6, -6, 0], dtype=dtype)
        y = torch.tensor([3, 6, least, least, least, 4, least], dtype=dtype)
        for name in ("gcd", "lcm"):
            yield Case(f"aten.{name}.default", (x, y))
    for dtype in INTS:
        x, y = (torch.tensor([100, 120, 90, 99], dtype=dtype) for _ in range(2))
        yield Case("aten.lcm.default", (x[:, None], y[None, :]))
    x = torch.tensor([100000, -100000, 2**31 - 1], dtype=I32)
    yield Case("aten.lcm.default", (x, torch.tensor([99999, 99999, 2**31 - 2], dtype=I32)))
    floats = tensor((3,), F32)
    yield Case("aten.gcd.default", (tensor((3,), I32), floats), refused="not defined for float32", out_dtypes=(F32,))
    yield Case("aten.hypot.default", (tensor((3,), I32), tensor((3,), I32)), refused="not defined for int32")


def _frexp() -> Iterator[Case]:
    for dtype in FLOATS:
        for shape in SHAPES:
            yield Case("aten.frexp.Tensor", (tensor(shape, dtype, -900, 900),))
        yield Case("aten.frexp.Tensor", (special(dtype),))
        yield Case("aten.frexp.Tensor", (channels_last(tensor((2, 3, 4, 5), dtype)),))
        yield Case("aten.frexp.Tensor", (tensor((2, 3, 4, 5), dtype),), out_order=(3, 1, 0, 2))


def _polygamma() -> Iterator[Case]:
    op = "aten.polygamma.default"
    for dtype in ALL:
        for n in (0, 1, 2, 3, 6):
            for shape in ((), (0,), (3, 5), (131,)):
                yield Case(op, (n, tensor(shape, dtype, 0.1, 20)))
            yield Case(op, (n, channels_last(tensor((2, 3, 4, 5), dtype, -5, 5))))
            # Eager sums halves in float32, of which little is left at -2.5.
            yield Case(op, (n, special(dtype)), tolerance=(5e-3, 1e-5) if dtype == F16 and n == 6 else None)
    yield Case(op, (2, tensor((3,), F32)), out_dtypes=(F64,))
    yield Case(op, (-1, tensor((3,), F32)), refused="n is -1")


def cases() -> Iterator[Case]:
    for part in (_unary, _binary, _frexp, _polygamma):
        yield from part()
