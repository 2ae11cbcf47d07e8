"""What the operator suite rests on: Case, a call in terms of PyTorch; providers that run it; and the comparison.

A file of cases, `cases_<family>.py`, has one function `cases()` that yields Case objects. Eager PyTorch on the CPU is
the judge: a case holds no expected values. Only the catalogue's own schemas tell how a functional overload maps to
its out-variant.
"""

import functools
import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from gleed import _core

FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
HALVES = (torch.float16, torch.bfloat16)
INTS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
NUMBERS = FLOATS + INTS
ALL = (*NUMBERS, torch.bool)

# Sizes at each edge: rank 0, no elements, one element, odd, rank over 4, over one conversion block.
SHAPES = ((), (0,), (1,), (3,), (2, 0, 3), (1, 1), (3, 5), (2, 3, 4), (2, 1, 3, 2, 1, 2), (131,))

# (relative, absolute) by dtype of the result
TOLERANCES = {
    torch.float32: (1e-5, 1e-6),
    torch.float64: (1e-11, 1e-12),
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (8e-3, 1e-5),
}

_DTYPE_NUMBERS = {
    torch.uint8: 0, torch.int8: 1, torch.int16: 2, torch.int32: 3, torch.int64: 4, torch.float16: 5, torch.float32: 6,
    torch.float64: 7, torch.bool: 11, torch.bfloat16: 15, torch.uint16: 27, torch.uint32: 28, torch.uint64: 29,
}  # fmt: skip
_MEMORY_FORMAT_NUMBERS = {torch.contiguous_format: 0, torch.preserve_format: 1, torch.channels_last: 2}


@dataclass
class Case:
    """One call of one operator.

    op: the functional overload, as in "aten.add.Tensor"; views ("aten.view.default") stand for their `_copy` form.
    key: the catalogue's key, when it cannot be found from `op`.
    reference: computes what is expected from args and kwargs, when that is not `op` itself.
    tolerance: (relative, absolute), when not TOLERANCES.
    refused: the case must be refused, with this text in the message.
    mutates: an in-place operator ("aten.index_put_.default"): the result is compared with the changed first argument.
    out_order: for outputs of the same rank, the order of dimensions in memory; eager's when None.
    out_dtypes: dtypes of the outputs, when not those of eager.
    compare: False for results with arbitrary contents: only sizes are compared.
    """

    op: str
    args: Sequence[Any] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    key: str | None = None
    reference: Callable[..., Any] | None = None
    tolerance: tuple[float, float] | None = None
    refused: str | None = None
    mutates: bool = False
    out_order: Sequence[int] | None = None
    out_dtypes: Sequence[torch.dtype] | None = None
    compare: bool = True

    def __str__(self) -> str:
        words = [_describe(a) for a in self.args] + [f"{k}={_describe(v)}" for k, v in self.kwargs.items()]
        return f"{self.op}({', '.join(words)})" + (f" into order {list(self.out_order)}" if self.out_order else "")

    def eager(self) -> list[Any]:
        """The results, outputs flattened to one list."""
        function = self.reference or _overload(self.op)
        return _flat(function(*_clone_all(self.args), **self.kwargs))


class Portable:
    """The portable kernels, called directly from the catalogue."""

    name = "portable"

    def skips(self, case: Case) -> str | None:
        """Why this provider does not run the case; None when it does."""
        return None

    def run(self, case: Case, expected: list[Any], in_place: int | None = None) -> list[Any]:
        """Run into fresh outputs, or with output 0 in the memory of the positional argument `in_place`."""
        row = _row(key_of(case))
        inputs = _clone_all(case.args)
        outs = [_new_out(case, i, e) for i, e in enumerate(expected) if isinstance(e, torch.Tensor)]
        if in_place is not None:
            outs[0] = inputs[in_place].view(outs[0].dtype)
        args = _in_schema_order(row, inputs, case.kwargs, outs, case.mutates)
        _check_dtype(row, args)
        try:
            results = _core.run_op(row["key"], args, case.mutates)
        except (ValueError, TypeError) as error:
            raise Refused(str(error)) from None
        if case.mutates:
            return [args[0]]
        return [_cut(outs[i], r) if isinstance(r, list) else r for i, r in enumerate(results)]

    def in_place_arguments(self, case: Case, expected: list[Any]) -> list[int]:
        """The arguments whose memory the planner might give to output 0."""
        if case.mutates or not _row(key_of(case))["in_place"] or not expected[0].numel():
            return []
        out = _new_out(case, 0, expected[0])
        return [
            i
            for i, a in enumerate(case.args)
            if isinstance(a, torch.Tensor)
            and a.shape == out.shape
            and a.stride() == out.stride()
            and a.element_size() == out.element_size()
        ]


