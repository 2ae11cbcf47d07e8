"""The edge dialect as a whole: any module's method gives what eager gives, and the verifier holds its rules."""

import operator
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.export import Dim

from gleed.capture import export
from gleed.edge import dim_order, to_edge
from gleed.errors import LowerError, RunError
from gleed.passes.test_support import Apply, assert_as_eager, ops

aten = torch.ops.aten
HOPS: Any = torch._higher_order_ops


class Counter(nn.Module):
    """Keeps state, writes an input, takes a keyword and returns a dict."""

    steps: torch.Tensor

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.register_buffer("steps", torch.full((8,), 3.0))

    def forward(self, x, *, scale):
        before = self.steps.clone()
        self.steps.add_(1)
        scale.mul_(2)
        y = self.linear(x) * self.steps
        return {"y": y * scale, "steps": self.steps, "before": before, "parts": (y[:, :2], [y.sum()])}


def edge_of(model, args, dynamic_shapes=None, **kwargs):
    return to_edge(export(model, args, kwargs, dynamic_shapes))


def attention(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, is_causal=True)


def masked(q, mask):
    return F.scaled_dot_product_attention(q, q, q, attn_mask=mask)


CASES = {
    "linear": (nn.Linear(4, 5), (torch.randn(2, 3, 4),)),
    "conv": (nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.Hardswish()), (torch.randn(1, 3, 9, 9),)),
    "attention": (Apply(attention), tuple(torch.randn(1, 2, 5, 4) for _ in range(3))),
    "mask": (Apply(masked), (torch.randn(1, 2, 5, 4), torch.rand(5, 5) > 0.7)),
    "masked_rows": (Apply(masked), (torch.randn(1, 2, 5, 4), torch.zeros(5, 5, dtype=torch.bool))),
    "lstm": (nn.LSTM(3, 4, batch_first=True), (torch.randn(2, 5, 3),)),
    "norms": (Apply(lambda x: (x.norm(), x.norm(dim=1), x.std(0), x.max(), x.argmax(1))), (torch.randn(4, 5),)),
    "half": (Apply(lambda x: (x * 3.3 + 1, x > 0.1, 2 - x, x.softmax(-1))), (torch.randn(4, 5).half(),)),
    "bfloat16": (Apply(lambda x: (x * 3.3 + 1, 2 / x)), (torch.randn(4, 5).bfloat16(),)),
    "float64": (Apply(lambda x: (x + 0.1, 0.1 - x, x.clamp(0.1))), (torch.randn(4, dtype=torch.float64),)),
    "int64": (Apply(lambda x: (x + 2**40 + 1, x // 3, x % 7, x / 3, x * 0.5)), (torch.arange(-5, 5),)),
    "int32": (Apply(lambda x: torch.cat([x, x.float()])), (torch.arange(4, dtype=torch.int32),)),
    "pools": (
        Apply(lambda x: (F.avg_pool1d(x, 3, 2), F.adaptive_avg_pool1d(x, 3), F.max_pool1d(x, 2))),
        (torch.randn(2, 3, 11),),
    ),
    "empty": (Apply(lambda x: (x + 1).sum()), (torch.randn(0, 3),)),
    "permuted": (Apply(lambda x: x.permute(1, 0).reshape(-1) + x.t().contiguous().view(-1)), (torch.randn(3, 4),)),
    "copy": (Apply(lambda x, y: y.clone().copy_(x)), (torch.arange(3), torch.randn(2, 3))),
    "scatter": (Apply(lambda x: torch.zeros(3, 4).index_put_((torch.tensor([0, 2]),), x)), (torch.randn(2, 4),)),
    "input_returned": (Apply(lambda x: (x, x.clone(), x.view(-1))), (torch.randn(2, 3),)),
    "none": (Apply(lambda x: (None, x + 1, 3)), (torch.randn(2),)),
    "interpolate": (Apply(lambda x: F.interpolate(x, scale_factor=2, mode="bicubic")), (torch.randn(1, 2, 4, 4),)),
    "cond": (
        Apply(lambda x: torch.cond(x.sum() > 0, lambda t: t.t().reshape(-1) + 1, lambda t: 1 - t.view(-1), (x,))),
        (torch.randn(2, 3),),
    ),
}


def no_grad(x):
    with torch.no_grad():
        y = x * 2
    return y + 1


def autocast(x, w):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return x @ w


def looped(x):
    def body(i, y):
        return i + 1, y.t().reshape(-1).view(2, 2).clone() * 2 + y

    return torch.while_loop(lambda i, y: i < 3, body, (torch.tensor(0), x))


def scanned(x):
    return torch._higher_order_ops.scan(lambda c, row: (c + row, c.clone() * row), x[0], x)


CASES |= {
    "no_grad": (Apply(no_grad), (torch.randn(3),)),
    "autocast": (Apply(autocast), (torch.randn(3, 4), torch.randn(4, 5))),
    "while": (Apply(looped), (torch.randn(2, 2),)),
    "map": (
        Apply(lambda x: HOPS.map(lambda row: row.t().reshape(-1) + 1, x)),
        (torch.randn(3, 2, 2),),
    ),
    "scan": (Apply(scanned), (torch.randn(4, 3),)),
    "as_strided": (Apply(lambda x: (x + 1).as_strided((2, 2), (1, 2))), (torch.randn(2, 3),)),
    "unused": (Apply(lambda x, y: x + 1), (torch.randn(2), torch.randn(3))),
    "split": (Apply(lambda x: x.split([1, 3], 1)[1].chunk(2)), (torch.randn(2, 4),)),
    "unfold": (Apply(lambda x: x.unfold(0, 3, 2)), (torch.randn(9),)),
    "meshgrid": (Apply(lambda x: torch.stack(torch.meshgrid(x, x + 1, indexing="ij"))), (torch.randn(3),)),
    "einsum": (Apply(lambda x, y: torch.einsum("bij,bkj->bik", x, y)), (torch.randn(2, 3, 4), torch.randn(2, 5, 4))),
    "topk": (Apply(lambda x: (x.topk(2), x.sort(descending=True), x.cumsum(0), x.argsort())), (torch.randn(9),)),
}


@pytest.mark.parametrize("name", CASES)
def test_is_eager(name):
    model, args = CASES[name]
    method = edge_of(model.eval(), args)["forward"]
    tolerance = 2e-2 if any(t.dtype in (torch.half, torch.bfloat16) for t in args) else 1e-5
    negated = tuple(-t if t.is_floating_point() else t for t in args)
    assert_as_eager(model, method, args, negated, rtol=tolerance, atol=tolerance / 10)


def test_state_inputs_in_place_keywords_and_nested_outputs():
    model, x = Counter(), torch.randn(3, 8)
    edge = edge_of(model, (x,), scale=torch.ones(8))
    method = edge["forward"]
    assert_as_eager(model, method, (x,), (x + 1,), scale=torch.ones(8))
    assert model.steps.tolist() == [3.0] * 8  # the user's model is left alone
    assert len(method.mutable_buffers()) == 1 and list(method.user_input_mutations()) == ["scale"]
    assert method.constants[next(iter(method.mutable_buffers()))].tolist() == [3.0] * 8  # so is the initial value
    edge.reset()
    assert_as_eager(model, method, (x,), scale=torch.ones(8))


@pytest.mark.parametrize("size", [1, 2, 5, 16])
def test_dynamic_sizes_hold_at_their_bounds(size):
    model = Apply(lambda x: F.scaled_dot_product_attention(x, x, x).flatten(1).softmax(0))
    method = edge_of(model, (torch.randn(4, 2, 6, 3),), (({0: Dim("n", min=1, max=16)},),))["forward"]
    assert_as_eager(model, method, (torch.randn(size, 2, 6, 3),))


def test_wrong_calls_name_the_input():
    edge = edge_of(nn.ReLU(), (torch.randn(4, 3),), ({0: Dim("n", max=8)},))
    cases: list[tuple[Any, str]] = [
        (torch.randn(9, 3), "sizes 0 to 8 are allowed, 9 given"),
        (torch.randn(4, 2), "dimension 1: size 3"),
    ]
    cases += [(torch.zeros(4, 3, dtype=torch.int64), "float32 is expected"), (3.0, "a tensor is expected")]
    for value, words in cases:
        with pytest.raises(RunError, match=words):
            edge(value)
    with pytest.raises(RunError, match="2 positional arguments"):
        edge(torch.randn(4, 3), 1)


def test_numbers_fixed_at_export_are_not_ignored():
    edge = edge_of(Apply(lambda x, n: x * n), (torch.randn(3), 2))
    torch.testing.assert_close(edge(torch.ones(3), 2), torch.full((3,), 2.0))
    words = 'input 1 "args_1": was fixed to 2 when the model was exported, 3 given; export it with Dim.DYNAMIC or as a '
    with pytest.raises(RunError, match=words):
        edge(torch.ones(3), 3)


@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (1, 3, 4, 5), (2, 1, 4, 5), (2, 3, 1, 1)])
def test_channels_last_inputs_are_converted_once(shape):
    model = Apply(lambda x: (x.relu() + x.sigmoid(), x.permute(0, 2, 3, 1).reshape(-1)))
    x = torch.randn(shape).to(memory_format=torch.channels_last)
    method = edge_of(model, (x,))["forward"]
    ambiguous = 1 in (shape[1], shape[2] * shape[3])
    assert dim_order(method.user_inputs()[0].meta["val"]) == ((0, 1, 2, 3) if ambiguous else (0, 2, 3, 1))
    assert ops(method).count("clone.default") == (0 if ambiguous else 1)
    assert_as_eager(model, method, (x,), (x.contiguous(),))


