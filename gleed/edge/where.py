"""Where a node comes from: its operator, its module, and the user's own line."""

import os
import re
from typing import Any

import torch
from torch import fx

_FRAME = re.compile(r'File "([^"]+)", line (\d+)')
_TORCH = os.path.dirname(os.path.abspath(torch.__file__)) + os.sep
_GENERATED = ("<eval_with_key>", "<string>", "<frozen", "torch/fx/")


def op_name(node: fx.Node) -> str:
    """`conv2d` for aten.conv2d.default, `add` for operator.add, the node's own name for the rest."""
    if node.op != "call_function":
        return node.name
    target = node.target
    if isinstance(target, torch._ops.OpOverload):
        return str(target._schema.name).split("::")[-1]
    return str(getattr(target, "__name__", target))


def op_key(target: Any) -> str:
    """An operator as its users write it: `aten::conv2d`, `aten::add.Tensor`, `my_ops::warp`."""
    if not isinstance(target, torch._ops.OpOverload):
        return str(getattr(target, "__name__", target))
    overload = target._overloadname
    return str(target._schema.name) + (f".{overload}" if overload not in ("", "default") else "")


def module_path(node: fx.Node) -> str:
    """The dotted path of the innermost module that the node was traced in; empty at the root."""
    stack = node.meta.get("nn_module_stack")
    if not stack:
        return ""
    path = str(list(stack.values())[-1][0])
    if path.startswith("_empty_nn_module_stack"):
        return ""
    return re.sub(r"^L\['self'\]\.?|^L__self___?", "", path)


def source_line(node: fx.Node) -> str:
    """`model.py:41`, the innermost frame that is not PyTorch's own; empty when none was recorded."""
    return last_line(node.meta.get("stack_trace") or "")


def last_line(trace: str) -> str:
    """`model.py:41`, the innermost frame of a printed stack that is not PyTorch's own; empty when there is none."""
    found = user_frames(trace)
    return f"{os.path.basename(found[-1][0])}:{found[-1][1]}" if found else ""


def user_frames(trace: str) -> list[tuple[str, int]]:
    """The (file, line) pairs of a printed stack that lie outside PyTorch, outermost first."""
    frames = [(path, int(line)) for path, line in _FRAME.findall(trace)]
    return [(path, line) for path, line in frames if not path.startswith((_TORCH, *_GENERATED))]


def where(node: fx.Node) -> str:
    """`conv2d "layer1.0.conv1" (model.py:41)`: how every message names a node."""
    text = op_name(node)
    path, line = module_path(node), source_line(node)
    if path:
        text += f' "{path}"'
    elif node.op == "call_function":
        text += f' "{node.name}"'
    return f"{text} ({line})" if line else text
