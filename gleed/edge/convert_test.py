"""Lowering to the edge dialect: what an exported program may carry that a program cannot."""

import pytest
import torch
from torch import nn
from torch._library.opaque_object import OpaqueBase, register_opaque_type

from gleed.capture import export
from gleed.edge import to_edge
from gleed.errors import LowerError
from gleed.passes.test_support import Apply

X = torch.ones(3, 3)


class Table(OpaqueBase):
    """What is no tensor, and an operator reads."""

    factor = 2


register_opaque_type(Table, typ="reference")


@torch.library.custom_op("convert_test::scale", mutates_args=())
def scale(x: torch.Tensor, table: Table) -> torch.Tensor:
    return x * table.factor


scale.register_fake(lambda x, table: torch.empty_like(x))


class Scale(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = Table()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return scale(x, self.table)


def test_constants_that_are_no_dense_tensors() -> None:
    with pytest.raises(LowerError, match='" is a Table, and a program holds tensors only; keep it out of forward$'):
        to_edge(export(Scale(), (X,)))
    words = '^"w" is a torch.sparse_coo tensor; keep its value.to_dense\\(\\) in the model instead$'
    with pytest.raises(LowerError, match=words):
        to_edge(export(Apply(lambda x, w: torch.mm(w, x), w=torch.eye(3).to_sparse()), (X,)))


def test_a_decomposition_that_fails() -> None:
    def broken(x: torch.Tensor) -> torch.Tensor:
        raise ArithmeticError("no relu today")

    exported = export(nn.ReLU(), (X,))
    words = "^.+: cannot be brought to Core ATen: no relu today; rewrite it, or give to_edge other decompositions$"
    with pytest.raises(LowerError, match=words):
        to_edge(exported, decompositions={torch.ops.aten.relu.default: broken})
    torch.testing.assert_close(to_edge(exported)(X), X)