def test_channels_last_models_lower():
    model: Any = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(36, 2))
    model.to(memory_format=torch.channels_last)
    x = torch.randn(1, 3, 5, 5)
    method = edge_of(model, (x,))["forward"]
    assert all(value.is_contiguous() for value in method.constants.values())
    assert_as_eager(model, method, (x,))


def test_an_input_written_in_place_keeps_its_layout():
    def double(x):
        x.mul_(2)
        return x + 1

    x = torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last)
    method = edge_of(Apply(double), (x,))["forward"]
    assert dim_order(method.user_input_mutations()["args_0"].meta["val"]) == (0, 2, 3, 1)
    assert_as_eager(Apply(double), method, (x,))


def test_as_strided_of_a_part_is_refused():
    for function in (lambda x: x.t().as_strided((2, 2), (1, 2)), lambda x: x[1:].as_strided((2, 2), (1, 2))):
        with pytest.raises(LowerError, match="as_strided.*clone"):
            edge_of(Apply(function), (torch.randn(3, 3),))


def test_tied_weights_are_stored_once():
    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed, self.head = nn.Embedding(600, 600), nn.Linear(600, 600, bias=False)
            self.head.weight = self.embed.weight

        def forward(self, x):
            return self.head(self.embed(x))

    method = edge_of(Tied(), (torch.tensor([1, 2]),))["forward"]
    assert len({value.data_ptr() for value in method.constants.values()}) == 1


