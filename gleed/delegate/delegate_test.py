"""Delegation: groups without cycles, every stage as eager, and what the file holds."""

import copy
import random
import re
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import fx, nn
from torch.export import Dim

import gleed
from gleed.backends.reference import BACKEND, ReferencePartitioner
from gleed.capture import export
from gleed.delegate import Backend, CapabilityPartitioner, CompileSpec, DelegateModule, Group, Lowered, Partitioner
from gleed.edge import EdgeProgram, to_edge
from gleed.emit import EmitConfig
from gleed.errors import LoadError, LowerError
from gleed.passes.test_support import Apply

aten = torch.ops.aten


def edge_of(model: nn.Module, args: tuple[Any, ...], dynamic_shapes: Any = None) -> EdgeProgram:
    return to_edge(export(model, args, None, dynamic_shapes))


def delegates(edge: EdgeProgram) -> list[DelegateModule]:
    method = edge["forward"]
    found = [method.graph_module.get_submodule(n.target) for n in method.graph.nodes if n.op == "call_module"]
    assert all(isinstance(module, DelegateModule) for module in found)
    return found  # type: ignore[return-value]


def assert_stages(
    model: nn.Module, args: tuple[Any, ...], *partitioners: Partitioner, dynamic_shapes: Any = None, more: Any = ()
) -> EdgeProgram:
    """Edge, delegated edge and program give what eager gives; returns the delegated edge program."""
    model = model.eval()
    edge = edge_of(model, args, dynamic_shapes)
    for partitioner in partitioners:
        assert edge.to_backend(partitioner) is edge
    edge["forward"].graph.lint()
    program = edge.to_program()
    twin = copy.deepcopy(model)
    for inputs in (args, *more):
        expected = twin(*inputs)
        flat = list(expected) if isinstance(expected, tuple) else [expected]
        torch.testing.assert_close(edge(*inputs), expected, rtol=1e-5, atol=1e-5)
        torch.testing.assert_close(program(*inputs), flat, rtol=1e-5, atol=1e-5)
    return edge


class Counter(nn.Module):
    """Keeps a count in a buffer, and reads it in what is delegated."""

    steps: torch.Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("steps", torch.full((3,), 2.0))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.steps.add_(1)
        return torch.relu(x * self.steps) + self.steps


SHARED = torch.randn(6, 6)
MODELS: dict[str, tuple[nn.Module, tuple[Any, ...]]] = {
    "conv": (
        nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.Hardswish(), nn.Flatten(), nn.Linear(200, 4)),
        (torch.randn(1, 3, 9, 9),),
    ),
    "several_results": (Apply(lambda x: (*x.max(1), x.min(1)[0])), (torch.randn(4, 5),)),
    "split": (Apply(lambda x: [a.exp() + b for a, b in [x.split(3, 1)]][0]), (torch.randn(2, 6),)),
    "view_of_input": (Apply(lambda x: (x.view(3, 4), x.view(12).exp(), x + 1)), (torch.randn(2, 6),)),
    "half_of_result": (Apply(lambda x: (x.exp()[:1], x.neg())), (torch.randn(2, 6),)),
    "shared_constant": (Apply(lambda x, w: (x @ w).sigmoid() @ w, w=SHARED), (torch.randn(2, 6),)),
    "attention": (
        Apply(lambda q, k, v: F.scaled_dot_product_attention(q, k, v)),
        tuple(torch.randn(1, 2, 5, 4) for _ in range(3)),
    ),
    "integers": (Apply(lambda x: (x * 2, x > 3, x.sum())), (torch.arange(6).reshape(2, 3),)),
    "scalar": (Apply(lambda x: x.sum() * x.mean()), (torch.randn(3, 4),)),
    "state": (Counter(), (torch.randn(3),)),
    "empty": (Apply(lambda x: (x.exp(), x + 1)), (torch.randn(0, 4),)),
}


