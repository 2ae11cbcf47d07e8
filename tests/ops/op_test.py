"""Every case of every `cases_*.py`, on every provider, against eager PyTorch: one test per operator and provider."""

import importlib
import warnings
from pathlib import Path

import pytest
from harness import Case, by_op, check, providers

WORST_SHOWN = 12  # failing cases printed in full per test


def _groups() -> list[tuple[str, list[Case]]]:
    files = sorted(Path(__file__).parent.glob("cases_*.py"))
    return [
        (f"{file.stem.removeprefix('cases_')}-{op}", cases)
        for file in files
        for op, cases in by_op(importlib.import_module(file.stem).cases()).items()
    ]


GROUPS = _groups()


@pytest.mark.parametrize("provider", providers(), ids=lambda p: p.name)
@pytest.mark.parametrize("cases", [cases for _, cases in GROUPS], ids=[name for name, _ in GROUPS])
def test_op(provider, cases: list[Case]) -> None:
    wrong = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in cases:
            if provider.skips(case) is None and (why := check(provider, case)):
                wrong.append(f"{case}\n    {why}")
    shown = "\n".join(wrong[:WORST_SHOWN])
    assert not wrong, f"{len(wrong)} of {len(cases)} cases failed\n{shown}"
