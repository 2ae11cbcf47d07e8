"""The path from a model to a program, as a list; the only file that sees every stage."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch.export import ExportedProgram
from torch.utils import _pytree as pytree

from gleed.capture import as_args, export
from gleed.delegate import Partitioner
from gleed.edge import EdgeProgram, to_edge
from gleed.emit import Program
from gleed.errors import LoadError, LowerError, RunError
from gleed.load import load

BACKENDS = ("portable",)

# method name -> (model, args) or (model, args, dynamic_shapes)
Methods = Mapping[str, tuple[Any, ...]]


@dataclass(frozen=True)
class _Request:
    """One method to lower, as the user gave it."""

    model: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    dynamic_shapes: Any


def lower(
    model: torch.nn.Module | ExportedProgram | Methods,
    args: tuple[Any, ...] = (),
    kwargs: dict[str, Any] | None = None,
    *,
    dynamic_shapes: Any = None,
    backend: str = "portable",
    check: bool = True,
) -> Program:
    """Lower a model to a program in one call: capture, edge dialect and passes, memory plan, file.

    model: a module, or a dict of methods {name: (module, args)} or {name: (module, args, dynamic_shapes)}, which
    share their equal constants. args, kwargs: example inputs; their dtypes, layouts and (unless named in
    dynamic_shapes, as in torch.export) sizes are fixed. backend: "portable", the reference kernels.
    check: run the program once on the example inputs, in the C++ runtime, and compare with the model in PyTorch.

    The model is not changed. Raises LowerError with the node, its line in the model, and the way out.
    """
    if backend not in BACKENDS:
        raise LowerError(f'no backend "{backend}"; there is {", ".join(BACKENDS)}')
    if isinstance(model, Mapping):
        if args or kwargs or dynamic_shapes:
            raise LowerError("a dict of methods carries its own args and dynamic_shapes; give them there")
        requests = {name: _request(name, entry) for name, entry in model.items()}
        if not requests:
            raise LowerError("the dict of methods is empty; give {name: (module, args)}")
    else:
        requests = {"forward": _Request(model, as_args(args), dict(kwargs or {}), dynamic_shapes)}
    exported = {n: export(r.model, r.args, r.kwargs, dynamic_shapes=r.dynamic_shapes) for n, r in requests.items()}
    edge = to_edge(exported)
    program = edge.to_program()
    verify_program(program, edge, exported, {n: _example(r) for n, r in requests.items()} if check else {})
    names = ", ".join(program.methods)
    print(f"gleed: {names} lowered to portable kernels, which are exact but not fast", file=sys.stderr)
    return program


def _request(name: Any, entry: Any) -> _Request:
    if not isinstance(name, str) or not name:
        raise LowerError(f"the dict of methods has the key {name!r}; methods have names")
    if not isinstance(entry, tuple | list) or len(entry) not in (2, 3):
        raise LowerError(f'method "{name}": (module, args) or (module, args, dynamic_shapes) is expected')
    return _Request(entry[0], as_args(entry[1]), {}, entry[2] if len(entry) == 3 else None)


def _example(request: _Request) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The inputs to try the program with; an exported program carries its own."""
    if isinstance(request.model, ExportedProgram):
        args, kwargs = request.model.example_inputs
        return tuple(args), dict(kwargs)
    return request.args, request.kwargs


def to_edge_transform_and_lower(
    program: ExportedProgram | Mapping[str, ExportedProgram],
    transform_passes: Iterable[Any] | None = None,
    partitioner: Partitioner | list[Partitioner] | None = None,
) -> EdgeProgram:
    """Exported programs to the edge dialect, with extra passes and the parts that partitioners choose delegated.

    Follow with `.to_program()`. Partitioners act in the order of the list.
    """
    edge = to_edge(program)
    if transform_passes is not None:
        edge.transform(transform_passes)
    if partitioner is not None:
        for one in partitioner if isinstance(partitioner, list) else [partitioner]:
            edge = edge.to_backend(one)
    return edge


