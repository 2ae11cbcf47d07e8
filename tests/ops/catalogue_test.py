"""No operator of the catalogue without cases, in each dtype that it declares."""

from pathlib import Path

import torch
from harness import ALL, Case, groups, key_of, rows, tensors_in

ROOT = Path(__file__).parents[2]
# Operators that a Case cannot describe, and the test that names them.
ELSEWHERE = {
    **dict.fromkeys((k for k in rows() if k.startswith("executorch_prim::")), "gleed/ops/prims_test.cpp"),
    **dict.fromkeys(("aten::sym_size.int", "aten::sym_numel", "aten::_local_scalar_dense"), "gleed/ops/prims_test.cpp"),
    **dict.fromkeys(("aten::_assert_async.msg", "aten::_assert_scalar"), "gleed/passes/assertions_test.py"),
    "aten::_native_batch_norm_legit.out": "tests/ops/batch_norm_test.py",
}


def _cases() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for cases in groups().values():
        for case in cases:
            if case.refused is None:
                found.setdefault(key_of(case), []).append(case)
    return found


def _first_dtype(case: Case) -> torch.dtype | None:
    """What the catalogue's dtypes speak of: the first tensor's, or, where none is given, the result's."""
    first = next(tensors_in(case.args), None)
    if first is not None:
        return first.dtype
    return case.out_dtypes[0] if case.out_dtypes else case.kwargs.get("dtype")


def test_every_operator_has_cases() -> None:
    assert sorted(set(rows()) - set(_cases()) - set(ELSEWHERE)) == []


def test_what_is_tested_elsewhere_is_named_there() -> None:
    for key, file in ELSEWHERE.items():
        assert key not in _cases(), f"{key} has cases; take it out of ELSEWHERE"
        assert f'"{key}"' in (ROOT / file).read_text(), f"{file} does not test {key}"


def test_every_declared_dtype_has_cases() -> None:
    missing = []
    for key, cases in _cases().items():
        given = {_first_dtype(case) for case in cases}
        for dtype in ALL:
            name = str(dtype).removeprefix("torch.")
            if name in rows()[key]["dtypes"] and dtype not in given:
                missing.append(f"{key} in {name}")
    assert missing == []
