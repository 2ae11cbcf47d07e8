"""What operators say that networks are made of: products, convolutions, poolings, norms, resizing, quantized ones."""

import math
from typing import Any

import pytest
import torch
from harness import permuted, said

INT8, FLOAT32 = 1, 6  # the numbers of dtypes in program files
HUGE = 2**31 - 1
ONE, NONE = [1, 1], [0, 0]


def f(*shape: int) -> torch.Tensor:
    return torch.zeros(shape)


def i8(*shape: int) -> torch.Tensor:
    return torch.zeros(shape, dtype=torch.int8)


def u8(*shape: int) -> torch.Tensor:
    return torch.zeros(shape, dtype=torch.uint8)


def i64(*shape: int) -> torch.Tensor:
    return torch.zeros(shape, dtype=torch.int64)


def convolution(*weight: int, padding: tuple[int, int] = (0, 0), groups: int = 1, transposed: bool = False) -> Any:
    """Arguments, of an image of 4 channels and 5 x 5."""
    return f(1, 4, 5, 5), f(*weight), None, ONE, list(padding), [2, 1], transposed, [2, 0], groups, f(1, 9, 5, 5)


LAYERS: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::linear.out", (f(2, 3), f(5, 4), None, f(2, 5)), "input has 3 features, weight expects 4"),
    ("aten::linear.out", (f(2, 4), f(5, 4), f(4), f(2, 5)), "bias has size 4 in dimension 0, expected 5"),
    ("aten::mm.out", (f(2, 3), f(2), f(2, 2)), "mat2 has rank 1, expected 2"),
    ("aten::mm.out", (f(2, 3), f(3, 2).double(), f(2, 2)), "mat2 is float64, expected float32; cast one of them"),
    ("aten::addmm.out", (f(3), f(2, 3), f(3, 2), 1, 1, f(2, 2)),
     "self has size 3 in dimension 0, which does not broadcast to the result's 2"),
    ("aten::convolution.out", convolution(9, 3, 3, 3), "input has 4 channels, the weight expects 3"),
    ("aten::convolution.out", convolution(5, 9, 3, 3, transposed=True), "input has 4 channels, the weight expects 5"),
    ("aten::convolution.out", convolution(9, 2, 3, 3, groups=2),
     "the weight has 9 x 2 channels; expected both positive, the first a multiple of 2 groups"),
    ("aten::convolution.out", convolution(9, 0, 3, 3),
     "the weight has 9 x 0 channels; expected both positive, the first a multiple of 1 groups"),
    ("aten::convolution.out", convolution(9, 4, 5, 3, padding=(1, 0)),
     "an input of size 5 with padding 1 is too small for a kernel of 5 with dilation 2"),
    ("aten::convolution.out", convolution(4, 9, 3, 3, transposed=True),
     "output_padding 2 must be less than stride 1 or dilation 2"),
    ("aten::convolution.out", (f(1, 4, 5, 5), f(9, 4, 3, 3), None, [1, 1, 1], NONE, ONE, False, NONE, 1, f(1, 9, 3, 3)),
     "stride has 3 items, expected 1 or 2"),
    ("aten::avg_pool2d.out", (f(1, 4, 4), [2, 2], [], [0], False, True, 0, f(1, 2, 2)), "divisor_override is 0"),
    ("aten::avg_pool3d.out", (f(1, 4, 4, 4), [2], [], [0], False, True, 0, f(1, 2, 2, 2)), "divisor_override is 0"),
    ("aten::avg_pool2d.out", (f(1, 4, 4), [2, 3], ONE, [1, 2], False, True, None, f(1, 4, 4)),
     "padding 2 is more than half of the kernel size 3"),
    ("aten::max_pool2d_with_indices.out",
     (f(1, 4, 4), [3, 2], ONE, [1, 0], [3, 1], False, f(1, 4, 4), i64(1, 4, 4)),
     "an input of size 4 is too small for a window of 3 with dilation 3 and padding 1"),
    ("aten::max_pool2d_with_indices.out", (f(1, 0, 4), [2], [], [0], [1], False, f(1, 2, 2), i64(1, 2, 2)),
     "input has size 0 in dimension 1"),
    ("aten::glu.out", (f(2, 3), -1, f(2, 1)), "size 3 of dimension 1 does not split into halves"),
    ("aten::native_layer_norm.out", (f(2, 3), [], None, None, 1e-5, f(2, 3), f(2, 1), f(2, 1)),
     "normalized_shape has 0 dimensions, the input has 2"),
    ("aten::native_layer_norm.out", (f(2, 3), [4], None, None, 1e-5, f(2, 3), f(2, 1), f(2, 1)),
     "normalized_shape is 4 in dimension 0, the input has size 3"),
    ("aten::native_group_norm.out", (f(2, 6, 3), None, None, 2, 6, 3, 4, 1e-5, f(2, 6, 3), f(2, 4), f(2, 4)),
     "6 channels do not split into 4 groups"),
    ("aten::_native_batch_norm_legit.no_stats_out",
     (f(2, 6, 3), None, None, False, 0.1, 1e-5, f(2, 6, 3), f(6), f(6)),
     "training is false, but there are no statistics to use"),
]  # fmt: skip

