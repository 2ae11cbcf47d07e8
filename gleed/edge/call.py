"""Binding a Python call to a method's flat inputs, with errors that name the input."""

from typing import Any

import torch
from torch import fx
from torch.export.graph_signature import ConstantArgument, ExportGraphSignature, InputKind
from torch.utils import _pytree as pytree

from gleed.errors import RunError


def bind(spec: pytree.TreeSpec, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """The leaves of a call in the order of the method's inputs; keywords may come in any order."""
    names = list(spec.child(1).context or [])
    if set(names) != set(kwargs):
        raise RunError(
            f"keyword arguments {sorted(kwargs)} given, {sorted(names)} expected, as when the model was lowered"
        )
    flat, given = pytree.tree_flatten((args, {name: kwargs[name] for name in names}))
    if given != spec:
        count = len(spec.child(0).children())
        if len(args) != count:
            raise RunError(f"{len(args)} positional arguments given, {count} expected")
        raise RunError(f"arguments are nested as {given}, expected {spec}")
    return flat


def check_inputs(
    nodes: list[fx.Node], signature: ExportGraphSignature, values: list[Any], ranges: dict[Any, Any]
) -> None:
    """Compare each input's kind, dtype and sizes with what the method was lowered for."""
    specs = [spec for spec in signature.input_specs if spec.kind == InputKind.USER_INPUT]
    sizes: dict[Any, int] = {}
    for index, (node, spec, value) in enumerate(zip(nodes, specs, values, strict=True)):
        what = f'input {index} "{node.name}"'
        expected = node.meta.get("val")
        if isinstance(spec.arg, ConstantArgument):
            if type(value) is not type(spec.arg.value) or (value is not None and value != spec.arg.value):
                raise RunError(
                    f"{what}: was fixed to {spec.arg.value!r} when the model was exported, {value!r} given; export it "
                    "with Dim.DYNAMIC or as a tensor to keep it free"
                )
        elif isinstance(expected, torch.Tensor):
            _check_tensor(what, expected, value, sizes, ranges)
        elif isinstance(expected, torch.SymInt):
            if not isinstance(value, int):
                raise RunError(f"{what}: an int is expected, {type(value).__name__} given")
            _check_size(what, expected, value, sizes, ranges)


def _check_tensor(what: str, expected: torch.Tensor, value: Any, sizes: dict[Any, int], ranges: dict[Any, Any]) -> None:
    if not isinstance(value, torch.Tensor):
        raise RunError(f"{what}: a tensor is expected, {type(value).__name__} given")
    if value.dtype != expected.dtype:
        raise RunError(f"{what}: {expected.dtype} is expected, {value.dtype} given")
    if value.dim() != expected.dim():
        raise RunError(f"{what}: {expected.dim()} dimensions are expected, {value.dim()} given")
    for dim, (want, have) in enumerate(zip(expected.shape, value.shape, strict=True)):
        _check_size(f"{what}, dimension {dim}", want, have, sizes, ranges)


def _check_size(what: str, want: Any, have: int, sizes: dict[Any, int], ranges: dict[Any, Any]) -> None:
    if isinstance(want, int):
        if want != have:
            raise RunError(f"{what}: size {want} is expected, {have} given")
        return
    expression = want.node.expr
    if not expression.is_Symbol:
        free = expression.free_symbols
        if free <= set(sizes) and int(expression.subs(sizes)) != have:
            raise RunError(f"{what}: size {expression} = {int(expression.subs(sizes))} is expected, {have} given")
        return
    if sizes.setdefault(expression, have) != have:
        raise RunError(f"{what}: size {sizes[expression]} is expected, as in an earlier input, {have} given")
    limits = ranges.get(expression)
    if limits is not None and not (limits.lower <= have <= limits.upper):
        raise RunError(f"{what}: sizes {limits.lower} to {limits.upper} are allowed, {have} given")
