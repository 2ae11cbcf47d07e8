"""Gleed: a torch.nn.Module to one .pte file, run by a small C++17 runtime.

program = gleed.lower(model, (x,))
program.save("model.pte")
outputs = gleed.load("model.pte")["forward"](x)
"""

import importlib
import importlib.util
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gleed.delegate import Backend as Backend
    from gleed.delegate import Partitioner as Partitioner
    from gleed.edge import EdgeProgram as EdgeProgram
    from gleed.edge import to_edge as to_edge
    from gleed.emit import EmitConfig as EmitConfig
    from gleed.emit import Program as Program
    from gleed.errors import Error as Error
    from gleed.errors import LoadError as LoadError
    from gleed.errors import LowerError as LowerError
    from gleed.errors import RunError as RunError
    from gleed.load import Loaded as Loaded
    from gleed.load import load as load
    from gleed.lower import lower as lower
    from gleed.lower import to_edge_transform_and_lower as to_edge_transform_and_lower

# Public name -> the module it lives in, which is imported when the name is first used: the command line and the errors
# need no PyTorch, which takes seconds to import.
_HOME = {
    "Backend": "gleed.delegate",
    "EdgeProgram": "gleed.edge",
    "EmitConfig": "gleed.emit",
    "Error": "gleed.errors",
    "LoadError": "gleed.errors",
    "Loaded": "gleed.load",
    "LowerError": "gleed.errors",
    "Partitioner": "gleed.delegate",
    "Program": "gleed.emit",
    "RunError": "gleed.errors",
    "load": "gleed.load",
    "lower": "gleed.lower",
    "to_edge": "gleed.edge",
    "to_edge_transform_and_lower": "gleed.lower",
}
__all__ = list(_HOME)


class _Package(ModuleType):
    """The type of this module."""

    def __getattr__(self, name: str) -> Any:
        if name in _HOME:
            value = getattr(importlib.import_module(_HOME[name]), name)
            setattr(self, name, value)
            return value
        if not name.startswith("__") and importlib.util.find_spec(f"gleed.{name}"):
            return importlib.import_module(f"gleed.{name}")
        raise AttributeError(f'module "gleed" has no attribute "{name}"')

    def __setattr__(self, name: str, value: Any) -> None:
        # `import gleed.load` would put the module in the place of the function of the same name.
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *_HOME})


sys.modules[__name__].__class__ = _Package
