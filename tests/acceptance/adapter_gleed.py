"""The adapter through which run_cases.py drives Gleed; it repairs nothing."""

import os
from pathlib import Path
from typing import Any

import torch

import gleed
from gleed.capture import export

NAME = "gleed"


def lower(model: Any, example_inputs: Any, dynamic_shapes: Any, how: dict[str, Any] | None) -> dict[str, Any]:
    """Lower to dict(pte=bytes, data={}); raises what Gleed raises."""
    how = dict(how or {})
    for key in ("quant", "external_weights", "share_state"):
        if how.get(key):
            raise gleed.LowerError(f"{key}: not there yet")
    methods = how.get("methods")
    for module in [entry[0] for entry in methods.values()] if methods else [model]:
        module.eval()
    target = {name: tuple(entry) for name, entry in methods.items()} if methods else model
    if how.get("resave"):
        import io

        exported = export(model, example_inputs, dynamic_shapes=dynamic_shapes)
        buffer = io.BytesIO()
        torch.export.save(exported, buffer)
        buffer.seek(0)
        return {"pte": gleed.to_edge(torch.export.load(buffer)).to_program().buffer, "data": {}}
    if methods:
        return {"pte": gleed.lower(target).buffer, "data": {}}
    program = gleed.lower(target, example_inputs, how.get("kwargs"), dynamic_shapes=dynamic_shapes)
    return {"pte": program.buffer, "data": {}}


def load(program: Any) -> gleed.Loaded:
    """Load a lowered program, bytes or a path."""
    if isinstance(program, str | os.PathLike):
        return gleed.load(Path(program))
    if isinstance(program, dict):
        program = program["pte"]
    return gleed.load(bytes(program))


def run(handle: gleed.Loaded, inputs: Any, method: str = "forward") -> list[Any]:
    """Run one method; returns the flat list of outputs."""
    return handle[method](*inputs)


def warm() -> None:
    """Import and use everything once."""
    lower(torch.nn.ReLU(), (torch.randn(2),), None, {})


def planned_bytes(program: dict[str, Any], method: str = "forward") -> int:
    """Bytes of the activation arenas which the program asks for."""
    from gleed import _core

    return int(_core.Program(program["pte"]).arena_bytes(method))


def op_profile(program: dict[str, Any], inputs: Any, method: str = "forward") -> list[tuple[str, float]]:
    """One profiled run: (operator, seconds) an instruction."""
    return [(name, ns / 1e9) for _, name, ns in load(program)[method].profile(*inputs)]
