"""What operators say that move elements or compute with each: joining, padding, new shapes, numbers, filling."""

import math
from typing import Any

import pytest
import torch
from harness import said

INT64 = 4  # the number of a dtype in program files


def f(*shape: int) -> torch.Tensor:
    return torch.zeros(shape)


def i(*numbers: int) -> torch.Tensor:
    return torch.tensor(numbers)


MOVED: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::cat.out", ([], 0, f(3)), "cat takes one tensor or more"),
    ("aten::cat.out", ([f(3), f()], 0, f(4)), "item 1 has rank 0, which cannot be concatenated; unsqueeze it"),
    ("aten::cat.out", ([f(3), None], 0, f(4)), "item 1 of the list is not a tensor"),
    ("aten::cat.out", ([f(3, 4), f(3, 5)], 0, f(6, 4)),
     "item 1 has rank 2 and another size than item 0 in dimension 1; only dimension 0 may differ"),
    ("aten::stack.out", ([], 0, f(3)), "stack takes one tensor or more"),
    ("aten::stack.out", ([None], 0, f(1, 3)), "item 0 of the list is not a tensor"),
    ("aten::stack.out", ([f(3), f(3), f(4)], 0, f(3, 3)), "item 2 has other sizes than item 0; stack takes equal ones"),
    ("aten::expand_copy.out", (f(2, 3), [3], False, f(3)), "size has 1 items, expected 2 to 16"),
    ("aten::expand_copy.out", (f(2, 3), [4, 3], False, f(4, 3)), "size 2 in dimension 0 cannot be expanded to 4"),
    ("aten::repeat.out", (f(2, 3), [3], f(3)), "repeats has 1 items, expected 2 to 16"),
    ("aten::repeat.out", (f(2), [1] * 17, f(2)), "repeats has 17 items, expected 1 to 16"),
    ("aten::repeat.out", (f(2), [-1], f(2)), "a number of repeats is -1, expected a number from 0 to 2147483647"),
    ("aten::roll.out", (f(3), [], [], f(3)), "shifts is empty; give one shift, or one for each of dims"),
    ("aten::roll.out", (f(3, 4), [1, 2], [0], f(3, 4)),
     "shifts has 2 items, dims has 1; expected as many, or one shift and no dims"),
    ("aten::permute_copy.out", (f(3, 4), [0], f(3)), "dims has 1 items, the tensor has rank 2"),
    ("aten::permute_copy.out", (f(3, 4), [0, -2], f(3, 4)), "dimension 0 appears twice in the list of dimensions"),
    ("aten::permute_copy.out", (f(3, 4), [0, 2], f(3, 4)), "dimension 2 is not in [-2, 1]"),
    ("aten::view_copy.out", (f(3, 4), [1] * 17, f(12)), "the new shape has rank 17, at most 16 is possible"),
    ("aten::view_copy.out", (f(3, 4), [5, 2], f(5, 2)), "the new shape has 10 elements, the tensor has 12"),
    ("aten::view_copy.out", (f(3, 4), [5, -1], f(5, 2)), "the new shape has 10 elements, the tensor has 12"),
    ("aten::view_copy.out", (f(3, 4), [-1, -1], f(3, 4)),
     "size -1 in dimension 1 of the new shape is not possible; sizes are 0 or more, and one may be -1"),
    ("aten::view_copy.out", (f(0, 4), [-1, 0], f(0, 0)),
     "the size given as -1 in dimension 0 cannot be found, because another size is 0; give it"),
    ("aten::pixel_shuffle.out", (f(6, 2, 2), 2, f(1, 4, 4)), "self has 6 channels, expected a multiple of 4"),
    ("aten::zeros.out", ([1] * 17, f(1)), "size has 17 items, at most 16 fit"),
    ("aten::full.out", ([1] * 20, 1.5, f(1)), "size has 20 items, at most 16 fit"),
    ("aten::flip.out", (f(3, 4), [1, 1], f(3, 4)), "dimension 1 appears twice in the list of dimensions"),
]  # fmt: skip

