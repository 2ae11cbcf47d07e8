"""The verifier: what a pass may have broken is named, with the node and the way out."""

import re
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import fx, nn

from gleed.capture import export
from gleed.edge import EdgeMethod, insert, replace, to_edge, verify, where
from gleed.errors import LowerError
from gleed.passes.test_support import Apply

aten = torch.ops.aten


class Sample(nn.Module):
    w: torch.Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("w", torch.randn(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.relu() + self.w


def sample() -> tuple[EdgeMethod, fx.Node]:
    """A method, and its relu."""
    method = to_edge(export(Sample(), (torch.randn(3),)))["forward"]
    return method, next(node for node in method.graph.nodes if node.target is aten.relu.default)


def call(relu: fx.Node, make: Callable[[fx.Graph], fx.Node]) -> None:
    """Puts a node of another kind in the relu's place."""
    with relu.graph.inserting_before(relu):
        new = make(relu.graph)
    new.meta = dict(relu.meta)
    replace(relu, new)


def no_value(method: EdgeMethod, relu: fx.Node) -> None:
    del relu.meta["val"]


def in_place(method: EdgeMethod, relu: fx.Node) -> None:
    relu.target = aten.relu_.default


def hidden_tensor(method: EdgeMethod, relu: fx.Node) -> None:
    method.graph_module.register_buffer("table", torch.ones(3))
    call(relu, lambda graph: graph.get_attr("table"))


def module_call(method: EdgeMethod, relu: fx.Node) -> None:
    method.graph_module.add_submodule("act", nn.ReLU())
    call(relu, lambda graph: graph.call_module("act", relu.args))


def method_call(method: EdgeMethod, relu: fx.Node) -> None:
    call(relu, lambda graph: graph.call_method("relu", relu.args))


def extra_input(method: EdgeMethod, relu: fx.Node) -> None:
    with method.graph.inserting_before(method.placeholders()[0]):
        method.graph.placeholder("extra")


def lost_constant(method: EdgeMethod, relu: fx.Node) -> None:
    method.constants.clear()


BROKEN: list[tuple[Callable[[EdgeMethod, fx.Node], None], str]] = [
    (no_value, 'relu "relu" (verifier_test.py): no value is recorded for it; make new nodes with gleed.edge.insert'),
    (in_place, 'relu_ "relu" (verifier_test.py): aten::relu_ writes its input; use the functional form'),
    (hidden_tensor, "table (verifier_test.py): a tensor hidden in the graph; register it as a buffer or parameter"),
    (module_call, "act (verifier_test.py): a call of a module that is no delegate; let the last pass call operators"),
    (method_call, "relu_1 (verifier_test.py): call_method cannot be lowered; let the last pass call operators"),
    (
        extra_input,
        "the graph has the inputs ['extra', 'b_w', 'x'], its signature ['b_w', 'x']; "
        "let the last pass add its inputs with method.add_constant",
    ),
    (lost_constant, 'input "b_w" is a buffer without a value; let the last pass keep it in constants'),
]


@pytest.mark.parametrize(("damage", "words"), BROKEN, ids=[damage.__name__ for damage, _ in BROKEN])
def test_what_a_pass_may_break(damage: Callable[[EdgeMethod, fx.Node], None], words: str) -> None:
    method, relu = sample()
    verify(method)
    damage(method, relu)
    with pytest.raises(LowerError) as error:
        verify(method)
    assert re.sub(r"py:\d+", "py", str(error.value)) == words


def test_a_node_names_its_line_and_may_be_replaced() -> None:
    method, relu = sample()
    assert where(relu).startswith('relu "relu" (verifier_test.py:')
    replace(relu, insert(aten.abs.default, (relu.args[0],), near=relu))
    verify(method)
    x: Any = torch.tensor([-1.0, 2, 3])
    torch.testing.assert_close(method(x), x.abs() + method.constants["b_w"])


def test_a_sparse_value_between_operators() -> None:
    exported = export(Apply(lambda x: x.to_sparse().to_dense()), (torch.eye(3),))
    with pytest.raises(LowerError, match=r"_to_sparse.*: torch.sparse_coo tensors cannot be lowered; use dense ones"):
        to_edge(exported, keep=[aten._to_sparse.default, aten._to_dense.default])
