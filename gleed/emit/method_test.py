"""What programs cannot hold is refused with its line and the way out; what they can hold has memory that suffices."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch.export import Dim

import gleed
from gleed.capture import export
from gleed.edge import to_edge
from gleed.emit import Program, numbers
from gleed.errors import LowerError
from gleed.passes.test_support import Apply

X = torch.randn(2, 3)
HOLDS = "uint8, int8, int16, int32, int64, float16, float32, float64, bool, bfloat16, uint16, uint32, uint64"
FLOATS = "bfloat16, float16, float32, float64"


def program_of(function: Callable[[torch.Tensor], Any], x: torch.Tensor = X, sizes: Any = None) -> Program:
    return to_edge(export(Apply(function), (x,), None, ((sizes,),))).to_program()


REFUSED: list[tuple[Callable[[torch.Tensor], Any], torch.Tensor, str]] = [
    (
        lambda x: x.to(torch.float8_e4m3fn).float(),
        X,
        f'_to_copy "_to_copy": a program cannot hold float8_e4m3fn; cast it to what it can: {HOLDS}',
    ),
    (
        lambda x: x.relu(),
        X.to(torch.uint16),
        f'relu "relu": no portable kernel for uint16; cast it to one of {FLOATS}, int16, int32, int64, int8, uint8',
    ),
    (
        lambda x: x * round(x.shape[0] / 3, 1),
        X,
        'round "round_1": programs cannot compute round(truediv, 1); compute it on a tensor',
    ),
    (
        lambda x: x.new_ones(x.shape[0] ** 9),
        X,
        'full "full": size s**9 has no upper bound, or one over 2^40; narrow the range of its Dim with min= and max=',
    ),
]


@pytest.mark.parametrize(("function", "x", "words"), REFUSED, ids=[words[:20] for *_, words in REFUSED])
def test_refusals(function: Callable[[torch.Tensor], Any], x: torch.Tensor, words: str) -> None:
    with pytest.raises(LowerError) as error:
        program_of(function, x, {0: Dim("n", max=100)})
    said = re.sub(r" \(test_support.py:\d+\)", "", str(error.value))
    assert re.sub(r"\bs\d+", "s", said) == words


def test_a_build_without_arithmetic_on_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "rows", dict)
    words = r'^sym_size "sym_size\w*": no operator aten::sym_size.int in this build; build without GLEED_OPS$'
    with pytest.raises(LowerError, match=words):
        program_of(lambda x: x * x.shape[0], X, {0: Dim("n", max=9)})


@pytest.mark.parametrize("least", [None, 1])
def test_a_size_that_falls_as_another_grows(least: int | None) -> None:
    """The memory is planned for the least size too, which export leaves out when it traces."""
    model = Apply(lambda x: x.new_ones(64 // x.shape[0]) * x.sum())
    program = program_of(model, X, {0: Dim("n", min=least, max=8)})
    for n in (1, 2, 8):
        x = torch.randn(n, 3)
        torch.testing.assert_close(program(x), [model(x)])


class InPlace(torch.nn.Module):
    """Updates two of its inputs, one through a view, and a buffer; gives back an input as well."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x: torch.Tensor, y: torch.Tensor, z: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        before = x * 2
        x.add_(y)
        z[1].mul_(x[0])
        self.get_buffer("calls").add_(1)
        return before + self.get_buffer("calls"), x


@pytest.mark.parametrize("rows", [None, Dim("rows", max=8)])
def test_inputs_that_the_model_updates_are_updated(rows: Any) -> None:
    torch.manual_seed(0)
    sizes = ({0: rows}, {0: rows}, None) if rows else None
    model = InPlace()
    loaded = gleed.lower(model, (X.clone(), X.clone(), torch.ones(3, 3)), dynamic_shapes=sizes)["forward"]
    for n in (2, 2, 5) if rows else (2, 2):
        ours = [torch.randn(n, 3), torch.randn(3, n).T, torch.randn(3, 3)]
        theirs = [t.clone() for t in ours]
        results, expected = loaded(*ours), model(*theirs)
        torch.testing.assert_close(results, list(expected))
        torch.testing.assert_close(ours, theirs)
    assert [row["updated"] for row in loaded.inputs] == [True, False, True]


def test_arrays_are_updated_or_refused() -> None:
    loaded = gleed.lower(InPlace(), (X.clone(), X.clone(), torch.ones(3, 3)))["forward"]
    x, y, z = (np.ones(shape, np.float32) for shape in ((2, 3), (2, 3), (3, 3)))
    loaded(x, y, z)
    assert (x == 2).all() and (y == 1).all() and z.tolist() == [[1.0] * 3, [2.0] * 3, [1.0] * 3]
    x.flags.writeable = False
    words = 'method "forward", input 0: the model updates it in place, and the array is read-only; give a copy'
    with pytest.raises(gleed.RunError, match=re.escape(words)):
        loaded(x, y, z)


def test_upstream_updates_them_too() -> None:
    from executorch.runtime import Runtime

    program = gleed.lower(InPlace(), (X.clone(), X.clone(), torch.ones(3, 3)))
    results = Runtime.get().load_program(program.buffer).load_method("forward").execute([X, X, torch.ones(3, 3)])
    torch.testing.assert_close([r.clone() for r in results], [X * 2 + 1, X * 2])


def test_state_stays_from_call_to_call_until_reset() -> None:
    loaded = gleed.lower(InPlace(), (X.clone(), X.clone(), torch.ones(3, 3)))["forward"]
    zeros = (torch.zeros(2, 3), torch.zeros(2, 3), torch.ones(3, 3))
    assert [float(loaded(*zeros)[0][0, 0]) for _ in range(3)] == [1, 2, 3]
    loaded.reset()
    assert float(loaded(*zeros)[0][0, 0]) == 1