PADDED: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::constant_pad_nd.out", (f(3), [1], 0, f(4)), "pad has 1 items, expected two for each of up to 1 dimensions"),
    ("aten::constant_pad_nd.out", (f(3, 4), [1] * 6, 0, f(5, 6)),
     "pad has 6 items, expected two for each of up to 2 dimensions"),
    ("aten::constant_pad_nd.out", (f(4), [-2, -3], 0, f(0)),
     "padding is -3, expected a number from -2 to 2147483647"),
    ("aten::reflection_pad1d.out", (f(2, 4), [1, 1, 1], f(2, 6)), "padding has 3 items, expected 2"),
    ("aten::replication_pad2d.out", (f(2, 4, 4), [1, 1], f(2, 6, 6)), "padding has 2 items, expected 4"),
    ("aten::reflection_pad1d.out", (f(2, 0), [1, 1], f(2, 2)), "dimension 1 has size 0, which cannot be padded"),
    ("aten::replication_pad2d.out", (f(2, 0, 4), [1, 1, 0, 0], f(2, 1, 6)),
     "dimension 1 has size 0, which cannot be padded"),
    ("aten::reflection_pad1d.out", (f(2, 4), [4, 0], f(2, 8)), "padding is 4, expected a number from -3 to 3"),
    ("aten::reflection_pad1d.out", (f(4), [1, 0], f(5)), "self has rank 1, expected 2 to 3"),
]  # fmt: skip

COMPUTED: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::add.out", (i(1, 2), i(3), 0.5, i(0, 0)),
     "alpha is 0.500000, a real number, and the operands are integers"),
    ("aten::add.out", (f(3), f(4), 1, f(3)), "sizes 3 and 4 in dimension 0 of the result do not broadcast"),
    ("aten::add.out", (f(3), f(3), 1, f(1, 3)), "output has rank 2, the result has rank 1"),
    ("aten::add.out", (f(3), f(3), 1, f(2)),
     "the result has 3 elements, more than the 2 planned for the largest shape"),
    ("aten::add.out", (f(3), f(3), 1, i(1, 2, 3)),
     "the result is float32 and cannot be stored in an output of int64; cast explicitly"),
    ("aten::floor_divide.out", (i(1, 2), i(3, 0), i(0, 0)),
     "integer division by zero; use real dtypes to get inf or nan"),
    ("aten::pow.Tensor_Scalar_out", (i(1, 2), -3, i(0, 0)), "integers have no power -3; cast them to a real dtype"),
    ("aten::pow.Tensor_Tensor_out", (f(2) == 0, f(2) == 0, f(2) == 0),
     "MissingOp: not defined for bool operands; cast to another dtype"),
    ("aten::clamp.out", (f(3), None, None, f(3)), "min and max are both None; give at least one"),
    ("aten::clamp.Tensor_out", (f(3), None, None, f(3)), "min and max are both None; give at least one"),
    ("aten::masked_fill.Scalar_out", (f(3), f(3), 1, f(3)), "mask is float32, expected bool; cast one of them"),
    ("aten::arange.start_out", (0, 5, 0, f(5)),
     "start 0.000000, end 5.000000 and step 0.000000 must be finite, and step not 0"),
    ("aten::arange.out", (math.inf, f(5)),
     "start 0.000000, end (over 1e15) and step 1.000000 must be finite, and step not 0"),
    ("aten::arange.start_out", (1, 5, -2, f(5)), "step -2.000000 does not lead from start 1.000000 to end 5.000000"),
    ("aten::arange.start_out", (0, 5, 0.5, i(0)),
     "start 0.000000, end 5.000000 and step 0.500000 do not make a list of int64; use integers"),
    ("aten::arange.out", (2**31, f(5)),
     "the result has 2147483648.000000 elements, too many; at most 2147483647 fit"),
    ("aten::cumsum.out", (f(3), 0, INT64, f(3)),
     "the argument dtype is number 4, the output is float32 (number 6)"),
]  # fmt: skip


@pytest.mark.parametrize("key, args, words", [*MOVED, *PADDED, *COMPUTED])
def test_words(key: str, args: tuple[Any, ...], words: str) -> None:
    assert said(key, *args) == words