@pytest.mark.parametrize("max_nodes", [None, 1, 3])
@pytest.mark.parametrize("name", MODELS)
def test_every_stage_as_eager(name: str, max_nodes: int | None) -> None:
    model, args = MODELS[name]
    edge = assert_stages(model, args, ReferencePartitioner(max_nodes), more=(args, args))
    assert delegates(edge)


def test_whole_model_is_one_part() -> None:
    model, args = MODELS["conv"]
    partitioner = ReferencePartitioner()
    edge = assert_stages(model, args, partitioner)
    assert len(delegates(edge)) == 1 and not partitioner.report
    constants = [n for n in edge["forward"].placeholders() if n not in edge["forward"].user_inputs()]
    assert not constants, "all constants moved into the part"


def test_shared_constants_stay_outside() -> None:
    edge = assert_stages(*MODELS["shared_constant"], ReferencePartitioner(1))
    assert len(edge["forward"].constants) == 1


def test_dynamic_sizes() -> None:
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Flatten(0, 1), nn.Softmax(-1))
    shapes = ({0: Dim("n", min=1, max=6), 1: Dim("m", min=1, max=7)},)
    more = [(torch.randn(n, m, 4),) for n, m in [(1, 1), (6, 7), (3, 2), (6, 7)]]
    for max_nodes in (None, 1, 2):
        edge = assert_stages(
            model, (torch.randn(5, 3, 4),), ReferencePartitioner(max_nodes), dynamic_shapes=shapes, more=more
        )
        assert delegates(edge)


def test_sizes_are_inputs_of_a_part() -> None:
    model = Apply(lambda x, y: (x.exp().expand(y.shape[0], 4) * 2, y + 1))
    shapes = ((None, {0: Dim("n", min=1, max=6)}),)
    args = (torch.randn(1, 4), torch.randn(3, 2))
    partitioner = ReferencePartitioner()
    edge = assert_stages(model, args, partitioner, dynamic_shapes=shapes, more=[(args[0], torch.randn(6, 2))])
    calls = [n for n in edge["forward"].graph.nodes if n.op == "call_module"]
    assert any(isinstance(arg.meta["val"], torch.SymInt) for call in calls for arg in call.args)
    assert ("sym_size", True) in [(n.name.split("_int")[0], "sizes" in why) for n, why in partitioner.report]


def test_numbers_are_inputs_of_a_part() -> None:
    """An int, a float and a bool that are computed from sizes outside."""
    shapes = ({0: Dim("n", min=1, max=8)},)
    functions = (
        lambda x: x * (x.shape[0] * 2),
        lambda x: x * (x.shape[0] / 2),
        lambda x: x + x.new_full((3,), x.shape[0] > 4),
    )
    for function in functions:
        more = [(torch.randn(n, 3),) for n in (1, 5, 8)]
        edge = assert_stages(
            Apply(function), (torch.randn(4, 3),), ReferencePartitioner(), dynamic_shapes=(shapes,), more=more
        )
        assert delegates(edge)


def test_several_backends_and_reasons() -> None:
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4), nn.Sigmoid())
    first = ReferencePartitioner(only=[aten.relu.default, aten.sigmoid.default], specs=[CompileSpec("label", b"one")])
    second = ReferencePartitioner(specs=[CompileSpec("label", b"two")])
    edge = assert_stages(model, (torch.randn(2, 4),), first, second)
    labels = [module.specs[0][1] for module in delegates(edge)]
    assert labels.count(b"one") == 2 and labels.count(b"two") == 2
    assert {why for _, why in first.report} == {"not among the operators that were asked for"}
    assert {why for _, why in second.report} == {"belongs to a delegate already"}


def test_default_reason() -> None:
    partitioner = CapabilityPartitioner(Backend("none", lambda node: False, BACKEND.lower))
    assert not partitioner.partition(edge_of(nn.ReLU(), (torch.randn(2),))["forward"])
    assert [why for _, why in partitioner.report] == ['backend "none" does not support it']


# -- cycles ----------------------------------------------------------------------------------------------------------


