"""Every error message of the project is read by a test.

A message is the literal text in a call that makes an error: `raise SomeError(...)` and the like in Python, `fail(...)`
and its helpers in C++. It counts as read when a string in a test's source has some whole words of it, at least FRAGMENT
characters together, that no other message has; or all its words in their order, where they are fewer.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRAGMENT = 12

# What makes errors besides `raise`: functions that get the words and return or raise the error.
PYTHON_MAKERS = {"_bad_input"}
CPP_MAKERS = {
    *("fail", "bad", "bad_words", "bad_file", "bad_value", "bad_instruction", "bad_kind", "input_error", "no_room"),
    *("value_error", "type_error", "key_error"),
}
CPP_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def is_test(path: Path) -> bool:
    return path.stem.endswith("_test") or path.name.startswith("test_") or "tests" in path.relative_to(ROOT).parts


def sources(ending: str) -> list[Path]:
    return [p for folder in ("gleed", "tests") for p in sorted((ROOT / folder).rglob("*" + ending))]


# -- messages ----------------------------------------------------------------------------------------------------------


def python_messages(path: Path) -> Iterator[list[str]]:
    """The literal pieces of each message."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            call = node.exc
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in PYTHON_MAKERS:
            call = node
        else:
            continue
        if getattr(call.func, "attr", "") in PYTHON_MAKERS and isinstance(node, ast.Raise):
            continue  # the walk comes to the call itself
        pieces = [c.value for c in ast.walk(call) if isinstance(c, ast.Constant) and isinstance(c.value, str)]
        if pieces:
            yield pieces


def without_comments(text: str) -> str:
    """C++ without // comments; strings stay as they are."""
    return re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*', lambda m: m[1] or "", text)


def join_strings(text: str) -> str:
    """Neighbouring literals become one, as for the compiler."""
    return re.sub(r'"\s*\n\s*"', "", text)


def cpp_messages(path: Path) -> Iterator[list[str]]:
    """The literal pieces of each message; words of a choice (`a ? "x" : "y"`) count as pieces."""
    text = join_strings(without_comments(path.read_text()))
    for match in re.finditer(r"\b(\w+)\(", text):
        if match[1] not in CPP_MAKERS:
            continue
        pieces = [unescape(s) for s in CPP_STRING.findall(arguments(text, match.end()))]
        pieces = [piece for part in pieces for piece in part.split("%")]  # "%" stands for a number in bad_file
        if any(len(piece) > 3 for piece in pieces):
            yield pieces


def arguments(text: str, start: int) -> str:
    """From an open parenthesis to the one that closes it."""
    depth, at = 1, start
    while depth and at < len(text):
        string = CPP_STRING.match(text, at)
        if string:
            at = string.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[start:at]


def unescape(text: str) -> str:
    return text.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def messages() -> dict[str, list[str]]:
    """What a message is called here, `file: its words`, and its pieces."""
    found = {}
    for ending, read in ((".py", python_messages), (".cpp", cpp_messages), (".h", cpp_messages)):
        for path in sources(ending):
            if is_test(path):
                continue
            for pieces in read(path):
                words = re.sub(r"\s+", " ", "…".join(pieces))[:100].strip()
                found[f"{path.relative_to(ROOT)}: {words}"] = pieces
    return found


# -- what tests read ---------------------------------------------------------------------------------------------------


def strings_in_tests() -> str:
    """All strings in the sources of tests, without the backslashes that regular expressions take."""
    strings: list[str] = []
    for path in sources(".py"):
        if is_test(path) and path != Path(__file__):
            tree = ast.parse(path.read_text())
            docs = {id(n.body[0].value) for n in ast.walk(tree) if hasattr(n, "body") and is_docstring(n)}  # type: ignore[attr-defined]
            strings += [n.value for n in ast.walk(tree) if is_string(n) and id(n) not in docs]  # type: ignore[attr-defined]
    for path in [*sources(".cpp"), *sources(".h")]:
        if is_test(path):
            strings += [unescape(s) for s in CPP_STRING.findall(join_strings(without_comments(path.read_text())))]
    return re.sub(r"\\([^\w\s])", r"\1", "\0".join(strings))


def is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_docstring(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    return isinstance(body, list) and bool(body) and isinstance(body[0], ast.Expr) and is_string(body[0].value)


def fragments(pieces: list[str]) -> set[str]:
    """The shortest runs of whole words, FRAGMENT characters or more; none when the pieces are shorter."""
    found = set()
    for piece in pieces:
        words = piece.split()
        for i in range(len(words)):
            for j in range(i + 1, len(words) + 1):
                if len(run := " ".join(words[i:j])) >= FRAGMENT:
                    found.add(run)
                    break
    return found


def unread() -> list[str]:
    known = messages()
    shared = Counter(fragment for pieces in known.values() for fragment in fragments(pieces))
    read = re.sub(r"[ \n]+", " ", strings_in_tests())

    def is_read(pieces: list[str]) -> bool:
        own = fragments(pieces)
        if own:
            return any(f in read for f in {f for f in own if shared[f] == 1} or own)
        words = [re.escape(piece.strip()) for piece in pieces if piece.strip()]
        return re.search("[^\0]{0,60}".join(words), read) is not None

    return sorted(name for name, pieces in known.items() if not is_read(pieces))


def test_the_rule_finds_messages() -> None:
    """The searches see what they should: some messages of each kind, and many in all."""
    names = "\n".join(messages())
    assert "gleed/lower.py: no backend" in names
    assert "gleed/runtime/method.cpp: expected dtype" in names
    assert "gleed/format/verify.cpp: not a PTE program" in names
    assert len(messages()) > 300


def test_every_message_is_read_by_a_test() -> None:
    missing = unread()
    assert not missing, "no test reads these messages:\n" + "\n".join(missing)
