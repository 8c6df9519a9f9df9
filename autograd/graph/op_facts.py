"""The facts about an op that stand in its record beside the formulas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from autograd.kernels.refused_dtypes import Refusals
from autograd.runtime.sparse_rules import SparseRule

if TYPE_CHECKING:
    from autograd.graph.saved_attributes import Source
    from autograd.ops.vmap_rules import BatchingRule


class Foreach(NamedTuple):
    """How an op runs on each tensor of a list: with so many lists, or numbers in place of them."""

    lists: int
    method: str | None = None  # of the tensors, where it is not the name
    name: str | None = None  # after `_foreach_`, where it is not that of the op


ONE_LIST, TWO_LISTS, THREE_LISTS = Foreach(1), Foreach(2), Foreach(3)


class Joining(Protocol):
    """What makes one node of several gradients."""

    def joined(self, results: list, gathered: list) -> list:
        """The gradients, of which those that were gathered are outputs of one node."""


@dataclass(eq=False, repr=False, kw_only=True, slots=True)
class Facts:
    """What `op(...)` takes by these names; the defaults are those of most ops."""

    # What is put around the forward.
    refuses: Refusals | None = None  # by dtype, what is raised; see kernels/refused_dtypes.py
    memory_format: Callable | None = None  # of results, by one of kernels/memory_formats.py
    # 16-bit floats that are computed in float32: one of kernels/half_accumulation.py
    accumulate: str = ""
    of_complex: Callable | None = None  # what computes complex numbers, in torch's own steps

    # Its nodes. A joint op computes all gradients as one node of the tape of gradients.
    joint: str | None = None  # the name of the joint op
    joins: Joining | None = None  # of a joint op: what makes the one node
    underived: bool = False  # torch's table leaves it out: its node raises, and runs first
    empty_edges: bool = False  # of an underived op, for inputs that require no gradient
    cpp_name: str | None = None  # what `name()` of a node is, where not the name of its type
    node_module: str = "builtins"  # where the type of node is from

    # What its nodes save. By torch's names after `_saved_`: what a saved value is made of, None if
    # torch has none of the name. All others are named as formulas ask for them.
    saves: dict[str, Source | None] = field(default_factory=dict)
    saves_if_needed: bool = False  # inputs for `saves` only where these need a gradient themselves
    saves_dim_as_list: bool = False  # one dimension as a list of one
    saves_subscript: bool = False  # the subscript: here a parameter, in torch saved tensors
    # The error and text of its backward where an unpack hook gives an index in another dtype.
    unpack_error: tuple[type[Exception], str] | None = None

    # What torch calls it where it computes complex numbers, but does not derive them.
    real_only: str = ""
    first_output_only: bool = False  # the others are statistics, which torch does not derive
    recasts: bool = False  # a view that no strides make: what it shows is another type or value
    result_sized: bool = False  # the result's size is the parameter `size`, whatever the input's is
    mixes_with_meta: bool = False  # torch lets one tensor on the CPU pass beside a meta tensor
    sparse: SparseRule | None = None  # how it runs on sparse tensors; None: not at all
    moves_entries: bool = False  # of a masked tensor: the mask moves along, others leave it

    vmap: BatchingRule | None = None  # how it runs on all slices at once; None: on one at a time
    with_dim: str = ""  # of a full reduction: the op that reduces along dimensions
    draws: bool = False  # random numbers, which are the same for all slices or not
    draws_by_entry: bool = False  # numbers by its entries, which cannot be the same for all slices

    # Where torch has no rule: what its warning calls the op, and the op in place.
    vmap_warning: str = ""
    vmap_warning_in_place: str = ""
    # Where torch composes it of other ops if gradients are taken, and has no rule else: what the
    # warning calls it, and a part of it that has no rule either.
    vmap_composed: tuple[str, str | None] | None = None

    no_forward_ad: str = ""  # what the error calls it where torch has no forward mode of it
    tangents_as_values: bool = False  # in forward mode tangents go where the values go

    # By the same names: facts of the copy that torch's `t_copy` makes of this view.
    of_copy: dict[str, Any] = field(default_factory=dict)

    # A number beside 16-bit floats.
    rounds_number: bool = False  # a plain number is rounded to 16 bits first
    exact_number: bool = False  # the one number of a tensor of another dtype is not

    # Other forms of it.
    in_place: str | None = None  # the op that is run in place, where its node is another one
    in_place_functions: tuple[str, ...] = ()  # those of torch, beside methods: `torch.exp_`
    foreach: Foreach | None = None  # how it runs on lists, as `torch._foreach_exp`

    # By how much weights before it should be larger, in torch.nn.init.
    gain: float | None = None

    # What torch counts it as, and how many floating point operations it takes by the shapes.
    flops: tuple[str, Callable] | None = None


FACTS = frozenset(Facts.__slots__)
