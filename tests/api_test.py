"""The public API, name by name: lowering, saving, loading and running, as the documents promise it."""

import gc
import inspect
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn
from torch.export import Dim

import gleed
from gleed.backends.reference import ReferencePartitioner
from gleed.capture import export
from gleed.emit.values import DTYPE_CODES
from gleed.passes.test_support import Apply


def small() -> tuple[nn.Module, torch.Tensor]:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).eval(), torch.randn(2, 6)


def run(function, *inputs, like=None):
    """Lowers the function for `like` (or the inputs) and runs it on the inputs."""
    return gleed.load(gleed.lower(Apply(function), like or inputs).buffer)["forward"](*inputs)


# -- names and signatures ----------------------------------------------------------------------------------------------


def test_signatures() -> None:
    lower = inspect.signature(gleed.lower).parameters
    assert list(lower)[:5] == ["model", "args", "kwargs", "dynamic_shapes", "backend"]
    assert lower["kwargs"].default is None and lower["backend"].default == "portable"
    assert lower["dynamic_shapes"].kind is inspect.Parameter.KEYWORD_ONLY
    load = inspect.signature(gleed.load).parameters
    assert [(name, p.default) for name, p in load.items()][1:] == [("data", ()), ("threads", None)]


def test_errors_have_one_root() -> None:
    for error in (gleed.LowerError, gleed.LoadError, gleed.RunError):
        assert issubclass(error, gleed.Error) and error is not gleed.Error
    assert issubclass(gleed.Error, Exception)


def test_every_public_name_is_there() -> None:
    for name in gleed.__all__:
        assert getattr(gleed, name) is not None
    with pytest.raises(AttributeError, match='module "gleed" has no attribute "lowest"'):
        gleed.lowest  # type: ignore[attr-defined]  # noqa: B018


# -- one method --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [str, Path, bytes, bytearray, memoryview])
def test_lower_save_load_run(kind, tmp_path: Path) -> None:
    model, x = small()
    program = gleed.lower(model, (x,))
    assert isinstance(program.buffer, bytes) and program.buffer[4:8] == b"ET12"
    path = tmp_path / "model.pte"
    assert program.save(path) is None
    assert path.read_bytes() == program.buffer
    loaded = gleed.load(kind(path) if kind in (str, Path) else kind(program.buffer))
    assert loaded.methods == ["forward"]
    outputs = loaded["forward"](x)
    assert isinstance(outputs, list) and type(outputs[0]) is torch.Tensor
    torch.testing.assert_close(outputs, [model(x)])
    torch.testing.assert_close(loaded(x), program(x))


def test_lowering_again_gives_the_same_bytes() -> None:
    model, x = small()
    assert gleed.lower(model, (x,)).buffer == gleed.lower(model, (x,)).buffer


def test_the_report_has_the_planner_s_figures() -> None:
    model, x = small()
    report = gleed.lower(model, (x,)).reports["forward"]
    assert report.lower_bound_bytes <= report.planned_bytes <= report.naive_bytes
    assert report.instructions == len(report.places) == 3
    assert "lower bound" in str(report) and report.places[1].startswith('relu "1"')


def test_a_portable_program_says_that_it_is_slow(capsys: pytest.CaptureFixture[str]) -> None:
    gleed.lower(*small()[:1], (small()[1],))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and "portable kernels" in lines[0]


def test_the_model_stays_as_it_is() -> None:
    model, x = small()
    model.train()
    before = {name: value.clone() for name, value in model.state_dict().items()}
    gleed.lower(model, (x.requires_grad_(),))
    assert model.training and x.grad is None and all(p.grad is None for p in model.parameters())
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())


def test_an_exported_program_and_a_lone_tensor_are_taken() -> None:
    model, x = small()
    exported = torch.export.export(model, (x,))
    torch.testing.assert_close(gleed.lower(exported)(x), [model(x)])
    torch.testing.assert_close(gleed.lower(model, x)(x), [model(x)])


def test_check_can_be_left_out() -> None:
    model, x = small()
    assert gleed.lower(model, (x,), check=False).buffer == gleed.lower(model, (x,)).buffer


# -- the stages one by one ---------------------------------------------------------------------------------------------


def test_stages() -> None:
    model, x = small()
    edge = gleed.to_edge(export(model, (x,)))
    assert isinstance(edge, gleed.EdgeProgram)
    torch.testing.assert_close(edge(x), model(x))
    program = edge.to_program()
    assert isinstance(program, gleed.Program)
    assert edge.to_executorch().buffer == program.buffer == gleed.lower(model, (x,)).buffer