class Refused(Exception):
    """The operator's rule or kernel gave an error; the text is its reason."""


def said(key: str, *args: Any) -> str:
    """What an operator says when it refuses `args`, outputs among them in schema order; the code where unusual."""
    try:
        return f"taken: {_core.run_op(key, list(args))}"
    except ValueError as error:
        return str(error).removeprefix("BadArgument: ")


def providers() -> list[Portable]:
    """Everything that the list of cases is run on."""
    return [Portable()]


def check(provider: Portable, case: Case) -> str | None:
    """Runs one case; what is wrong, or None."""
    if case.refused is not None:
        expected = [_placeholder(case)] if case.reference is None else case.eager()
        try:
            provider.run(case, expected)
        except Refused as refusal:
            return None if case.refused in str(refusal) else f"refused with other words: {refusal}"
        return "was not refused"
    try:
        expected = case.eager()
    except (RuntimeError, NotImplementedError, IndexError, TypeError, AssertionError) as error:
        return f"eager refuses: {str(error).splitlines()[0]}"
    try:
        wrong = _differences(case, provider.run(case, expected), expected)
        for i in provider.in_place_arguments(case, expected):
            if not wrong and (wrong := _differences(case, provider.run(case, expected, i), expected)):
                wrong = f"in place of argument {i}: {wrong}"
    except Refused as refusal:
        return f"refused: {refusal}"
    return wrong


# ---- inputs for cases ----


def tensor(shape: Sequence[int], dtype: torch.dtype, low: float = -4, high: float = 4, seed: int = 0) -> torch.Tensor:
    """Random numbers in [low, high] (unsigned: from 0; bool: both values), the same on every call."""
    generator = torch.Generator().manual_seed(seed + 7 * len(shape) + sum(shape))
    if dtype == torch.bool:
        return torch.rand(tuple(shape), generator=generator) < 0.5
    values = torch.rand(tuple(shape), generator=generator, dtype=torch.float64) * (high - low) + low
    if dtype == torch.uint8:
        values = values.abs()
    return values.round().to(dtype) if dtype in INTS else values.to(dtype)


def channels_last(t: torch.Tensor) -> torch.Tensor:
    """The same elements with dimension 1 innermost in memory."""
    return permuted(t, (0, *range(2, t.dim()), 1))


def permuted(t: torch.Tensor, order: Sequence[int]) -> torch.Tensor:
    """The same elements laid out with dimension order[0] outermost in memory."""
    inverse = [list(order).index(d) for d in range(t.dim())]
    return t.permute(tuple(order)).contiguous().permute(inverse)


def special(dtype: torch.dtype) -> torch.Tensor:
    """The awkward values of a dtype: nan, infinities, zeros, subnormals, largest and least, halves."""
    if dtype == torch.bool:
        return torch.tensor([False, True])
    if dtype in INTS:
        info = torch.iinfo(dtype)
        values = [info.min, info.min + 1, info.max, info.max - 1, 0, 1, 2, 3, 7, 63, 64]
        return torch.tensor(values + ([-1, -2, -3] if info.min else []), dtype=dtype)
    info = torch.finfo(dtype)
    values = [float("nan"), float("inf"), -float("inf"), 0.0, -0.0, info.max, info.min, info.tiny, info.tiny / 4]
    return torch.tensor([*values, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0, -1.0, 3.0, 1e-3, -7.25], dtype=dtype)


# ---- from a functional overload to the catalogue ----


@functools.cache
def rows() -> dict[str, dict[str, Any]]:
    """The catalogue, by key; "schema" parsed."""
    # PyTorch's parser refuses "default" as the name of an overload, which some keys of program files have.
    parse = torch._C.parse_schema
    return {row["key"]: {**row, "schema": parse(row["schema"].replace(".default(", "("))} for row in _core.operators()}


def _row(key: str) -> dict[str, Any]:
    if key not in rows():
        raise Refused(f"no operator {key} in this build")
    return rows()[key]


def _overload(name: str) -> Any:
    namespace, packet, overload = name.split(".")
    return getattr(getattr(getattr(torch.ops, namespace), packet), overload)


