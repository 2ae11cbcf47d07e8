"""Refuses dynamic sizes that have no upper bound: memory is planned for the largest size there can be."""

from typing import Any

import torch
from torch import fx
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind
from torch.utils._sympy.numbers import int_oo

from gleed.errors import LowerError

_SIZE_MAX = 1 << 40  # a bound above this is none: no memory holds it


def check_bounds(exported: ExportedProgram) -> None:
    """Raise LowerError for the first user input with an unbounded size, naming the input and its dimension."""
    specs = exported.graph_signature.input_specs
    for node, spec in zip(exported.graph.find_nodes(op="placeholder"), specs, strict=True):
        if spec.kind == InputKind.USER_INPUT:
            _check_input(node, exported)


def _check_input(node: fx.Node, exported: ExportedProgram) -> None:
    """A free int needs no bound while no tensor has it as a size; the verifier sees that."""
    value: Any = node.meta.get("val")
    if isinstance(value, torch.Tensor):
        sizes: tuple[Any, ...] = tuple(value.shape)
        for dim, size in enumerate(sizes):
            if not isinstance(size, int):
                _check_size(f'input "{node.name}", dimension {dim}', size, exported)


def _check_size(what: str, size: Any, exported: ExportedProgram) -> None:
    for symbol in size.node.expr.free_symbols:
        limits = exported.range_constraints.get(symbol)
        if limits is None or limits.upper >= int_oo or limits.upper > _SIZE_MAX:
            remedy = "give it one, as in dynamic_shapes={...: Dim(..., max=...)}"
            raise LowerError(f"{what}: its size has no upper bound; {remedy}")
