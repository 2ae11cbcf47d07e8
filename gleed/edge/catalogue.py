"""The operator catalogue as lowering sees it: which out-variant computes a functional overload."""

from dataclasses import dataclass
from functools import cache

import torch
from torch._ops import OpOverload

from gleed import _core

# What an out argument decides already: factories lose these arguments in their out-variants.
_DECIDED_BY_OUT = {"dtype", "layout", "device", "pin_memory"}
# Functional names whose out-variant has another base name.
_RENAMED = {
    "aten::_to_copy": "dim_order_ops::_to_dim_order_copy",
    "aten::clone": "dim_order_ops::_clone_dim_order",
}


@dataclass(frozen=True)
class Row:
    """One operator of the catalogue."""

    key: str
    schema: torch.FunctionSchema
    dtypes: frozenset[str]

    @property
    def inputs(self) -> list[torch.Argument]:
        """The arguments that are read."""
        return [a for a in self.schema.arguments if not a.is_out]

    @property
    def outs(self) -> list[torch.Argument]:
        """The arguments that are written, in the order of the results."""
        return [a for a in self.schema.arguments if a.is_out]


def type_name(argument: torch.Argument) -> str:
    """The argument's type as text, symbolic integers counted as integers."""
    return str(argument.type).replace("SymInt", "int")


@cache
def rows() -> dict[str, Row]:
    """All operators by key."""
    table = {}
    for r in _core.operators():
        text = r["schema"].replace(".default(", "(", 1)  # the parser takes no overload called default
        table[r["key"]] = Row(r["key"], torch._C.parse_schema(text), frozenset(r["dtypes"]))
    return table


@cache
def _by_base() -> dict[str, list[Row]]:
    table: dict[str, list[Row]] = {}
    for row in rows().values():
        table.setdefault(row.schema.name, []).append(row)
    return table


@cache
def find_out_variant(op: OpOverload) -> Row | None:
    """The row with the arguments and results of `op`; None when the catalogue has none."""
    name = op._schema.name
    wanted = [(a.name, type_name(a)) for a in op._schema.arguments]
    without = [pair for pair in wanted if pair[0] not in _DECIDED_BY_OUT]
    if name in _RENAMED:
        return rows().get(_RENAMED[name] + ".out")
    for base in (name, name + "_copy"):
        for row in _by_base().get(base, []):
            have = [(a.name, type_name(a)) for a in row.inputs]
            if len(row.outs) == len(op._schema.returns) > 0 and have in (wanted, without):
                return row
    return None


def has_kernel(op: OpOverload) -> bool:
    """Whether the catalogue has the operator, as an out-variant or, where it writes nothing, as it is."""
    return find_out_variant(op) is not None or (not op._schema.returns and key_of(op) in rows())


def key_of(op: OpOverload) -> str:
    """The name under which programs call the operator itself: aten::_assert_async.msg."""
    return op._schema.name + (f".{op._schema.overload_name}" if op._schema.overload_name else "")
