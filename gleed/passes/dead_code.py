"""Drops what nothing reads."""

from gleed.edge.method import EdgeMethod
from gleed.edge.opset import ASSERTIONS


def dead_code(method: EdgeMethod) -> int:
    """Erase nodes without readers, then constants without readers; returns how many.

    Every call in the dialect but an assertion is free of side effects, so an unread one can go.
    """
    count = 0
    for module in method.graphs():
        for node in reversed(list(module.graph.nodes)):
            if not node.users and node.op not in ("placeholder", "output") and node.target not in ASSERTIONS:
                module.graph.erase_node(node)
                count += 1
    used = {str(node.target) for module in method.graphs() for node in module.graph.find_nodes(op="get_attr")}
    for module in list(method.graphs()):
        for name, child in list(module.named_children()):
            if type(child).__name__.endswith("GraphModule") and name not in used and not _called(module, name):
                delattr(module, name)
    return count + method.remove_unused_constants()


def _called(module: object, name: str) -> bool:
    nodes = module.graph.find_nodes(op="call_module")  # type: ignore[attr-defined]
    return any(str(node.target) == name for node in nodes)
