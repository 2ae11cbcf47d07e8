"""The path from a model to a program, as a list; the only file that sees every stage."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch.export import ExportedProgram
from torch.utils import _pytree as pytree

from gleed.capture import export
from gleed.delegate import Partitioner
from gleed.edge import EdgeProgram, to_edge
from gleed.emit import EmitConfig, Program
from gleed.errors import LoadError, LowerError, RunError
from gleed.load import load

BACKENDS = ("portable",)

# method name -> (model, args) or (model, args, dynamic_shapes)
Methods = Mapping[str, tuple[Any, ...]]


def lower(
    model: torch.nn.Module | Methods,
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
    methods: dict[str, tuple[Any, tuple[Any, ...], dict[str, Any] | None, Any]] = {}
    if isinstance(model, Mapping):
        if args or kwargs or dynamic_shapes:
            raise LowerError("a dict of methods carries its own args and dynamic_shapes; give them there")
        for name, entry in model.items():
            module, example, *rest = entry
            methods[name] = (module, tuple(example), None, rest[0] if rest else None)
    else:
        methods["forward"] = (model, tuple(args), kwargs, dynamic_shapes)
    exported = {name: export(m, a, k, dynamic_shapes=d) for name, (m, a, k, d) in methods.items()}
    edge = to_edge(exported)
    program = edge.to_program()
    examples = {name: (a, k or {}) for name, (_, a, k, _) in methods.items()} if check else {}
    verify_program(program, edge, exported, examples)
    print(
        f"gleed: {', '.join(program.methods)} lowered to portable kernels, which are exact but not fast", file=sys.stderr
    )
    return program


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
        inputs = pytree.tree_map_only(torch.Tensor, lambda t: t.detach().clone(), (args, kwargs))
        flat = pytree.tree_leaves(inputs, is_leaf=lambda x: x is None)
        try:
            results = loaded[name](*flat)
        except RunError as error:
            raise LowerError(_located(str(error), program)) from None
        expected = exported[name].module()(*_copied(args), **_copied(kwargs))
        _compare(name, results, pytree.tree_leaves(expected, is_leaf=lambda x: x is None))


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


def _compare(name: str, results: list[Any], expected: list[Any]) -> None:
    """Equal within what a change in the order of float sums explains; equal exactly for integers."""
    if len(results) != len(expected):
        raise LowerError(f'method "{name}": gives {len(results)} outputs, the model {len(expected)}')
    for i, (result, reference) in enumerate(zip(results, expected, strict=True)):
        if not isinstance(reference, torch.Tensor):
            if reference is not None and result != reference:
                raise LowerError(f'method "{name}", output {i}: is {result!r}, the model gives {reference!r}')
            continue
        reference = reference.detach()
        if result.shape != reference.shape or result.dtype != reference.dtype:
            raise LowerError(
                f'method "{name}", output {i}: is {result.dtype} {tuple(result.shape)}, the model gives '
                f"{reference.dtype} {tuple(reference.shape)}"
            )
        worst = _error(result, reference)
        limit = {torch.float16: 2e-2, torch.bfloat16: 1e-1}.get(reference.dtype, 1e-3)
        if worst > (limit if reference.dtype.is_floating_point else 0):
            raise LowerError(
                f'method "{name}", output {i}: differs from the model by {worst:.3g} of its largest value on the example '
                "inputs; please report the model, or lower with check=False to look at the program"
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