def verify_program(
    program: Program,
    edge: EdgeProgram,
    exported: Mapping[str, ExportedProgram],
    examples: Mapping[str, tuple[tuple[Any, ...], dict[str, Any]]],
) -> None:
    """Load the program in the C++ runtime; run the methods that have examples, and compare with PyTorch.

    Raises LowerError when it does not load, does not run, or gives other numbers.
    """
    try:
        loaded = load(program.buffer)
    except LoadError as error:
        raise LowerError(_located(str(error), program)) from None
    for name, (args, kwargs) in examples.items():
        flat = pytree.tree_leaves(_copied((args, kwargs)), is_leaf=lambda x: x is None)
        try:
            results = loaded[name](*flat)
        except RunError as error:
            raise LowerError(_located(str(error), program)) from None
        given = _copied((args, kwargs))
        expected = _eager(exported[name])(*given[0], **given[1])
        _compare(name, "output", results, pytree.tree_leaves(expected, is_leaf=lambda x: x is None))
        # Inputs that the model updates in place are results too.
        _compare(name, "input", flat, pytree.tree_leaves(given, is_leaf=lambda x: x is None))


def _eager(exported: ExportedProgram) -> torch.nn.Module:
    """The model as PyTorch runs it, with buffers of its own: those of the exported program are the user's."""
    module = exported.module()
    for part in module.modules():
        for name, buffer in part.named_buffers(recurse=False):
            part._buffers[name] = buffer.detach().clone()
    return module


def _copied(tree: Any) -> Any:
    return pytree.tree_map_only(torch.Tensor, lambda t: t.detach().clone(), tree)


def _located(message: str, program: Program) -> str:
    """The message with the instruction's place in the user's model, where it names an instruction."""
    for name, report in program.reports.items():
        marker = f'method "{name}", instruction '
        if message.startswith(marker):
            number, _, rest = message[len(marker) :].partition(" ")
            number = number.rstrip(":")
            if number.isdigit() and int(number) < len(report.places):
                return f"{report.places[int(number)]}: {rest}"
    return message


def _compare(name: str, kind: str, results: list[Any], expected: list[Any]) -> None:
    """Equal within what a change in the order of float sums explains; equal exactly for integers."""
    if len(results) != len(expected):
        raise LowerError(f'method "{name}": gives {len(results)} {kind}s, the model {len(expected)}')
    for i, (result, reference) in enumerate(zip(results, expected, strict=True)):
        if not isinstance(reference, torch.Tensor):
            if reference is not None and result != reference:
                raise LowerError(f'method "{name}", {kind} {i}: is {result!r}, the model gives {reference!r}')
            continue
        reference = reference.detach()
        if result.shape != reference.shape or result.dtype != reference.dtype:
            raise LowerError(
                f'method "{name}", {kind} {i}: is {result.dtype} {tuple(result.shape)}, the model gives '
                f"{reference.dtype} {tuple(reference.shape)}"
            )
        worst = _error(result, reference)
        limit = {torch.float16: 2e-2, torch.bfloat16: 1e-1}.get(reference.dtype, 1e-3)
        if worst > (limit if reference.dtype.is_floating_point else 0):
            raise LowerError(
                f'method "{name}", {kind} {i}: differs from the model by {worst:.3g} of its largest value on the '
                "example inputs; please report the model, or lower with check=False to look at the program"
            )


def _error(result: torch.Tensor, reference: torch.Tensor) -> float:
    """Largest absolute difference over the largest finite value; infinite where nan or infinity disagree."""
    if reference.numel() == 0:
        return 0.0
    if not reference.dtype.is_floating_point:
        return float((result != reference).any())
    a, b = result.double(), reference.double()
    same = (a == b) | (a.isnan() & b.isnan())
    if bool(same.all()):
        return 0.0
    if not bool((a.isfinite() == b.isfinite()).all()) or not bool(same[~b.isfinite()].all()):
        return float("inf")
    finite = b.isfinite()
    return float((a - b)[finite].abs().max() / b[finite].abs().max().clamp_min(1e-30))
