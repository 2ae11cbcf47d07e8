"""What operators say that pick elements: by positions, masks, slices and splits, and by their order."""

from typing import Any

import pytest
import torch
from harness import said

LEAST, MOST = -(2**63), 2**63 - 1


def f(*shape: int) -> torch.Tensor:
    return torch.zeros(shape)


def i(*numbers: int) -> torch.Tensor:
    return torch.tensor(numbers)


def ints(*shape: int) -> torch.Tensor:
    return torch.zeros(shape, dtype=torch.int64)


def flags(*shape: int) -> torch.Tensor:
    return torch.ones(shape, dtype=torch.bool)


POSITIONS: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::index_select.out", (f(3, 4), 1, i(0, 4), f(3, 2)),
     "index 4 is out of range for dimension 1 of size 4; allowed are 0 to 3"),
    ("aten::index_select.out", (f(3, 4), 1, i(-1), f(3, 1)),
     "index -1 is out of range for dimension 1 of size 4; allowed are 0 to 3"),
    ("aten::index_select.out", (f(3, 0), 1, i(2), f(3, 1)), "index 2 for dimension 1, which has size 0"),
    ("aten::index_select.out", (f(), 0, i(0, 0), f()), "index has 2 elements, expected 1 for a tensor of rank 0"),
    ("aten::index_select.out", (f(3), 0, ints(2, 2), f(4)), "index has rank 2, expected 0 to 1"),
    ("aten::embedding.out", (f(3, 4), i(1, 3), -1, False, False, f(2, 4)),
     "index 3 is out of range for dimension 0 of size 3; allowed are 0 to 2"),
    ("aten::gather.out", (f(3, 4), 0, i(1), False, f(1)), "index has rank 1, self has rank 2; expected the same"),
    ("aten::gather.out", (f(3, 4), 0, ints(2, 5), False, f(2, 5)),
     "index has size 5 in dimension 1, more than the 4 of self"),
    ("aten::gather.out", (f(3), 0, i(3), False, f(1)),
     "index 3 is out of range for dimension 0 of size 3; allowed are 0 to 2"),
    ("aten::scatter.src_out", (f(3, 4), 0, ints(2, 2), f(2), f(3, 4)),
     "index has rank 2, src has rank 1; expected the same"),
    ("aten::scatter.src_out", (f(3, 4), 0, ints(2, 2), f(2, 1), f(3, 4)),
     "index has size 2 in dimension 1, more than the 1 of src"),
    ("aten::scatter_reduce.two_out", (f(3), 0, i(0), f(1), "max", True, f(3)),
     'reduce is "max"; it is none of sum, prod, mean, amax, amin'),
    ("aten::scatter_reduce.two_out", (flags(3), 0, i(0), flags(1), "mean", True, flags(3)),
     "the mean of bools is not defined; cast them"),
    ("aten::select_copy.int_out", (f(), 0, 0, f()), "nothing can be selected from a tensor of rank 0"),
    ("aten::select_copy.int_out", (f(3, 4), 1, 4, f(3)), "index is 4, expected a number from -4 to 3"),
    ("aten::select_scatter.out", (f(), f(), 0, 0, f()), "nothing can be selected from a tensor of rank 0"),
    ("aten::select_scatter.out", (f(3, 4), f(4), 0, -4, f(3, 4)), "index is -4, expected a number from -3 to 2"),
    ("aten::topk.values", (f(), 0, 0, True, True, f(), ints()), "Unsupported: k is 0 for a tensor of rank 0; use 1"),
    ("aten::topk.values", (f(3), 4, 0, True, True, f(4), ints(4)), "k is 4, expected a number from 0 to 3"),
    ("aten::argmax.out", (f(2, 0, 3), 1, False, ints(2, 3)), "dimension 1 has size 0: nothing to choose from"),
    ("aten::amax.out", (f(0, 3), [0], False, f(3)), "dimension 0 has size 0: nothing to choose from"),
    ("aten::repeat_interleave.Tensor_out", (i(2, -1), None, ints(2)), "repeats[1] is -1, expected 0 or more"),
    ("aten::repeat_interleave.Tensor_out", (i(2, MOST), None, ints(2)),
     f"repeats up to repeats[1] = {MOST} add up to more than 2^63"),
    ("aten::repeat_interleave.Tensor_out", (i(2, 3), 4, ints(5)), "output_size is 4, the repeats add up to 5"),
]  # fmt: skip

