"""One method of an edge program, node by node, into values and instructions."""

import math
import operator
from collections.abc import Callable
from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload
from torch.utils import _pytree as pytree

from gleed import _core
from gleed.delegate import DelegateModule
from gleed.edge.dim_order import dim_order
from gleed.edge.method import EdgeMethod
from gleed.edge.where import where
from gleed.emit.catalogue import Row, find_out_variant, rows, type_name
from gleed.emit.sizes import upper_bound
from gleed.emit.values import DTYPE_CODES, Values, dtype_name
from gleed.emit.views import is_reshape, offset_of, split_offsets
from gleed.errors import LowerError

aten = torch.ops.aten

_PRIMS: dict[Any, str] = {
    operator.add: "executorch_prim::add.Scalar",
    operator.sub: "executorch_prim::sub.Scalar",
    operator.mul: "executorch_prim::mul.Scalar",
    operator.floordiv: "executorch_prim::floordiv.Scalar",
    operator.truediv: "executorch_prim::truediv.Scalar",
    operator.mod: "executorch_prim::mod.Scalar",
    operator.eq: "executorch_prim::eq.Scalar",
    operator.gt: "executorch_prim::gt.Scalar",
    operator.lt: "executorch_prim::lt.Scalar",
    operator.ge: "executorch_prim::ge.Scalar",
    operator.le: "executorch_prim::le.Scalar",
    operator.neg: "executorch_prim::neg.Scalar",
    torch.sym_float: "executorch_prim::sym_float.Scalar",
    torch.sym_int: "executorch_prim::sym_int.Scalar",
    torch.sym_max: "executorch_prim::sym_max.Scalar",
    torch.sym_min: "executorch_prim::sym_min.Scalar",
    torch.sym_not: "executorch_prim::sym_not.Scalar",
    torch.sym_ite: "executorch_prim::sym_ite.Scalar",
    math.ceil: "executorch_prim::ceil.Scalar",
    math.trunc: "executorch_prim::trunc.Scalar",
    round: "executorch_prim::round.Scalar",
}
_CLONE = "dim_order_ops::_clone_dim_order.out"


