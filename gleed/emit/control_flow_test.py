"""cond, while_loop, map and scan as jumps: eager's answer in each call, on this runtime and on upstream's."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch._higher_order_ops.map import map as higher_order_map
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch.export import Dim

import gleed
from gleed.passes.test_support import Apply

map_rows: Any = higher_order_map
X = torch.arange(12.0).reshape(4, 3) / 4 - 1
POSITIVE, NEGATIVE = X.abs() + 1, -X.abs() - 1
ROWS = ({0: Dim("rows", max=16)},)


class Weighted(torch.nn.Module):
    """Layers in both branches, in a body and around them."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.first, self.second = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = torch.cond(x.sum() > 0, lambda a: self.first(a).relu(), lambda a: self.second(a) * 2, (x,))
        turns, z = while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, self.first(a).tanh()), (torch.tensor(0), y))
        return z + y + x, turns


def branches(x: torch.Tensor) -> torch.Tensor:
    return torch.cond(x.sum() > 0, lambda a: a * 2 + 1, lambda a: a - 3, (x,))


def branches_of_views(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Results that are views of arguments, the same twice, and constants."""

    def yes(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        c = a.reshape(4, 3).clone()
        return c, c + 0

    def no(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return b.clone(), torch.ones(4, 3)

    y = x.exp()
    first, second = torch.cond(x.sum() > 0, yes, no, (x, y))
    return first + y, second


def nested_branches(x: torch.Tensor) -> torch.Tensor:
    def inner(a: torch.Tensor) -> torch.Tensor:
        return torch.cond(a.max() > 1.5, lambda b: b.sin(), lambda b: b.cos(), (a,))

    return torch.cond(x.sum() > 0, inner, lambda a: inner(a * 2) + 1, (x,)) * x


def branch_on_size(x: torch.Tensor) -> torch.Tensor:
    return torch.cond(x.shape[0] > 3, lambda a: a + 1, lambda a: a * 2, (x,))


def power(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """A loop whose number of turns depends on the input, and may be none."""
    i, y = while_loop(lambda i, a: a.sum() < 100, lambda i, a: (i + 1, a * 2), (torch.tensor(0), x))
    return y, i


def exchange(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Each turn swaps what is carried."""

    def body(i: Any, a: torch.Tensor, b: torch.Tensor) -> tuple[Any, torch.Tensor, torch.Tensor]:
        return i + 1, b.clone(), a.clone()

    return while_loop(lambda i, a, b: i < 3, body, (torch.tensor(0), x, x * 10))


def counted(x: torch.Tensor) -> torch.Tensor:
    """A number is carried."""
    return while_loop(lambda i, a: i < 5, lambda i, a: (i + 1, a * 1.5), (0, x))[1]


def loop_with_branch(x: torch.Tensor) -> torch.Tensor:
    def body(i: torch.Tensor, a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return i + 1, torch.cond(a.sum() > 3, lambda b: b / 2, lambda b: b + 1, (a,))

    y = x.sin()
    return while_loop(lambda i, a: i < 6, body, (torch.tensor(0), x))[1] + y


def loop_in_loop(x: torch.Tensor) -> torch.Tensor:
    def body(i: torch.Tensor, a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        b = a.cos()
        inner = while_loop(lambda j, c: j < 3, lambda j, c: (j + 1, c * 0.5 + b), (a.new_zeros(()), a))[1]
        return i + 1, inner - b

    return while_loop(lambda i, a: i < 4, body, (torch.tensor(0), x))[1]


def rows(x: torch.Tensor) -> torch.Tensor:
    scale = x.sum(0)
    return map_rows(lambda row, s: row * s + row.max(), x, scale)


def rows_in_rows(x: torch.Tensor) -> torch.Tensor:
    return map_rows(lambda row: map_rows(lambda item: item * 2 + 1, row), x)


def running(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """A scan that carries a sum and gives what it was and the product with it."""
    return scan(lambda total, row: (total + row, total * row), x.sum(0), x)


def recurrent(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Two carried tensors that depend on each other."""

    def step(state: tuple[torch.Tensor, torch.Tensor], row: torch.Tensor) -> Any:
        h, c = state
        c = c * 0.5 + (h + row).tanh()
        return (c.sin(), c), (h * 1.0, c + h)

    (h, c), (first, second) = scan(step, (x[0] * 0, x[0] + 1), x)
    return h + c, first * second


CASES: list[tuple[Callable[..., Any], Any, list[torch.Tensor]]] = [
    (branches, None, [POSITIVE, NEGATIVE, POSITIVE]),
    (branches, ROWS, [POSITIVE, NEGATIVE[:2], POSITIVE[:1]]),
    (branches_of_views, None, [POSITIVE, NEGATIVE, POSITIVE]),
    (nested_branches, None, [POSITIVE, NEGATIVE, X, X * 0.1]),
    (branch_on_size, ROWS, [X, X[:3], X[:1], X]),
    (power, None, [POSITIVE, POSITIVE * 100, POSITIVE / 7]),
    (power, ROWS, [POSITIVE, POSITIVE[:2], POSITIVE[:3] * 100]),
    (exchange, None, [X, POSITIVE]),
    (counted, None, [X, POSITIVE]),
    (loop_with_branch, None, [X, POSITIVE]),
    (loop_in_loop, None, [X, POSITIVE]),
    (rows, None, [X, POSITIVE]),
    (rows, ROWS, [X, POSITIVE[:2], X[:1], X]),
    (rows_in_rows, None, [X, POSITIVE]),
    (running, None, [X, POSITIVE]),
    (running, ROWS, [X, POSITIVE[:3], X]),
    (recurrent, None, [X, POSITIVE]),
]
IDS = [f"{case[0].__name__}{'-dynamic' if case[1] else ''}" for case in CASES]


def flat(result: Any) -> list[torch.Tensor]:
    return [result] if isinstance(result, torch.Tensor) else list(result)


def check(model: torch.nn.Module, dynamic_shapes: Any, inputs: list[torch.Tensor]) -> gleed.Program:
    program = gleed.lower(model, (inputs[0],), dynamic_shapes=(dynamic_shapes,) if dynamic_shapes else None)
    for x in inputs:
        torch.testing.assert_close(program(x.clone()), flat(model(x)), rtol=1e-5, atol=1e-6)
    return program


@pytest.mark.parametrize(("function", "dynamic_shapes", "inputs"), CASES, ids=IDS)
def test_equals_eager_call_after_call(function: Callable[..., Any], dynamic_shapes: Any, inputs: Any) -> None:
    from executorch.runtime import Runtime

    program = check(Apply(function), dynamic_shapes, inputs)
    upstream = Runtime.get().load_program(program.buffer).load_method("forward")
    for x in inputs:
        results = [torch.as_tensor(r) for r in upstream.execute([x.clone()])]
        torch.testing.assert_close(results, [torch.as_tensor(r) for r in flat(function(x))], rtol=1e-5, atol=1e-6)


def test_layers_in_branches_and_bodies() -> None:
    check(Weighted().eval(), None, [POSITIVE, NEGATIVE])
