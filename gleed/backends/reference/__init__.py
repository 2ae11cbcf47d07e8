"""The reference backend: a delegate that runs its part with Gleed's own kernels, to try out and to copy from.

edge = gleed.to_edge_transform_and_lower(exported, partitioner=[ReferencePartitioner(max_nodes=4)])
"""

from collections.abc import Iterable
from typing import Any

from torch import fx

from gleed.backends.reference.lower import lower, supports
from gleed.delegate import Backend, CapabilityPartitioner, CompileSpec

__all__ = ["BACKEND", "ReferencePartitioner"]

BACKEND = Backend(name="reference", supports=supports, lower=lower)


class ReferencePartitioner(CapabilityPartitioner):
    """Takes everything, or `only` some operators (`torch.ops.aten.relu.default`), in parts of at most `max_nodes`."""

    def __init__(
        self, max_nodes: int | None = None, only: Iterable[Any] | None = None, specs: Iterable[CompileSpec] = ()
    ) -> None:
        chosen = None if only is None else frozenset(only)

        def chooses(node: fx.Node) -> bool | str:
            if chosen is not None and node.target not in chosen:
                return "not among the operators that were asked for"
            return supports(node)

        super().__init__(Backend(BACKEND.name, chooses, lower), specs, max_nodes)
