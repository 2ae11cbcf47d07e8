"""Captures a module with torch.export, and turns what goes wrong into one sentence about the user's own code."""

import copy
import os
import re
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind
from torch.utils import _pytree as pytree

from gleed.capture.check_bounds import check_bounds
from gleed.edge.where import user_frames
from gleed.errors import LowerError

_HERE = os.path.dirname(os.path.abspath(__file__))


def export(
    model: Any,
    args: Sequence[Any] | torch.Tensor = (),
    kwargs: Mapping[str, Any] | None = None,
    dynamic_shapes: Any = None,
) -> ExportedProgram:
    """The exported program of `model(*args, **kwargs)`, a torch.nn.Module; one exported already passes through.

    The model stays as it is, its train or eval mode too. Raises LowerError where it cannot be captured, where a
    dynamic size has no upper bound, or where an input is of a kind that programs do not take.
    """
    if isinstance(model, ExportedProgram):
        check_bounds(model)
        _check_apart(model)
        return model
    if not isinstance(model, torch.nn.Module):
        raise LowerError(f"a torch.nn.Module is expected, {type(model).__name__} given; wrap the function in a module")
    args, kwargs = as_args(args), dict(kwargs or {})
    _check_inputs(args, kwargs)
    args, kwargs = _apart(args, kwargs)
    exported = _trace(model, args, kwargs, dynamic_shapes)
    check_bounds(exported)
    return exported


def as_args(args: Any) -> tuple[Any, ...]:
    """Example inputs as a tuple; a tensor alone is the one input."""
    if isinstance(args, torch.Tensor):
        return (args,)
    if not isinstance(args, tuple | list):
        raise LowerError(f"the example inputs are a tuple, {type(args).__name__} given; write (x,) for one input")
    return tuple(args)


def _trace(model: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], shapes: Any) -> ExportedProgram:
    """Export a twin of the model, or the model itself where the twin does not trace."""
    try:
        return _export(_twin(model), args, kwargs, shapes)
    except Exception as error:
        if _known(str(error)) is not None:
            raise LowerError(_explain(model, error)) from error
    try:
        return _export(model, args, kwargs, shapes)
    except Exception as error:
        raise LowerError(_explain(model, error)) from error


def _export(module: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], shapes: Any) -> ExportedProgram:
    with torch.no_grad():
        return torch.export.export(module, args, kwargs, dynamic_shapes=shapes, strict=False)


def _twin(model: torch.nn.Module) -> torch.nn.Module:
    """A copy of the model's Python objects that shares its tensors.

    Tracing leaves fake tensors in plain objects that forward writes to, such as a cache that is no module; those of the
    twin nobody sees.
    """
    if isinstance(model, torch.fx.GraphModule):
        return model
    tensors = [*model.parameters(), *model.buffers()]
    tensors += [
        value for module in model.modules() for value in vars(module).values() if isinstance(value, torch.Tensor)
    ]
    memo: dict[int, Any] = {id(tensor): tensor for tensor in tensors}
    try:
        return copy.deepcopy(model, memo)
    except Exception:
        return model


def _apart(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The example inputs, each in memory of its own.

    Export takes one tensor given twice for one input, and the program would then ignore what is given for the other.
    """
    seen: set[int] = set()

    def own(value: Any) -> Any:
        if not isinstance(value, torch.Tensor) or value.numel() == 0:
            return value
        memory = value.untyped_storage().data_ptr()
        if memory in seen:
            return value.detach().clone()
        seen.add(memory)
        return value

    return pytree.tree_map(own, (args, kwargs))  # type: ignore[return-value]


def _check_apart(exported: ExportedProgram) -> None:
    """Refuse what was exported with one tensor given twice, where one of the two is no longer read."""
    flat = pytree.tree_flatten_with_path(exported.example_inputs or ((), {}))[0]
    first: dict[int, str] = {}
    unread = {node.name for node in exported.graph.find_nodes(op="placeholder") if not node.users}
    user = [spec.arg.name for spec in exported.graph_signature.input_specs if spec.kind == InputKind.USER_INPUT]
    for (path, value), name in zip(flat, user, strict=False):
        path_name = pytree.keystr(path[1:])
        if not isinstance(value, torch.Tensor):
            continue
        other = first.setdefault(id(value), name)
        if other != name and unread & {other, name}:
            raise LowerError(
                f"input {path_name}: was the same tensor as another input when the model was exported, and export "
                "made one of the two; export again with tensors of their own"
            )


def _check_inputs(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    for path, value in pytree.tree_flatten_with_path((args, kwargs))[0]:
        name = f"input {pytree.keystr(path[1:])}"
        if not isinstance(value, torch.Tensor):
            continue
        if value.dtype.is_complex:
            raise LowerError(
                f"{name}: {value.dtype} inputs are not supported; pass real and imaginary parts, as view_as_real gives"
            )
        if value.layout is not torch.strided or value.is_quantized:
            raise LowerError(f"{name}: {value.layout} inputs are not supported; pass a dense tensor")


_REMEDIES = [
    (
        r"data-dependent|GuardOnDataDependentSymNode|Could not (extract specialized|guard)",
        "control flow or a size depends on the values of a tensor",
        "use torch.where or torch.cond, or bound the number with torch._check",
    ),
    (
        r"Constraints violated|specialized|not all values of|were inferred to be (a )?constant",
        "a dynamic size does not fit the model",
        "change its Dim as suggested below, or make it static",
    ),
    (
        r"unsupported|not supported|Unsupported",
        "a construct that export cannot trace",
        "rewrite this line with tensor operators",
    ),
    (
        r"input integers as dynamic through named Dims",
        "a Dim gives sizes of tensors, and stands for an int among the inputs",
        "write Dim.DYNAMIC for the int; where it is a size, bound it in the model, as in torch._check(n <= 1024)",
    ),
    (
        r"to non-tensor type <class '(float|bool)'>",
        "dynamic_shapes leaves a float or a bool free, which export fixes",
        "give it as a tensor of no dimensions, or None in dynamic_shapes to fix it",
    ),
    (
        r"dynamic_shapes",
        "dynamic_shapes does not match the inputs",
        "give one entry for each input, nested as the inputs are",
    ),
]


def _known(text: str) -> tuple[str, str] | None:
    """Reason and remedy of a failure that is the model's or the caller's own, whatever copy was traced."""
    found = ((reason, remedy) for pattern, reason, remedy in _REMEDIES if re.search(pattern, text))
    return next(found, None)


def _explain(model: torch.nn.Module, error: Exception) -> str:
    """`Model (model.py:41): reason; remedy`, then what export said."""
    text = str(error).strip() or type(error).__name__
    unknown = ("it fails while being traced", "check that it runs in eager mode with these inputs")
    reason, remedy = _known(text) or unknown
    line = _user_line(error, text)
    place = f" ({line})" if line else ""
    return f"{type(model).__name__}{place}: {reason}; {remedy}\n{_shorten(text)}"


def _user_line(error: BaseException, text: str) -> str:
    """The innermost line of the user's that the traceback or the message names."""
    frames = user_frames(
        "".join(f'File "{f.filename}", line {f.lineno}\n' for f in traceback.extract_tb(error.__traceback__))
    )
    frames = [frame for frame in frames if not frame[0].startswith(_HERE)]
    frames = user_frames(text) or frames
    return f"{os.path.basename(frames[-1][0])}:{frames[-1][1]}" if frames else ""


def _shorten(text: str, lines_max: int = 8) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(lines[:lines_max])
