"""A program in the edge dialect: methods by name, callable in PyTorch."""

from collections.abc import Callable, Iterable
from typing import Any

from gleed.edge.method import EdgeMethod

Pass = Callable[[EdgeMethod], int]


class EdgeProgram:
    """Methods by name; calling the program calls `forward`."""

    def __init__(self, methods: dict[str, EdgeMethod]) -> None:
        self.methods = methods

    def __getitem__(self, name: str) -> EdgeMethod:
        return self.methods[name]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run `forward` in PyTorch, or the only method there is."""
        name = "forward" if "forward" in self.methods or len(self.methods) != 1 else next(iter(self.methods))
        return self.methods[name](*args, **kwargs)

    def reset(self) -> None:
        """Give the mutable buffers of every method their initial values again."""
        for method in self.methods.values():
            method.reset()

    def transform(self, passes: Iterable[Pass]) -> "EdgeProgram":
        """Run passes over every method, in place, and verify the result; returns the program itself."""
        from gleed.edge.verifier import verify

        passes = list(passes)
        for method in self.methods.values():
            run_passes(method, passes)
            verify(method)
        return self

    def to_backend(self, partitioner: Any) -> "EdgeProgram":
        """Hand the parts that a backend takes to it."""
        from gleed.delegate import to_backend

        return to_backend(self, partitioner)  # type: ignore[no-any-return]

    def to_program(self, config: Any = None) -> Any:
        """Plan memory and write the program's file."""
        from gleed.emit import to_program

        return to_program(self, config)

    to_executorch = to_program


def run_passes(method: EdgeMethod, passes: Iterable[Pass]) -> dict[str, int]:
    """Run passes in order; returns how many rewrites each made."""
    counts: dict[str, int] = {}
    for rewrite in passes:
        name = getattr(rewrite, "__name__", str(rewrite))
        counts[name] = counts.get(name, 0) + rewrite(method)
    method.sync()
    return counts
