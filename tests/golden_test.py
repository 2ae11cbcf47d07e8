"""Files that ExecuTorch 1.5.1 wrote run here and give the recorded outputs; the rest are refused by name."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import gleed

GOLDEN = Path(__file__).parent / "golden"
ENTRIES = {entry["name"]: entry for entry in json.loads((GOLDEN / "index.json").read_text())["files"]}
# Delegates of backends that this build does not have, and separate data files, are refused by name.
REFUSED = {name for name, entry in ENTRIES.items() if entry["delegates"] or entry["ptd"]}


def _tensor(array: np.ndarray, spec: dict[str, Any]) -> torch.Tensor:
    if spec["dtype"] == "bfloat16":
        tensor = torch.from_numpy(array.view(np.int16).copy()).view(torch.bfloat16)
    else:
        tensor = torch.from_numpy(np.array(array))
    tensor = tensor.reshape(spec["shape"])
    order = spec.get("dim_order")
    if order and order != sorted(order):
        back = [order.index(d) for d in range(len(order))]
        tensor = tensor.permute(order).contiguous().permute(back)
    return tensor


def _value(arrays: Any, key: str, spec: dict[str, Any]) -> Any:
    return _tensor(arrays[key], spec) if spec["kind"] == "tensor" else spec.get("value")


def _check(result: Any, expected: Any, tolerance: dict[str, float], what: str) -> None:
    if not isinstance(expected, torch.Tensor):
        assert result == expected or (result != result and expected != expected), what
        return
    assert result.dtype == expected.dtype and result.shape == expected.shape, what
    if expected.dtype.is_floating_point:
        torch.testing.assert_close(result, expected, **tolerance, equal_nan=True, msg=lambda m: f"{what}: {m}")
    else:
        assert torch.equal(result, expected), what


@pytest.mark.parametrize("name", sorted(set(ENTRIES) - REFUSED))
def test_runs_with_recorded_outputs(name: str) -> None:
    entry = ENTRIES[name]
    loaded = gleed.load(GOLDEN / entry["pte"])
    arrays = np.load(GOLDEN / entry["npz"])
    for c, call in enumerate(entry["calls"]):
        inputs = [_value(arrays, f"c{c}.in{i}", spec) for i, spec in enumerate(call["inputs"])]
        outputs = loaded[call["method"]](*inputs)
        assert len(outputs) == len(call["outputs"])
        for i, (result, spec) in enumerate(zip(outputs, call["outputs"], strict=True)):
            _check(result, _value(arrays, f"c{c}.out{i}", spec), entry["tolerance"], f"{name}, call {c}, output {i}")


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_refused_by_name(name: str) -> None:
    entry = ENTRIES[name]
    with pytest.raises(gleed.LoadError) as error:
        gleed.load(GOLDEN / entry["pte"])
    if entry["delegates"]:
        assert f'backend "{entry["delegates"][0]}"' in str(error.value)
    else:
        assert "separate data file" in str(error.value)


def test_most_of_them_run() -> None:
    """At least two thirds of the files without delegates and separate data run; here: all."""
    assert len(set(ENTRIES) - REFUSED) >= 20
