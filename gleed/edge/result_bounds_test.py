"""Sizes that depend on data have the bound of their operator, and keep a lower one."""

from typing import Any

import pytest
import torch
from torch import nn
from torch.export import Dim

from gleed.capture import export
from gleed.edge import to_edge
from gleed.edge.result_bounds import bound_results
from gleed.passes.test_support import Apply


def upper(function: Any, rows: int) -> int:
    """The largest first size of the result, for up to `rows` rows of two numbers."""
    model: nn.Module = Apply(function)
    exported = export(model, (torch.zeros(3, 2),), dynamic_shapes={"args": ({0: Dim("rows", max=rows)},)})
    method = to_edge(exported)["forward"]
    assert bound_results(method) == 0, "what was bounded stays"
    symbol = method.user_outputs()[0].meta["val"].shape[0].node.expr
    return int(method.range_constraints[symbol].upper)


@pytest.mark.parametrize(
    ("function", "most"),
    [
        (torch.unique, 20),
        (torch.nonzero, 20),
        (lambda x: torch.unique(x, dim=0), 10),
        (lambda x: torch.unique(x, dim=1).t(), 2),
        (lambda x: torch.unique_consecutive(x), 20),
        (lambda x: torch.unique_consecutive(x, dim=0), 10),
        (lambda x: torch.unique_consecutive(x, dim=-2), 10),
    ],
)
def test_no_more_results_than_elements_or_slices(function: Any, most: int) -> None:
    assert upper(function, 10) == most


def test_a_lower_bound_of_the_model_stays() -> None:
    def few(x: torch.Tensor) -> torch.Tensor:
        found = torch.unique(x)
        torch._check(found.shape[0] <= 7)
        return found

    assert upper(few, 10) == 7
