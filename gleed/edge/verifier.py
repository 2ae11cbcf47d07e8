"""Checks that a method is in the edge dialect; what it accepts, later stages rely on."""

import operator
from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload
from torch.export.graph_signature import InputKind
from torch.utils import _pytree as pytree

from gleed.edge.bounds import unbounded_symbol
from gleed.edge.dim_order import is_contiguous
from gleed.edge.method import EdgeMethod
from gleed.edge.opset import is_allowed
from gleed.edge.where import op_key, where
from gleed.errors import LowerError

_COMPLEX_OK = ("_fft_r2c", "_fft_c2r", "_fft_c2c", "view_as_real", "view_as_complex")


def verify(method: EdgeMethod) -> None:
    """Raise LowerError, naming node, line and remedy, where the method is not functional, Core ATen and explicit."""
    placeholders = method.placeholders()
    names = [spec.arg.name for spec in method.signature.input_specs]
    if names != [node.name for node in placeholders]:
        graph = [node.name for node in placeholders]
        remedy = "let the last pass add its inputs with method.add_constant"
        raise LowerError(f"the graph has the inputs {graph}, its signature {names}; {remedy}")
    for node, spec in zip(placeholders, method.signature.input_specs, strict=True):
        if spec.kind != InputKind.USER_INPUT and node.name not in method.constants:
            kind = spec.kind.name.lower()
            raise LowerError(f'input "{node.name}" is a {kind} without a value; let the last pass keep it in constants')
    bounded: set[Any] = set()
    for module in method.graphs():
        for node in module.graph.nodes:
            _verify_node(node, module, method, bounded)


def _verify_node(node: fx.Node, module: fx.GraphModule, method: EdgeMethod, bounded: set[Any]) -> None:
    if node.op == "output":
        return
    if node.op == "get_attr":
        if not isinstance(getattr(module, str(node.target), None), torch.nn.Module):
            raise LowerError(f"{where(node)}: a tensor hidden in the graph; register it as a buffer or parameter")
        return
    if node.op == "call_module":
        if not getattr(module.get_submodule(str(node.target)), "is_gleed_delegate", False):
            raise LowerError(f"{where(node)}: a call of a module that is no delegate; let the last pass call operators")
    elif node.op == "call_function":
        _verify_target(node, method)
    elif node.op != "placeholder":
        raise LowerError(f"{where(node)}: {node.op} cannot be lowered; let the last pass call operators")
    if "val" not in node.meta:
        if node.op == "placeholder" and not node.users:
            return
        raise LowerError(f"{where(node)}: no value is recorded for it; make new nodes with gleed.edge.insert")
    for value in pytree.tree_leaves(node.meta["val"]):
        _verify_value(node, value, method, bounded)


def _verify_target(node: fx.Node, method: EdgeMethod) -> None:
    target: Any = node.target
    if isinstance(target, OpOverload) and target._schema.is_mutable:
        raise LowerError(f"{where(node)}: {op_key(target)} writes its input; use the functional form")
    if is_allowed(target, method.kept):
        return
    name = op_key(target)
    if isinstance(target, OpOverload) and target.namespace not in ("aten", "prims", "prim"):
        remedy = "give it a decomposition, or a backend that takes it"
    else:
        remedy = "write it with other operators, or give to_edge a decomposition for it"
    raise LowerError(f"{where(node)}: {name} is not in Core ATen and has no decomposition; {remedy}")


def _verify_value(node: fx.Node, value: Any, method: EdgeMethod, bounded: set[Any]) -> None:
    if not isinstance(value, torch.Tensor):
        return  # a number takes no memory that grows with it
    if value.layout is not torch.strided:
        raise LowerError(f"{where(node)}: {value.layout} tensors cannot be lowered; use dense ones")
    if value.dtype.is_complex and not _complex_allowed(node):
        raise LowerError(f"{where(node)}: no kernel for {value.dtype}; keep real and imaginary parts as real tensors")
    sizes: tuple[Any, ...] = tuple(value.shape)
    for size in sizes:
        if not isinstance(size, int):
            _verify_size(node, size, method, bounded)
    if not is_contiguous(value) and node.op != "placeholder" and "memory_format" not in node.kwargs:
        raise LowerError(f"{where(node)}: its dim order is not explicit; run canonical_layouts after the last pass")


def _complex_allowed(node: fx.Node) -> bool:
    """Complex values only between a Fourier transform and its view as real numbers."""
    related = [node, *node.users, *node.all_input_nodes]
    return node.op == "call_function" and any(_short(item) in _COMPLEX_OK for item in related)


def _short(node: fx.Node) -> str:
    if node.target is operator.getitem or not isinstance(node.target, OpOverload):
        return ""
    return str(node.target._schema.name).split("::")[-1]


def _verify_size(node: fx.Node, size: Any, method: EdgeMethod, bounded: set[Any]) -> None:
    symbol = unbounded_symbol(size, method, bounded)
    if symbol is None:
        return
    if str(symbol).startswith("u"):
        remedy = "bound it with torch._check(size <= ...) in the model"
        raise LowerError(f"{where(node)}: its size {symbol} depends on data and has no upper bound; {remedy}")
    for source in method.user_inputs():
        given = source.meta.get("val")
        if isinstance(given, torch.SymInt) and given.node.expr == symbol:
            name = source.name
            raise LowerError(
                f'{where(node)}: its size comes from the input "{name}", an int without upper bound; give it one in '
                f"the model, as in torch._check({name} <= 1024)"
            )
    raise LowerError(f"{where(node)}: its size {symbol} has no upper bound; export with Dim(..., max=...)")