class MethodEmitter:
    """Fills a `_core.MethodBuilder` from an EdgeMethod. `constants` gives each tensor its number in the program."""

    def __init__(
        self,
        name: str,
        method: EdgeMethod,
        builder: _core.MethodBuilder,
        add_constant: Callable[[torch.Tensor], int],
        add_named_data: Callable[[str, bytes], None],
    ) -> None:
        self.name = name
        self.method = method
        self.builder = builder
        self.add_constant = add_constant
        self.add_named_data = add_named_data
        self.values = Values(builder)
        self.ids: dict[fx.Node, int | list[int]] = {}
        self.root: dict[int, int] = {}  # a view's value -> the value whose memory it shares
        self.constant_of: dict[int, int] = {}  # a constant's value -> its number
        self.states: set[int] = set()
        self.trace: list[fx.Node] = []  # the node of each instruction

    def run(self) -> None:
        """Emit placeholders, nodes, state updates and outputs, in this order."""
        method = self.method
        mutable = method.mutable_buffers()
        user = set(method.user_inputs())
        for node in method.placeholders():
            self._placeholder(node, node in user, node.name in mutable)
        for node in method.graph.nodes:
            if node.op == "call_function":
                self._call(node)
            elif node.op == "call_module":
                self._delegate(node)
        outputs = [self._output(value) for value in method.user_outputs()]
        self._update_states(mutable)
        self.builder.set_inputs([self._id(node) for node in method.user_inputs()])
        self.builder.set_outputs(outputs)
        self.builder.set_trees(_tree(method.in_spec), _tree(method.out_spec))

    # -- values ------------------------------------------------------------------------------------------------------

    def _id(self, node: fx.Node) -> int:
        value = self.ids[node]
        assert isinstance(value, int), f"{node} has several results"
        return value

    def _tensor(self, value: torch.Tensor, node: fx.Node) -> int:
        if value.dtype not in DTYPE_CODES:
            raise LowerError(f"{where(node)}: a program cannot hold {dtype_name(value.dtype)}; cast it before")
        sizes = [upper_bound(size, node) for size in value.shape]
        dynamic = not all(isinstance(size, int) for size in value.shape)
        return int(self.builder.add_tensor(DTYPE_CODES[value.dtype], sizes, list(dim_order(value)), dynamic))

    def _placeholder(self, node: fx.Node, user: bool, mutable: bool) -> None:
        value = node.meta.get("val")
        if user and not isinstance(value, torch.Tensor):
            self.ids[node] = self._scalar_input(node, value)
            return
        tensor = self.method.constants.get(node.name)
        if not user and not mutable and not node.users:
            return
        assert isinstance(value, torch.Tensor)
        self.ids[node] = number = self._tensor(value, node)
        if mutable:
            assert tensor is not None
            self.states.add(number)
            spec = next(s for s in self.method.signature.input_specs if s.arg.name == node.name)
            self.builder.set_state(number, _bytes_of(tensor), str(spec.target))
        elif not user:
            assert tensor is not None
            self._make_constant(number, self.add_constant(tensor))

    def _make_constant(self, number: int, index: int) -> None:
        self.constant_of[number] = index
        self.builder.set_constant(number, index)

    def _scalar_input(self, node: fx.Node, value: Any) -> int:
        """A fresh value for a number among the inputs, which must not be shared with equal constants."""
        spec = next(s for s in self.method.signature.input_specs if s.arg.name == node.name)
        fixed = getattr(spec.arg, "value", None) if value is None else value
        if isinstance(fixed, torch.SymInt):
            return int(self.builder.add_int(fixed.node.hint if fixed.node.has_hint() else 0))
        if isinstance(fixed, torch.SymFloat | torch.SymBool):
            raise LowerError(f"{where(node)}: a free {type(fixed).__name__} input is not supported; give it as a tensor")
        adders: dict[type, Callable[[Any], int]] = {
            bool: self.builder.add_bool,
            int: self.builder.add_int,
            float: self.builder.add_double,
            str: self.builder.add_string,
        }
        return int(adders[type(fixed)](fixed)) if type(fixed) in adders else int(self.builder.add_none())

    # -- instructions ------------------------------------------------------------------------------------------------

    def _op(self, key: str, args: list[int], node: fx.Node) -> None:
        self.builder.add_op(key, args)
        self.trace.append(node)

    def _call(self, node: fx.Node) -> None:
        target = node.target
        if target is operator.getitem:
            source, index = node.args
            results = self.ids[source]  # type: ignore[index]
            assert isinstance(results, list) and isinstance(index, int)
            self.ids[node] = results[index]
        elif target is aten.sym_size.int:
            self.ids[node] = self._prim("aten::sym_size.int", node)
        elif target is aten.sym_numel.default:
            self.ids[node] = self._prim("aten::sym_numel", node)
        elif target in _PRIMS:
            self.ids[node] = self._prim(_PRIMS[target], node)
        elif not isinstance(target, OpOverload):
            raise LowerError(f"{where(node)}: this control flow or size arithmetic is not supported by the emitter yet")
        elif is_reshape(node):
            self._reshape(node)
        elif (offset := offset_of(node)) is not None and self._may_alias(node):
            self.ids[node] = self._alias(node.meta["val"], node, self._id(node.args[0]), offset)  # type: ignore[arg-type]
        elif (offsets := split_offsets(node)) is not None and self._may_alias(node):
            source_id = self._id(node.args[0])  # type: ignore[arg-type]
            pairs = zip(node.meta["val"], offsets, strict=True)
            self.ids[node] = [self._alias(value, node, source_id, at) for value, at in pairs]
        else:
            self._kernel(node, target)

    def _prim(self, key: str, node: fx.Node) -> int:
        if key not in rows():
            raise LowerError(f"{where(node)}: no operator {key} in this build")
        args = []
        for arg in node.args:
            if isinstance(arg, fx.Node):
                args.append(self._id(arg))
            elif isinstance(arg, bool | int | float):
                args.append(self.values.number(arg))
            else:
                raise LowerError(f"{where(node)}: cannot compute a size from {arg!r}")
        result = int(self.builder.add_int(0))  # overwritten when it runs
        self._op(key, [*args, result], node)
        return result

    def _may_alias(self, node: fx.Node) -> bool:
        return self._id(node.args[0]) not in self.constant_of  # type: ignore[arg-type]

    def _alias(self, value: torch.Tensor, node: fx.Node, source: int, offset: int) -> int:
        number = self._tensor(value, node)
        self.builder.set_alias(number, source, offset)
        self.root[number] = self.root.get(source, source)
        return number

    def _reshape(self, node: fx.Node) -> None:
        source = self._id(node.args[0])  # type: ignore[arg-type]
        value = node.meta["val"]
        if source in self.constant_of:
            self.ids[node] = number = self._tensor(value, node)
            self._make_constant(number, self.constant_of[source])
            return
        before = node.args[0].meta["val"]  # type: ignore[union-attr]
        if all(isinstance(size, int) for size in (*value.shape, *before.shape)):
            self.ids[node] = self._alias(value, node, source, 0)
            return
        number = self._tensor(value, node)
        sizes = self._sizes_of(node, value, source)
        self.builder.set_floating(number, source)
        self.root[number] = self.root.get(source, source)
        self._op("executorch_prim::et_view.default", [source, sizes, number], node)
        self.ids[node] = number

    def _sizes_of(self, node: fx.Node, value: torch.Tensor, source: int) -> int:
        """The IntList of a dynamic result's sizes: from view's own argument, or -1 for the one size that is free."""
        if node.target in (aten.view.default, aten._unsafe_view.default, aten.reshape.default):
            return self._int_list(node.args[1], node)
        free = [d for d, size in enumerate(value.shape) if not isinstance(size, int)]
        if len(free) <= 1:
            sizes = [-1 if d in free else size for d, size in enumerate(value.shape)]
            return self.values.int_list([self.values.number(size) for size in sizes])
        before = node.args[0].meta["val"]  # type: ignore[union-attr]
        ids = []
        for size in value.shape:  # squeeze and unsqueeze: each free size is one of the input's
            if isinstance(size, int):
                ids.append(self.values.number(size))
                continue
            dim = next(d for d, s in enumerate(before.shape) if not isinstance(s, int) and s.node.expr == size.node.expr)
            result = int(self.builder.add_int(0))
            self._op("aten::sym_size.int", [source, self.values.number(dim), result], node)
            ids.append(result)
        return self.values.int_list(ids)

    def _int_list(self, items: Any, node: fx.Node) -> int:
        ids = []
        for item in items:
            if isinstance(item, fx.Node):
                ids.append(self._id(item))
            elif isinstance(item, int):
                ids.append(self.values.number(int(item)))
            else:
                raise LowerError(f"{where(node)}: {item!r} is not a size")
        return self.values.int_list(ids)

    def _kernel(self, node: fx.Node, target: OpOverload) -> None:
        row = find_out_variant(target)
        if row is None:
            raise LowerError(f"{where(node)}: no portable kernel for {target}; rewrite it with Core ATen operators")
        given = self._given(node, target)
        value = node.meta["val"]
        results = list(value) if isinstance(value, tuple | list) else [value]
        if row.key.startswith("dim_order_ops::"):  # a copy says its order instead of a memory format
            args = [self._id(node.args[0]), self.values.number(False), self._dim_order(value)]  # type: ignore[arg-type]
        else:
            args = [self._argument(node, row, argument, given.get(argument.name)) for argument in row.inputs]
        self._check_dtype(node, row, given, results)
        if len(row.outs) == 1 and "List" in type_name(row.outs[0]):
            ids = [self._tensor(v, node) for v in results]
            out = self.values.tensor_list(ids)
            self._op(row.key, [*args, out, out], node)
            self.ids[node] = ids
            return
        if len(results) != len(row.outs):
            raise LowerError(f"{where(node)}: {row.key} gives {len(row.outs)} results, {target} {len(results)}")
        ids = [self._tensor(v, node) for v in results]
        again = ids if len(ids) == 1 else [self.values.tensor_list(ids)]
        self._op(row.key, [*args, *ids, *again], node)
        self.ids[node] = ids if isinstance(value, tuple | list) else ids[0]

    @staticmethod
    def _given(node: fx.Node, target: OpOverload) -> dict[str, Any]:
        """The node's arguments by name, defaults filled in."""
        schema = target._schema.arguments
        given = {a.name: a.default_value for a in schema if a.has_default_value()}
        given.update({a.name: value for a, value in zip(schema, node.args, strict=False)})
        given.update(node.kwargs)
        return given

    def _check_dtype(self, node: fx.Node, row: Row, given: dict[str, Any], results: list[torch.Tensor]) -> None:
        """The catalogue's word on the first tensor argument, or on the result where there is none."""
        first: Any = None
        for argument in row.inputs:
            item = given.get(argument.name)
            if isinstance(item, fx.Node) and isinstance(item.meta.get("val"), torch.Tensor):
                first = item.meta["val"]
                break
            if isinstance(item, list | tuple) and item and isinstance(item[0], fx.Node) and "Tensor" in type_name(argument):
                return  # lists are checked by the kernel's rule when the program is loaded
        first = results[0] if first is None else first
        if dtype_name(first.dtype) not in row.dtypes:
            known = ", ".join(sorted(row.dtypes))
            raise LowerError(f"{where(node)}: no portable kernel for {dtype_name(first.dtype)}; cast it to one of {known}")

    def _argument(self, node: fx.Node, row: Row, argument: torch.Argument, item: Any) -> int:
        """The value of one argument, by the type that the schema gives it."""
        kind = type_name(argument)
        if item is None:
            return self.values.none()
        if isinstance(item, fx.Node):
            return self._id(item)
        if isinstance(item, torch.dtype | torch.memory_format | torch.layout | torch.device):
            return self.values.enum(item)
        if "List" in kind:
            return self._list(node, argument, kind, item)
        if isinstance(item, str):
            return self.values.text(item)
        if kind in ("float", "Optional[float]"):
            return self.values.number(float(item))
        if kind in ("bool", "Optional[bool]"):
            return self.values.number(bool(item))
        if kind in ("int", "Optional[int]"):
            return self.values.number(int(item))
        if kind in ("number", "Optional[number]") and isinstance(item, bool | int | float):
            return self.values.number(item)
        raise LowerError(f"{where(node)}: argument {argument.name}={item!r} of {row.key} is not supported")

    def _dim_order(self, value: torch.Tensor) -> int:
        return self.values.int_list([self.values.number(d) for d in dim_order(value)])

    def _list(self, node: fx.Node, argument: torch.Argument, kind: str, item: Any) -> int:
        if "Tensor" in kind:
            ids = [-1 if i is None else self._id(i) for i in item]
            return self.values.tensor_list(ids, optional="Optional[Tensor]" in kind)
        if not isinstance(item, list | tuple):  # int[2] given as one number
            item = [item] * (argument.N or 1)
        if "float" in kind:
            return self.values.double_list(item)
        if "bool" in kind:
            return self.values.bool_list(item)
        return self._int_list(item, node)

    def _delegate(self, node: fx.Node) -> None:
        module = self.method.graph_module.get_submodule(str(node.target))
        assert isinstance(module, DelegateModule)
        value = node.meta["val"]
        results = list(value) if isinstance(value, tuple | list) else [value]
        ids = [self._tensor(v, node) for v in results]
        number = self.builder.add_delegate(module.backend, module.payload, module.specs)
        for key, blob in module.named_data.items():
            try:
                self.add_named_data(key, blob)
            except ValueError as error:
                raise LowerError(f'{where(node)}: backend "{module.backend}": {error}') from None
        inputs = [self._id(arg) for arg in node.args]  # type: ignore[arg-type]
        self.builder.add_delegate_call(number, inputs, ids)
        self.trace.append(node)
        self.ids[node] = ids if isinstance(value, tuple | list) else ids[0]

    # -- state and outputs -------------------------------------------------------------------------------------------

    def _clone(self, node: fx.Node) -> int:
        value = node.meta["val"]
        number = self._tensor(value, node)
        self._op(_CLONE, [self._id(node), self.values.number(False), self._dim_order(value), number, number], node)
        return number

    def _is_state(self, number: int) -> bool:
        return self.root.get(number, number) in self.states

    def _output(self, value: Any) -> int:
        """The value handed back; what lies in state memory is copied, since the update at the end overwrites it."""
        if isinstance(value, fx.Node):
            number = self._id(value)
            return self._clone(value) if self._is_state(number) else number
        if value is None:
            return self.values.none()
        if isinstance(value, str):
            return self.values.text(value)
        return self.values.number(value)

    def _update_states(self, mutable: dict[str, fx.Node]) -> None:
        by_name = {node.name: node for node in self.method.placeholders()}
        updates = [(by_name[name], node) for name, node in mutable.items() if by_name[name] is not node]
        sources = [self._clone(node) if self._is_state(self._id(node)) else self._id(node) for _, node in updates]
        for (buffer, node), source in zip(updates, sources, strict=True):
            target = self._id(buffer)
            self._op("aten::copy_", [target, source, self.values.number(False), target], node)


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
