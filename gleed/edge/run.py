"""Runs a graph of the edge dialect with real tensors: views mean what they do there, each result is contiguous."""

from typing import Any

import torch
from torch import fx

_HOPS = torch.ops.higher_order


class Runner(fx.Interpreter):
    """An interpreter in which every result is laid out as the edge dialect says.

    Passes drop copies that only change strides, so `view` after `permute` is legal here, unlike in eager PyTorch.
    """

    def __init__(self, module: fx.GraphModule) -> None:
        super().__init__(module, garbage_collect_values=True)
        self.extra_traceback = False

    def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
        """Call an operator, or walk through a control-flow one."""
        if target is _HOPS.cond:
            pred, yes, no, operands = args[:4]
            return run_graph(yes if bool(pred) else no, *operands)
        if target is _HOPS.while_loop:
            return _while(*args, **kwargs)
        if target is _HOPS.map_impl:
            return _map(*args)
        if target is _HOPS.scan:
            return _scan(*args)
        result = super().call_function(target, args, kwargs)
        return result if kwargs.get("memory_format") is not None else _dense(result)

    def call_module(self, target: Any, args: Any, kwargs: Any) -> Any:
        """Call a delegate."""
        return _dense(super().call_module(target, args, kwargs))


def _dense(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value if value.is_contiguous() else value.contiguous()
    if isinstance(value, (list, tuple)):
        return type(value)([_dense(item) for item in value])
    return value


def _while(condition: Any, body: Any, carried: Any, extra: Any = ()) -> Any:
    while bool(run_graph(condition, *carried, *extra)[0]):
        carried = run_graph(body, *carried, *extra)
    return carried


def _map(body: Any, inputs: Any, extra: Any) -> Any:
    rows = [run_graph(body, *row, *extra) for row in zip(*inputs, strict=True)]
    return [torch.stack(column) for column in zip(*rows, strict=True)]


def _scan(body: Any, carried: Any, inputs: Any, extra: Any = ()) -> Any:
    carried, count, rows = list(carried), len(carried), []
    for row in zip(*inputs, strict=True):
        results = run_graph(body, *carried, *row, *extra)
        carried = list(results[:count])
        rows.append(results[count:])
    return [*carried, *(torch.stack(column) for column in zip(*rows, strict=True))]


def run_graph(module: Any, *args: Any) -> Any:
    """The outputs of a graph module for flat arguments; other callables are just called."""
    if not isinstance(module, fx.GraphModule):
        return module(*args)
    with torch.no_grad():
        result = Runner(module).run(*args, enable_io_processing=False)
    return result if isinstance(result, (list, tuple)) else (result,)
