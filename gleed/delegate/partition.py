"""Chooses the parts of a method that a backend takes.

The grouping is linear in the graph. A node's stage is how often the path to it, at worst, changes between supported and
refused; supported nodes of one stage that are connected form a group. A path that leaves a group passes a refused node
and so comes to a later stage: no path leads out of a group and back, and the groups can be called one after another
whatever the graph is. What it gives up: a node that could join an earlier group, but also waits for a refused node of a
later stage, starts a group of its own.
"""

import operator
from collections.abc import Iterable
from dataclasses import dataclass

import torch
from torch import fx
from torch._ops import OpOverload
from torch.utils import _pytree as pytree

from gleed.delegate.backend import Backend, CompileSpec
from gleed.edge.dim_order import is_contiguous
from gleed.edge.method import EdgeMethod


@dataclass(frozen=True)
class Group:
    """Nodes that become one delegate, in graph order; `tag` names it within its method."""

    tag: str
    nodes: list[fx.Node]


class Partitioner:
    """A backend with options, and the choice of nodes for it; override `partition` to choose otherwise.

    After `partition`, `report` holds each refused node with the reason, over all methods so far.
    """

    def __init__(self, backend: Backend, specs: Iterable[CompileSpec] = ()) -> None:
        self.backend = backend
        self.specs = list(specs)
        self.report: list[tuple[fx.Node, str]] = []

    def partition(self, method: EdgeMethod) -> list[Group]:
        """Disjoint groups of call_function nodes, between which calls can be ordered."""
        raise NotImplementedError("a partitioner says which nodes it takes: override partition(method)")


class CapabilityPartitioner(Partitioner):
    """Takes what `backend.supports`, in groups as large as the stages allow, or of at most `max_nodes` nodes.

    `getitem` goes with its producer and is not counted in `max_nodes`.
    """

    def __init__(self, backend: Backend, specs: Iterable[CompileSpec] = (), max_nodes: int | None = None) -> None:
        super().__init__(backend, specs)
        if max_nodes is not None and max_nodes < 1:
            raise ValueError(f"max_nodes={max_nodes}: a group has at least one node")
        self.max_nodes = max_nodes

    def partition(self, method: EdgeMethod) -> list[Group]:
        """See the module's own words."""
        taken: set[fx.Node] = set()
        for node in method.graph.nodes:
            if node.op in ("placeholder", "output", "get_attr"):
                continue
            if node.target is operator.getitem:
                if node.args[0] in taken:
                    taken.add(node)
                continue
            reason = self._refusal(node)
            if reason is None:
                taken.add(node)
            else:
                self.report.append((node, reason))
        groups = _split(_connected(method.graph, taken), self.max_nodes)
        return [Group(f"{self.backend.name}_{i}", nodes) for i, nodes in enumerate(groups)]

    def _refusal(self, node: fx.Node) -> str | None:
        """Why the node stays outside; None when it is taken."""
        if node.op == "call_module":
            return "belongs to a delegate already"
        if not isinstance(node.target, OpOverload):
            return "control flow and arithmetic on sizes stay outside; a part gets sizes as inputs"
        values = pytree.tree_leaves(node.meta["val"])
        if not all(isinstance(value, torch.Tensor) for value in values):
            return "its result is a number; a part gets sizes as inputs"
        if not all(is_contiguous(value) for value in values):
            return "its result is not contiguous, and what crosses the boundary of a part must be"
        answer = self.backend.supports(node)
        if answer is True:
            return None
        return answer or f'backend "{self.backend.name}" does not support it'


def _connected(graph: fx.Graph, taken: set[fx.Node]) -> list[list[fx.Node]]:
    """The taken nodes in groups: those of one stage that edges connect. Union by halving paths."""
    stage: dict[fx.Node, int] = {}
    parent: dict[fx.Node, fx.Node] = {node: node for node in taken}

    def find(node: fx.Node) -> fx.Node:
        while parent[node] is not node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for node in graph.nodes:
        # Inputs and constants belong to nobody; they start no stage.
        before = [n for n in node.all_input_nodes if n.op not in ("placeholder", "get_attr")]
        stage[node] = max((stage[n] + ((n in taken) != (node in taken)) for n in before), default=0)
        if node not in taken:
            continue
        for n in before:
            if n in taken and stage[n] == stage[node]:
                parent[find(n)] = find(node)
    groups: dict[fx.Node, list[fx.Node]] = {}
    for node in graph.nodes:
        if node in taken:
            groups.setdefault(find(node), []).append(node)
    return list(groups.values())


def _split(groups: list[list[fx.Node]], max_nodes: int | None) -> list[list[fx.Node]]:
    """Runs of at most max_nodes nodes in graph order, so that each run needs only earlier ones."""
    if max_nodes is None:
        return groups
    parts: list[list[fx.Node]] = []
    for group in groups:
        run_of: dict[fx.Node, int] = {}
        count = 0
        for node in group:
            if node.target is operator.getitem:
                run_of[node] = run_of[node.args[0]]  # type: ignore[index]
            else:
                run_of[node] = count // max_nodes
                count += 1
        runs: dict[int, list[fx.Node]] = {}
        for node in group:
            runs.setdefault(run_of[node], []).append(node)
        parts += runs.values()
    return parts