class Only(CapabilityPartitioner):
    """Takes the nodes that a chance picks."""

    def __init__(self, chance: random.Random, share: float, max_nodes: int | None) -> None:
        picked: dict[str, bool] = {}
        super().__init__(
            Backend("reference", lambda n: picked.setdefault(n.name, chance.random() < share), BACKEND.lower),
            max_nodes=max_nodes,
        )


class Tangle(nn.Module):
    """A random graph: each value combines two earlier ones."""

    def __init__(self, seed: int, size: int) -> None:
        super().__init__()
        chance = random.Random(seed)
        self.plan = [(chance.randrange(i + 1), chance.randrange(i + 1), chance.randrange(3)) for i in range(size)]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        values = [x]
        for a, b, kind in self.plan:
            left, right = values[a], values[b]
            values.append([left * 0.5 + right, torch.tanh(left) - right, torch.maximum(left, right).sin()][kind])
        return values[-1] + values[len(values) // 2]


@pytest.mark.parametrize("seed", range(12))
def test_random_graphs_have_no_cycles(seed: int) -> None:
    chance = random.Random(seed)
    partitioner = Only(chance, chance.choice([0.2, 0.5, 0.8]), chance.choice([None, None, 1, 4]))
    edge = assert_stages(Tangle(seed, 25), (torch.randn(3),), partitioner)
    outside = [n for n in edge["forward"].graph.nodes if n.op == "call_function" and "getitem" not in n.name]
    assert len(outside) == len(partitioner.report)


def test_a_diamond_is_not_closed() -> None:
    """relu reaches the sum on two paths, one through a refused node: one group of both would need its own result."""
    model = Apply(lambda x: (lambda r: r.tanh() + r)(x.relu()))
    edge = assert_stages(model, (torch.randn(3),), ReferencePartitioner(only=[aten.relu.default, aten.add.Tensor]))
    assert len(delegates(edge)) == 2


class Fixed(Partitioner):
    """Groups by operator name."""

    def __init__(self, *groups: tuple[str, ...]) -> None:
        super().__init__(BACKEND)
        self.groups = groups

    def partition(self, method: Any) -> list[Group]:
        """The groups that were asked for."""
        nodes: list[fx.Node] = list(method.graph.nodes)
        return [Group(str(i), [n for n in nodes if n.name in names]) for i, names in enumerate(self.groups)]


def test_bad_groups_are_refused() -> None:
    model = Apply(lambda x: (lambda r: r.tanh() + r)(x.relu()))
    args = (torch.randn(3),)
    with pytest.raises(LowerError, match='relu.*group "0" needs its own results through nodes outside'):
        edge_of(model, args).to_backend(Fixed(("relu", "add")))
    with pytest.raises(LowerError, match='cannot be in group "1"; groups are disjoint sets of calls'):
        edge_of(model, args).to_backend(Fixed(("relu",), ("relu",)))
    with pytest.raises(NotImplementedError, match="override partition"):
        edge_of(model, args).to_backend(Partitioner(BACKEND))
    with pytest.raises(ValueError, match="max_nodes=0: a group has at least one node"):
        ReferencePartitioner(0)


# -- the file --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize("alignment", [1, 16, 64])
def test_payload_inline_and_in_segments(inline: bool, alignment: int) -> None:
    model, args = MODELS["conv"]
    edge = edge_of(model.eval(), args).to_backend(ReferencePartitioner(2))
    program = edge.to_program(EmitConfig(inline_delegates=inline, delegate_alignment=alignment))
    torch.testing.assert_close(program(*args), [model(*args)], rtol=1e-5, atol=1e-5)


def test_named_data() -> None:
    model = Apply(lambda x: (x.relu(), x.neg().tanh().relu()))
    args = (torch.randn(64),)
    named = ReferencePartitioner(1, specs=[CompileSpec("payload", b"named")])
    edge = assert_stages(model, args, named)
    keys = [key for module in delegates(edge) for key in module.named_data]
    assert len(keys) == 4 and len(set(keys)) == 3, "equal parts share their bytes"
    buffer = edge.to_program().buffer
    assert keys[0].encode() in buffer
    with pytest.raises(LoadError, match=f'holds no data named "{keys[0][:-1]}!"'):
        gleed.load(buffer.replace(b"key:" + keys[0].encode(), b"key:" + keys[0][:-1].encode() + b"!"))


def test_named_data_must_agree() -> None:
    blobs = iter([b"one", b"two"])
    backend = Backend("reference", lambda node: True, lambda m, s: Lowered(b"x", {"weights": next(blobs)}))
    edge = edge_of(nn.Sequential(nn.ReLU(), nn.Tanh()), (torch.randn(2),))
    edge.to_backend(CapabilityPartitioner(backend, max_nodes=1))
    words = '^reference_1.*: backend "reference": two different blobs are named "weights"'
    with pytest.raises(LowerError, match=words):
        edge.to_program()


def test_unknown_backend() -> None:
    edge = edge_of(nn.ReLU(), (torch.randn(2),))
    edge.to_backend(CapabilityPartitioner(Backend("npu", lambda node: True, lambda m, s: Lowered(b"payload"))))
    with pytest.raises(LoadError, match='needs the backend "npu", which this build does not have'):
        gleed.load(edge.to_program().buffer)


@pytest.mark.parametrize("payload", [b"", b"no program", b"key:unended"])
def test_bad_payload(payload: bytes) -> None:
    edge = edge_of(nn.ReLU(), (torch.randn(2),))
    edge.to_backend(CapabilityPartitioner(Backend("reference", lambda node: True, lambda m, s: Lowered(payload))))
    with pytest.raises(LoadError, match=r'method "forward", delegate 0 \(reference\): '):
        gleed.load(edge.to_program().buffer)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Apply(lambda x: x.int()), "argument 1 and the payload's differ in dtype"),
        (Apply(lambda x: x.sum()), "argument 1 and the payload's differ in rank"),
        (Apply(lambda x: x.double()), "arena 3 needs 16 bytes, was given 8"),
        (Apply(lambda x: (x, x + 1)), "the payload has 1 inputs and 2 outputs, the call 2 arguments"),
    ],
)
def test_payload_of_another_part(other: nn.Module, words: str) -> None:
    args = (torch.randn(2),)
    payload = edge_of(other, args).to_program(EmitConfig(lendable=True)).buffer
    edge = edge_of(nn.ReLU(), args)
    edge.to_backend(CapabilityPartitioner(Backend("reference", lambda node: True, lambda m, s: Lowered(payload))))
    with pytest.raises(LoadError, match=words):
        gleed.load(edge.to_program().buffer)


