"""Every case of every `cases_*.py`, on every provider, against eager PyTorch: one test per operator and provider."""

import warnings

import pytest
from harness import Case, check, groups, providers

WORST_SHOWN = 12  # failing cases printed in full per test


@pytest.mark.parametrize("provider", providers(), ids=lambda p: p.name)
@pytest.mark.parametrize("cases", groups().values(), ids=groups().keys())
def test_op(provider, cases: list[Case]) -> None:
    wrong = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in cases:
            if provider.skips(case) is None and (why := check(provider, case)):
                wrong.append(f"{case}\n    {why}")
    shown = "\n".join(wrong[:WORST_SHOWN])
    assert not wrong, f"{len(wrong)} of {len(cases)} cases failed\n{shown}"
