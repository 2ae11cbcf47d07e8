"""Rewrites of a graph, one a file; each takes an EdgeMethod, changes it in place and returns how often it did."""

from gleed.passes.assertions import assertions, remove_assertions
from gleed.passes.canonical_layouts import canonical_layouts
from gleed.passes.common_subexpressions import common_subexpressions
from gleed.passes.dead_code import dead_code
from gleed.passes.fold_batch_norm import fold_batch_norm
from gleed.passes.fold_constants import fold_constants
from gleed.passes.fuse_permutes import fuse_permutes
from gleed.passes.fuse_views import fuse_views
from gleed.passes.lower_sizes import lower_sizes
from gleed.passes.normalize_args import normalize_args
from gleed.passes.promote import promote
from gleed.passes.remove_noops import remove_noops
from gleed.passes.scalars import scalars
from gleed.passes.shrink_fills import shrink_fills
from gleed.passes.simplify_masked_softmax import simplify_masked_softmax

# In this order: into one form, then smaller, then without what became useless.
DEFAULT = [
    assertions,
    normalize_args,
    canonical_layouts,
    dead_code,
    lower_sizes,
    remove_noops,
    scalars,
    promote,
    fold_batch_norm,
    simplify_masked_softmax,
    shrink_fills,
    common_subexpressions,
    fold_constants,
    fuse_permutes,
    fuse_views,
    remove_noops,
    common_subexpressions,
    dead_code,
]

__all__ = [
    "DEFAULT",
    "assertions",
    "canonical_layouts",
    "common_subexpressions",
    "dead_code",
    "fold_batch_norm",
    "fold_constants",
    "fuse_permutes",
    "fuse_views",
    "lower_sizes",
    "normalize_args",
    "promote",
    "remove_assertions",
    "remove_noops",
    "scalars",
    "shrink_fills",
    "simplify_masked_softmax",
]
