"""gleed/_core.pyi, which type checkers and editors read, says what the extension has."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from make_stub import STUB, stub_text  # noqa: E402


def test_the_stub_is_that_of_the_extension() -> None:
    assert STUB.read_text() == stub_text(), "the extension has changed: run .venv/bin/python tools/make_stub.py"
