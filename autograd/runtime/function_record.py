"""Declare what is true of a function that users call: one record for each name.

A record is made of the keywords at a function's definition:

    @method()
    @declare(factory=Factory(filled_by="fill_.Scalar"))
    def new_full(self, size, fill_value, ...): ...

Whoever checks a call reads it by the function's name: `record("new_full").factory`. The defaults
hold for most functions, which declare nothing. Entries of the table of derivatives have records of
their own, `record.Op`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from autograd.runtime import masked_rules
from autograd.runtime.sparse_rules import SparseRule, Unsupported

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Factory:
    """A function that makes a tensor: it takes `layout` and `pin_memory`."""

    filled_by: str = ""  # the op that torch fills it with, which takes no sparse memory
    layouts: bool = False  # makes sparse tensors too
    sparse_error: str = ""  # torch's error for another `layout`
    overlapping: bool = False  # its `out=` may have several entries in one place


# Where a function reads while it writes into `out`: anywhere, not at another place of the same
# memory, or nowhere in it.
ANYWHERE, SAME_PLACE, NEVER = "anywhere", "same place", "never"
# The errors of many functions about an `out` of another dtype than the result.
EXPECTED = "Expected out tensor to have dtype {c_want}, but got {c_got} instead"
FOUND = "Found dtype {got} but expected {want}"
SCALAR = "expected scalar_type {want} but found {got}"


@dataclass(frozen=True, slots=True)
class Out:
    """What a function does with `out=`: most cast the result, with one error for all.

    Errors have fields: {name}, {want} and {got}, the dtypes of the result and of `out`, {c_want}
    and {c_got}, as C++ names them, and {narrow}, whether the result is int32.
    """

    called: str = ""  # the op in the error about gradients, where not the function itself
    dtype_error: str = ""  # where `out` has another dtype than the result
    dtype_errors: tuple[str, ...] = ()  # the same by result, where there are several
    castable: str = ""  # the function in the error of those that cast only what is safe to cast
    results: tuple[str, ...] = ()  # the results in that error
    last_first: bool = False  # the dtype of the last result is checked first
    reads: str = ANYWHERE
    of_two: bool = False  # with one tensor as `out` it is elementwise, and may read what it writes
    may_overlap: bool = False  # `out` may have several entries in one place
    gives_dtype: bool = False  # computes in the dtype of `out` where no other is named
    copied: bool = False  # copies the result into `out`, with the gradient of a copy


@dataclass(frozen=True, slots=True)
class InPlace:
    """What an in-place form checks of the memory that it writes."""

    uniform: bool = False  # writes one value everywhere, so several entries may be in one place
    # Where torch warns of such memory: what the warning applies to besides, and the line it is of.
    tolerated: tuple[str, int] | None = None
    reads: str = SAME_PLACE
    inputs_read: int | None = None  # how many inputs are read meanwhile: numbers are copied before
    reads_itself: bool = False  # may read its own tensor all the same, entry by entry
    dtypes_first: bool = False  # checks dtypes before memory
    check: Callable[..., object] | None = None  # what is called with its arguments before all else


class Or(NamedTuple):
    """An argument; where it is None, another one by its name, or a number."""

    name: str
    other: str | int


class Keyword(NamedTuple):
    """An argument that is handed on by keyword, where it is not None."""

    name: str


class Where(NamedTuple):
    """An argument where another one is not None, else False."""

    name: str
    given: str


@dataclass(frozen=True, slots=True)
class Native:
    """The function of torch's C++ to which a function, Python in torch, hands its arguments."""

    place: str
    name: str
    # Those that it is handed, by their names here, and constants; all as they came if none.
    arguments: tuple[str | int | Or | Keyword | Where, ...] = ()
    pairs: bool = False  # it makes pairs of all but the input
    looks_first: bool = False  # it looks at numbers before, so its own errors are torch's


class Read(NamedTuple):
    """An attribute of an argument that torch's Python reads, if the argument `unless` is None."""

    argument: str
    attribute: str
    unless: str = ""


GIVEN = -1


class Bool(NamedTuple):
    """An option that torch's C++ takes as True or False only."""

    option: str
    function: str  # that of C++, as errors name it
    position: int = 0  # there, from 1; GIVEN where it is where the caller put it, 0 if it has none
    called: str = ""  # as C++ calls the option, if another way


class Operator(NamedTuple):
    """What torch has behind a method that serves one of Python's operators, such as `__add__`."""

    symbol: str = ""  # in Python's errors; of `__radd__` and `__iadd__` that of `__add__`
    method: str = ""  # which `__torch_function__` handlers get in its place
    name: str = ""  # its `__name__`, if that is another


