"""Computes ahead of time what depends on constants alone."""

import operator
from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload
from torch.utils import _pytree as pytree

from gleed.edge.insert import replace
from gleed.edge.method import EdgeMethod
from gleed.edge.where import where
from gleed.errors import LowerError

aten = torch.ops.aten
_MiB = 1 << 20
_STORED_BYTES_MAX = _MiB  # a result larger than this is stored only if no larger than what it is made from
_COMPUTED_BYTES_MAX = 64 * _MiB  # nothing larger is computed on the way to a small result


def fold_constants(method: EdgeMethod) -> int:
    """permute(weight), arange(10) * 2, ...  ->  a constant; returns how many calls vanished.

    Only the last values of a chain are stored, and only where the file does not grow much: nothing over 1 MiB that is
    larger than its sources, or whose sources stay in the file for other readers.
    """
    values = _evaluate(method)
    folded = {node for node in values if node.op == "call_function"}
    roots = _roots(folded)
    for node in reversed(list(method.graph.nodes)):  # readers first
        if node in folded and _is_read(node, folded) and not _may_store(node, values, roots, folded):
            folded.discard(node)
    count = 0
    for node in reversed(list(method.graph.nodes)):
        if node not in folded:
            continue
        if node.users:
            constant = method.add_constant(values[node], node)
            replace(node, constant)
        else:
            method.graph.erase_node(node)
        count += 1
    return count


def _is_read(node: fx.Node, folded: set[fx.Node]) -> bool:
    return any(reader not in folded for reader in node.users)


def _evaluate(method: EdgeMethod) -> dict[fx.Node, Any]:
    """The values of constants and of calls on constants alone."""
    values: dict[fx.Node, Any] = {}
    with torch.no_grad():
        for node in method.graph.nodes:
            if node.op == "placeholder":
                constant = method.constant(node)
                if constant is not None:
                    values[node] = constant
            elif _foldable(node) and all(source in values for source in node.all_input_nodes):
                args, kwargs = fx.node.map_arg((node.args, node.kwargs), lambda source: values[source])
                try:
                    result = node.target(*args, **kwargs)
                except Exception as error:
                    remedy = "correct the constants that it reads"
                    raise LowerError(f"{where(node)}: fails on constants: {error}; {remedy}") from error
                values[node] = pytree.tree_map_only(torch.Tensor, torch.Tensor.contiguous, result)
    return values


def _foldable(node: fx.Node) -> bool:
    value = node.meta.get("val")
    leaves = pytree.tree_leaves(value)
    if node.op != "call_function" or node.meta.get("explicit_layout") or not leaves:
        return False
    if not all(isinstance(leaf, torch.Tensor) and _static(leaf) for leaf in leaves):
        return False
    if node.target is operator.getitem:
        return True
    if not isinstance(node.target, OpOverload) or torch.Tag.nondeterministic_seeded in node.target.tags:
        return False
    if node.target.namespace != "aten" or node.target is aten.empty.memory_format:
        return False
    return sum(_bytes(leaf) for leaf in leaves) <= _COMPUTED_BYTES_MAX or _no_larger(node)


def _static(value: torch.Tensor) -> bool:
    return all(isinstance(size, int) for size in value.shape)


def _bytes(value: torch.Tensor) -> int:
    return value.numel() * value.element_size()


def _no_larger(node: fx.Node) -> bool:
    sources = [leaf for source in node.all_input_nodes for leaf in pytree.tree_leaves(source.meta.get("val"))]
    have = sum(_bytes(leaf) for leaf in sources if isinstance(leaf, torch.Tensor) and _static(leaf))
    return sum(_bytes(leaf) for leaf in pytree.tree_leaves(node.meta["val"])) <= have


def _roots(folded: set[fx.Node]) -> dict[fx.Node, frozenset[fx.Node]]:
    """The constants that each folded call is made from; only the large ones, which alone matter."""
    roots: dict[fx.Node, frozenset[fx.Node]] = {}
    graph = next(iter(folded)).graph if folded else None
    for node in graph.nodes if graph is not None else ():
        if node not in folded:
            continue
        found: frozenset[fx.Node] = frozenset()
        for source in node.all_input_nodes:
            if source.op == "placeholder":
                large = _bytes(source.meta["val"]) > _STORED_BYTES_MAX
                found |= frozenset({source}) if large else frozenset()
            else:
                found |= roots.get(source, frozenset())
        roots[node] = found
    return roots


def _may_store(
    node: fx.Node, values: dict[fx.Node, Any], roots: dict[fx.Node, frozenset[fx.Node]], folded: set[fx.Node]
) -> bool:
    value = values[node]
    if not isinstance(value, torch.Tensor):
        return False  # of several results only the single ones are stored
    size = _bytes(value)
    if size <= _STORED_BYTES_MAX:
        return True
    sources = roots[node]
    if any(_is_read(other, folded) for source in sources for other in _tied(source, values)):
        return False
    return size <= sum(_bytes(values[source]) for source in sources)


def _tied(source: fx.Node, values: dict[fx.Node, Any]) -> list[fx.Node]:
    """The placeholders that hold the same bytes as this one, as tied weights do, itself included."""
    where_bytes_are = values[source].data_ptr()
    placeholders = source.graph.find_nodes(op="placeholder")
    return [node for node in placeholders if node in values and values[node].data_ptr() == where_bytes_are]
