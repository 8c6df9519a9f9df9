"""The facts about an op that stand in its record beside the formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from autograd.kernels.refused_dtypes import Refusals
from autograd.runtime.records import Record
from autograd.runtime.sparse_rules import SparseRule

if TYPE_CHECKING:
    from autograd.graph.saved_attributes import Source
    from autograd.ops.vmap_rules import BatchingRule

NONE: Mapping[str, Any] = MappingProxyType({})


class Foreach(Record):
    """The `torch._foreach_*` form of an op: its first `lists` operands are lists of tensors."""

    lists: int
    method: str | None = None  # called on each tensor, if not named as the op
    name: str | None = None  # after `_foreach_`, if not the op's name


ONE_LIST, TWO_LISTS, THREE_LISTS = Foreach(1), Foreach(2), Foreach(3)


class Joining(Protocol):
    """The interface of a fused backward node, which computes several gradients."""

    def join_gradients(self, results: list, gathered: list) -> list:
        """Return the gradients; those that were gathered become outputs of one node."""


class Facts(Record):
    """Keywords of `op(...)`; the defaults are those of most ops."""

    # Wrappers of the forward.
    refuses: Refusals | None = None  # errors by dtype, see kernels/refused_dtypes.py
    memory_format: Callable | None = None  # of results, by one of kernels/memory_formats.py
    # 16-bit floats that are computed in float32: one of kernels/half_accumulation.py
    accumulate: str = ""
    of_complex: Callable | None = None  # computes complex numbers in torch's own steps

    # Its nodes. Under create_graph a joint op is one node for all gradients.
    joint: str | None = None  # the name of the joint op
    joins: Joining | None = None  # of a joint op: makes the one node
    underived: bool = False  # torch has no derivative: its node raises, and runs first
    empty_edges: bool = False  # of an underived op, for inputs that require no gradient
    cpp_name: str | None = None  # `name()` of a node, if not the name of its type
    node_module: str = "builtins"  # where the type of node is from

    # Saved values by torch's names after `_saved_`; None if torch has none of the name. All others
    # have the names that formulas use.
    saves: Mapping[str, Source | None] = NONE
    saves_if_needed: bool = False  # inputs for `saves` only if they need a gradient
    saves_dim_as_list: bool = False  # one dimension as a list of one
    saves_no_dims_as_empty: bool = False  # `dims` that are None as an empty tuple
    saved_as: Mapping[str, str] = NONE  # by torch's names, names in formulas
    saves_numel: bool = False  # the number of entries of the input
    saves_subscript: bool = False  # the index: here a parameter, in torch saved tensors
    # Error type and text of its backward if an unpack hook returns an index of another dtype.
    unpack_error: tuple[type[Exception], str] | None = None

    # Its name in torch's error, if torch computes but does not differentiate complex numbers.
    real_only: str = ""
    first_output_only: bool = False  # the others are statistics without gradients
    recasts: bool = False  # a view of another dtype or value, which no strides make
    result_sized: bool = False  # the result's size is the parameter `size`
    mixes_with_meta: bool = False  # torch accepts one CPU tensor beside a meta tensor
    expects_cpu: bool = False  # its error names meta as the wrong device, not the CPU
    bool_error: str = ""  # the text of its error for two bool tensors, if it takes none
    is_copy: bool = False  # copies another tensor's numbers: not recorded into integers
    sparse: SparseRule | None = None  # how it runs on sparse tensors; None: not at all
    sums_in_backward: bool = False  # of a masked tensor: over the unmasked entries
    moves_entries: bool = False  # of a masked tensor: the mask moves along

    vmap: BatchingRule | None = None  # its batching rule; None: slice by slice
    with_dim: str = ""  # of a full reduction: the op that reduces along dimensions
    product: str = ""  # of an op that adds a product to a tensor: the op of the product
    adds_dim: bool = False  # the result has one dimension more than the inputs
    vmap_input: int = 0  # of a layer: the input whose leading dimensions may be batches
    vmap_clones: bool = False  # runs as its view, the result of which is cloned
    vmap_gathers: bool = False  # with an index for each example it runs as `gather`
    draws: bool = False  # draws random numbers
    draws_by_probabilities: bool = False  # writes Bernoulli samples by a second tensor
    vmap_write: str = ""  # its name in the error of a batched write into an unbatched tensor
    draws_by_entry: bool = False  # draws by its entries: never the same for all slices

    # Names in torch's warning that it has no batching rule: of the op, of the op in place.
    vmap_warning: str = ""
    vmap_warning_in_place: str = ""
    # If torch composes it of other ops where gradients are taken, and has no rule otherwise: names
    # in the warning of it, and of a part that has no rule either.
    vmap_composed: tuple[str, str | None] | None = None

    no_forward_ad: str = ""  # its name in the error, if torch has no forward mode
    tangents_as_values: bool = False  # tangents move as the values do

    # By the same names: facts of the copy, torch's `t_copy` for `t`.
    of_copy: Mapping[str, Any] = NONE

    # A Python number beside 16-bit floats.
    rounds_number: bool = False  # it is rounded to 16 bits first
    exact_number: bool = False  # a 0-dim tensor of another dtype is not rounded

    # Other forms of it.
    in_place: str | None = None  # the op that is run in place, if it has another node
    in_place_functions: tuple[str, ...] = ()  # functions beside methods: `torch.exp_`
    foreach: Foreach | None = None  # how it runs on lists, as `torch._foreach_exp`

    # The factor for weights before it in torch.nn.init.
    gain: float | None = None

    # Its name in torch's flop counter, and its number of operations by the shapes.
    flops: tuple[str, Callable] | None = None


FACTS = frozenset(Facts.__annotations__)
