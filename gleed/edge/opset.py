"""Which operators an edge graph may hold: Core ATen, arithmetic on sizes, and all that the catalogue has."""

import math
import operator
from typing import Any

import torch
from torch._ops import OpOverload

from gleed.edge.catalogue import has_kernel

aten = torch.ops.aten

# Outside Core ATen, with kernels of their own: no decomposition into core keeps their meaning or cost.
EXTRA: frozenset[OpOverload] = frozenset(
    {
        aten.sort.stable,
        aten._embedding_bag_forward_only.default,
        aten.view_as_real.default,
        aten.view_as_complex.default,
        aten._fft_c2c.default,
        aten.bitwise_left_shift.Tensor,
        aten.bitwise_left_shift.Tensor_Scalar,
        aten.bitwise_right_shift.Tensor,
        aten.bitwise_right_shift.Tensor_Scalar,
        aten.masked_select.default,
        aten.repeat_interleave.Tensor,
        aten.adaptive_max_pool2d.default,
        aten.unfold.default,
        *(aten.bucketize.Tensor, aten.bucketize.Scalar, aten.frexp.Tensor, aten.round.decimals),
        *(aten.copysign.Tensor, aten.copysign.Scalar, aten.fmax.default, aten.fmin.default, aten.signbit.default),
        *(aten.gcd.default, aten.lcm.default, aten.hypot.default, aten.nextafter.default, aten.exp2.default),
        *(aten.erfc.default, aten.erfinv.default, aten.lgamma.default, aten.digamma.default, aten.i0.default),
        *(aten.special_i0e.default, aten.special_i1.default, aten.special_i1e.default, aten.special_erfcx.default),
        *(aten.special_ndtri.default, aten.special_log_ndtr.default, aten.special_entr.default),
        *(aten.special_zeta.default, aten.special_zeta.self_scalar, aten.special_zeta.other_scalar),
        *(aten.xlogy.Tensor, aten.xlogy.Scalar_Self, aten.xlogy.Scalar_Other),
        *(aten.special_xlog1py.default, aten.special_xlog1py.self_scalar, aten.special_xlog1py.other_scalar),
    }
)

# Stop the program with words of the user's; they have no result, and stay although nothing reads them.
ASSERTIONS: frozenset[OpOverload] = frozenset({aten._assert_scalar.default, aten._assert_async.msg})

# Core by tag, but backward, in place, or about storage: no place in a functional inference graph.
REFUSED: frozenset[OpOverload] = frozenset({aten.resize_.default, aten.atan2.out, aten.empty_strided.default})

_SYMBOLIC: frozenset[Any] = frozenset(
    {
        *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.truediv, operator.mod, operator.neg),
        *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.pow, operator.pos),
        *(operator.and_, operator.or_, operator.not_),
        *(torch.sym_max, torch.sym_min, torch.sym_float, torch.sym_int, torch.sym_not, torch.sym_ite, torch.sym_sum),
        *(math.ceil, math.floor, math.trunc, round, torch.sym_sqrt),
    }
)
_NAMESPACES = ("gleed", "quantized_decomposed")  # our own operators, and those of quantized graphs
HIGHER_ORDER = ("cond", "while_loop", "map_impl", "scan")


def is_symbolic(target: Any) -> bool:
    """Arithmetic on sizes: computes numbers, not tensors."""
    return target in _SYMBOLIC


def is_higher_order(target: Any) -> bool:
    """A control-flow operator that takes graphs as arguments."""
    return isinstance(target, torch._ops.HigherOrderOperator) and target.name() in HIGHER_ORDER


def is_core(op: OpOverload) -> bool:
    """Tagged core, minus those that cannot stand in a functional graph."""
    return torch.Tag.core in op.tags and op not in REFUSED


def is_allowed(target: Any, kept: frozenset[OpOverload] = frozenset()) -> bool:
    """Whether a call to this may stand in an edge graph."""
    if isinstance(target, OpOverload):
        known = is_core(target) or target in EXTRA or target in kept or target.namespace in _NAMESPACES
        return known or (target not in REFUSED and has_kernel(target))
    return target is operator.getitem or is_symbolic(target) or is_higher_order(target)