IMAGES: list[tuple[str, tuple[Any, ...], str]] = [
    ("aten::upsample_nearest2d.vec_out", (f(1, 2, 3, 5), None, None, f(1, 2, 3, 5)),
     "output_size and scale_factors are both None; give one of them"),
    ("aten::upsample_nearest2d.vec_out", (f(1, 2, 3, 5), [6, 10], [2.0, 2.0], f(1, 2, 6, 10)),
     "output_size and scale_factors are both given; give one of them"),
    ("aten::upsample_nearest2d.vec_out", (f(1, 2, 3, 5), [6], None, f(1, 2, 6, 10)),
     "output_size has 1 items; it has one for each of 2 dimensions"),
    ("aten::upsample_bilinear2d.vec_out", (f(1, 2, 3, 5), None, False, [2.0, 2.0, 2.0], f(1, 2, 6, 10)),
     "scale_factors has 3 items; it has one for each of 2 dimensions"),
    ("aten::upsample_bilinear2d.vec_out", (f(1, 2, 3, 5), None, False, [2.0, -1.5], f(1, 2, 6, 10)),
     "scale factor -1.500000 times size 5 is not a size; sizes are 1 to 2147483647"),
    ("aten::upsample_bilinear2d.vec_out", (f(1, 2, 3, 5), None, False, [math.nan, 1.0], f(1, 2, 6, 10)),
     "scale factor nan times size 3 is not a size; sizes are 1 to 2147483647"),
    ("aten::upsample_nearest2d.vec_out", (f(1, 2, 3, 5), [0, 5], None, f(1, 2, 0, 5)),
     "the output's size is 0, expected a number from 1 to 2147483647"),
    ("aten::im2col.out", (f(2, 4, 5), [3, 2], [2, 1], [0, 0], [1, 1], f(12, 4)),
     "an image of size 4 with padding 0 is too small for a window of 3 with dilation 2"),
    ("aten::im2col.out", (f(3, 4, 5), [HUGE, HUGE], ONE, [HUGE, HUGE], ONE, f(12, 4)),
     "the result has more than 2^63 elements; give a smaller kernel_size or padding"),
    ("aten::im2col.out", (f(3, 4, 5), ONE, ONE, [HUGE, HUGE], ONE, f(12, 4)),
     "the result has more than 2^63 elements; give a smaller kernel_size or padding"),
    ("aten::col2im.out", (f(7, 12), [4, 5], [2, 2], ONE, NONE, ONE, f(1, 4, 5)),
     "self is 7 x 12, expected a multiple of 4 (the window) x 12 (the number of windows)"),
    ("aten::_cdist_forward.out", (f(2, 3), f(4, 5), 2.0, None, f(2, 4)),
     "the rows of x1 have 3 elements, those of x2 have 5"),
    ("aten::_cdist_forward.out", (f(2, 3), f(4, 3), -1.0, None, f(2, 4)), "p is -1.000000, expected 0 or more"),
    ("aten::_cdist_forward.out", (f(2, 1, 3), f(3, 4, 3), 2.0, None, f(2, 1, 4)),
     "batch sizes 2 and 3 in dimension 0 do not broadcast"),
    ("aten::_pdist_forward.out", (f(2, 3), math.nan, f(1)), "p is nan, expected 0 or more"),
]  # fmt: skip

