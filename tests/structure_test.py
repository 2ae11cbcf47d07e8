"""Who may include whom, and how long files are: the source tree keeps the shape that its documents promise."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "gleed"

# C++: a part of the source -> the parts that it may include besides itself. The device's side knows nothing of the
# compiler's, and the runtime knows no operator or backend by name.
CPP = {
    "base": set(),
    "core": {"base"},
    "kernels": {"base"},
    "format": {"base", "core"},
    "platform": {"base"},
    "ops": {"base", "core"},
    "ops/fast": {"base", "core", "kernels", "ops"},
    "backends": {"base", "core", "kernels"},
    "runtime": {"base", "core", "format", "platform"},
    "module": {"base", "core", "format", "platform", "runtime"},
    "plan": {"base", "core"},
    "emit": {"base", "core", "format", "plan"},
    "devtools": {"base", "core", "ops", "format", "platform", "runtime", "module", "plan", "emit"},
}
# The one backend whose payload is a program, and which runs it.
CPP["backends/reference"] = CPP["backends"] | {"format", "platform", "runtime"}
CPP["llm"] = CPP["devtools"] | {"devtools"}
CPP["bindings"] = set(CPP)

# Python: the same. `errors` may be used by all, and the files at the top of the package see every part.
PYTHON = {
    "capture": {"edge"},
    "quantize": {"capture", "edge"},
    "edge": set(),
    "passes": {"edge"},
    "delegate": {"edge", "passes"},
    "backends": {"edge", "passes", "delegate", "quantize"},
    "plan": {"edge"},
    "emit": {"edge", "plan", "delegate", "format"},
    "format": set(),
    "ops": {"edge"},
}
PYTHON["backends/reference"] = PYTHON["backends"] | {"emit"}  # its payload is a program
EVERYONE = {"errors", "_core"}
SEES_ALL = {"devtools", "llm"}
# Inside functions alone: each stage's result has a method that takes it to the next stage.
NEXT_STAGE = {
    "edge/program.py": {"delegate", "emit"},
    "edge/convert.py": {"passes"},
    "emit/program.py": {"load"},
}

# The longest file of each kind today, in lines. These numbers only fall: a file that grows past them is split, and the
# number follows when the longest file got shorter.
LONGEST = {".cpp": 393, ".h": 310, ".py": 460, ".cmake": 200}
SLACK = 60
# A list of models, one after the other.
LISTS = {"tests/zoo/zoo.py"}


def part_of(path: Path, parts: dict[str, set[str]]) -> str | None:
    """ "ops/fast" before "ops"; a folder of backends/ is a part of its own."""
    folders = path.relative_to(SOURCE).parts[:-1]
    if not folders:
        return None
    if folders[0] == "backends":
        return "/".join(folders[:2])
    return "/".join(folders[:2]) if "/".join(folders[:2]) in parts else folders[0]


def allowed(part: str, parts: dict[str, set[str]]) -> set[str]:
    rule = parts["backends"] if part.startswith("backends/") and part not in parts else parts[part]
    return rule | {part}


def sources(*endings: str) -> list[Path]:
    return sorted(p for p in SOURCE.rglob("*") if p.suffix in endings and "__pycache__" not in p.parts)


def is_test(path: Path) -> bool:
    return path.stem.endswith("_test") or path.name.startswith("test_") or path.name == "conftest.py"


def test_cpp_includes_point_downwards() -> None:
    wrong = []
    for path in sources(".cpp", ".h"):
        part = part_of(path, CPP)
        if part is None or is_test(path):
            continue
        assert part in CPP or part.startswith("backends/"), f"{path}: give the new folder a row in CPP"
        for included in re.findall(r'^#include "gleed/([^"]+)"', path.read_text(), re.MULTILINE):
            other = part_of(SOURCE / included, CPP)
            if other not in allowed(part, CPP):
                wrong.append(f"{path.relative_to(ROOT)} includes gleed/{included}; {part} may not know {other}")
    assert not wrong, "\n".join(wrong)


def imported_modules(path: Path) -> tuple[set[str], set[str]]:
    """The modules of Gleed that a file imports, as dotted names without "gleed.": all, and those at its top."""
    tree = ast.parse(path.read_text())
    return gleed_modules(ast.walk(tree)), gleed_modules(tree.body)


def gleed_modules(nodes: Iterable[ast.AST]) -> set[str]:
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "gleed" else [node.module]
        else:
            continue
        found |= {name.removeprefix("gleed.") for name in names if name.startswith("gleed.")}
    return found


def test_python_imports_point_downwards() -> None:
    wrong = []
    for path in sources(".py"):
        part = part_of(path, PYTHON)
        if part is None or part in SEES_ALL or is_test(path) or path.name == "conftest.py":
            continue
        assert part.startswith("backends/") or part in PYTHON, f"{path}: give the new folder a row in PYTHON"
        modules, at_top = imported_modules(path)
        later = NEXT_STAGE.get(str(path.relative_to(SOURCE)), set())
        for module in modules:
            words = module.split(".")
            other = "/".join(words[:2]) if words[0] == "backends" else words[0]
            if other not in allowed(part, PYTHON) | EVERYONE | (later if module not in at_top else set()):
                wrong.append(f"{path.relative_to(ROOT)} imports gleed.{module}; {part} may not know {other}")
    assert not wrong, "\n".join(wrong)


def test_nothing_imports_an_example() -> None:
    for path in [*sources(".py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "bench").rglob("*.py")]:
        assert not re.search(r"^\s*(from|import) examples\b", path.read_text(), re.MULTILINE), path


@pytest.mark.parametrize("ending", LONGEST)
def test_no_file_outgrows_the_longest(ending: str) -> None:
    folders = ["gleed", "tests", "bench", "tools", "cmake", "examples"]
    files = {str(p.relative_to(ROOT)): p for folder in folders for p in (ROOT / folder).rglob("*" + ending)}
    lines = {name: p.read_text().count("\n") for name, p in files.items() if name not in LISTS}
    long = {name: n for name, n in lines.items() if n > LONGEST[ending]}
    assert not long, f"over {LONGEST[ending]} lines: {long}; ask whether they hold two ideas"
    longest = max(lines.values())
    assert longest > LONGEST[ending] - SLACK, f'the longest has {longest} lines by now: write "{ending}": {longest}'


def test_every_cpp_file_says_what_it_is_for() -> None:
    for path in sources(".cpp", ".h"):
        first = path.read_text().split("\n", 1)[0]
        assert first.startswith(f"// {path.name} -- "), f"{path}: begin with '// {path.name} -- what it is for'"


def test_every_python_file_says_what_it_is_for() -> None:
    for folder in ("gleed", "tests", "bench", "tools", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            assert ast.get_docstring(ast.parse(path.read_text())), f"{path}: begin with a docstring, what it is for"
