"""Helpers for tests: a module before any pass, and comparison with eager."""

import copy
from collections.abc import Callable
from typing import Any

import torch
from torch.utils import _pytree as pytree

from gleed import passes as P
from gleed.capture import export
from gleed.edge.convert import decompose
from gleed.edge.method import EdgeMethod
from gleed.edge.program import Pass, run_passes
from gleed.edge.verifier import verify


class Apply(torch.nn.Module):
    """A module from a function, for tests; tensors given by name become buffers."""

    def __init__(self, function: Callable[..., Any], **buffers: torch.Tensor) -> None:
        super().__init__()
        self.function = function
        for name, tensor in buffers.items():
            self.register_buffer(name, tensor)

    def forward(self, *args: Any) -> Any:
        """The function's value; buffers follow the arguments."""
        return self.function(*args, *self._buffers.values())


def method_of(model: torch.nn.Module, args: tuple[Any, ...], dynamic_shapes: Any = None, **kwargs: Any) -> EdgeMethod:
    """The method of a module in Core ATen, before any pass."""
    return decompose(export(model, args, kwargs, dynamic_shapes))


def ops(method: EdgeMethod) -> list[str]:
    """Names of the operators of a method in order, such as `add.Tensor`."""
    calls = [n.target for m in method.graphs() for n in m.graph.nodes if n.op == "call_function"]
    return [_name(target) for target in calls]


def _name(target: Any) -> str:
    if isinstance(target, torch._ops.OpOverload):
        return f"{target._schema.name.split('::')[-1]}.{target._overloadname}"
    return str(target.__name__)


def assert_as_eager(
    model: torch.nn.Module,
    method: EdgeMethod,
    *calls: tuple[Any, ...],
    rtol: float = 1e-5,
    atol: float = 1e-6,
    **kwargs: Any,
) -> None:
    """Call both in turn on the same inputs: results, state and inputs written in place must agree."""
    twin = copy.deepcopy(model)
    for args in calls:
        ours, theirs = copy.deepcopy((args, kwargs)), copy.deepcopy((args, kwargs))
        with torch.no_grad():
            expected = twin(*theirs[0], **theirs[1])
        result = method(*ours[0], **ours[1])
        assert pytree.tree_structure(result) == pytree.tree_structure(expected)
        torch.testing.assert_close((result, ours), (expected, theirs), rtol=rtol, atol=atol, equal_nan=True)


def check_pass(
    model: torch.nn.Module, args: tuple[Any, ...], passes: list[Pass], **options: Any
) -> tuple[int, list[str]]:
    """Run passes on a module, verify and compare with eager; returns the last pass's count and the operators left."""
    method = method_of(model, args, options.get("dynamic_shapes"))
    run_passes(method, passes[:-1])
    count = passes[-1](method)
    method.sync()
    method.graph.lint()
    if options.get("verified", True):
        verify(method)
    assert_as_eager(model, method, args, *options.get("more", ()))
    return count, ops(method)


FORM: list[Pass] = [P.assertions, P.normalize_args, P.canonical_layouts, P.dead_code]


def ready(function: Callable[..., Any], args: tuple[Any, ...], **buffers: torch.Tensor) -> tuple[Apply, EdgeMethod]:
    """A function as a module, and its method in the form that the later passes start from."""
    model = Apply(function, **buffers)
    method = method_of(model, args)
    run_passes(method, FORM)
    return model, method
