"""The reference backend's compiler: a part becomes a program of its own."""

import hashlib

from torch import fx

from gleed.delegate import CompileSpec, Lowered
from gleed.edge.catalogue import find_out_variant
from gleed.edge.method import EdgeMethod
from gleed.edge.program import EdgeProgram
from gleed.edge.where import op_key
from gleed.emit import EmitConfig, to_program
from gleed.emit.views import is_reshape
from gleed.errors import LowerError


def supports(node: fx.Node) -> bool | str:
    """What the portable kernels compute."""
    if is_reshape(node) or find_out_variant(node.target) is not None:  # type: ignore[arg-type]
        return True
    return f"no portable kernel for {op_key(node.target)}"


def lower(method: EdgeMethod, specs: list[CompileSpec]) -> Lowered:
    """The payload is a program with one method.

    With the option ("payload", b"named") it is stored as named data under its digest, so that equal parts share it, and
    the payload is "key:", the digest and a NUL.
    """
    for spec in specs:
        if spec not in (("payload", b"named"), ("payload", b"own")) and spec.key != "label":
            raise LowerError(f'no option {spec.key}={spec.value!r}; there are payload=b"own" or b"named", and label')
    program = to_program(EdgeProgram({"part": method}), EmitConfig(lendable=True)).buffer
    if ("payload", b"named") not in specs:
        return Lowered(program)
    key = "reference_" + hashlib.sha256(program).hexdigest()
    return Lowered(b"key:" + key.encode() + b"\0", {key: program})
