"""Hands parts of an edge program to backends."""

from gleed.delegate.backend import Backend, CompileSpec, DelegateModule, Lowered
from gleed.delegate.cut import cut
from gleed.delegate.partition import CapabilityPartitioner, Group, Partitioner
from gleed.edge.method import EdgeMethod
from gleed.edge.program import EdgeProgram
from gleed.edge.verifier import verify
from gleed.errors import LowerError

__all__ = [
    "Backend",
    "CapabilityPartitioner",
    "CompileSpec",
    "DelegateModule",
    "Group",
    "Lowered",
    "Partitioner",
    "to_backend",
]


def to_backend(edge: EdgeProgram, partitioner: Partitioner) -> EdgeProgram:
    """Cut the groups that the partitioner chooses out of every method, and compile each; in place, returns `edge`.

    Call it again with other partitioners for several backends; each sees what the ones before have left.
    """
    backend = partitioner.backend

    def compile_part(group: Group, part: EdgeMethod) -> DelegateModule:
        try:
            lowered = backend.lower(part, partitioner.specs)
        except LowerError as error:
            raise LowerError(f'backend "{backend.name}", part "{group.tag}": {error}') from error
        return DelegateModule(part, backend.name, lowered, partitioner.specs)

    for method in edge.methods.values():
        cut(method, partitioner.partition(method), compile_part)
        verify(method)
    return edge
