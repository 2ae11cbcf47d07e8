"""The value table of one method while it is written: which value each node became, and whose memory it has."""

from typing import Any

import torch
from torch import fx

from gleed import _core
from gleed.edge.dim_order import dim_order
from gleed.edge.method import EdgeMethod
from gleed.edge.where import where
from gleed.emit.sizes import upper_bound
from gleed.emit.values import DTYPE_CODES, Values, dtype_name
from gleed.errors import LowerError


class Table:
    """Nodes to value numbers; tensors, views and instructions are added through it, so that it knows them."""

    def __init__(self, builder: _core.MethodBuilder, method: EdgeMethod) -> None:
        self.builder = builder
        self.method = method
        self.values = Values(builder)
        self.ids: dict[fx.Node, int | list[int]] = {}
        self.root: dict[int, int] = {}  # a view's value -> the value whose memory it shares
        self.constant_of: dict[int, int] = {}  # a constant's value -> its number in the program
        self.states: set[int] = set()
        self.destined: dict[fx.Node, int] = {}  # nodes whose results belong into tensors that exist already
        self.trace: list[fx.Node] = []  # the node of each instruction

    def id(self, node: Any) -> int:
        """The value of a node with one result."""
        value = self.ids[node]
        assert isinstance(value, int), f"{node} has several results"
        return value

    def tensor(self, value: torch.Tensor, node: fx.Node, dynamic: bool = False) -> int:
        """A new tensor like this one, of its largest sizes; it may be smaller if a size is free, or if `dynamic`."""
        if value.dtype not in DTYPE_CODES:
            known = ", ".join(dtype_name(dtype) for dtype in DTYPE_CODES)
            raise LowerError(
                f"{where(node)}: a program cannot hold {dtype_name(value.dtype)}; cast it to what it can: {known}"
            )
        sizes = [upper_bound(size, node, self.method) for size in value.shape]
        dynamic = dynamic or not all(isinstance(size, int) for size in value.shape)
        return self.builder.add_tensor(DTYPE_CODES[value.dtype], sizes, list(dim_order(value)), dynamic)

    def constant(self, value: torch.Tensor, node: fx.Node, index: int) -> int:
        """A new tensor that is the program's constant `index`."""
        number = self.tensor(value, node)
        self.constant_of[number] = index
        self.builder.set_constant(number, index)
        return number

    def alias(self, value: torch.Tensor, node: fx.Node, source: int, offset: int) -> int:
        """A new tensor in the memory of `source`, `offset` bytes further."""
        number = self.tensor(value, node)
        self.builder.set_alias(number, source, offset)
        self.root[number] = self.root.get(source, source)
        return number

    def floating(self, value: torch.Tensor, node: fx.Node, source: int) -> int:
        """A new tensor that an instruction will point at the memory of `source`."""
        number = self.tensor(value, node)
        self.builder.set_floating(number, source)
        self.root[number] = self.root.get(source, source)
        return number

    def is_state(self, number: int) -> bool:
        """Whether the value lies in memory that outlives a call."""
        return self.root.get(number, number) in self.states

    def int_list(self, items: Any, node: fx.Node) -> int:
        """An int[] of numbers and of sizes computed at run time."""
        ids = []
        for item in items:
            if isinstance(item, fx.Node):
                ids.append(self.id(item))
            elif isinstance(item, int):
                ids.append(self.values.number(int(item)))
            else:
                raise LowerError(f"{where(node)}: {item!r} is not a size")
        return self.values.int_list(ids)

    def dim_order(self, value: torch.Tensor) -> int:
        """The int[] that names the tensor's layout."""
        return self.values.int_list([self.values.number(d) for d in dim_order(value)])

    def op(self, key: str, args: list[int], node: fx.Node) -> None:
        """An instruction that stands for this node."""
        self.builder.add_op(key, args)
        self.trace.append(node)

    def clone(self, node: fx.Node) -> int:
        """A copy of the node's tensor, in memory of its own."""
        value = node.meta["val"]
        number = self.tensor(value, node)
        self.copy(self.id(node), number, value, node)
        return number

    def copy(self, source: int, target: int, value: torch.Tensor, node: fx.Node) -> None:
        """Copy a tensor like `value` to another, which takes its sizes."""
        args = [source, self.values.number(False), self.dim_order(value), target, target]
        self.op("dim_order_ops::_clone_dim_order.out", args, node)

    # -- control flow: numbers are moved, jumps go to the instruction that comes next when they land --

    def move(self, source: int, target: int, node: fx.Node) -> None:
        """Let one number become what another is."""
        self.builder.add_move(source, target)
        self.trace.append(node)

    def jump_false(self, condition: int, node: fx.Node) -> int:
        """A jump, taken when the condition is false; returns what `land` takes."""
        self.trace.append(node)
        return self.builder.add_jump_false(condition)

    def jump(self, node: fx.Node) -> int:
        """A jump that is always taken."""
        return self.jump_false(self.values.number(False), node)

    def land(self, jump: int) -> None:
        """The jump goes to the next instruction."""
        self.builder.set_target(jump, self.builder.instructions())
