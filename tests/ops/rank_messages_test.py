"""What operators say that rank, search, count or tell apart elements, and those that reduce into indexed places."""

from typing import Any

import pytest
import torch
from harness import said

INF = float("inf")


def f(*shape: int) -> torch.Tensor:
    return torch.zeros(shape)


def i(*numbers: int) -> torch.Tensor:
    return torch.tensor(numbers)


def ints(*shape: int) -> torch.Tensor:
    return torch.zeros(shape, dtype=torch.int64)


def flags(*shape: int) -> torch.Tensor:
    return torch.ones(shape, dtype=torch.bool)


SEARCHED: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::searchsorted.Tensor_out", (flags(2), flags(3), False, False, None, None, ints(3)),
     "MissingOp: not defined for bool boundaries and bool values; cast one of them"),
    ("aten::searchsorted.Scalar_out", (flags(2), True, False, False, None, None, ints()),
     "MissingOp: not defined for bool boundaries and bool values; cast one of them"),
    ("aten::searchsorted.Tensor_out", (f(2, 3), f(3), False, False, None, None, ints(3)),
     "the boundaries have rank 2, the values rank 1; expected the same, or boundaries of rank 1"),
    ("aten::searchsorted.Scalar_out", (f(2, 3), 1, False, False, None, None, ints()),
     "the boundaries have rank 2, the values rank 0; expected the same, or boundaries of rank 1"),
    ("aten::searchsorted.Tensor_out", (f(2, 3), f(4, 3), False, False, None, None, ints(4, 3)),
     "the boundaries have size 2 in dimension 0, the values 4"),
    ("aten::searchsorted.Tensor_out", (f(), f(), False, False, None, None, ints()),
     "boundaries has rank 0, expected 1 to 16"),
    ("aten::searchsorted.Tensor_out", (f(3), f(2), False, False, "middle", None, ints(2)),
     'side is "middle"; it is left or right'),
    ("aten::searchsorted.Tensor_out", (f(3), f(2), False, True, "left", None, ints(2)),
     'side is "left" and right is true; give one of them'),
    ("aten::searchsorted.Tensor_out", (f(3), f(2), False, False, None, i(0, 1), ints(2)),
     "sorter has size 2 in dimension 0, expected 3"),
    ("aten::searchsorted.Tensor_out", (f(3), f(2), False, False, None, i(0, 1, 3), ints(2)),
     "index 3 is out of range for dimension 0 of size 3; allowed are 0 to 2"),
    ("aten::searchsorted.Tensor_out", (f(3), f(2), False, False, None, i(-1, 1, 2), ints(2)),
     "index -1 is out of range for dimension 0 of size 3; allowed are 0 to 2"),
    ("aten::bucketize.Tensor_out", (f(3), f(2, 2), False, False, ints(3)),
     "boundaries has rank 2, expected 1"),
    ("aten::bucketize.Tensor_out", (f(3), f(2), True, False, ints(3)),
     "out is int64, expected int32; cast one of them"),
]  # fmt: skip

COUNTED: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::bincount.out", (i(1, -1), None, 0, ints(2)),
     "element 1 is -1; only numbers from 0 to 2^31 - 2 are counted"),
    ("aten::bincount.out", (i(2**31), None, 0, ints(2)),
     "element 0 is 2147483648; only numbers from 0 to 2^31 - 2 are counted"),
    ("aten::bincount.out", (i(5), None, 0, ints(2)),
     "the result has 6 elements, more than the 2 planned for the largest shape"),
    ("aten::bincount.out", (i(1, 2), f(3), 0, f(3)), "weights has size 3 in dimension 0, expected 2"),
    ("aten::bincount.out", (i(1, 2), None, -1, ints(3)), "minlength is -1, expected a number from 0 to 2147483647"),
    ("aten::histc.out", (f(3), 0, 0, 0, f(0)), "bins is 0, expected a number from 1 to 2147483647"),
    ("aten::histc.out", (f(3), 4, 2, 1, f(4)), "min is 2.000000 and max 1.000000; max must be larger"),
    ("aten::histc.out", (f(3), 4, 0, INF, f(4)), "the range ends in infinity or nan; give a finite min and max"),
    ("aten::histc.out", (torch.tensor([1.0, INF]), 4, 0, 0, f(4)),
     "the range ends in infinity or nan; give a finite min and max"),
    ("aten::nonzero_static.out", (f(3), -1, 0, ints(3, 1)), "size is -1, expected a number from 0 to 2147483647"),
    ("aten::unique_dim.out", (f(0, 3), 1, True, False, False, f(0, 3), ints(3), ints(3)),
     "dimension 0 has size 0: slices without elements are not told apart"),
    ("aten::unique_dim.out", (f(), 0, True, False, False, f(), ints(1), ints(1)), "self has rank 0, expected 1 to 16"),
    ("aten::_unique2.out", (i(1, 2, 3), True, False, False, ints(2), ints(0), ints(0)),
     "the result has 3 elements, more than the 2 planned for the largest shape"),
    ("aten::kthvalue.values", (f(3), 4, 0, False, f(), ints()), "k is 4, expected a number from 1 to 3"),
    ("aten::median.dim_values", (f(2, 0), 1, False, f(2), ints(2)), "dimension 1 has size 0: nothing to choose from"),
]  # fmt: skip

REDUCED: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::index_reduce.out", (f(3), 0, i(0), f(1), "sum", True, f(3)),
     'reduce is "sum"; it is none of prod, mean, amax, amin'),
    ("aten::index_reduce.out", (flags(3), 0, i(0), flags(1), "mean", True, flags(3)),
     "the mean of bools is not defined; cast them"),
    ("aten::index_reduce.out", (flags(3), 0, i(0), flags(1), "amax", False, flags(3)),
     "bools are reduced only with what was there; give include_self or cast them"),
    ("aten::index_reduce.out", (f(), 0, i(0, 0), f(), "prod", True, f()),
     "index has 2 elements, expected 1 for a source of rank 0"),
    ("aten::index_reduce.out", (f(3, 2), 0, i(0, 0), f(3, 2), "prod", True, f(3, 2)),
     "source has size 3 in dimension 0, expected 2"),
    ("aten::index_reduce.out", (f(3, 2), 0, ints(2, 2), f(2, 2), "prod", True, f(3, 2)),
     "index has rank 2, expected 0 to 1"),
    ("aten::scatter.reduce_out", (f(3), 0, i(0), f(1), "sum", f(3)), 'reduce is "sum"; it is add or multiply'),
    ("aten::scatter.value_reduce_out", (f(3), 0, i(0), 1, "prod", f(3)), 'reduce is "prod"; it is add or multiply'),
    ("aten::scatter.value_reduce_out", (f(3), 0, i(3), 1, "add", f(3)),
     "index 3 is out of range for dimension 0 of size 3; allowed are 0 to 2"),
    ("aten::embedding_renorm.out", (f(3), i(0), 1.0, 2.0, f(3)), "self has rank 1, expected 2"),
]  # fmt: skip


@pytest.mark.parametrize("key, args, words", [*SEARCHED, *COUNTED, *REDUCED])
def test_words(key: str, args: tuple[Any, ...], words: str) -> None:
    assert said(key, *args) == words


def test_what_changes_while_it_is_counted_is_refused() -> None:
    """A program may plan the output where the input is; clearing the counts then changes what is counted."""
    memory = torch.tensor([0, 0, 0])
    words = "Internal: self changed while it was used; another thread writes to it, or the program plans another tensor"
    assert said("aten::bincount.out", memory, None, 0, memory[2:]).startswith(words)
