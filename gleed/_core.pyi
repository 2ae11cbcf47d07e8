"""Types of the C++ extension; made by tools/make_stub.py."""

from collections.abc import Sequence
from typing import Any, overload

def operators() -> list[dict[str, Any]]:
    """Rows of the operator catalogue: key, schema, dtypes, in_place."""

def run_op(key: str, args: list, mutates: bool = False) -> list:
    """
    Run one catalogue operator on tensors; returns the sizes (or numbers) of its outputs.
    """

class MethodBuilder:
    """One method under construction; values are numbered as they are added."""

    def add_none(self) -> int: ...
    def add_int(self, value: int) -> int: ...
    def add_bool(self, value: bool) -> int: ...
    def add_double(self, value: float) -> int: ...
    def add_string(self, value: str) -> int: ...
    def add_int_list(self, numbers: Sequence[int]) -> int: ...
    def add_double_list(self, values: Sequence[float]) -> int: ...
    def add_bool_list(self, values: Sequence[bool]) -> int: ...
    def add_tensor_list(self, tensors: Sequence[int]) -> int: ...
    def add_optional_tensor_list(self, tensors: Sequence[int]) -> int: ...
    def add_tensor(self, dtype: int, sizes: Sequence[int], dim_order: Sequence[int], dynamic: bool) -> int: ...
    def set_constant(self, tensor: int, index: int) -> None: ...
    def set_alias(self, tensor: int, source: int, offset: int) -> None: ...
    def set_floating(self, tensor: int, source: int) -> None: ...
    def set_state(self, tensor: int, initial: bytes | None, name: str) -> None: ...
    def add_op(self, key: str, args: Sequence[int]) -> None: ...
    def add_delegate(self, backend: str, payload: bytes, specs: Sequence[tuple[str, bytes]]) -> int: ...
    def add_delegate_call(self, delegate: int, inputs: Sequence[int], outputs: Sequence[int]) -> None: ...
    def add_move(self, from_: int, to: int) -> None:
        """The number `to` becomes what `from_` is at that moment."""

    def add_jump_false(self, condition: int) -> int:
        """
        Goes elsewhere when the condition is false; returns the jump's number for set_target.
        """

    def set_target(self, jump: int, target: int) -> None: ...
    def instructions(self) -> int:
        """How many there are; the number of the next one."""

    def add_loop(self, begin: int, end: int) -> None:
        """
        These instructions may run many times; memory that crosses a border is kept.
        """

    def set_inputs(self, values: Sequence[int]) -> None: ...
    def set_outputs(self, values: Sequence[int]) -> None: ...
    def set_trees(self, inputs: str, outputs: str) -> None: ...
    def set_lendable(self) -> None: ...
    def plan(self) -> list[dict[str, Any]]:
        """
        Plan memory, once everything is added; returns the figures of each arena.
        """

class ProgramBuilder:
    """A program under construction."""

    def __init__(self) -> None: ...
    def add_method(self, name: str) -> MethodBuilder: ...
    def add_constant(self, bytes: object) -> int:
        """The number of a constant; its bytes stay the tensor's."""

    def add_named_data(self, key: str, bytes: bytes) -> None:
        """
        Bytes for backends to look up; the same key with other bytes is an error.
        """

    def write(
        self, tensor_alignment: int, segment_alignment: int, delegate_alignment: int, inline_delegates: bool
    ) -> bytes:
        """The file's bytes."""

class Program:
    """A verified program file, mapped or copied from bytes."""

    @overload
    def __init__(self, path: str) -> None: ...
    @overload
    def __init__(self, bytes: bytes) -> None: ...
    def arena_bytes(self, method: str) -> int:
        """Bytes of the planned arenas of a method."""

    def methods(self) -> list[str]:
        """The names of the methods, in the file's order."""

    def method(self, name: str) -> Method:
        """Load a method with memory of its own."""

class Method:
    """A loaded method."""

    def run(self, inputs: list) -> list:
        """Set all inputs, execute, and copy the outputs out."""

    def updated_inputs(self) -> list:
        """(number, new value) of each input that is updated in place."""

    def inputs(self) -> list:
        """What each input takes."""

    def reset(self) -> None:
        """Give state its initial values."""

    def bytes_used(self) -> int:
        """Bytes taken at load."""

    def start_profile(self) -> None:
        """Time each instruction from now on."""

    def stop_profile(self) -> list:
        """Stop, and return (instruction, name, nanoseconds) rows."""

def run_command_line(words: Sequence[str]) -> int:
    """
    Do what `gleed` does with these words; print to the process's output; return its exit status.
    """