def test_transform_and_lower() -> None:
    model, x = small()
    seen: list[str] = []

    def look(method: object) -> int:
        seen.append(type(method).__name__)
        return 0

    edge = gleed.to_edge_transform_and_lower(
        {"a": export(model, (x,)), "b": export(model, (x[:1],))},
        transform_passes=[look],
        partitioner=[ReferencePartitioner(1), ReferencePartitioner()],
    )
    assert seen == ["EdgeMethod", "EdgeMethod"]
    loaded = gleed.load(edge.to_program().buffer)
    assert loaded.methods == ["a", "b"]
    torch.testing.assert_close(loaded["b"](x[:1]), [model(x[:1])])
    one = gleed.to_edge_transform_and_lower(export(model, (x,)), partitioner=ReferencePartitioner())
    torch.testing.assert_close(one.to_program()(x), [model(x)])


# -- several methods ---------------------------------------------------------------------------------------------------


class Autoencoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(64, 96))

    def encode(self, x: torch.Tensor) -> torch.Tensor:
        return x @ self.weight

    def decode(self, y: torch.Tensor) -> torch.Tensor:
        return y @ self.weight.mT


class Method(nn.Module):
    """One method of a module, as a module."""

    def __init__(self, module: nn.Module, name: str) -> None:
        super().__init__()
        self.module, self.name = module, name

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return getattr(self.module, self.name)(x)


def test_methods_share_their_constants() -> None:
    model = Autoencoder().eval()
    x, y = torch.randn(2, 64), torch.randn(3, 96)
    encode = (Method(model, "encode"), (x,), ({0: Dim("n", max=5)},))
    both = gleed.lower({"encode": encode, "again": encode[:2]})
    one = gleed.lower({"encode": encode})
    assert len(both.buffer) < len(one.buffer) + 3000 < 2 * 4 * 64 * 96
    loaded = gleed.load(gleed.lower({"encode": encode, "decode": (Method(model, "decode"), (y,))}).buffer)
    assert sorted(loaded.methods) == ["decode", "encode"]
    torch.testing.assert_close(loaded["encode"](x[:1]), [model.encode(x[:1])])
    torch.testing.assert_close(loaded["decode"](y), [model.decode(y)])


def test_calling_a_program_with_one_method_of_another_name() -> None:
    model, x = small()
    program = gleed.lower({"classify": (model, (x,))})
    torch.testing.assert_close(program(x), [model(x)])
    torch.testing.assert_close(gleed.load(program.buffer)(x), [model(x)])
    two = gleed.lower({"a": (model, (x,)), "b": (model, (x,))})
    for callable_ in (two, gleed.load(two.buffer)):
        with pytest.raises(gleed.RunError, match='no method "forward"; the program has a, b'):
            callable_(x)


# -- inputs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPE_CODES, ids=str)
def test_every_dtype_comes_in_and_goes_out(dtype: torch.dtype) -> None:
    # bitwise_not has no kernel for all; a view passes any dtype through
    x = (torch.arange(6) % 2).to(dtype).reshape(2, 3)
    loaded = gleed.load(gleed.lower(Apply(lambda x: x.view(3, 2)), (x,)).buffer)["forward"]
    assert loaded(x)[0].dtype == dtype and torch.equal(loaded(x)[0], x.view(3, 2))
    if dtype is not torch.bfloat16:
        array = x.numpy()
        assert loaded(array)[0].numpy().dtype == array.dtype
        assert np.array_equal(loaded(array)[0], array.reshape(3, 2))


def test_numpy_arrays_of_any_kind() -> None:
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    loaded = gleed.load(gleed.lower(Apply(lambda x: x * 2), (torch.from_numpy(x),)).buffer)["forward"]
    fixed = x.copy()
    fixed.flags.writeable = False
    wide = np.zeros((2, 3, 8), np.float32)
    wide[:, :, ::2] = x
    for array in (x, fixed, wide[:, :, ::2], np.asfortranarray(x), np.ascontiguousarray(x[::-1])[::-1]):
        assert np.array_equal(loaded(array)[0].numpy(), x * 2)
    assert np.array_equal(loaded(np.broadcast_to(x[:1, :1], (2, 3, 4)))[0].numpy(), np.tile(x[:1, :1] * 2, (2, 3, 1)))


