"""From an exported program to the edge dialect: decompose, run the passes, verify."""

import copy
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch
from torch._ops import OpOverload
from torch.export import ExportedProgram
from torch.export.graph_signature import ExportGraphSignature, InputKind

from gleed.edge.method import EdgeMethod
from gleed.edge.program import EdgeProgram, Pass, run_passes
from gleed.edge.result_bounds import bound_results
from gleed.edge.verifier import verify
from gleed.edge.where import last_line
from gleed.errors import LowerError


def to_edge(
    program: ExportedProgram | Mapping[str, ExportedProgram],
    passes: Iterable[Pass] | None = None,
    *,
    keep: Iterable[OpOverload] = (),
    decompositions: Mapping[OpOverload, Callable[..., Any]] | None = None,
) -> EdgeProgram:
    """Lower exported programs, one or several by method name, to the edge dialect.

    `keep` names operators to leave whole for a backend, `decompositions` adds to the table or replaces entries, and
    `passes` stands for the default list. The exported programs and the user's model stay as they are.
    """
    from gleed.passes import DEFAULT

    programs = {"forward": program} if isinstance(program, ExportedProgram) else dict(program)
    chosen = list(DEFAULT if passes is None else passes)
    kept = frozenset(keep)
    methods = {}
    for name, exported in programs.items():
        method = decompose(exported, kept, decompositions or {})
        run_passes(method, chosen)
        verify(method)
        methods[name] = method
    return EdgeProgram(methods)


def decompose(
    exported: ExportedProgram,
    kept: frozenset[OpOverload] = frozenset(),
    extra: Mapping[OpOverload, Callable[..., Any]] | None = None,
) -> EdgeMethod:
    """The exported program in Core ATen as an EdgeMethod, before any pass."""
    from gleed.passes.decompositions import table

    with warnings.catch_warnings():
        # PyTorch copies its own tree specs in a way that it has itself deprecated.
        warnings.filterwarnings("ignore", message=r".*LeafSpec.* is deprecated", category=FutureWarning)
        try:
            decomposed = exported.run_decompositions(table(kept, extra or {}))
        except Exception as error:
            line = last_line(str(error)) or "the model"
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            remedy = "rewrite it, or give to_edge other decompositions"
            raise LowerError(f"{line}: cannot be brought to Core ATen: {reason}; {remedy}") from error
    return from_exported(decomposed, kept)


def from_exported(exported: ExportedProgram, kept: frozenset[OpOverload] = frozenset()) -> EdgeMethod:
    """Wrap a decomposed program; its graph is taken over, its tensors are shared."""
    signature = exported.graph_signature
    signature = ExportGraphSignature(copy.deepcopy(signature.input_specs), copy.deepcopy(signature.output_specs))
    constants: dict[str, torch.Tensor] = {}
    for spec in signature.input_specs:
        if spec.kind == InputKind.USER_INPUT:
            continue
        target = spec.target or ""
        value = exported.state_dict.get(target)
        value = exported.constants.get(target) if value is None else value
        if not isinstance(value, torch.Tensor):
            kind = type(value).__name__
            raise LowerError(f'"{target}" is a {kind}, and a program holds tensors only; keep it out of forward')
        if value.layout is not torch.strided:
            raise LowerError(f'"{target}" is a {value.layout} tensor; keep its value.to_dense() in the model instead')
        constants[spec.arg.name] = value.detach()
    call = exported.call_spec
    ranges = dict(exported.range_constraints)
    method = EdgeMethod(exported.graph_module, signature, constants, ranges, call.in_spec, call.out_spec, kept)
    bound_results(method)
    return method
