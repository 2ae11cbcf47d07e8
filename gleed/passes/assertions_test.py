"""Assertions: what lowering knows is dropped, the user's own fail at run time with the user's words and line."""

import re
from typing import Any

import pytest
import torch

import gleed
from gleed import _core
from gleed import passes as P
from gleed.passes.test_support import Apply, method_of, ops


def test_known_facts_are_dropped():
    def checked(x):
        torch._check(x.shape[0] > 1)
        x.sin()
        return x.to(torch.float64).cos()

    x = torch.randn(4)
    method = method_of(Apply(checked), (x,))
    assert P.assertions(method) == 1
    P.dead_code(method)
    assert ops(method) == ["_to_copy.default", "cos.default"]


def test_what_an_operator_cannot_exceed_is_dropped() -> None:
    def found(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        few = torch.unique(x)
        torch._check(few.shape[0] <= 3)
        return torch.nonzero(x), few

    program = gleed.lower(Apply(found), (torch.tensor([1, 0, 2, 2]),))
    places = [place.split()[0] for place in program.reports["forward"].places]
    assert len([place for place in places if place.startswith("_assert")]) == 1, places
    with pytest.raises(gleed.RunError, match="<= 3 does not hold|4 elements, more than the 3 planned"):
        program(torch.tensor([1, 0, 2, 3]))


class Checked(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n = x.sum().to(torch.int64).item()
        torch._check(n < 100, lambda: "too many")
        torch._assert_async((x > -5).all(), "all must be above -5")
        torch._assert_async(x.max() < 50)
        return torch.cond(n > 10, self._large, lambda y: y + 1, (x,))

    def _large(self, x: torch.Tensor) -> torch.Tensor:
        torch._assert_async(x[0] > 1, "the first must be above 1")
        return x * 2


FAILS: list[tuple[list[float], str]] = [
    ([99, 1, 10], "u0 <= 99 does not hold in n = x.sum().to(torch.int64).item() (assertions_test.py:"),
    ([3, -6, 10], "all must be above -5 (assertions_test.py:"),
    ([3, 60, 10], "an assertion does not hold (assertions_test.py:"),
    ([1, 1, 10], "the first must be above 1 (assertions_test.py:"),
]


@pytest.mark.parametrize(("values", "words"), FAILS)
def test_a_failing_assertion_says_the_models_words(values: list[float], words: str) -> None:
    program = gleed.lower(Checked(), (torch.tensor([3.0, 1.0, 2.0]),))
    with pytest.raises(gleed.RunError, match=r'method "forward", instruction \d+ \(aten::_assert') as failure:
        program(torch.tensor(values, dtype=torch.float32))
    assert words in str(failure.value)
    for good in ([3.0, 5.0, 10.0], [1.0, 1.0, 1.0]):  # the branch that is not taken asserts nothing
        torch.testing.assert_close(program(torch.tensor(good))[0], Checked()(torch.tensor(good)))


def test_assertions_can_be_left_out() -> None:
    exported: Any = torch.export.export(Checked(), (torch.tensor([3.0, 1.0, 2.0]),))
    program = gleed.to_edge(exported, [P.remove_assertions, *P.DEFAULT]).to_program()
    assert b"_assert" not in program.buffer
    torch.testing.assert_close(program(torch.tensor([0.0, 1.0, 100.0]))[0], torch.tensor([0.0, 2.0, 200.0]))


@pytest.mark.parametrize(
    ("key", "holds", "fails"),
    [
        ("aten::_assert_async.msg", torch.tensor([0.5]), torch.tensor(False)),
        ("aten::_assert_scalar", 2.5, 0),
    ],
)
def test_kernels(key: str, holds: Any, fails: Any) -> None:
    assert _core.run_op(key, [holds, "words"]) == []
    with pytest.raises(ValueError, match="^BadArgument: words$"):
        _core.run_op(key, [fails, "words"])


def test_a_condition_of_several_elements() -> None:
    words = "a condition of 2 elements; one is needed, for example of condition.all()"
    with pytest.raises(ValueError, match=f"^BadArgument: {re.escape(words)}$"):
        _core.run_op("aten::_assert_async.msg", [torch.tensor([True, True]), "words"])
