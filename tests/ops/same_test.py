"""One tensor given as several inputs, over the whole catalogue: x * x, cat([x, x]), scatter(x, 0, i, x)."""

import itertools
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
import torch
from harness import Case, Portable, check, groups, key_of, rows, tensor, tensors_in

Place = tuple[int, ...]  # of a tensor: the argument, or the argument and the item of its list
EACH = 3  # calls per pair of places

# Pairs that differ in rank or dtype in all other cases.
EXTRA = (
    Case("aten.gather.default", (torch.tensor([2, 0, 1]), 0, torch.tensor([2, 0, 1]))),
    Case("aten.index_select.default", (torch.tensor([2, 0, 1]), 0, torch.tensor([2, 0, 1]))),
    Case("aten.embedding.default", (torch.tensor([[2, 0], [1, 1], [0, 2]]), torch.tensor([[2, 0], [1, 1], [0, 2]]))),
    Case("aten.fill.Tensor", (torch.tensor(2.0), torch.tensor(2.0))),
    Case("aten.slice_scatter.default", (torch.ones(3, 4), torch.ones(3, 4))),
    Case("aten.grid_sampler_2d.default", (tensor((1, 3, 4, 2), torch.float32), tensor((1, 3, 4, 2), torch.float32),
                                          0, 0, False)),
)  # fmt: skip
# Operators whose tensors always differ in rank or dtype, so that no two can be one.
NEVER = {
    "aten::select_scatter.out", "aten::diagonal_scatter.out",
    *(f"quantized_decomposed::{d}quantize_per_{per}.out" for d in ("", "de") for per in ("channel", "token")),
    "quantized_decomposed::mixed_mm.out", "aten::embedding_renorm.out",
}  # fmt: skip


def _places(args: Sequence[Any]) -> Iterator[Place]:
    for i, a in enumerate(args):
        if isinstance(a, torch.Tensor):
            yield (i,)
        elif isinstance(a, list | tuple):
            yield from ((i, *place) for place in _places(a))


def _at(args: Any, place: Place) -> torch.Tensor:
    for i in place:
        args = args[i]
    return args  # type: ignore[no-any-return]


def _put(args: Sequence[Any], place: Place, t: torch.Tensor) -> list[Any]:
    i, *rest = place
    return [(_put(a, tuple(rest), t) if rest else t) if k == i else a for k, a in enumerate(args)]


def _by_key() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for case in itertools.chain(*groups().values(), EXTRA):
        if case.refused is None and len(list(itertools.islice(tensors_in(case.args), 2))) == 2:
            found.setdefault(key_of(case), []).append(case)
    return found


CASES = _by_key()


@pytest.mark.parametrize("key", sorted(CASES))
def test_one_tensor_as_two_inputs(key: str) -> None:
    """Where two tensors that are equal are taken, one that stands for both is, and gives the same."""
    tried: Counter[tuple[Place, Place]] = Counter()
    wrong = []
    provider = Portable()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in CASES[key]:
            for p, q in itertools.combinations(_places(case.args), 2):
                if tried[p, q] == EACH or (case.mutates and p == (0,) and key != "aten::copy_"):
                    continue
                x = _at(case.args, p)
                apart, one = (replace(case, args=_put(case.args, q, t), out_order=None) for t in (x.clone(), x))
                if check(provider, apart) is not None:
                    continue
                tried[p, q] += 1
                if why := check(provider, one):
                    wrong.append(f"{one}, arguments {p} and {q}\n    {why}")
    assert not wrong, "\n".join(wrong[:5])
    assert bool(tried) != (key in NEVER), "no two of its tensors could be one" if not tried else "not in NEVER any more"


def test_what_is_written_is_not_read() -> None:
    """An output that is an input is refused by operators that do not go element by element."""
    assert not rows()["aten::index_put_"]["in_place"]
    x = torch.tensor([True, False])
    case = Case("aten.index_put_.default", (x, [x], torch.tensor(False)), mutates=True, refused="a tensor of its own")
    assert check(Portable(), case) is None
