"""Cuts groups of nodes out of a method: each becomes a method of its own, and one call in its place."""

import heapq
import operator
from collections.abc import Callable

import torch
from torch import fx
from torch.export.graph_signature import (
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    OutputSpec,
    SymIntArgument,
    TensorArgument,
)
from torch.utils import _pytree as pytree

from gleed.delegate.backend import DelegateModule
from gleed.delegate.partition import Group
from gleed.edge.insert import inherit
from gleed.edge.method import EdgeMethod
from gleed.edge.where import where
from gleed.errors import LowerError


def cut(method: EdgeMethod, groups: list[Group], compile_part: Callable[[Group, EdgeMethod], DelegateModule]) -> None:
    """Replace each group by a call of what `compile_part` makes of it; LowerError for overlapping or cyclic groups."""
    group_of: dict[fx.Node, Group] = {}
    for group in groups:
        for node in group.nodes:
            if node.op != "call_function" or group_of.setdefault(node, group) is not group:
                raise LowerError(f'{where(node)}: cannot be in group "{group.tag}"; groups are disjoint sets of calls')
    _gather(method.graph, group_of)
    for group in groups:
        if group.nodes:
            _replace(method, group, compile_part)
    method.remove_unused_constants()
    method.sync()


def _gather(graph: fx.Graph, group_of: dict[fx.Node, Group]) -> None:
    """Reorder the graph so that the nodes of a group stand together; the old order decides where there is a choice."""
    units: dict[object, list[fx.Node]] = {}
    unit_of: dict[fx.Node, object] = {}
    for node in graph.nodes:
        unit = unit_of[node] = id(group_of[node]) if node in group_of else node
        units.setdefault(unit, []).append(node)
    rank = {unit: i for i, unit in enumerate(units)}
    names = list(units)
    needs: dict[object, set[object]] = {
        unit: {unit_of[n] for node in nodes for n in node.all_input_nodes} - {unit} for unit, nodes in units.items()
    }
    readers: dict[object, list[object]] = {unit: [] for unit in units}
    for unit, needed in needs.items():
        for n in needed:
            readers[n].append(unit)
    waits = {unit: len(needed) for unit, needed in needs.items()}
    ready = [rank[unit] for unit, count in waits.items() if count == 0]
    heapq.heapify(ready)
    order: list[fx.Node] = []
    while ready:
        unit = names[heapq.heappop(ready)]
        order += units[unit]
        for reader in readers[unit]:
            waits[reader] -= 1
            if waits[reader] == 0:
                heapq.heappush(ready, rank[reader])
    if len(order) != len(unit_of):
        stuck = next(node for node in graph.nodes if node in group_of and waits[unit_of[node]])
        tag = group_of[stuck].tag
        raise LowerError(f'{where(stuck)}: group "{tag}" needs its own results through nodes outside; split the group')
    # Placeholders and the output keep their places by rank: they come first and last already.
    for before, after in zip(order, order[1:], strict=False):
        if before.next is not after:
            before.append(after)


def _replace(method: EdgeMethod, group: Group, compile_part: Callable[[Group, EdgeMethod], DelegateModule]) -> None:
    inside = set(group.nodes)
    results = [node for node in group.nodes if any(user not in inside for user in node.users)]
    results = [node for node in results if not isinstance(node.meta["val"], (list, tuple))]
    inputs, part = _extract(method, group.nodes, inside, results)
    module = compile_part(group, part)
    name = group.tag
    while hasattr(method.graph_module, name):
        name += "_"
    method.graph_module.add_submodule(name, module)
    last = group.nodes[-1]
    with method.graph.inserting_after(last):
        call = method.graph.call_module(name, tuple(inputs))
    call.meta["val"] = tuple(node.meta["val"] for node in results)
    inherit(call, group.nodes[0])
    at = call
    for index, node in enumerate(results):
        with method.graph.inserting_after(at):
            at = method.graph.call_function(operator.getitem, (call, index))
        at.meta["val"] = node.meta["val"]
        inherit(at, node)
        node.replace_all_uses_with(at, delete_user_cb=lambda user: user not in inside, propagate_meta=False)
    for node in reversed(group.nodes):
        method.graph.erase_node(node)


def _extract(
    method: EdgeMethod, nodes: list[fx.Node], inside: set[fx.Node], results: list[fx.Node]
) -> tuple[list[fx.Node], EdgeMethod]:
    """The group as a method, and the outer nodes that it takes as inputs. Constants that only it reads move in."""
    outer = list(dict.fromkeys(n for node in nodes for n in node.all_input_nodes if n not in inside))
    moved = [n for n in outer if method.constant(n) is not None and all(user in inside for user in n.users)]
    inputs = [n for n in outer if n not in set(moved)]
    graph = fx.Graph()
    copies: dict[fx.Node, fx.Node] = {}
    constants: dict[str, torch.Tensor] = {}
    input_specs: list[InputSpec] = []
    for n in moved + inputs:
        copies[n] = new = graph.placeholder(n.name)
        new.meta = dict(n.meta)
        new.target = new.name
        arg = SymIntArgument(new.name) if isinstance(n.meta["val"], torch.SymInt) else TensorArgument(new.name)
        constant = method.constant(n) if len(copies) <= len(moved) else None
        if constant is not None:
            constants[new.name] = constant
            input_specs.append(InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(new.name), new.name))
        else:
            input_specs.append(InputSpec(InputKind.USER_INPUT, arg, None))
    for node in nodes:
        copies[node] = graph.node_copy(node, lambda n: copies[n])
    graph.output(tuple(copies[node] for node in results))
    output_specs = [OutputSpec(OutputKind.USER_OUTPUT, TensorArgument(copies[n].name), None) for n in results]
    part = EdgeMethod(
        fx.GraphModule(torch.nn.Module(), graph),
        ExportGraphSignature(input_specs, output_specs),
        constants,
        method.range_constraints,
        pytree.tree_structure((tuple(range(len(inputs))), {})),
        pytree.tree_structure(tuple(range(len(results)))),
        method.kept,
    )
    return inputs, part
