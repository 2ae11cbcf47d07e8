"""Models of one line: an operator that export knows, through every stage to the runtime, against eager PyTorch."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from harness import tensor
from torch import nn

import gleed

F16, F32, F64, I32, I64, B = torch.float16, torch.float32, torch.float64, torch.int32, torch.int64, torch.bool
aten = torch.ops.aten

X, Y = tensor((3, 5), F32, -0.9, 0.9), tensor((3, 5), F32, -4, 4, seed=1)
N, M = tensor((3, 5), I64, -20, 20), tensor((3, 5), torch.uint8, 0, 4).to(I64)
EDGES = torch.tensor([-1.0, 0.0, 0.5])
SMALL = torch.randint(0, 3, (4, 2), generator=torch.Generator().manual_seed(0))

# Kept whole, as one instruction.
WHOLE: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "x << y": (lambda x, y: x << y, (N, M)),
    "x << 2": (lambda x: x << 2, (N,)),
    "x >> y": (lambda x, y: x >> y, (N, M)),
    "x >> 1": (lambda x: x >> 1, (N,)),
    "copysign": (torch.copysign, (N, Y)),
    "copysign number": (lambda x: torch.copysign(x, -0.0), (N,)),
    "erfc": (torch.erfc, (X,)),
    "erfinv": (torch.erfinv, (X,)),
    "exp2": (torch.exp2, (M,)),
    "fmax": (torch.fmax, (X, Y)),
    "fmin": (torch.fmin, (X, Y)),
    "frexp": (torch.frexp, (Y,)),
    "gcd": (torch.gcd, (N, M)),
    "lcm": (torch.lcm, (N, M)),
    "hypot": (torch.hypot, (X, Y)),
    "i0": (torch.i0, (Y,)),
    "nextafter": (torch.nextafter, (X.half(), Y.half())),
    "signbit": (torch.signbit, (X,)),
    "bucketize": (lambda x, b: torch.bucketize(x, b, right=True), (X, EDGES)),
    "bucketize number": (lambda b: torch.bucketize(0.3, b, out_int32=True), (EDGES,)),
    "searchsorted": (lambda b, x: torch.searchsorted(b, x, side="right"), (Y.sort(-1).values, X)),
    "searchsorted sorter": (lambda b, s, x: torch.searchsorted(b, x, sorter=s), (Y, Y.sort(-1).indices, X)),
    "searchsorted number": (lambda b: torch.searchsorted(b, 0.2), (EDGES,)),
    "cummax": (lambda x: torch.cummax(x, 1), (X,)),
    "cummin": (lambda x: torch.cummin(x, -1), (N,)),
    "logcumsumexp": (lambda x: torch.logcumsumexp(x, 1), (X,)),
    "_logcumsumexp": (lambda x: aten._logcumsumexp(x, 0), (X,)),
    "median": (torch.median, (X,)),
    "median dim": (lambda x: torch.median(x, 1, keepdim=True), (X,)),
    "nanmedian": (torch.nanmedian, (X,)),
    "nanmedian dim": (lambda x: torch.nanmedian(x, 0), (X,)),
    "mode": (torch.mode, (SMALL,)),
    "kthvalue": (lambda x: torch.kthvalue(x, 2), (X,)),
    "histc": (lambda x: torch.histc(x, 6), (X,)),
    "_powsum": (lambda x: aten.linalg__powsum(x, 3, [1]), (X,)),
    "nonzero_static": (lambda x: torch.nonzero_static(x, size=4), (SMALL,)),
    "index_reduce": (
        lambda x, i, s: torch.index_reduce(x, 0, i, s, "mean"),
        (X, torch.tensor([0, 0, 2, 1]), tensor((4, 5), F32)),
    ),
    "scatter reduce": (lambda x, i, s: torch.scatter(x, 1, i, s, reduce="add"), (X, M, Y)),
    "scatter value reduce": (lambda x, i: torch.scatter(x, 1, i, 2.0, reduce="multiply"), (X, M)),
    "embedding_renorm": (lambda w, i: aten.embedding_renorm(w, i, 0.5, 2.0), (X, torch.tensor([0, 2, 2]))),
    "round decimals": (lambda x: torch.round(x, decimals=2), (X,)),
    "lgamma": (torch.lgamma, (X,)),
    "digamma": (torch.digamma, (Y,)),
    "polygamma": (lambda x: torch.polygamma(2, x), (Y,)),
    "i0e": (torch.special.i0e, (Y,)),
    "i1": (torch.special.i1, (Y,)),
    "i1e": (torch.special.i1e, (Y,)),
    "erfcx": (torch.special.erfcx, (Y,)),
    "ndtri": (torch.special.ndtri, (X.abs(),)),
    "log_ndtr": (torch.special.log_ndtr, (Y,)),
    "entr": (torch.special.entr, (X.half(),)),
    "xlogy": (torch.xlogy, (X.half(), Y.half())),
    "xlogy number": (lambda x: torch.xlogy(x, 2.0), (X,)),
    "number xlogy": (lambda x: torch.xlogy(2.0, x), (Y.abs(),)),
    "xlog1py": (torch.special.xlog1py, (X.half(), Y.half())),
    "xlog1py number": (lambda x: torch.special.xlog1py(x, 2.0), (X,)),
    "number xlog1py": (lambda x: torch.special.xlog1py(2.0, x), (Y.abs(),)),
    "zeta": (torch.special.zeta, (Y.abs() + 1.5, X.abs())),
    "zeta number": (lambda x: torch.special.zeta(x, 2.0), (Y.abs() + 1.5,)),
    "number zeta": (lambda x: torch.special.zeta(2.0, x), (X.abs(),)),
    "_unique": (lambda x: aten._unique(x, True, True), (SMALL,)),
    "unique dim -1": (lambda x: torch.unique(x, dim=-1, return_inverse=True), (SMALL,)),
    "unique_consecutive dim -2": (lambda x: torch.unique_consecutive(x, dim=-2, return_counts=True), (SMALL,)),
}
# Written with operators of Core ATen.
OTHERS: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "2 << x": (lambda x: 2 << x, (M,)),
    "100 >> x": (lambda x: 100 >> x, (M,)),
    "ldexp": (torch.ldexp, (X, M)),
    "ldexp half": (torch.ldexp, (X.half(), M)),
    "dist": (torch.dist, (X, Y)),
    "dist 1": (lambda x, y: torch.dist(x, y, 1), (X.half(), Y.half())),
    "aminmax": (torch.aminmax, (X,)),
    "aminmax dim": (lambda x: torch.aminmax(x, dim=1, keepdim=True), (X,)),
    "_aminmax": (torch._aminmax, (X,)),
    "_aminmax dim": (lambda x: torch._aminmax(x, 1), (X,)),
    "sinc": (torch.sinc, (Y.half(),)),
}


class OneLine(nn.Module):
    """A function as a model."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *args: torch.Tensor) -> Any:
        return self.function(*args)


