"""make_stub.py -- writes gleed/_core.pyi, the types of the C++ extension, from the extension itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUB = ROOT / "gleed" / "_core.pyi"


def stub_text() -> str:
    """The stub of the extension that is built now, laid out like the rest of the sources."""
    from nanobind.stubgen import StubGen

    from gleed import _core

    generator = StubGen(_core, quiet=True)
    generator.put(_core)
    body = generator.get().split('"""', 2)[2].lstrip()  # without the docstring of the module
    text = f'"""Types of the C++ extension; made by tools/make_stub.py."""\n\n{body}'
    for command in (["check", "--select", "I", "--fix-only"], ["format"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", str(STUB), "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return text


if __name__ == "__main__":
    STUB.write_text(stub_text())
