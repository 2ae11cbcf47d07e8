"""Gleed: a torch.nn.Module to one .pte file, run by a small C++17 runtime.

    program = gleed.lower(model, (x,))
    program.save("model.pte")
    outputs = gleed.load("model.pte")["forward"](x)
"""

from gleed.delegate import Backend, Partitioner
from gleed.edge import EdgeProgram, to_edge
from gleed.emit import EmitConfig, Program
from gleed.errors import Error, LoadError, LowerError, RunError
from gleed.load import Loaded, load
from gleed.lower import lower, to_edge_transform_and_lower

__all__ = [
    "Backend",
    "EdgeProgram",
    "EmitConfig",
    "Error",
    "LoadError",
    "Loaded",
    "LowerError",
    "Partitioner",
    "Program",
    "RunError",
    "load",
    "lower",
    "to_edge",
    "to_edge_transform_and_lower",
]