MIXED_MM, MIXED_LINEAR = ("quantized_decomposed::mixed_mm.out", "quantized_decomposed::mixed_linear.out")
PER_TOKEN = "quantized_decomposed::quantize_per_token.out"
QUANTIZED: list[tuple[str, tuple[Any, ...], str]] = [
    (MIXED_MM, (f(2, 4), i8(4, 3), f(4), f(4), f(2, 3)),
     "Unsupported: weight_zero_points must be None: weights are symmetric"),
    (MIXED_LINEAR, (f(2, 4), i8(3, 4), f(3), i8(3), None, f(2, 3)),
     "Unsupported: weight_zero_points must be None: weights are symmetric"),
    (MIXED_LINEAR, (f(2, 4), i8(3, 4), f(3, 3), None, None, f(2, 3)), "4 columns do not split into 3 groups"),
    (MIXED_LINEAR, (f(2, 4), i8(3, 4), f(3, 0), None, None, f(2, 3)), "4 columns do not split into 0 groups"),
    (PER_TOKEN, (f(2, 3, 4), torch.ones(5), i64(6), -128, 127, INT8, i8(2, 3, 4)), "scales has 5 elements, expected 6"),
    (PER_TOKEN, (f(2, 3, 4), torch.ones(2, 3, 1), i64(7), -128, 127, INT8, i8(2, 3, 4)),
     "zero_points has 7 elements, expected 6"),
    (PER_TOKEN, (f(2, 3, 4), permuted(f(2, 3, 1), (1, 0, 2)), i64(6), -128, 127, INT8, i8(2, 3, 4)),
     "Unsupported: scales must be contiguous"),
    ("quantized_decomposed::quantize_per_tensor.Tensor_out", (f(3), f(2), i64(1), -128, 127, INT8, i8(3)),
     "scales has 2 elements, expected 1"),
    ("quantized_decomposed::quantize_per_channel.out", (f(3), f(3), i64(3), 1, -128, 127, INT8, i8(3)),
     "axis is 1, expected a number from -1 to 0"),
    ("quantized_decomposed::choose_qparams.Tensor_out",
     (torch.tensor([1.0, math.nan]), -128, 127, 1e-7, INT8, torch.zeros(1).double(), i64(1)),
     "input holds nan, so no scale fits it"),
    ("quantized_decomposed::embedding_byte.out", (i8(5, 4), f(5), None, -128, 127, torch.tensor([5]), f(1, 4)),
     "index 5 is not in [0, 4]"),
    ("quantized_decomposed::embedding_4bit.dtype_out",
     (u8(5, 4), f(5), None, -8, 7, torch.tensor([-1]), FLOAT32, f(1, 8)), "index -1 is not in [0, 4]"),
    ("quantized_decomposed::embedding_2bit.out", (u8(5, 1), f(5, 3), None, -2, 1, torch.tensor([0]), f(1, 4)),
     "4 columns do not split into 3 groups"),
]  # fmt: skip


@pytest.mark.parametrize("key, args, words", [*LAYERS, *IMAGES, *QUANTIZED])
def test_words(key: str, args: tuple[Any, ...], words: str) -> None:
    assert said(key, *args) == words
