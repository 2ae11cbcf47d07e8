"""One method of an edge program, node by node, into values and instructions."""

import operator
from collections.abc import Callable
from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload
from torch.utils import _pytree as pytree

from gleed import _core
from gleed.delegate import DelegateModule
from gleed.edge.catalogue import key_of
from gleed.edge.method import EdgeMethod
from gleed.edge.opset import ASSERTIONS
from gleed.edge.where import op_key, where
from gleed.emit.control_flow import emit_control_flow
from gleed.emit.kernel import emit_kernel
from gleed.emit.numbers import PRIMS, emit_number
from gleed.emit.table import Table
from gleed.emit.views import emit_view
from gleed.errors import LowerError


class MethodEmitter:
    """Fills a `_core.MethodBuilder` from an EdgeMethod. `add_constant` gives each tensor its number in the program."""

    def __init__(
        self,
        method: EdgeMethod,
        builder: _core.MethodBuilder,
        add_constant: Callable[[torch.Tensor], int],
        add_named_data: Callable[[str, bytes], None],
    ) -> None:
        self.method = method
        self.builder = builder
        self.add_constant = add_constant
        self.add_named_data = add_named_data
        self.table = Table(builder, method)

    def run(self) -> list[fx.Node]:
        """Emit placeholders, nodes, state updates and outputs, in this order; returns the node of each instruction."""
        method, table = self.method, self.table
        mutable, updated = method.mutable_buffers(), method.user_input_mutations()
        user = set(method.user_inputs())
        for node in method.placeholders():
            if node in user:
                self._input(node)
                if updated.get(node.name, node) is not node:
                    table.states.add(table.id(node))
            elif node.name in mutable:
                self._state(node)
            elif node.users:
                tensor = method.constants[node.name]
                table.ids[node] = table.constant(node.meta["val"], node, self.add_constant(tensor))
        self._graph(method.graph_module)
        outputs = [self._output(value) for value in method.user_outputs()]
        self._write_back({**mutable, **updated})
        self.builder.set_inputs([table.id(node) for node in method.user_inputs()])
        self.builder.set_outputs(outputs)
        self.builder.set_trees(_tree(method.in_spec), _tree(method.out_spec))
        return table.trace

    def _graph(self, module: fx.GraphModule) -> None:
        for node in module.graph.nodes:
            if node.op == "call_function":
                self._call(node)
            elif node.op == "call_module":
                self._delegate(node)

    def _call(self, node: fx.Node) -> None:
        target = node.target
        if target is operator.getitem:
            source: Any = node.args[0]
            results, index = self.table.ids[source], node.args[1]
            assert isinstance(results, list) and isinstance(index, int)
            self.table.ids[node] = results[index]
        elif target in PRIMS:
            emit_number(self.table, node)
        elif target in ASSERTIONS:
            condition: Any = node.args[0]
            number = self.table.id(condition) if isinstance(condition, fx.Node) else self.table.values.number(condition)
            self.table.op(key_of(target), [number, self.table.values.text(str(node.args[1]))], node)
        elif isinstance(target, torch._ops.HigherOrderOperator):
            emit_control_flow(self.table, node, self._graph)
        elif not isinstance(target, OpOverload):
            raise LowerError(f"{where(node)}: programs cannot hold {op_key(target)}; compute it on a tensor")
        elif not emit_view(self.table, node):
            emit_kernel(self.table, node, target)

    # -- inputs ------------------------------------------------------------------------------------------------------

    def _input(self, node: fx.Node) -> None:
        value = node.meta.get("val")
        if isinstance(value, torch.Tensor):
            self.table.ids[node] = self.table.tensor(value, node)
        else:
            self.table.ids[node] = self._scalar_input(node, value)

    def _scalar_input(self, node: fx.Node, value: Any) -> int:
        """A fresh value for a number among the inputs, which must not be shared with equal constants."""
        spec = next(s for s in self.method.signature.input_specs if s.arg.name == node.name)
        fixed = getattr(spec.arg, "value", None) if value is None else value
        if isinstance(fixed, torch.SymInt):
            return self.builder.add_int(fixed.node.hint if fixed.node.has_hint() else 0)
        if isinstance(fixed, torch.SymFloat):
            return self.builder.add_double(0.0)
        if isinstance(fixed, torch.SymBool):
            return self.builder.add_bool(False)
        adders: dict[type, Callable[[Any], int]] = {
            bool: self.builder.add_bool,
            int: self.builder.add_int,
            float: self.builder.add_double,
            str: self.builder.add_string,
        }
        return adders[type(fixed)](fixed) if type(fixed) in adders else self.builder.add_none()

    def _state(self, node: fx.Node) -> None:
        """A mutable buffer: memory that outlives a call, with the buffer's value to start with."""
        self.table.ids[node] = number = self.table.tensor(node.meta["val"], node)
        self.table.states.add(number)
        spec = next(s for s in self.method.signature.input_specs if s.arg.name == node.name)
        self.builder.set_state(number, _bytes_of(self.method.constants[node.name]), str(spec.target))

    # -- delegates ---------------------------------------------------------------------------------------------------

    def _delegate(self, node: fx.Node) -> None:
        module = node.graph.owning_module.get_submodule(str(node.target))  # type: ignore[union-attr]
        assert isinstance(module, DelegateModule)
        value = node.meta["val"]
        results = list(value) if isinstance(value, tuple | list) else [value]
        ids = [self.table.tensor(v, node) for v in results]
        number = self.builder.add_delegate(module.backend, module.payload, module.specs)
        for key, blob in module.named_data.items():
            try:
                self.add_named_data(key, blob)
            except ValueError as error:
                raise LowerError(f'{where(node)}: backend "{module.backend}": {error}') from None
        inputs = [self.table.id(arg) for arg in node.args]
        self.builder.add_delegate_call(number, inputs, ids)
        self.table.trace.append(node)
        self.table.ids[node] = ids if isinstance(value, tuple | list) else ids[0]

    # -- outputs and state -------------------------------------------------------------------------------------------

    def _output(self, value: Any) -> int:
        """The value handed back; what lies in state memory is copied, since the update at the end overwrites it."""
        if isinstance(value, fx.Node):
            number = self.table.id(value)
            return self.table.clone(value) if self.table.is_state(number) else number
        if value is None:
            return self.table.values.none()
        if isinstance(value, str):
            return self.table.values.text(value)
        return self.table.values.number(value)

    def _write_back(self, mutable: dict[str, fx.Node]) -> None:
        """The new values of mutable buffers, and of inputs that the model updates in place."""
        table = self.table
        by_name = {node.name: node for node in self.method.placeholders()}
        updates = [(by_name[name], node) for name, node in mutable.items() if by_name[name] is not node]
        sources = [table.clone(node) if table.is_state(table.id(node)) else table.id(node) for _, node in updates]
        for (buffer, node), source in zip(updates, sources, strict=True):
            target = table.id(buffer)
            table.op("aten::copy_", [target, source, table.values.number(False), target], node)


def _bytes_of(tensor: torch.Tensor) -> bytes | None:
    """A mutable buffer's initial bytes; None for all zeros, which memory starts as."""
    flat = tensor.detach().contiguous().reshape(-1)
    if flat.numel() == 0:
        return None
    raw = flat.view(torch.uint8)
    return bytes(raw.numpy()) if bool(raw.any()) else None


def _tree(spec: pytree.TreeSpec) -> str:
    """The nesting of inputs or outputs, as the file keeps it."""
    try:
        return str(pytree.treespec_dumps(spec))
    except (NotImplementedError, TypeError):  # a container that was not registered under a name
        return ""
