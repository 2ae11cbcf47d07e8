"""What a backend fills in: what it can take, and how it compiles a part of a method."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from torch import fx

from gleed.edge.method import EdgeMethod
from gleed.edge.run import run_graph


class CompileSpec(NamedTuple):
    """One option of a backend, kept in the file beside the payload."""

    key: str
    value: bytes


@dataclass(frozen=True)
class Lowered:
    """What a backend makes of a part: its payload, and blobs that it looks up by name when it is loaded."""

    payload: bytes
    named_data: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Backend:
    """A backend at lowering time.

    name: as the runtime knows it (`GLEED_BACKEND(name)`). supports(node): True, or the reason why not, for one
    call_function node. lower(method, specs): compiles a part, given as a method of its own.
    """

    name: str
    supports: Callable[[fx.Node], bool | str]
    lower: Callable[[EdgeMethod, list[CompileSpec]], Lowered]


class DelegateModule(torch.nn.Module):
    """A compiled part in the graph that it was cut from; calling it runs the part in PyTorch."""

    is_gleed_delegate = True

    def __init__(self, method: EdgeMethod, backend: str, lowered: Lowered, specs: Iterable[CompileSpec]) -> None:
        super().__init__()
        self.backend = backend
        self.payload = lowered.payload
        self.named_data = dict(lowered.named_data)
        self.specs = [(spec.key, spec.value) for spec in specs]
        self.method = method

    def forward(self, *args: Any) -> tuple[Any, ...]:
        """The part's outputs for its inputs, in the order of the payload's."""
        given = iter(args)
        constants = self.method.constants
        values = [constants[n.name] if n.name in constants else next(given) for n in self.method.placeholders()]
        return tuple(run_graph(self.method.graph_module, *values))
