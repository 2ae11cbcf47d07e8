"""What lowering gives: the bytes of a .pte file, with the planner's figures."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gleed.emit.save import write_whole


@dataclass(frozen=True)
class MethodReport:
    """The planner's figures of one method, in bytes, and the origin of each instruction.

    arenas: one dict an arena: id, bytes (planned), lower_bound (largest sum of live bytes), naive (sum of all
    tensors), strategy, in_place (how many outputs took an input's memory).
    places: for each instruction, the operator, module and line of the user's model.
    """

    arenas: list[dict[str, Any]]
    instructions: int
    places: list[str] = field(repr=False)

    @property
    def planned_bytes(self) -> int:
        """Bytes of all arenas."""
        return sum(a["bytes"] for a in self.arenas)

    @property
    def lower_bound_bytes(self) -> int:
        """Largest sum of live bytes, over all arenas: no plan can be smaller."""
        return sum(a["lower_bound"] for a in self.arenas)

    @property
    def naive_bytes(self) -> int:
        """What it would take without sharing."""
        return sum(a["naive"] for a in self.arenas)

    def __str__(self) -> str:
        lines = [
            f"arena {a['id']}: planned {a['bytes']:,} B, lower bound {a['lower_bound']:,} B, naive {a['naive']:,} B, "
            f"{a['strategy']}, {a['in_place']} in place"
            for a in self.arenas
        ]
        return "\n".join([f"{self.instructions} instructions", *lines])


class Program:
    """A lowered program: `.buffer` is the file, `.save` writes it, calling it runs it in the C++ runtime."""

    def __init__(self, buffer: bytes, reports: dict[str, MethodReport]) -> None:
        self.buffer = buffer
        self.reports = reports
        self._loaded: Any = None

    @property
    def methods(self) -> list[str]:
        """The names of the methods."""
        return sorted(self.reports)

    @property
    def data_files(self) -> dict[str, bytes]:
        """Data files that belong to the program, by name. All tensors lie in the program itself, so there are none."""
        return {}

    @property
    def planned_bytes(self) -> int:
        """Bytes of activation memory that all methods ask for."""
        return sum(report.planned_bytes for report in self.reports.values())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; it appears whole or not at all.

        A failure (full disk, no permission) raises gleed.Error; it and an interruption leave an older file untouched
        and nothing beside it.
        """
        write_whole(Path(path), self.buffer)

    def __getitem__(self, name: str) -> Any:
        """The method `name`, loaded in the C++ runtime; state is kept between its calls."""
        if self._loaded is None:
            from gleed.load import load

            self._loaded = load(self.buffer)
        return self._loaded[name]

    def __call__(self, *inputs: Any) -> list[Any]:
        """Run `forward`, or the only method there is, in the C++ runtime; returns the flat list of outputs."""
        return list(self[self.methods[0] if len(self.reports) == 1 else "forward"](*inputs))

    def __repr__(self) -> str:
        return f"Program({', '.join(self.methods)}: {len(self.buffer):,} B, planned {self.planned_bytes:,} B)"
