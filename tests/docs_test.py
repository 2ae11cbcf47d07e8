"""What the documents show is so: their Python runs, their C++ compiles, and quoted files are those of the tree."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if page.exists()]


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """The code blocks of one language, each with the number of lines before it."""
    text = page.read_text()
    found = re.finditer(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [(text[: match.start(1)].count("\n"), match[1]) for match in found]


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=lambda p: p.name)
def test_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run one after the other, in an empty folder; errors name the page's own lines."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    for line, code in blocks(page, "python"):
        exec(compile("\n" * line + code, str(page), "exec"), names)


def test_the_pages_that_walk_through_code_have_some() -> None:
    for name in ("path.md", "delegation.md"):
        assert len(blocks(ROOT / "docs" / name, "python")) >= 1, name


def test_the_operator_shown_is_the_one_in_the_tree() -> None:
    _, code = blocks(ROOT / "docs" / "add_an_operator.md", "cpp")[0]
    name = code.split()[1]
    assert code == (ROOT / "gleed" / "ops" / name).read_text(), f"add_an_operator.md shows {name} as it is no more"


def test_the_module_of_the_path_compiles(tmp_path: Path) -> None:
    """path.md loads and runs a program from C++ in four lines."""
    _, code = blocks(ROOT / "docs" / "path.md", "cpp")[0]
    source = tmp_path / "page.cpp"
    source.write_text(
        '#include <cstdio>\n#include "gleed/module/module.h"\n'
        f"int main() {{\n  static float pixels[3 * 16 * 16];\n{code}\n  return logits[0] > 0;\n}}\n"
    )
    command = ["c++", "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}", str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"
