"""Load a program and run it in the C++ runtime, from Python."""

import os
from collections.abc import Sequence
from typing import Any

import torch

from gleed import _core
from gleed.errors import LoadError, RunError


class LoadedMethod:
    """One method with memory of its own; state lives as long as it does. Runs on one thread at a time."""

    def __init__(self, method: _core.Method, name: str) -> None:
        self._method = method
        self.name = name

    def __call__(self, *inputs: Any) -> list[Any]:
        """Run on tensors (PyTorch, NumPy or anything with DLPack) and numbers; returns the flat list of outputs.

        Inputs are copied in, of any strides; outputs are new PyTorch tensors. Raises RunError naming the input or the
        instruction.
        """
        try:
            outputs = self._method.run([_lendable(i) for i in inputs])
        except (ValueError, TypeError) as error:
            raise RunError(str(error)) from None
        return [torch.from_dlpack(o) if hasattr(o, "__dlpack__") else o for o in outputs]

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """What each input takes: kind, dtype, sizes (the largest), dynamic, or the number it was fixed to."""
        return list(self._method.inputs())

    def reset(self) -> None:
        """Give mutable buffers the values they had after loading."""
        self._method.reset()

    def profile(self, *inputs: Any) -> list[tuple[int, str, int]]:
        """Run once; returns (instruction, operator or backend, nanoseconds) for each instruction that ran."""
        self._method.start_profile()
        try:
            self(*inputs)
        finally:
            rows = self._method.stop_profile()
        return [(int(i), str(name), int(ns)) for i, name, ns in rows]


class Loaded:
    """A loaded program: `loaded["forward"](x)`. Methods are loaded when the program is, so that errors come then."""

    def __init__(self, program: _core.Program, methods: dict[str, LoadedMethod]) -> None:
        self._program = program
        self._methods = methods

    @property
    def methods(self) -> list[str]:
        """The names of the methods, in the file's order."""
        return list(self._methods)

    def __getitem__(self, name: str) -> LoadedMethod:
        """The method `name`; KeyError lists those there are."""
        if name not in self._methods:
            raise RunError(f'no method "{name}"; the program has {", ".join(self._methods) or "none"}')
        return self._methods[name]

    def __call__(self, *inputs: Any) -> list[Any]:
        """Run `forward`."""
        return self["forward"](*inputs)


def load(path_or_bytes: str | os.PathLike[str] | bytes, data: Sequence[Any] = (), threads: int | None = None) -> Loaded:
    """Load a .pte file (mapped) or its bytes and all its methods; raises LoadError with what is wrong and where.

    data: separate data files; loading those is not there yet, so anything but an empty sequence raises.
    threads: how many threads kernels may use. The portable kernels use one; more is refused rather than ignored.
    """
    if len(data):
        raise LoadError("data files (.ptd) cannot be loaded yet; lower the model with its weights inside the program")
    if threads not in (None, 1):
        raise LoadError(f"threads={threads}: the portable kernels run on one thread; leave threads out or give 1")
    try:
        if isinstance(path_or_bytes, bytes | bytearray | memoryview):
            program = _core.Program(bytes(path_or_bytes))
        else:
            program = _core.Program(os.fspath(path_or_bytes))
        return Loaded(program, {name: LoadedMethod(program.method(name), name) for name in program.methods()})
    except (ValueError, OSError) as error:
        raise LoadError(str(error)) from None


def _lendable(value: Any) -> Any:
    """The value as the bindings take it: tensors without gradient, conjugation or laziness."""
    if isinstance(value, torch.Tensor):
        value = value.detach()
        return value.resolve_neg() if value.is_neg() else value
    return value
