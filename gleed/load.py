"""Load a program and run it in the C++ runtime, from Python."""

import os
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from gleed import _core
from gleed.emit.values import DTYPE_CODES
from gleed.errors import LoadError, RunError


class LoadedMethod:
    """One method with memory of its own; state lives as long as it does. Calls from several threads wait in line."""

    def __init__(self, method: _core.Method, name: str) -> None:
        self._method = method
        self._one_at_a_time = threading.RLock()
        self.name = name
        self._updated = [i for i, row in enumerate(method.inputs()) if row.get("updated")]

    def __call__(self, *inputs: Any) -> list[Any]:
        """Run on tensors (PyTorch, NumPy or anything with DLPack) and numbers; returns the flat list of outputs.

        The inputs are the leaves of the model's own, keywords last, in the order that the model was lowered with. They
        are copied in, of any strides; outputs are new PyTorch tensors. Inputs that the model updates in place are
        updated. Raises RunError naming the input or the instruction.
        """
        taken = [self._lendable(i, value) for i, value in enumerate(inputs)]
        for i in self._updated:
            if i < len(taken) and isinstance(taken[i], np.ndarray) and not taken[i].flags.writeable:
                raise self._bad_input(i, "the model updates it in place, and the array is read-only; give a copy")
        try:
            with self._one_at_a_time:
                outputs = self._method.run(taken)
                new = self._method.updated_inputs() if self._updated else ()
        except (ValueError, TypeError) as error:
            raise RunError(str(error)) from None
        for i, value in new:
            own = inputs[i].detach() if isinstance(inputs[i], torch.Tensor) else torch.as_tensor(taken[i])
            own.copy_(torch.from_dlpack(value))
        return [torch.from_dlpack(o) if hasattr(o, "__dlpack__") else o for o in outputs]

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """What each input takes: kind, dtype, sizes (the largest), dynamic, updated in place, or its fixed number."""
        return list(self._method.inputs())

    def reset(self) -> None:
        """Give mutable buffers the values they had after loading."""
        with self._one_at_a_time:
            self._method.reset()

    def profile(self, *inputs: Any) -> list[tuple[int, str, int]]:
        """Run once; returns (instruction, operator or backend, nanoseconds) for each instruction that ran."""
        with self._one_at_a_time:
            self._method.start_profile()
            try:
                self(*inputs)
            finally:
                rows = self._method.stop_profile()
        return [(int(i), str(name), int(ns)) for i, name, ns in rows]

    def _lendable(self, index: int, value: Any) -> Any:
        """The value as the bindings take it: tensors that export their memory, and Python's own numbers."""
        if isinstance(value, torch.Tensor):
            return self._plain(index, value)
        if isinstance(value, np.ndarray):
            if value.dtype.kind not in "biuf" or not value.dtype.isnative:
                raise self._bad_dtype(index, value.dtype)
            return value
        number = value.item() if isinstance(value, np.generic) else value
        if isinstance(number, int) and not -(2**63) <= number < 2**63:
            raise self._bad_input(index, f"{number} does not fit in 64 bits")
        return number

    def _plain(self, index: int, tensor: torch.Tensor) -> torch.Tensor:
        """The tensor without gradient, conjugation or negation that is still to be done."""
        if tensor.layout is not torch.strided:
            raise self._bad_input(index, f"the tensor is {tensor.layout}; call .to_dense() first")
        if tensor.device.type != "cpu":
            raise self._bad_input(index, f"the tensor is on {tensor.device}; call .cpu() first")
        if tensor.dtype not in DTYPE_CODES:
            raise self._bad_dtype(index, tensor.dtype)
        return tensor.detach().resolve_neg()

    def _bad_dtype(self, index: int, given: Any) -> RunError:
        row = self.inputs[index] if index < len(self.inputs) else {}
        expected = f"dtype {row['dtype']}" if "dtype" in row else "no such tensor"
        return self._bad_input(index, f"expected {expected}, got dtype {given}; convert the input")

    def _bad_input(self, index: int, words: str) -> RunError:
        return RunError(f'method "{self.name}", input {index}: {words}')


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
        """The method `name`; RunError lists those there are."""
        if name not in self._methods:
            raise RunError(f'no method "{name}"; the program has {", ".join(self._methods) or "none"}')
        return self._methods[name]

    def __call__(self, *inputs: Any) -> list[Any]:
        """Run `forward`, or the only method there is."""
        only = next(iter(self._methods)) if len(self._methods) == 1 else "forward"
        return self[only](*inputs)


def load(path_or_bytes: str | os.PathLike[str] | bytes, data: Sequence[Any] = (), threads: int | None = None) -> Loaded:
    """Load a .pte file (mapped) or its bytes and all its methods; raises LoadError with what is wrong and where.

    data: separate data files; loading those is not there yet, so anything but an empty sequence raises.
    threads: how many threads kernels may use. The portable kernels use one; more is refused rather than ignored.
    """
    if not isinstance(data, tuple | list) or len(data):
        raise LoadError("data files (.ptd) cannot be loaded yet; lower the model with its weights inside the program")
    if threads not in (None, 1):
        raise LoadError(f"threads={threads}: the portable kernels run on one thread; leave threads out or give 1")
    if isinstance(path_or_bytes, bytes | bytearray | memoryview):
        return _load(bytes(path_or_bytes), "")
    if not isinstance(path_or_bytes, str | os.PathLike):
        raise LoadError(f"a path or the bytes of a program are expected, {type(path_or_bytes).__name__} given")
    path = os.fsdecode(path_or_bytes)
    if "\0" in path or not path.isascii() and any(0xD800 <= ord(c) <= 0xDFFF for c in path):
        raise LoadError(f"cannot open {path!r}: the path must be UTF-8 without NUL; rename the file, or give its bytes")
    return _load(path, f'"{path}"')


def _load(source: str | bytes, name: str) -> Loaded:
    try:
        program = _core.Program(source)
        return Loaded(program, {name: LoadedMethod(program.method(name), name) for name in program.methods()})
    except (ValueError, OSError) as error:
        words = str(error)
        raise LoadError(words if name in words else f"{name}: {words}") from None
