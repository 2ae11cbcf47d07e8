"""One method in the edge dialect: a functional graph, its constants, and how its inputs and outputs are packed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import fx
from torch._ops import OpOverload
from torch.export.graph_signature import (
    ConstantArgument,
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    TensorArgument,
)
from torch.utils import _pytree as pytree

from gleed.edge.call import bind, check_inputs
from gleed.edge.insert import contiguous, fake_mode, inherit
from gleed.edge.run import run_graph

_MUTATIONS = (OutputKind.BUFFER_MUTATION, OutputKind.PARAMETER_MUTATION)


@dataclass
class EdgeMethod:
    """A graph whose placeholders are parameters, buffers and constants first, then the user's inputs.

    `constants` maps placeholder names to values; for a mutable buffer that is its initial value, which calling the
    method never changes: the running value lives in `state`, and `reset` forgets it.
    """

    graph_module: fx.GraphModule
    signature: ExportGraphSignature
    constants: dict[str, torch.Tensor]
    range_constraints: dict[Any, Any]
    in_spec: pytree.TreeSpec
    out_spec: pytree.TreeSpec
    kept: frozenset[OpOverload] = frozenset()  # overloads outside Core ATen that a backend asked for
    state: dict[str, torch.Tensor] = field(default_factory=dict, repr=False)
    _shared: dict[Any, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        by_target = {spec.target: spec.arg.name for spec in self.signature.input_specs if spec.target is not None}
        specs = self.signature.output_specs
        self._mutable = {by_target[spec.target or ""]: i for i, spec in enumerate(specs) if spec.kind in _MUTATIONS}

    @property
    def graph(self) -> fx.Graph:
        """The top graph."""
        return self.graph_module.graph

    def graphs(self) -> Iterator[fx.GraphModule]:
        """The top graph module, then those of control-flow branches and bodies; delegates are left out."""
        pending = [self.graph_module]
        while pending:
            module = pending.pop()
            yield module
            for child in module.children():
                if isinstance(child, fx.GraphModule) and not getattr(child, "is_gleed_delegate", False):
                    pending.append(child)

    def placeholders(self) -> list[fx.Node]:
        """The inputs of the graph in order, as in `signature.input_specs`."""
        return list(self.graph.find_nodes(op="placeholder"))

    def outputs(self) -> list[Any]:
        """What the graph returns in order, as in `signature.output_specs`: nodes, or plain numbers and None."""
        return list(self.graph.output_node().args[0])  # type: ignore[arg-type]

    def user_inputs(self) -> list[fx.Node]:
        """The placeholders of the user's inputs, in the order of the flattened call."""
        pairs = zip(self.placeholders(), self.signature.input_specs, strict=True)
        return [node for node, spec in pairs if spec.kind == InputKind.USER_INPUT]

    def user_outputs(self) -> list[Any]:
        """What the user gets back, in the order of the flattened result."""
        pairs = zip(self.outputs(), self.signature.output_specs, strict=True)
        return [value for value, spec in pairs if spec.kind == OutputKind.USER_OUTPUT]

    def constant(self, node: Any) -> torch.Tensor | None:
        """The value of a node that never changes: a parameter, constant, or buffer that the method does not write."""
        if not isinstance(node, fx.Node) or node.op != "placeholder" or node.name in self._mutable:
            return None
        return self.constants.get(node.name) if node.graph is self.graph else None

    def mutable_buffers(self) -> dict[str, fx.Node]:
        """Placeholder name of each buffer that the method writes -> the node of its new value."""
        outputs = self.outputs()
        return {name: outputs[index] for name, index in self._mutable.items()}

    def user_input_mutations(self) -> dict[str, fx.Node]:
        """Placeholder name of each input that the method writes in place -> the node of its new value."""
        pairs = zip(self.outputs(), self.signature.output_specs, strict=True)
        found = {spec.target: node for node, spec in pairs if spec.kind == OutputKind.USER_INPUT_MUTATION}
        return {str(name): node for name, node in found.items()}

    def add_constant(self, tensor: torch.Tensor, near: fx.Node) -> fx.Node:
        """A placeholder that holds this tensor, after the constants there are; single numbers are shared."""
        tensor = tensor.detach().contiguous()
        key = None
        if tensor.numel() == 1:
            key = (tensor.dtype, tuple(tensor.shape), bytes(tensor.reshape(1).view(torch.uint8).tolist()))
            if (name := self._shared.get(key)) is not None and name in self.constants:
                return next(node for node in self.placeholders() if node.name == name)
        index, anchor = self._first_user_input()
        with self.graph.inserting_before(anchor):
            node = self.graph.placeholder("const")
        node.target = node.name
        mode = fake_mode(self.graph)
        with mode:
            node.meta["val"] = torch.empty(tuple(tensor.shape), dtype=tensor.dtype)
        inherit(node, near)
        spec = InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(node.name), node.name)
        self.signature.input_specs.insert(index, spec)
        self.constants[node.name] = tensor
        if key is not None:
            self._shared[key] = node.name
        return node

    def _first_user_input(self) -> tuple[int, fx.Node]:
        for index, (node, spec) in enumerate(zip(self.placeholders(), self.signature.input_specs, strict=True)):
            if spec.kind == InputKind.USER_INPUT:
                return index, node
        anchor = next(node for node in self.graph.nodes if node.op != "placeholder")
        return len(self.signature.input_specs), anchor

    def remove_unused_constants(self) -> int:
        """Drop the constants that nothing reads or writes; returns how many."""
        kept = []
        count = 0
        for node, spec in zip(self.placeholders(), list(self.signature.input_specs), strict=True):
            if spec.kind == InputKind.USER_INPUT or node.users or node.name in self._mutable:
                kept.append(spec)
                continue
            self.constants.pop(node.name, None)
            self.graph.erase_node(node)
            count += 1
        self.signature.input_specs[:] = kept
        return count

    def sync(self) -> None:
        """Bring the names in the signature up to date with the output nodes, after passes replaced some."""
        for value, spec in zip(self.outputs(), self.signature.output_specs, strict=True):
            if not isinstance(value, fx.Node):
                spec.arg = ConstantArgument(name="", value=value)
            elif isinstance(spec.arg, ConstantArgument):
                spec.arg = TensorArgument(value.name)
            else:
                spec.arg.name = value.name

    def set_contiguous(self, node: fx.Node) -> None:
        """Lay a node's value out contiguously, the constant's bytes with it."""
        node.meta["val"] = contiguous(node.meta["val"], fake_mode(node.graph))
        if node.name in self.constants and node.graph is self.graph:
            self.constants[node.name] = self.constants[node.name].contiguous()

    def reset(self) -> None:
        """Give mutable buffers their initial values again."""
        self.state.clear()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run in PyTorch; returns what the original module returns, keeping the state of buffers between calls."""
        flat = bind(self.in_spec, args, kwargs)
        names = [node.name for node in self.placeholders()]
        user = self.user_inputs()
        check_inputs(user, self.signature, flat, self.range_constraints)
        inputs = {node.name: value for node, value in zip(user, flat, strict=True)}
        values = [inputs[n] if n in inputs else self.state.get(n, self.constants.get(n)) for n in names]
        results = run_graph(self.graph_module, *values)
        returned = []
        for value, spec in zip(results, self.signature.output_specs, strict=True):
            if spec.kind == OutputKind.USER_OUTPUT:
                returned.append(value)
        for name, index in self._mutable.items():
            self.state[name] = results[index].clone()
        for value, spec in zip(results, self.signature.output_specs, strict=True):
            if spec.kind == OutputKind.USER_INPUT_MUTATION:
                with torch.no_grad():
                    inputs[str(spec.target)].copy_(value)
        return pytree.tree_unflatten(returned, self.out_spec)