def test_tensors_of_any_strides() -> None:
    x = torch.randn(2, 3, 4, 5)
    loaded = gleed.load(gleed.lower(Apply(lambda x: x - x.mean(1, keepdim=True)), (x,)).buffer)["forward"]
    wide = torch.empty(4, 3, 4, 10)
    wide[::2, :, :, ::2] = x
    forms = {
        "channels last": x.contiguous(memory_format=torch.channels_last),
        "sliced": wide[::2, :, :, ::2],
        "permuted": x.permute(3, 1, 0, 2).contiguous().permute(2, 1, 3, 0),
        "offset": torch.cat([torch.zeros(1), x.flatten()])[1:].view(2, 3, 4, 5),
        "requiring grad": x.clone().requires_grad_(),
        "negative": torch._neg_view(-x),
    }
    for name, form in forms.items():
        assert torch.equal(form, x), name
        torch.testing.assert_close(loaded(form), [x - x.mean(1, keepdim=True)], msg=name)
    expanded = x[:, :1].expand(2, 3, 4, 5)
    torch.testing.assert_close(loaded(expanded), [expanded - expanded.mean(1, keepdim=True)])


def test_a_channels_last_model_takes_both_layouts() -> None:
    torch.manual_seed(0)
    model = nn.Conv2d(3, 4, 3).to(memory_format=torch.channels_last)
    x = torch.randn(1, 3, 8, 8).contiguous(memory_format=torch.channels_last)
    loaded = gleed.load(gleed.lower(model, (x,)).buffer)["forward"]
    for form in (x, x.contiguous()):
        torch.testing.assert_close(loaded(form)[0], model(x))


@pytest.mark.parametrize("shape", [(), (0,), (0, 3), (2, 0, 3), (1,), (1, 1, 1)])
def test_tensors_with_few_elements(shape: tuple[int, ...]) -> None:
    x = torch.randn(shape)
    results = run(lambda x: (x + 1, x.sum(), x.reshape(-1)), x)
    torch.testing.assert_close(results, [x + 1, x.sum(), x.reshape(-1)])
    assert results[0].shape == x.shape


def test_keywords_come_after_positions() -> None:
    class Scale(nn.Module):
        def forward(self, x: torch.Tensor, *, factor: torch.Tensor, offset: torch.Tensor) -> torch.Tensor:
            return x * factor + offset

    x, factor, offset = torch.randn(3), torch.tensor(2.0), torch.randn(3)
    loaded = gleed.load(gleed.lower(Scale(), (x,), {"factor": factor, "offset": offset}).buffer)["forward"]
    torch.testing.assert_close(loaded(x, factor, offset), [x * factor + offset])


def test_nested_inputs_are_given_flat() -> None:
    def total(pair, table):
        return pair[0] + pair[1] * table["a"] - table["b"][0]

    inputs = ((torch.ones(2), torch.full((2,), 3.0)), {"a": torch.tensor(2.0), "b": [torch.ones(2)]})
    loaded = gleed.load(gleed.lower(Apply(total), inputs).buffer)["forward"]
    torch.testing.assert_close(loaded(*inputs[0], inputs[1]["a"], inputs[1]["b"][0]), [total(*inputs)])


def test_numbers_text_and_none_are_inputs_fixed_at_export() -> None:
    def choose(x, n, scale, flag, how, rest):
        y = x * n * scale if flag else x
        return y if rest is None and how == "plain" else -y

    example = (torch.ones(2), 3, 2.5, True, "plain", None)
    loaded = gleed.load(gleed.lower(Apply(choose), example).buffer)["forward"]
    torch.testing.assert_close(loaded(*example), [torch.full((2,), 7.5)])
    given = (np.ones(2, np.float32), np.int64(3), np.float32(2.5), np.bool_(True), "plain", None)
    torch.testing.assert_close(loaded(*given), [torch.full((2,), 7.5)])
    assert [row.get("value", row.get("dtype")) for row in loaded.inputs] == ["float32", 3, 2.5, True, "plain", None]


class Repeat(nn.Module):
    """An int as a size, bounded or not."""

    def __init__(self, bounded: bool) -> None:
        super().__init__()
        self.bounded = bounded

    def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
        if self.bounded:
            torch._check(n <= 9)
        return x.new_ones(n) * x.sum()


FREE = {"x": None, "n": Dim.DYNAMIC}


