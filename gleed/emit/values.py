"""Values of one method: every number, list and tensor gets one entry in the table; equal numbers share it."""

from collections.abc import Callable
from typing import Any

import torch

from gleed import _core

DTYPE_CODES: dict[torch.dtype, int] = {
    torch.uint8: 0,
    torch.int8: 1,
    torch.int16: 2,
    torch.int32: 3,
    torch.int64: 4,
    torch.float16: 5,
    torch.float32: 6,
    torch.float64: 7,
    torch.bool: 11,
    torch.bfloat16: 15,
    torch.uint16: 27,
    torch.uint32: 28,
    torch.uint64: 29,
}
_MEMORY_FORMATS = {
    torch.contiguous_format: 0,
    torch.preserve_format: 1,
    torch.channels_last: 2,
    torch.channels_last_3d: 3,
}


def dtype_name(dtype: torch.dtype) -> str:
    """The name without the module, as in the catalogue."""
    return str(dtype).removeprefix("torch.")


class Values:
    """Adds constants of all kinds to a method's value table, each distinct one once."""

    def __init__(self, builder: _core.MethodBuilder) -> None:
        self.builder = builder
        self._known: dict[Any, int] = {}

    def number(self, value: bool | int | float) -> int:
        """A number that stays as it is; bool, int and float are different values. nan and -0.0 are kept."""
        key = (type(value), repr(value))
        if key not in self._known:
            adders: dict[type, Callable[[Any], int]] = {
                bool: self.builder.add_bool,
                int: self.builder.add_int,
                float: self.builder.add_double,
            }
            self._known[key] = adders[type(value)](value)
        return self._known[key]

    def none(self) -> int:
        """The value None."""
        if None not in self._known:
            self._known[None] = self.builder.add_none()
        return self._known[None]

    def text(self, value: str) -> int:
        """A string."""
        if value not in self._known:
            self._known[value] = self.builder.add_string(value)
        return self._known[value]

    def int_list(self, ids: list[int]) -> int:
        """An int[] of these Int values."""
        key = ("ints", *ids)
        if key not in self._known:
            self._known[key] = self.builder.add_int_list(ids)
        return self._known[key]

    def double_list(self, values: list[float]) -> int:
        """A float[]."""
        return int(self.builder.add_double_list([float(v) for v in values]))

    def bool_list(self, values: list[bool]) -> int:
        """A bool[]."""
        return int(self.builder.add_bool_list(values))

    def tensor_list(self, ids: list[int], optional: bool = False) -> int:
        """A Tensor[] of these tensors, or a Tensor?[] where -1 stands for none."""
        key = ("tensors", optional, *ids)
        if key not in self._known:
            add = self.builder.add_optional_tensor_list if optional else self.builder.add_tensor_list
            self._known[key] = add(ids)
        return self._known[key]

    def enum(self, value: Any) -> int:
        """A dtype, layout or memory format as the Int that stands for it; a device as None."""
        if isinstance(value, torch.dtype):
            return self.number(DTYPE_CODES[value])
        if isinstance(value, torch.memory_format):
            return self.number(_MEMORY_FORMATS[value])
        if isinstance(value, torch.layout):
            return self.number(0)
        return self.none()
