"""Control flow as jumps in a method's one chain of instructions: cond, while_loop, map and scan.

A branch or body is written out where it is called, its arguments standing for its placeholders. What a branch gives is
computed straight into tensors that both branches share; what a loop carries lies in tensors of its own, which each turn
writes anew at its end. Tensors are never rebound, so the planner sees where everything lies.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload

from gleed.edge.where import op_key
from gleed.emit.sizes import upper_bound
from gleed.emit.table import Table

Emit = Callable[[fx.GraphModule], None]  # writes out all calls of a graph


def emit_control_flow(table: Table, node: fx.Node, emit: Emit) -> None:
    """Add the instructions of a control-flow node; the verifier lets no others pass."""
    table.ids[node] = _RULES[op_key(node.target)](table, node, emit)


def _cond(table: Table, node: fx.Node, emit: Emit) -> list[int]:
    condition, yes, no = node.args[:3]
    operands: Any = node.args[3]
    results = [_new(table, value, node) for value in node.meta["val"]]
    operands = [_id(table, item) for item in operands]
    to_no = table.jump_false(_id(table, condition), node)
    _branch(table, node, yes, operands, results, emit)
    to_end = table.jump(node)
    table.land(to_no)
    _branch(table, node, no, operands, results, emit)
    table.land(to_end)
    return results


def _branch(table: Table, node: fx.Node, graph: Any, operands: list[int], results: list[int], emit: Emit) -> None:
    given = _returned(_module(graph))
    for item, result in zip(given, results, strict=True):
        if isinstance(item, fx.Node) and isinstance(item.target, OpOverload) and _is_tensor(item):
            table.destined.setdefault(item, result)
    values = node.meta["val"]
    for number, result, value in zip(_inline(table, graph, operands, emit), results, values, strict=True):
        if number != result:
            _copy(table, number, result, value, node)
    for item in given:
        table.destined.pop(item, None)


def _while_loop(table: Table, node: fx.Node, emit: Emit) -> list[int]:
    condition, body = node.args[:2]
    initial: Any = node.args[2]
    extra: Any = node.args[3] if len(node.args) > 3 else ()
    values = node.meta["val"]
    carried = _carry(table, node, initial, values)
    more = [_id(table, item) for item in extra]
    begin = table.builder.instructions()
    (flag,) = _inline(table, condition, carried + more, emit)
    leave = table.jump_false(flag, node)
    results = _inline(table, body, carried + more, emit)
    _update(table, node, carried, results, values)
    _close(table, node, begin, leave)
    return carried


def _map(table: Table, node: fx.Node, emit: Emit) -> list[int]:
    body, inputs, extra = node.args
    return _rows(table, node, emit, body, (), inputs, extra)


def _scan(table: Table, node: fx.Node, emit: Emit) -> list[int]:
    body, initial, inputs = node.args[:3]
    extra: Any = node.args[3] if len(node.args) > 3 else ()
    return _rows(table, node, emit, body, initial, inputs, extra)


def _rows(table: Table, node: fx.Node, emit: Emit, body: Any, initial: Any, inputs: Any, extra: Any) -> list[int]:
    """The body for one row of the inputs after the other; returns what it carries, then its results row upon row."""
    builder, values = table.builder, table.values
    kept = node.meta["val"][: len(initial)]
    carried = _carry(table, node, initial, kept)
    more = [_id(table, item) for item in extra]
    collected = [_collection(table, value, node) for value in node.meta["val"][len(initial) :]]
    counter, size, goes_on = builder.add_int(0), builder.add_int(0), builder.add_bool(True)
    table.move(values.number(0), counter, node)
    table.op("aten::sym_size.int", [table.id(inputs[0]), values.number(0), size], node)

    begin = builder.instructions()
    table.op("executorch_prim::lt.Scalar", [counter, size, goes_on], node)
    leave = table.jump_false(goes_on, node)
    placeholders = _module(body).graph.find_nodes(op="placeholder")
    rows = [table.tensor(place.meta["val"], node) for place in placeholders[len(initial) : len(initial) + len(inputs)]]
    for source, row in zip(inputs, rows, strict=True):
        table.op("aten::select_copy.int_out", [table.id(source), values.number(0), counter, row, row], node)
    results = _inline(table, body, carried + rows + more, emit)
    for number, whole in zip(results[len(initial) :], collected, strict=True):
        table.op("executorch_prim::et_copy_index.tensor", [whole, number, counter], node)
    _update(table, node, carried, results[: len(initial)], kept)
    table.op("executorch_prim::add.Scalar", [counter, values.number(1), counter], node)
    _close(table, node, begin, leave)
    return carried + collected


def _collection(table: Table, value: torch.Tensor, node: fx.Node) -> int:
    """A tensor that grows row by row, with no row yet."""
    number = table.tensor(value, node, dynamic=True)
    sizes = [0, *(upper_bound(size, node, table.method) for size in value.shape[1:])]
    empty = table.values.int_list([table.values.number(size) for size in sizes])
    table.op("dim_order_ops::_empty_dim_order.out", [empty, table.dim_order(value), number, number], node)
    return number


def _carry(table: Table, node: fx.Node, initial: Any, values: Sequence[Any]) -> list[int]:
    """What a loop carries, with what it starts from."""
    carried = [_new(table, value, node) for value in values]
    for item, number, value in zip(initial, carried, values, strict=True):
        _copy(table, _id(table, item), number, value, node)
    return carried


def _update(table: Table, node: fx.Node, carried: list[int], results: list[int], values: Sequence[Any]) -> None:
    """The results of a turn become what is carried into the next; those that are carried themselves are saved first."""
    own, updates = set(carried), []
    for result, number, value in zip(results, carried, values, strict=True):
        if result == number:
            continue
        if table.root.get(result, result) in own:
            saved = _new(table, value, node)
            _copy(table, result, saved, value, node)
            result = saved
        updates.append((result, number, value))
    for result, number, value in updates:
        _copy(table, result, number, value, node)


def _copy(table: Table, source: int, target: int, value: Any, node: fx.Node) -> None:
    if isinstance(value, torch.Tensor):
        table.copy(source, target, value, node)
    else:
        table.move(source, target, node)


def _close(table: Table, node: fx.Node, begin: int, leave: int) -> None:
    table.builder.set_target(table.jump(node), begin)
    table.land(leave)
    table.builder.add_loop(begin, table.builder.instructions())


# ---- graphs and their values ----


def _module(graph: Any) -> fx.GraphModule:
    module = graph.graph.owning_module.get_submodule(str(graph.target))
    assert isinstance(module, fx.GraphModule)
    return module


def _returned(module: fx.GraphModule) -> list[Any]:
    results = module.graph.output_node().args[0]
    return list(results) if isinstance(results, (list, tuple)) else [results]


def _inline(table: Table, graph: Any, args: list[int], emit: Emit) -> list[int]:
    """Write out a graph with these values for its placeholders; returns the values of what it gives."""
    module = _module(graph)
    for place, number in zip(module.graph.find_nodes(op="placeholder"), args, strict=True):
        table.ids[place] = number
    emit(module)
    return [_id(table, item) for item in _returned(module)]


def _id(table: Table, item: Any) -> int:
    return table.id(item) if isinstance(item, fx.Node) else table.values.number(item)


def _is_tensor(item: fx.Node) -> bool:
    return isinstance(item.meta.get("val"), torch.Tensor)


def _new(table: Table, value: Any, node: fx.Node) -> int:
    """A tensor like this one, or a number that instructions will write."""
    if isinstance(value, torch.Tensor):
        return table.tensor(value, node)
    if isinstance(value, bool | torch.SymBool):
        return table.builder.add_bool(False)
    if isinstance(value, float | torch.SymFloat):
        return table.builder.add_double(0.0)
    return table.builder.add_int(0)


_RULES: dict[str, Callable[[Table, fx.Node, Emit], list[int]]] = {
    "cond": _cond,
    "while_loop": _while_loop,
    "map_impl": _map,
    "scan": _scan,
}
