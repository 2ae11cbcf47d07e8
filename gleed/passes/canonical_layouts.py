"""Makes dim orders explicit: every value contiguous, save channels-last inputs, converted where they come in."""

from typing import Any

import torch
from torch import fx
from torch.export.graph_signature import OutputKind

from gleed.edge.dim_order import dim_order, is_contiguous, memory_format, same
from gleed.edge.insert import contiguous, fake_mode, inherit
from gleed.edge.method import EdgeMethod
from gleed.edge.where import where
from gleed.errors import LowerError

aten = torch.ops.aten


def canonical_layouts(method: EdgeMethod) -> int:
    """conv(channels-last x)  ->  conv(clone(x, contiguous)); returns how many values changed.

    A channels-last user input stays so, since its bytes come from outside, and is cloned once for all its readers; any
    other strides of an example input (sliced, permuted) say nothing about the bytes to come, so that it counts as
    contiguous. Memory formats inside the graph are dropped: no operator's numbers depend on them.
    """
    for module in method.graphs():
        for node in module.graph.find_nodes(op="call_function", target=aten.as_strided.default):
            _check_as_strided(node)
    count = 0
    user = {node.name for node in method.user_inputs()}
    for module in method.graphs():
        mode = fake_mode(module.graph)
        for node in list(module.graph.nodes):
            value = node.meta.get("val")
            if node.op == "output" or value is None:
                continue
            if node.op == "placeholder" and module is method.graph_module and node.name in user:
                count += _convert_input(node, value)
                continue
            if "memory_format" in node.kwargs and not node.meta.get("explicit_layout"):
                node.kwargs = {name: item for name, item in node.kwargs.items() if name != "memory_format"}
                count += 1
            elif node.meta.get("explicit_layout"):
                continue
            dense = contiguous(value, mode)
            count += dense is not value
            node.meta["val"] = dense
    for name, tensor in method.constants.items():
        if not tensor.is_contiguous() or tensor.device.type != "cpu":
            method.constants[name] = tensor.cpu().contiguous()
    return count + _restore_mutated(method)


def _convert_input(node: fx.Node, value: object) -> int:
    if not isinstance(value, torch.Tensor) or (is_contiguous(value) and not value.requires_grad):
        return 0
    mode = fake_mode(node.graph)
    if dim_order(value) == tuple(range(value.dim())):
        node.meta["val"] = contiguous(value, mode)
        return 1
    if any(reader.meta.get("explicit_layout") for reader in node.users):
        return 0
    anchor = next(item for item in node.graph.nodes if item.op != "placeholder")
    with node.graph.inserting_before(anchor):
        clone = node.graph.call_function(aten.clone.default, (node,), {"memory_format": torch.contiguous_format})
    clone.meta["val"] = contiguous(value, mode)
    clone.meta["explicit_layout"] = True
    inherit(clone, node)
    node.replace_all_uses_with(clone, delete_user_cb=lambda reader: reader is not clone, propagate_meta=False)
    return 1


def _restore_mutated(method: EdgeMethod) -> int:
    """The new value of a channels-last input goes back in the layout of that input."""
    inputs = {node.name: node for node in method.user_inputs()}
    output = method.graph.output_node()
    results = method.outputs()
    count = 0
    for index, spec in enumerate(method.signature.output_specs):
        target = inputs.get(str(spec.target)) if spec.kind == OutputKind.USER_INPUT_MUTATION else None
        if target is None or is_contiguous(target.meta["val"]) or results[index].meta.get("explicit_layout"):
            continue
        order = dim_order(target.meta["val"])
        with method.graph.inserting_before(output):
            kwargs: dict[str, Any] = {"memory_format": memory_format(order)}
            clone = method.graph.call_function(aten.clone.default, (results[index],), kwargs)
        clone.meta["val"] = target.meta["val"]
        clone.meta["explicit_layout"] = True
        results[index] = inherit(clone, results[index])
        count += 1
    if count:
        output.args = (tuple(results),)
    return count


def _check_as_strided(node: fx.Node) -> None:
    source: Any = node.args[0]
    value = source.meta["val"]
    whole = same(value.storage_offset(), 0) and same(value.untyped_storage().nbytes(), value.numel() * value.itemsize)
    if not (whole and is_contiguous(value)):
        remedy = "call .contiguous() or .clone() first, or index instead"
        raise LowerError(f"{where(node)}: as_strided of a tensor that is a part or permutation of another; {remedy}")
