"""The command `gleed`: run, inspect and bench are the C++ tool's own code; lower needs PyTorch and is done here."""

import argparse
import importlib.util
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from gleed import _core
from gleed.errors import Error

LOWER_HELP = """\
Lowers a PyTorch model to a .pte file.

MODEL.py:FUNCTION names a function without arguments that returns what gleed.lower takes:
  (model, args)                   a module in eval mode and a tuple of example inputs
  (model, args, dynamic_shapes)   the same with sizes that may change, as for torch.export
  {name: (model, args), ...}      a program with several methods
"""

LOWER_EXAMPLES = """\
examples:
  gleed lower resnet.py:make -o resnet.pte
  gleed lower resnet.py:make -o resnet.pte && gleed bench resnet.pte

where resnet.py has

  def make():
      model = torchvision.models.resnet18(weights="DEFAULT").eval()
      return model, (torch.randn(1, 3, 224, 224),)
"""


class _Parser(argparse.ArgumentParser):
    """Errors as the other commands give them: one line, status 1."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; see {self.prog} --help", file=sys.stderr)
        sys.exit(1)


def call_function(place: str) -> Any:
    """What the function named by "file.py:function" returns; the file's folder can be imported from."""
    name, colon, function = place.rpartition(":")
    if not colon or not name or not function:
        raise Error(f'"{place}" does not name a function; write MODEL.py:FUNCTION')
    path = Path(name)
    if not path.is_file():
        raise Error(f'there is no file "{path}"')
    spec = importlib.util.spec_from_file_location("__model__", path)
    if spec is None or spec.loader is None:
        raise Error(f'"{path}" is no Python file')
    module = importlib.util.module_from_spec(spec)
    sys.modules["__model__"] = module
    sys.path.insert(0, str(path.resolve().parent))
    spec.loader.exec_module(module)
    if not callable(made := getattr(module, function, None)):
        raise Error(f'"{path}" has no function "{function}"')
    return made()


def lower_made(made: Any) -> Any:
    """gleed.lower on what the user's function returned."""
    import torch

    import gleed

    if isinstance(made, dict):
        return gleed.lower(made)
    if isinstance(made, tuple) and len(made) in (2, 3) and isinstance(made[0], torch.nn.Module):
        if not isinstance(made[1], tuple):
            raise Error(
                f"the function's example inputs must be a tuple, not {type(made[1]).__name__}; write (model, (x,))"
            )
        return gleed.lower(made[0], made[1], dynamic_shapes=made[2] if len(made) == 3 else None)
    raise Error(f"the function returned {type(made).__name__} instead of (model, args) or a dict of methods")


def lower(words: Sequence[str]) -> int:
    """The command `gleed lower`."""
    parser = _Parser(
        "gleed lower",
        description=LOWER_HELP,
        epilog=LOWER_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("place", metavar="MODEL.py:FUNCTION", help="the function that makes the model")
    parser.add_argument("-o", "--output", metavar="FILE.pte", required=True, help="the program to write")
    options = parser.parse_args(words)
    try:
        if not (folder := Path(options.output).resolve().parent).is_dir():
            raise Error(f'there is no folder "{folder}" to write "{options.output}" to')
        made = call_function(options.place)
        start = time.perf_counter()
        program = lower_made(made)
        seconds = time.perf_counter() - start
        program.save(options.output)
    except Error as error:
        print(f"gleed lower: {error}", file=sys.stderr)
        return 1
    print(f"{options.output}: {len(program.buffer):,} bytes, lowered in {seconds:.1f} s")
    for name, report in program.reports.items():
        print(f'method "{name}": {report}')
    return 0


def main() -> int:
    """The entry point of `gleed`."""
    words = sys.argv[1:]
    if words[:1] == ["lower"]:
        return lower(words[1:])
    # C++ code does not come back to Python to see that Ctrl-C was pressed or that a pipe was closed: let them end it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    return int(_core.run_command_line(words))


if __name__ == "__main__":
    sys.exit(main())
