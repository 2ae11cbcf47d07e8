"""Folds batch norms into the convolutions before them."""

import operator
from typing import Any

import torch
from torch import fx

from gleed.edge.insert import replace
from gleed.edge.method import EdgeMethod

aten = torch.ops.aten


def fold_batch_norm(method: EdgeMethod) -> int:
    """batch_norm(conv(x, w, b))  ->  conv(x, w * s, b'); returns how many were folded.

    Only where nothing else reads the convolution, and where the new weights, computed in float64, are finite in the
    dtype of the old ones. Groups and transposed convolutions too.
    """
    count = 0
    for node in list(method.graph.nodes):
        if node.op == "call_function" and node.target is aten._native_batch_norm_legit_no_training.default:
            count += _fold(node, method)
    return count


def _fold(norm: fx.Node, method: EdgeMethod) -> bool:
    conv: Any = norm.args[0]
    if conv.op != "call_function" or conv.target is not aten.convolution.default or len(conv.users) != 1:
        return False
    readers = list(norm.users)
    if len(readers) != 1 or readers[0].target is not operator.getitem or readers[0].args[1] != 0:
        return False
    if readers[0].meta["val"].dtype != conv.meta["val"].dtype:
        return False
    weights = _fused_weights(conv, norm, method)
    if weights is None:
        return False
    weight, bias = (method.add_constant(tensor, conv) for tensor in weights)
    conv.args = (conv.args[0], weight, bias, *conv.args[3:])
    replace(readers[0], conv)
    method.graph.erase_node(norm)
    return True


def _fused_weights(conv: fx.Node, norm: fx.Node, method: EdgeMethod) -> tuple[torch.Tensor, torch.Tensor] | None:
    weight = method.constant(conv.args[1])
    mean, variance = method.constant(norm.args[3]), method.constant(norm.args[4])
    optional = (conv.args[2], norm.args[1], norm.args[2])
    bias, scale, shift = (method.constant(item) for item in optional)
    missing = [have is None and given is not None for have, given in zip((bias, scale, shift), optional, strict=True)]
    if weight is None or mean is None or variance is None or any(missing):
        return None
    eps: Any = norm.args[6]
    factor = torch.rsqrt(variance.double() + eps)
    if scale is not None:
        factor = factor * scale.double()
    offset = mean.double() if bias is None else mean.double() - bias.double()
    new_bias = -offset * factor
    if shift is not None:
        new_bias = new_bias + shift.double()
    new_weight = (weight.double() * _per_output(conv, weight, factor)).to(weight.dtype)
    new_bias = new_bias.to(weight.dtype)
    return (new_weight, new_bias) if _finite(new_weight) and _finite(new_bias) else None


def _finite(tensor: torch.Tensor) -> bool:
    return all(bool(bound.isfinite()) for bound in torch.aminmax(tensor))


def _per_output(conv: fx.Node, weight: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    """The factor of each output channel, shaped to multiply the weight."""
    kernel = [1] * (weight.dim() - 2)
    transposed, groups = conv.args[6], conv.args[8]
    if not transposed:  # (out, in / groups, *kernel)
        return factor.view(-1, 1, *kernel)
    assert isinstance(groups, int)  # (in, out / groups, *kernel): the inputs of a group feed its own outputs
    inputs = weight.shape[0] // groups
    return factor.view(groups, 1, -1).expand(groups, inputs, -1).reshape(weight.shape[0], -1, *kernel)
