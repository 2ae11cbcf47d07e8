"""The edge dialect: a functional graph in Core ATen, each dtype and dim order explicit, and its verifier."""

from gleed.edge.bounds import bounds
from gleed.edge.convert import decompose, from_exported, to_edge
from gleed.edge.dim_order import dim_order
from gleed.edge.insert import insert, replace
from gleed.edge.method import EdgeMethod
from gleed.edge.program import EdgeProgram, Pass, run_passes
from gleed.edge.run import run_graph
from gleed.edge.verifier import verify
from gleed.edge.where import where

__all__ = [
    "EdgeMethod",
    "EdgeProgram",
    "Pass",
    "bounds",
    "decompose",
    "dim_order",
    "from_exported",
    "insert",
    "replace",
    "run_graph",
    "run_passes",
    "to_edge",
    "verify",
    "where",
]
