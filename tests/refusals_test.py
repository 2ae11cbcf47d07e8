"""Refusals of the Python API, each raised by a real misuse, with its class and its words."""

from contextlib import nullcontext
from typing import Any

import pytest
import torch
from torch import nn
from torch.export import Dim

import gleed
from gleed.capture import export
from gleed.delegate import Partitioner
from gleed.edge import to_edge
from gleed.lower import verify_program
from gleed.passes.test_support import Apply

X = torch.ones(2, 3)
RELU = nn.ReLU()

LOWER: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((RELU, (X,)), {"backend": "abacus"}, 'no backend "abacus"; there is portable'),
    (({"a": (RELU, (X,))}, (X,)), {}, "a dict of methods carries its own args and dynamic_shapes; give them there"),
    (({},), {}, "the dict of methods is empty; give {name: (module, args)}"),
    (({3: (RELU, (X,))},), {}, "the dict of methods has the key 3; methods have names"),
    (({"a": RELU},), {}, 'method "a": (module, args) or (module, args, dynamic_shapes) is expected'),
    ((RELU, 3), {}, "the example inputs are a tuple, int given; write (x,) for one input"),
    ((RELU, (X.to_sparse(),)), {}, "input [0]: torch.sparse_coo inputs are not supported; pass a dense tensor"),
]


@pytest.mark.parametrize(("args", "options", "words"), LOWER, ids=[words[:30] for *_, words in LOWER])
def test_lower_refuses(args: tuple[Any, ...], options: dict[str, Any], words: str) -> None:
    with pytest.raises(gleed.LowerError) as error:
        gleed.lower(*args, **options)
    assert str(error.value) == words


def test_load_refuses() -> None:
    with pytest.raises(gleed.LoadError, match="^a path or the bytes of a program are expected, int given$"):
        gleed.load(3)  # type: ignore[arg-type]
    with pytest.raises(gleed.LoadError, match=r"^cannot open 'a\\x00b': the path must be UTF-8 without NUL; rename"):
        gleed.load("a\0b")


def test_a_loaded_method_refuses() -> None:
    loaded = gleed.load(gleed.lower(RELU, (X,)).buffer)["forward"]
    cases: list[tuple[Any, str]] = [
        (2**63, "9223372036854775808 does not fit in 64 bits"),
        (X.to("meta"), "the tensor is on meta; call .cpu() first"),
        (X.to_sparse(), "the tensor is torch.sparse_coo; call .to_dense() first"),
    ]
    for value, words in cases:
        with pytest.raises(gleed.RunError) as error:
            loaded(value)
        assert str(error.value) == f'method "forward", input 0: {words}'


def test_an_edge_program_refuses() -> None:
    def edge(function: Any, args: Any, shapes: Any = None) -> Any:
        return to_edge(export(Apply(function), args, None, shapes))

    n = Dim("n", max=8)
    same = edge(lambda x, y: x + y, (X, X), (({0: n}, {0: n}),))
    nested = edge(lambda pair: pair[0] + pair[1], ((X, X),))
    named = to_edge(export(nn.Linear(3, 3), (), {"input": X}))
    scaled = to_edge(export(Scale(), (X, 3), None, {"x": None, "n": Dim.DYNAMIC}))
    cases: list[tuple[Any, tuple[Any, ...], str]] = [
        (same, (X, X[:1]), "size 2 is expected, as in an earlier input, 1 given"),
        (same, (X[0], X), "2 dimensions are expected, 1 given"),
        (nested, ([X, X],), "arguments are nested as "),
        (named, (X,), "keyword arguments [] given, ['input'] expected, as when the model was lowered"),
        (scaled, (X, 2.5), 'input 1 "n": an int is expected, float given'),
    ]
    for program, args, words in cases:
        with pytest.raises(gleed.RunError) as error:
            program(*args)
        assert words in str(error.value)


class Scale(nn.Module):
    def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
        return x * n


def test_a_size_without_bound_that_was_exported_elsewhere() -> None:
    exported = torch.export.export(RELU, (X,), dynamic_shapes=({0: Dim("n")},))
    with pytest.raises(gleed.LowerError, match=r"its size s\d+ has no upper bound; export with Dim\(\.\.\., max="):
        to_edge(exported)


def test_a_partitioner_without_a_choice() -> None:
    from gleed.backends.reference import BACKEND

    with pytest.raises(NotImplementedError, match=r"a partitioner says which nodes it takes: override partition"):
        gleed.to_edge(export(RELU, (X,))).to_backend(Partitioner(BACKEND))


ONES = torch.ones(2, 3)
COMPARED: list[tuple[Any, Any, str]] = [
    (lambda x: (x, x), lambda x: x, "gives 2 outputs, the model 1"),
    (lambda x: (x, 3), lambda x: (x, 4), "output 1: is 3, the model gives 4"),
    (lambda x: x.sum(0), lambda x: x.int(), "is torch.float32 (3,), the model gives torch.int32 (2, 3)"),
    (
        lambda x: x * 1.5,
        lambda x: x,
        "output 0: differs from the model by 0.5 of its largest value on the example inputs",
    ),
    (lambda x: x * 1.0009, lambda x: x, ""),
]


@pytest.mark.parametrize(("ours", "model", "words"), COMPARED, ids=[words[:20] for *_, words in COMPARED])
def test_a_program_that_does_not_compute_the_model(ours: Any, model: Any, words: str) -> None:
    edge, exported = to_edge(export(Apply(ours), (ONES,))), export(Apply(model), (ONES,))
    with pytest.raises(gleed.LowerError) if words else nullcontext() as error:
        verify_program(edge.to_program(), edge, {"forward": exported}, {"forward": ((ONES,), {})})
    assert error is None or words in str(error.value)