class Handed(NamedTuple):
    """How a method that torch wrote in Python hands its arguments to `__torch_function__`."""

    positional: int  # how many by position
    defaults: dict[str, Any]  # all others, by keyword


# Where torch keeps functions: the modules and classes in their full names.
TORCH, FUNCTIONAL, NN_BUILTIN = "torch", "torch.functional", "torch._C._nn"
BUILTIN = "torch._VariableFunctionsClass"


@dataclass(eq=False, repr=False, slots=True)
class Function:
    """Everything that is declared of one function; only `add_facts` writes it."""

    derived: bool = True  # torch's table of derivatives has it, so `out=` takes no history
    composite: bool = False  # torch makes it of other ops: looks at numbers before histories
    needs: str = ""  # the attribute that torch's Python reads of the first argument first
    numbers: bool = False  # takes numbers for its tensors, and so does its in-place form
    indices: tuple[str, ...] = ()  # ints for which it takes whatever Python takes for an index
    factors: tuple[str, ...] = ()  # numbers that old programs give first, in their order
    fields: tuple[str, ...] = ()  # the names of its results in a named tuple
    native: Native | None = None
    reads_first: tuple[Read, ...] = ()  # what torch's Python reads before it calls C++
    bools: tuple[Bool, ...] = ()
    out: Out | None = None
    in_place: InPlace | None = None
    factory: Factory | None = None
    # How it runs on sparse tensors. None: as the op of its name, or not at all.
    sparse: SparseRule | Unsupported | None = None
    # How it runs on masked tensors. None: it raises TypeError, where `metadata` is false.
    masked: masked_rules.MaskedRule | masked_rules.Unsupported | None = None
    gain: float | None = None  # by how much weights before it should be larger, `torch.nn.init`
    made_for_slices: bool = False  # under vmap: what it makes like a slice is made for each
    # Where torch has no rule for vmap: what its warning calls the function, of two tensors, and
    # with a number second or first where that is another form.
    vmap_warnings: tuple[str, ...] = ()
    # The same of what it composes of others where gradients are taken: the whole, and a part.
    vmap_composed: tuple[str, str | None] | None = None
    # Where torch keeps it, if not in `torch.nn.functional`, for a function that is shown there,
    # nor among the built-ins of `torch`, for any other.
    home: str = ""
    # The namespace in which handlers see a function of `torch.nn.functional` that is a built-in.
    compiled: str = ""
    python_function: bool = False  # torch wrote `torch.<name>` in Python
    python_method: bool = False  # torch wrote `Tensor.<name>` in Python
    dispatched: bool = True  # `__torch_function__` handlers are called
    dispatched_on: int | None = None  # how many arguments may have handlers, where not all
    handed: Handed | None = None
    operator: Operator | None = None
    metadata: bool = False  # it reads no values, and is the same for tensors of every class
    takes_uninitialized: bool = False  # takes a parameter of a lazy module, without shape


FUNCTIONS: dict[str, Function] = {}
UNDECLARED, CASTING, WRITING = Function(), Out(), InPlace()


def declare(*names: str, **facts: Any) -> Callable[[F], F]:
    """Decorator: `facts`, fields of `Function`, hold for the function of these names.

    Without names it is the function's own. Several declarations of one name add up.
    """

    def declared(function: F) -> F:
        for name in names or (function.__name__,):
            add_facts(name, **facts)
        return function

    return declared


def add_facts(name: str, in_place: InPlace | None = None, **facts: Any) -> None:
    """Add facts to the record of a name; those of the in-place form stand in a record of its own.
    """
    if in_place is not None and name[-1] != "_":
        add_facts(f"{name}_", in_place=in_place)
    elif in_place is not None:
        facts["in_place"] = in_place
    known = FUNCTIONS.get(name)
    if known is None:
        FUNCTIONS[name] = Function(**facts)
        return
    if twice := [each for each, fact in facts.items()
                 if getattr(known, each) not in (getattr(UNDECLARED, each), fact)]:
        raise ValueError(f"{name}: {twice} declared twice")
    for each, fact in facts.items():
        setattr(known, each, fact)


def record(name: str | None) -> Function:
    """What is declared of the function `name`."""
    return FUNCTIONS.get(name, UNDECLARED)  # type: ignore[arg-type]


def out_of(name: str | None) -> Out:
    """What is declared of `out=` of the function `name`."""
    return FUNCTIONS.get(name, UNDECLARED).out or CASTING  # type: ignore[arg-type]


def writes_of(name: str | None) -> InPlace:
    """What is declared of the in-place form `name`, with its `_`."""
    return FUNCTIONS.get(name, UNDECLARED).in_place or WRITING  # type: ignore[arg-type]