def test_sizes_are_computed_with_few_operations():
    def function(x):
        n = x.shape[0]
        return x.new_zeros(n + 2 * n, n * n) + (n + 1) / 2, x.view(-1), x * n**2

    model = Apply(function)
    method = edge_of(model, (torch.randn(4, 3),), (({0: Dim("n", max=8)},),))["forward"]
    allowed = {operator.add, operator.mul, operator.sub, operator.floordiv, operator.truediv, torch.sym_float}
    targets = {node.target for node in method.graph.nodes if node.op == "call_function"}
    assert {t for t in targets if not isinstance(t, torch._ops.OpOverload)} <= allowed
    assert_as_eager(model, method, (torch.randn(4, 3),), (torch.randn(7, 3),))


def test_several_methods():
    programs = {"encode": export(nn.Linear(3, 4), (torch.randn(3),)), "decode": export(nn.ReLU(), (torch.randn(4),))}
    edge = to_edge(programs)
    assert set(edge.methods) == {"encode", "decode"}
    assert edge["decode"](torch.tensor([-1.0, 0, 1, 2])).tolist() == [0, 0, 1, 2]


def test_operators_to_keep_whole():
    exported = export(Apply(lambda x: F.linear(F.silu(x), x)), (torch.randn(3, 3),))
    edge = to_edge(exported, keep=[aten.linear.default, aten.silu.default])
    assert ops(edge["forward"]) == ["silu.default", "linear.default"]


def test_what_has_no_decomposition_is_refused_by_name():
    with pytest.raises(
        LowerError, match=r"histogram.*\(test_support.py:\d+\): aten::histogram.bin_ct is not in Core ATen.*; "
    ):
        edge_of(Apply(lambda x: torch.histogram(x, 4)), (torch.randn(9),))


def test_data_dependent_sizes_need_a_bound():
    bounded = Apply(lambda x: x.nonzero())  # no more rows than elements
    assert_as_eager(bounded, edge_of(bounded, (torch.randn(9),))["forward"], (torch.tensor([1.0, 0] * 4 + [2]),))
    with pytest.raises(LowerError, match=r"\(test_support.py:\d+\): its size u\d+ depends on data"):
        edge_of(Apply(lambda x, n: x.expand(n.item(), 3) + 1), (torch.randn(3), torch.tensor(4)))
