"""Edge program -> planned memory -> the bytes of a .pte file."""

from dataclasses import dataclass
from typing import Any

import torch

from gleed import _core
from gleed.edge import EdgeProgram
from gleed.edge.dim_order import dim_order
from gleed.edge.where import where
from gleed.emit.method import MethodEmitter
from gleed.emit.program import MethodReport, Program
from gleed.errors import LowerError

__all__ = ["EmitConfig", "MethodReport", "Program", "to_program"]


@dataclass(frozen=True)
class EmitConfig:
    """How the file is laid out; the defaults are what every device can use.

    tensor_alignment, segment_alignment, delegate_alignment: bytes, powers of two.
    inline_delegates: payloads inside the flatbuffer instead of segments of their own.
    lendable: each input and output in an arena of its own (memory_id 2 and up), so that whoever loads a method can lend
    it memory and save the copies; for programs inside programs.
    """

    tensor_alignment: int = 16
    segment_alignment: int = 128
    delegate_alignment: int = 16
    inline_delegates: bool = False
    lendable: bool = False


def to_program(edge: EdgeProgram, config: EmitConfig | None = None) -> Program:
    """Plan memory and write the program; raises LowerError for what no kernel of this build computes.

    Constants are stored once, across methods, by their bytes. Nothing of the edge program is changed.
    """
    config = config or EmitConfig()
    builder = _core.ProgramBuilder()
    numbers: dict[Any, int] = {}

    def add_constant(tensor: torch.Tensor) -> int:
        dense = tensor.detach().cpu()
        key = (dense.data_ptr(), dense.dtype, tuple(dense.shape), tuple(dense.stride()))
        if key not in numbers:
            numbers[key] = builder.add_constant(_raw(dense))
        return numbers[key]

    reports = {}
    for name in sorted(edge.methods):
        method = edge.methods[name]
        method_builder = builder.add_method(name)
        if config.lendable:
            method_builder.set_lendable()
        trace = MethodEmitter(method, method_builder, add_constant, builder.add_named_data).run()
        try:
            arenas = method_builder.plan()
        except ValueError as error:
            raise LowerError(f'method "{name}": {error}') from None
        reports[name] = MethodReport(arenas, len(trace), [where(node) for node in trace])
    buffer = builder.write(
        config.tensor_alignment, config.segment_alignment, config.delegate_alignment, config.inline_delegates
    )
    return Program(buffer, reports)


def _raw(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor's bytes in memory order, as a flat uint8 tensor that shares them where it can."""
    in_order = tensor.permute(dim_order(tensor)).contiguous()
    flat = in_order.reshape(-1)
    return flat.view(torch.uint8) if flat.numel() else torch.empty(0, dtype=torch.uint8)