def test_a_number_left_free_is_used() -> None:
    class Scale(nn.Module):
        def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
            return x * n

    x = torch.tensor([1.5, -2.0])
    program = gleed.lower(Scale(), (x, 3), dynamic_shapes=FREE)
    for n in (3, 0, 1, 7, 1 << 20):
        torch.testing.assert_close(program(x, n), [x * n])


def test_a_number_left_free_is_a_size_within_its_bound() -> None:
    program = gleed.lower(Repeat(True), (torch.ones(2), 3), dynamic_shapes=FREE)
    for n in (3, 2, 9):
        torch.testing.assert_close(program(torch.ones(2), n), [torch.full((n,), 2.0)])
    with pytest.raises(gleed.RunError, match="10 elements, more than the 9 planned for the largest shape"):
        program(torch.ones(2), 10)


def test_a_size_from_a_number_without_bound_is_refused() -> None:
    words = r'full "full" \(api_test.py:\d+\): its size comes from the input "n", an int without upper bound; .*'
    with pytest.raises(gleed.LowerError, match=words + r"torch._check\(n <= 1024\)"):
        gleed.lower(Repeat(False), (torch.ones(2), 3), dynamic_shapes=FREE)


def test_what_cannot_be_left_free_is_refused() -> None:
    with pytest.raises(gleed.LowerError, match="a Dim gives sizes of tensors.*; write Dim.DYNAMIC for the int"):
        gleed.lower(Repeat(True), (torch.ones(2), 3), dynamic_shapes={"x": None, "n": Dim("n", max=9)})
    with pytest.raises(gleed.LowerError, match="leaves a float or a bool free, .*; give it as a tensor"):
        gleed.lower(Repeat(True), (torch.ones(2), 3.0), dynamic_shapes=FREE)


def test_lowering_warns_of_nothing(recwarn: pytest.WarningsRecorder) -> None:
    gleed.lower(*small()[:1], (small()[1],))
    assert [str(warning.message) for warning in recwarn] == []


def test_dynamic_sizes_within_their_bounds() -> None:
    model, _ = small()
    program = gleed.lower(model, (torch.randn(4, 6),), dynamic_shapes=({0: Dim("n", min=1, max=16)},))
    for n in (1, 16, 7):
        x = torch.randn(n, 6)
        torch.testing.assert_close(program(x), [model(x)])


# -- outputs -----------------------------------------------------------------------------------------------------------

Pair = namedtuple("Pair", ["late", "early"])


def test_outputs_keep_their_order() -> None:
    x = torch.randn(3)
    nested = run(lambda x: {"z": x + 1, "a": (x + 2, [x + 3]), "m": None, "n": 4}, x)
    torch.testing.assert_close(nested[:3], [x + 1, x + 2, x + 3])
    assert nested[3:] == [None, 4]
    torch.testing.assert_close(run(lambda x: Pair(early=x * 1.5, late=x * 2.5), x), [x * 2.5, x * 1.5])


def test_numbers_are_outputs() -> None:
    program = gleed.lower(
        Apply(lambda x: (x.shape[0], x.shape[0] / 2, x.shape[0] > 2, "text")),
        (torch.ones(3),),
        dynamic_shapes=(({0: Dim("n", max=8)},),),
    )
    results = program(torch.ones(5))
    assert results[:2] == [5, 2.5] and results[3] == "text"


def test_outputs_own_their_memory() -> None:
    loaded = gleed.load(gleed.lower(Apply(lambda x: (x, x + 1, x[1:])), (torch.zeros(4),)).buffer)
    x = torch.arange(4.0)
    first = loaded["forward"](x)
    kept = [t.clone() for t in first]
    x.fill_(9)
    second = loaded["forward"](torch.full((4,), 7.0))
    assert all(torch.equal(a, b) for a, b in zip(first, kept, strict=True)), "a later run changed earlier outputs"
    first[1].zero_()
    assert torch.equal(second[1], torch.full((4,), 8.0)) and torch.equal(second[0], torch.full((4,), 7.0))
    pointers = [t.untyped_storage().data_ptr() for t in [x, *first, *second]]
    assert len(set(pointers)) == len(pointers)
    del loaded
    gc.collect()
    assert torch.equal(first[2], kept[2])
    assert first[2].is_contiguous() and not first[2].requires_grad


def test_the_same_output_twice() -> None:
    x = torch.randn(3)
    a, b = run(lambda x: (lambda y: (y, y))(x * 2), x)
    a.zero_()
    assert torch.equal(b, x * 2)