def check(program: gleed.Program, function: Callable[..., Any], args: tuple[torch.Tensor, ...]) -> None:
    """The program gives what eager gives."""
    expected = function(*args)
    expected = [expected] if isinstance(expected, torch.Tensor) else list(expected)
    results = gleed.load(program.buffer)["forward"](*args)
    torch.testing.assert_close(list(results), expected, equal_nan=True)


@pytest.mark.parametrize("name", [*WHOLE, *OTHERS])
def test_one_line(name: str) -> None:
    function, args = {**WHOLE, **OTHERS}[name]
    program = gleed.lower(OneLine(function), args)
    check(program, function, args)
    if name in WHOLE:
        assert program.reports["forward"].instructions == 1, program.reports["forward"].places


def counted(x: torch.Tensor) -> torch.Tensor:
    """bincount of numbers below 9."""
    counts = torch.bincount(x[:, 0], minlength=4)
    torch._check(counts.shape[0] <= 9)
    return counts


def counted_by(x: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """The sums of weights of numbers below 9."""
    sums = torch.bincount(x[:, 0], weights)
    torch._check(sums.shape[0] <= 9)
    return sums


# Any number of rows from 1 to 16. Where the result's size depends on values, it is planned for the largest.
ANY_ROWS: dict[str, Callable[..., Any]] = {
    "unique": lambda x: torch.unique(x),
    "unique with all": lambda x: torch.unique(x, return_inverse=True, return_counts=True),
    "unique rows": lambda x: torch.unique(x, dim=0, return_inverse=True, return_counts=True),
    "unique columns": lambda x: torch.unique(x, dim=1, return_inverse=True),
    "unique_consecutive": lambda x: torch.unique_consecutive(x, return_inverse=True),
    "unique_consecutive rows": lambda x: torch.unique_consecutive(x, dim=0, return_inverse=True, return_counts=True),
    "unique_consecutive of a line": lambda x: torch.unique_consecutive(x[:, 0], dim=-1),
    "unique and on": lambda x: torch.unique(x) * 2,
    "nonzero": torch.nonzero,
    "bincount": counted,
    "median": torch.median,
    "weighted bincount": lambda x: counted_by(x, x[:, 1].half()),
    "median rows": lambda x: torch.median(x, 0),
    "mode rows": lambda x: torch.mode(x, 0),
    "kthvalue rows": lambda x: torch.kthvalue(x, 1, 0),
    "cummax rows": lambda x: torch.cummax(x, 0),
    "scatter reduce": lambda x: torch.scatter(x.half(), 1, x * 0, x.half(), reduce="add"),
}


@pytest.mark.parametrize("name", ANY_ROWS)
def test_any_number_of_rows(name: str) -> None:
    function = ANY_ROWS[name]
    rows = torch.export.Dim("rows", min=1, max=16)
    program = gleed.lower(OneLine(function), (SMALL,), dynamic_shapes=(({0: rows},),))
    for x in (SMALL, SMALL[:1], SMALL.repeat(4, 1), torch.arange(32).view(16, 2) % 9):
        check(program, function, (x,))


def test_a_table_with_a_largest_norm() -> None:
    """nn.Embedding scales its table in place; the rows that it gives are scaled."""
    model = nn.Embedding(6, 4, max_norm=0.5, norm_type=1.0)
    with torch.no_grad():
        expected = model.weight[[1, 1, 5]] * (0.5 / (model.weight[[1, 1, 5]].abs().sum(1, True) + 1e-7))
    loaded = gleed.load(gleed.lower(model.eval(), (torch.tensor([1, 1, 5]),)).buffer)["forward"]
    torch.testing.assert_close(loaded(torch.tensor([1, 1, 5]))[0], expected)


def test_a_count_without_bound_is_refused() -> None:
    words = (
        r"^bincount \"bincount\" \(.*one_line_test.py:\d+\): its size u0 depends on data and has no upper bound; "
        r"bound it with torch._check\(size <= ...\) in the model$"
    )
    with pytest.raises(gleed.LowerError, match=words):
        gleed.lower(OneLine(torch.bincount), (torch.tensor([1, 2]),))


def test_a_count_over_its_bound_is_refused() -> None:
    loaded = gleed.load(gleed.lower(OneLine(counted), (SMALL,)).buffer)["forward"]
    with pytest.raises(gleed.RunError, match="10 elements, more than the 9 planned|<= 9 does not hold"):
        loaded(torch.full((4, 2), 9))
    with pytest.raises(gleed.RunError, match="element 0 is -1; only numbers from 0 to 2"):
        loaded(torch.full((4, 2), -1))
