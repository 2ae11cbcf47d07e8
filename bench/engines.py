"""engines.py -- how each engine takes a model and example inputs, and gives what runs. A new peer is one function."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

Args = tuple[torch.Tensor, ...]


@dataclass
class Prepared:
    """A model that is ready to run on the example inputs; what an engine does not have is None."""

    run: Callable[[], list[torch.Tensor]]
    lowering_s: float | None = None
    planned_bytes: int | None = None
    bound_bytes: int | None = None  # no plan of the same graph takes less
    file_bytes: int | None = None


def eager(model: torch.nn.Module, args: Args) -> Prepared:
    return Prepared(lambda: [model(*args)])


def gleed_portable(model: torch.nn.Module, args: Args) -> Prepared:
    import gleed

    start = time.perf_counter()
    program = gleed.lower(model, args, check=False)
    seconds = time.perf_counter() - start
    forward = gleed.load(program.buffer)["forward"]
    bound = program.reports["forward"].lower_bound_bytes
    return Prepared(lambda: forward(*args), seconds, program.planned_bytes, bound, len(program.buffer))


def executorch_portable(model: torch.nn.Module, args: Args) -> Prepared:
    from executorch.exir import to_edge

    start = time.perf_counter()
    program = to_edge(torch.export.export(model, args)).to_executorch()
    return executorch_program(program, time.perf_counter() - start, args)


def executorch_xnnpack(model: torch.nn.Module, args: Args) -> Prepared:
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
    from executorch.exir import to_edge_transform_and_lower

    start = time.perf_counter()
    exported = torch.export.export(model, args)
    program = to_edge_transform_and_lower(exported, partitioner=[XnnpackPartitioner()]).to_executorch()
    return executorch_program(program, time.perf_counter() - start, args)


def executorch_program(program: Any, seconds: float, args: Args) -> Prepared:
    from executorch.extension.pybindings.portable_lib import _unsafe_reset_threadpool
    from executorch.runtime import Runtime

    _unsafe_reset_threadpool(torch.get_num_threads())
    buffer = program.buffer
    planned = sum(program.executorch_program.execution_plan[0].non_const_buffer_sizes)
    loaded = Runtime.get().load_program(buffer)
    method = loaded.load_method("forward")

    # The defaults keep alive what the method does not.
    def run(buffer: bytes = buffer, loaded: Any = loaded) -> list[torch.Tensor]:
        return list(method.execute(args))

    return Prepared(run, seconds, planned, None, len(buffer))


ENGINES: dict[str, Callable[[torch.nn.Module, Args], Prepared]] = {
    "eager": eager,
    "gleed portable": gleed_portable,
    "executorch portable": executorch_portable,
    "executorch xnnpack": executorch_xnnpack,
}
