"""New nodes with everything a node of the edge dialect carries: value, line and module."""

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import fx
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.utils import _pytree as pytree

from gleed.edge.dim_order import is_contiguous

_ORIGIN = ("stack_trace", "nn_module_stack", "source_fn_stack", "from_node")
_MODES: "WeakKeyDictionary[fx.Graph, FakeTensorMode]" = WeakKeyDictionary()


def fake_mode(graph: fx.Graph) -> FakeTensorMode:
    """The mode under which the graph's values were made; a new one for a graph without any."""
    mode = _MODES.get(graph)
    if mode is None:
        mode = next((found for node in graph.nodes if (found := _mode_of(node.meta.get("val")))), None)
        _MODES[graph] = mode = mode or FakeTensorMode(allow_non_fake_inputs=True)
    return mode


def _mode_of(value: Any) -> FakeTensorMode | None:
    for leaf in pytree.tree_leaves(value):
        if isinstance(leaf, FakeTensor):
            return leaf.fake_mode
    return None


def contiguous(value: Any, mode: FakeTensorMode) -> Any:
    """The same fake value laid out contiguously; tensors inside lists and tuples too."""
    if isinstance(value, torch.Tensor):
        if value.layout is not torch.strided or (is_contiguous(value) and not value.requires_grad):
            return value
        with mode, torch.no_grad():
            return torch.empty(tuple(value.shape), dtype=value.dtype, device=value.device)
    if isinstance(value, (list, tuple)):
        return type(value)([contiguous(item, mode) for item in value])
    return value


def evaluate(graph: fx.Graph, target: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """The fake value of a call whose arguments may be nodes of the graph."""
    mode = fake_mode(graph)
    fake_args, fake_kwargs = fx.node.map_arg((tuple(args), kwargs), lambda node: node.meta["val"])
    with mode, torch.no_grad():
        return target(*fake_args, **fake_kwargs)


def inherit(node: fx.Node, origin: fx.Node) -> fx.Node:
    """Let a node count as coming from the same line and module as another; returns the node."""
    for key in _ORIGIN:
        if key in origin.meta:
            node.meta.setdefault(key, origin.meta[key])
    return node


def insert(
    target: Any, args: Sequence[Any], kwargs: dict[str, Any] | None = None, *, near: fx.Node, val: Any = None
) -> fx.Node:
    """Add a call just before `near`, whose line and module it takes.

    The value is computed from the arguments' values unless the caller knows it already (`val`).
    """
    graph = near.graph
    kwargs = kwargs or {}
    with graph.inserting_before(near):
        node = graph.call_function(target, tuple(args), kwargs)
    if val is None:
        val = evaluate(graph, target, args, kwargs)
        if "memory_format" not in kwargs:
            val = contiguous(val, fake_mode(graph))
    node.meta["val"] = val
    return inherit(node, near)


def replace(old: fx.Node, new: fx.Node) -> None:
    """Let every reader of `old` read `new`, and erase `old`."""
    old.replace_all_uses_with(new, propagate_meta=False)
    old.graph.erase_node(old)