@functools.cache
def find_key(name: str) -> str:
    """The key of the out-variant that takes the arguments of the functional overload `name`, and returns as much."""
    namespace, packet, overload = name.split(".")
    exact = f"{namespace}::{packet}" + ("" if overload == "default" else f".{overload}")
    if exact in rows():
        return exact
    wanted = _overload(name)._schema
    names = [a.name for a in wanted.arguments]
    best: tuple[tuple[int, int], str] | None = None
    for key, row in rows().items():
        if key.split(".")[0] not in (f"{namespace}::{packet}", f"{namespace}::{packet}_copy"):
            continue
        given = [a for a in row["schema"].arguments if not a.is_out]
        types = {a.name: str(a.type) for a in wanted.arguments}
        if any(types.get(a.name, str(a.type)) != str(a.type) for a in given):
            continue
        if any(a.name not in names and a.default_value is None and "Optional" not in str(a.type) for a in given):
            continue
        missing = len(set(names) - {a.name for a in given} - {"dtype", "layout", "device", "pin_memory", "implicit"})
        # The one with as few arguments of its own, and as many of the overload's, as can be.
        fit = (-sum(a.name not in names for a in given), len(given))
        if missing == 0 and (best is None or fit > best[0]):
            best = (fit, key)
    if best is None:
        raise Refused(f"no out-variant of {name} in this build")
    return best[1]


def _in_schema_order(
    row: dict[str, Any], args: Sequence[Any], kwargs: dict[str, Any], outs: list[torch.Tensor], mutates: bool
) -> list[Any]:
    left, written, boxed = list(args), list(outs), []
    for argument in row["schema"].arguments:
        if argument.is_out and not mutates:
            is_list = "List" in str(argument.type)
            boxed.append(list(written) if is_list else written.pop(0))
        elif left and not argument.kwarg_only:
            boxed.append(left.pop(0))
        elif argument.name in kwargs:
            boxed.append(kwargs[argument.name])
        else:
            boxed.append(argument.default_value)
    return [_plain(b) for b in boxed]


def _check_dtype(row: dict[str, Any], args: list[Any]) -> None:
    """The check that the runtime makes when it loads a program: the dtype of the first tensor."""
    flat = (t for a in args for t in (a if isinstance(a, list | tuple) else [a]) if isinstance(t, torch.Tensor))
    first = next(flat, None)
    if first is not None and (name := str(first.dtype).removeprefix("torch.")) not in row["dtypes"]:
        raise Refused(f"{row['key']} takes no {name}")


def _plain(value: Any) -> Any:
    if isinstance(value, torch.dtype):
        return _DTYPE_NUMBERS[value]
    if isinstance(value, torch.memory_format):
        return _MEMORY_FORMAT_NUMBERS[value]
    if isinstance(value, torch.layout):
        return 0
    if isinstance(value, torch.device):
        return None
    return value


# ---- tensors in and out ----


def _is_dense(t: torch.Tensor) -> bool:
    span = 1
    for size, stride in sorted(zip(t.shape, t.stride(), strict=True), key=lambda p: p[1]):
        if size > 1:
            if stride != span:
                return False
            span *= size
    return True


def _clone_all(args: Sequence[Any]) -> list[Any]:
    """The arguments with tensors of their own; one tensor given several times stays one."""
    copies: dict[int, torch.Tensor] = {}

    def clone(a: Any) -> Any:
        if isinstance(a, torch.Tensor):
            if id(a) not in copies:
                kept = torch.preserve_format if _is_dense(a) else torch.contiguous_format
                copies[id(a)] = a.clone(memory_format=kept)
            return copies[id(a)]
        if isinstance(a, list | tuple) and any(isinstance(i, torch.Tensor) for i in a):
            return [clone(i) for i in a]
        return a

    return [clone(a) for a in args]


def _flat(result: Any) -> list[Any]:
    if isinstance(result, list | tuple):
        return [r for item in result for r in _flat(item)]
    return [result]


def _new_out(case: Case, i: int, expected: torch.Tensor) -> torch.Tensor:
    """Memory for output i, full of garbage."""
    dtype = case.out_dtypes[i] if case.out_dtypes else expected.dtype
    shaped = expected.detach()
    if case.out_order and len(case.out_order) == shaped.dim():
        shaped = permuted(shaped, case.out_order)
    elif not _is_dense(shaped):
        shaped = shaped.contiguous()
    out = torch.empty_like(shaped, dtype=dtype)
    if dtype.is_floating_point:
        return out.fill_(float("nan"))
    return out.fill_(True if dtype == torch.bool else 113)


def _placeholder(case: Case) -> torch.Tensor:
    """An output for a case that eager refuses as well."""
    tensors = [a for a in case.args if isinstance(a, torch.Tensor)]
    dtype = case.out_dtypes[0] if case.out_dtypes else tensors[0].dtype if tensors else torch.float32
    return torch.zeros(tensors[0].shape if tensors else (4,), dtype=dtype)


def _cut(out: torch.Tensor, sizes: list[int]) -> torch.Tensor:
    """The part of `out` that the operator filled, in the strides it has after resizing."""
    if list(out.shape) == sizes:
        return out
    order = sorted(range(out.dim()), key=lambda d: (-out.stride(d), d))
    strides, step = [0] * out.dim(), 1
    for d in reversed(order):
        strides[d] = step
        step *= max(sizes[d], 1)
    return out.as_strided(sizes, strides)