MASKS: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::index.Tensor_out", (f(3, 4), [i(0), torch.tensor(True)], f(1)),
     "Unsupported: an index is a mask of rank 0; use one with dimensions"),
    ("aten::index.Tensor_out", (f(3, 4), [i(0), i(0), i(0)], f(1)),
     "the indices stand for more than the 2 dimensions of the tensor"),
    ("aten::index.Tensor_out", (f(3, 4), [None, flags(4, 4)], f(1)),
     "the indices stand for more than the 2 dimensions of the tensor"),
    ("aten::index.Tensor_out", (f(3, 4), [None, flags(5)], f(1)),
     "the mask has size 5 in dimension 0, the tensor has 4 in dimension 1"),
    ("aten::index.Tensor_out", (f(3, 4), [i(0, 1), i(0, 1, 2)], f(2)), "sizes 2 and 3 do not broadcast"),
    ("aten::index.Tensor_out", (f(3, 4), [i(0, 1), flags(4)], f(4)), "sizes 2 and 4 do not broadcast"),
    ("aten::index.Tensor_out", (f(3, 4), [flags(3), i(0, 1)], f(3)), "sizes 3 and 2 do not broadcast"),
    ("aten::index.Tensor_out", (f(3, 4), [None, i(-5)], f(3, 1)),
     "index -5 is out of range for dimension 1 of size 4; allowed are -4 to 3"),
    ("aten::index_put.out", (f(3, 4), [i(0, 1)], f(3), False, f(3, 4)),
     "values has size 3 in dimension 0, which does not broadcast to what the indices pick"),
    ("aten::index_put.out", (f(3, 4), [flags(3)], f(2, 4), False, f(3, 4)),
     "values has size 2 in dimension 0, which does not broadcast to what the indices pick"),
    ("aten::masked_scatter.out", (f(2, 3), flags(3), f(5), f(2, 3)),
     "source has 5 elements, fewer than the mask names"),
    ("aten::masked_select.out", (f(2, 3), flags(2), f(6)), "sizes 3 and 2 do not broadcast"),
]  # fmt: skip