def test_lowering_errors_name_the_part() -> None:
    edge = edge_of(nn.ReLU(), (torch.randn(2),))
    words = (
        'backend "reference", part "reference_0": no option speed=b.fast.; there are payload=b"own" or b"named", and'
    )
    with pytest.raises(LowerError, match=words):
        edge.to_backend(ReferencePartitioner(specs=[CompileSpec("speed", b"fast")]))


def test_running_errors_name_the_backend() -> None:
    model = Apply(lambda x, i: F.embedding(i, x))
    args = (torch.randn(4, 2), torch.tensor([1]))
    program = edge_of(model, args).to_backend(ReferencePartitioner()).to_program()
    with pytest.raises(gleed.RunError, match=r'instruction 0 \(backend "reference"\): method "part", instruction 0'):
        program(args[0], torch.tensor([9]))


def test_to_edge_transform_and_lower() -> None:
    exported = export(nn.Sequential(nn.ReLU(), nn.Tanh()), (torch.randn(3),))
    edge = gleed.to_edge_transform_and_lower(exported, partitioner=[ReferencePartitioner(1)])
    assert len(delegates(edge)) == 2


def test_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "delegation.md"
    for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL):
        exec(compile(block, str(page), "exec"), {})
    assert "only activations are taken" in capsys.readouterr().out