def _differences(case: Case, actual: list[Any], expected: list[Any]) -> str | None:
    if len(actual) != len(expected):
        return f"{len(actual)} results, expected {len(expected)}"
    for i, (a, e) in enumerate(zip(actual, expected, strict=True)):
        if wrong := _difference(case, a, e):
            return wrong if len(expected) == 1 else f"result {i}: {wrong}"
    return None


def _difference(case: Case, actual: Any, expected: Any) -> str | None:
    if not isinstance(expected, torch.Tensor):
        same = type(actual) is type(expected) and (actual == expected or (actual != actual and expected != expected))
        return None if same else f"{actual!r}, expected {expected!r}"
    if actual.shape != expected.shape:
        return f"sizes {list(actual.shape)}, expected {list(expected.shape)}"
    if not case.compare or not expected.numel():
        return None
    expected = expected.to(actual.dtype)
    relative, absolute = case.tolerance or TOLERANCES.get(expected.dtype, (0.0, 0.0))
    if expected.dtype.is_floating_point:
        a, e = actual.double(), expected.double()
        good = (a == e) | (a.isnan() & e.isnan()) | ((a - e).abs() <= absolute + relative * e.abs()) & ~e.isinf()
    else:
        a, e = actual, expected
        good = a == e
    if bool(good.all()):
        return None
    bad = (~good).nonzero()
    at = tuple(bad[0].tolist())
    given = [list(t[at].reshape(-1).tolist()) for t in case.args if isinstance(t, torch.Tensor) and t.shape == a.shape]
    return f"{len(bad)} of {a.numel()} differ, first at {list(at)}: {a[at].item()!r}, expected {e[at].item()!r}" + (
        f", inputs there {given}" if given else ""
    )


def _describe(a: Any) -> str:
    if isinstance(a, torch.Tensor):
        name = str(a.dtype).removeprefix("torch.")
        layout = "" if a.is_contiguous() else f" strides {list(a.stride())}"
        values = f" = {a.tolist()}" if a.numel() == 1 else ""
        return f"{name}{list(a.shape)}{layout}{values}"
    if isinstance(a, list | tuple) and any(isinstance(i, torch.Tensor) for i in a):
        return "[" + ", ".join(_describe(i) for i in a) + "]"
    return repr(a)


def in_all_dtypes(cases: Iterator[Case]) -> Iterator[Case]:
    """The cases; and of operators that move elements whatever they mean, two small ones in each dtype left out."""
    seen: dict[str, set[torch.dtype]] = {}
    models: dict[str, list[Case]] = {}
    for case in cases:
        yield case
        first = next(tensors_in(case.args), None)
        if case.refused is not None or first is None or "float32" not in _row(key_of(case))["dtypes"]:
            continue
        seen.setdefault(case.op, set()).add(first.dtype)
        kept = models.setdefault(case.op, [])
        if first.dtype == torch.float32 and first.numel() > 1 and len(kept) < 2:
            kept.append(case)
    for op, kept in models.items():
        for case in kept:
            for dtype in ALL:
                if dtype not in seen[op] and str(dtype).removeprefix("torch.") in _row(key_of(case))["dtypes"]:
                    yield replace(case, args=[_in_dtype(a, dtype) for a in case.args])


def _in_dtype(a: Any, dtype: torch.dtype) -> Any:
    """float32 tensors in another dtype."""
    if isinstance(a, list | tuple):
        return [_in_dtype(i, dtype) for i in a]
    is_real = isinstance(a, torch.Tensor) and a.dtype == torch.float32
    return (a.abs() if dtype == torch.uint8 else a).to(dtype) if is_real else a


def tensors_in(args: Sequence[Any]) -> Iterator[torch.Tensor]:
    """The tensors among the arguments, those in lists too."""
    for a in args:
        if isinstance(a, torch.Tensor):
            yield a
        elif isinstance(a, list | tuple):
            yield from tensors_in(a)


@functools.cache
def groups() -> dict[str, list[Case]]:
    """All cases of all files, in order, under "<family>-<operator>"."""
    found: dict[str, list[Case]] = {}
    for file in sorted(Path(__file__).parent.glob("cases_*.py")):
        for case in importlib.import_module(file.stem).cases():
            found.setdefault(f"{file.stem.removeprefix('cases_')}-{case.op}", []).append(case)
    return found


def key_of(case: Case) -> str:
    """The catalogue's key of the operator that the case calls."""
    return case.key or find_key(case.op)
