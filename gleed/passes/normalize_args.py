"""Brings the arguments of every call into one form, so that later passes and the emitter read them by position."""

from functools import cache
from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload

from gleed.edge.method import EdgeMethod

aten = torch.ops.aten
_DROPPED = ("device", "layout", "pin_memory", "non_blocking", "implicit")
_FACTORIES = {
    aten.full.default,
    aten.full_like.default,
    aten.arange.start_step,
    aten.scalar_tensor.default,
    aten.empty.memory_format,
    aten.rand.default,
    aten.randn.default,
    aten.randperm.default,
}


@cache
def _schema(op: OpOverload) -> tuple[tuple[str, ...], tuple[Any, ...], frozenset[str]]:
    """Names and defaults of the positional arguments, and names of the keyword-only ones."""
    arguments = op._schema.arguments
    positional = [argument for argument in arguments if not argument.kwarg_only]
    keywords = frozenset(argument.name for argument in arguments if argument.kwarg_only)
    return tuple(a.name for a in positional), tuple(a.default_value for a in positional), keywords


def normalize_args(method: EdgeMethod) -> int:
    """op(x, dim=1, device=cpu)  ->  op(x, 1); returns how many calls changed.

    Positional arguments are given by position, keyword-only ones by name, None and what a program has no use for
    (device, layout, pinning) are dropped, and factories say their dtype.
    """
    count = 0
    for module in method.graphs():
        for node in module.graph.nodes:
            if node.op == "call_function" and isinstance(node.target, OpOverload):
                count += _normalize(node, node.target)
    return count


def _normalize(node: fx.Node, op: OpOverload) -> bool:
    if not node.kwargs and op not in _FACTORIES:
        return False
    names, defaults, keywords = _schema(op)
    args: list[Any] = list(node.args)
    kwargs: dict[str, Any] = dict(node.kwargs)
    last = max((i for i, name in enumerate(names) if kwargs.get(name, defaults[i]) != defaults[i]), default=-1)
    for index in range(len(args), last + 1):
        args.append(kwargs.pop(names[index], defaults[index]))
    kwargs = {name: value for name, value in kwargs.items() if _keep(name, value) and name in keywords}
    if kwargs.get("memory_format") is torch.preserve_format:
        del kwargs["memory_format"]
    value = node.meta.get("val")
    if op in _FACTORIES and isinstance(value, torch.Tensor):
        kwargs["dtype"] = value.dtype
    if op is aten.scalar_tensor.default and isinstance(args[0], bool | int | float):
        args[0] = _as_number(args[0], kwargs["dtype"])
    if args == list(node.args) and kwargs == dict(node.kwargs):
        return False
    node.args, node.kwargs = tuple(args), kwargs
    return True


def _keep(name: str, value: Any) -> bool:
    return value is not None and name not in _DROPPED


def _as_number(value: bool | int | float, dtype: torch.dtype) -> bool | int | float:
    """A full of bool from 1 or of float from 0 keeps the kind of number that its dtype says."""
    if dtype is torch.bool:
        return bool(value)
    return float(value) if dtype.is_floating_point and not isinstance(value, float) and abs(value) < 2**53 else value