CUTS: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::slice_copy.Tensor_out", (f(), 0, None, None, 1, f()), "a tensor of rank 0 cannot be sliced"),
    ("aten::slice_copy.Tensor_out", (f(3), 0, None, None, 0, f(3)), "slice step is 0, expected 1 or more"),
    ("aten::slice_copy.Tensor_out", (f(3), 0, None, None, LEAST, f(3)), f"slice step is {LEAST}, expected 1 or more"),
    ("aten::slice_scatter.out", (f(), f(), 0, None, None, 1, f()), "a tensor of rank 0 cannot be sliced"),
    ("aten::slice_scatter.out", (f(3), f(3), 0, None, None, -1, f(3)), "slice step is -1, expected 1 or more"),
    ("aten::slice_scatter.out", (f(3, 4), f(3, 3), 1, 2, 4, 1, f(3, 4)), "src has size 3 in dimension 1, expected 2"),
    ("aten::narrow_copy.out", (f(), 0, 0, 1, f()), "a tensor of rank 0 cannot be narrowed"),
    ("aten::narrow_copy.out", (f(2, 4), 1, 2, 3, f(2, 3)), "start 2 and length 3 do not fit dimension 1 of size 4"),
    ("aten::narrow_copy.out", (f(4), 0, -5, 1, f(1)), "start -5 and length 1 do not fit dimension 0 of size 4"),
    ("aten::split_copy.Tensor_out", (f(), 1, 0, [f()]), "a tensor of rank 0 cannot be split"),
    ("aten::split_copy.Tensor_out", (f(4), 0, 0, [f(4)]), "split_size is 0, expected 1 or more"),
    ("aten::split_copy.Tensor_out", (f(4), -1, 0, [f(4)]), "split_size is -1, expected 1 or more"),
    ("aten::split_copy.Tensor_out", (f(5), 2, 0, [f(2), f(2)]),
     "the split gives 3 tensors, the output list has 2"),
    ("aten::split_copy.Tensor_out", (f(2), 2, 0, [None]), "output 0 of the list is not a tensor"),
    ("aten::split_with_sizes_copy.out", (f(), [], 0, []), "a tensor of rank 0 cannot be split"),
    ("aten::split_with_sizes_copy.out", (f(2, 5), [2, 2], 1, [f(2, 2), f(2, 2)]),
     "the split sizes add up to 4, dimension 1 has size 5"),
    ("aten::split_with_sizes_copy.out", (f(5), [2, 4], 0, [f(2), f(4)]),
     "a split size is 4, expected a number from 0 to 3"),
    ("aten::unbind_copy.int_out", (f(), 0, []), "a tensor of rank 0 cannot be unbound"),
    ("aten::unbind_copy.int_out", (f(3, 2), 0, [f(2), f(2)]), "the split gives 3 tensors, the output list has 2"),
    ("aten::as_strided_copy.out", (f(3, 4), [2, 2], [4], 0, f(2, 2)),
     "size has 2 items and stride 1; expected as many, and no more than 16"),
    ("aten::as_strided_copy.out", (f(3, 4), [3, 4], [4, 1], 1, f(3, 4)),
     "size, stride and storage_offset reach beyond the 12 elements of the tensor"),
    ("aten::as_strided_copy.out", (f(3, 4), [2, 2], [MOST, 1], 0, f(2, 2)),
     "size, stride and storage_offset reach beyond the 12 elements of the tensor"),
    ("aten::diagonal_copy.out", (f(4), 0, 0, 0, f(4)), "self has rank 1, a diagonal needs 2 or more"),
    ("aten::diagonal_copy.out", (f(3, 4), 0, 1, -1, f(3)), "both dimensions of the diagonal are 1; they must differ"),
    ("aten::diagonal_scatter.out", (f(3, 4), f(3), 0, 0, 0, f(3, 4)),
     "both dimensions of the diagonal are 0; they must differ"),
    ("aten::tril.out", (f(4), 0, f(4)), "self has rank 1, expected 2 or more"),
]  # fmt: skip


@pytest.mark.parametrize("key, args, words", [*POSITIONS, *MASKS, *CUTS])
def test_words(key: str, args: tuple[Any, ...], words: str) -> None:
    assert said(key, *args) == words


def test_what_changes_while_it_is_used_is_refused() -> None:
    """A program may plan the output where an input still is; what is read twice then differs, and nothing crashes."""
    words = "Internal: {} changed while it was used; another thread writes to it, or the program plans another tensor"

    memory = torch.tensor([True, False, False, False])  # the mask; from its second element on, the output
    assert said("aten::masked_select.out", flags(3), memory[:3], memory[1:]).startswith(words.format("mask"))

    memory = torch.tensor([True, True, True, False])
    assert said("aten::index.Tensor_out", ~flags(3), [memory[:3]], memory[1:]).startswith(words.format("a mask"))

    memory = torch.tensor([0, 1, 0, 0])
    assert said("aten::nonzero.out", memory[:3], memory[2:].view(2, 1)).startswith(words.format("self"))

    memory = torch.tensor([1, 1, 0, 0])
    assert said("aten::repeat_interleave.Tensor_out", memory, None, memory[2:]).startswith(words.format("repeats"))
