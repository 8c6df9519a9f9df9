"""The record of a function that users call: its facts, declared at its definition.

The facts are keywords of `declare`:

    @method()
    @declare(factory=Factory(filled_by="fill_.Scalar"))
    def new_full(self, size, fill_value, ...): ...

Checks of a call read them by the function's name: `record("new_full").factory`. The defaults hold
for most functions, which declare nothing. Ops have records of their own (`ops/record.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from autograd.runtime import masked_rules
from autograd.runtime.records import Record
from autograd.runtime.sparse_rules import SparseRule, Unsupported

F = TypeVar("F", bound=Callable[..., Any])


class Factory(Record):
    """Facts of a function that creates a tensor, with arguments `layout` and `pin_memory`."""

    filled_by: str = ""  # the op that fills the new tensor in torch; it takes no sparse tensors
    layouts: bool = False  # creates sparse tensors too
    sparse_error: str = ""  # torch's error for another `layout`
    overlapping: bool = False  # `out=` may have internal overlap


# How `out` may overlap an input, which is read meanwhile: in any way, only with all elements at the
# same addresses, not at all.
ANYWHERE, SAME_PLACE, NEVER = "anywhere", "same place", "never"
# Errors of many functions if `out` has another dtype than the result.
EXPECTED = "Expected out tensor to have dtype {c_want}, but got {c_got} instead"
FOUND = "Found dtype {got} but expected {want}"
SCALAR = "expected scalar_type {want} but found {got}"


class Out(Record):
    """Facts of a function's `out=`. By default the result is cast to the dtype of `out`.

    Error texts have the fields {name}, {want} and {got} (the dtypes of the result and of `out`),
    {c_want} and {c_got} (their names in C++), {narrow} (whether the result is int32).
    """

    called: str = ""  # the op in the error about gradients, if not the function itself
    dtype_error: str = ""  # if `out` has another dtype than the result
    dtype_errors: tuple[str, ...] = ()  # the same for each of several results
    castable: str = ""  # the function in the error about unsafe casts, if these are refused
    results: tuple[str, ...] = ()  # the names of the results in that error
    last_first: bool = False  # the dtype of the last result is checked first
    reads: str = ANYWHERE
    of_two: bool = False  # elementwise if `out` is one tensor, which may then be an input
    may_overlap: bool = False  # `out` may have internal overlap
    gives_dtype: bool = False  # computes in the dtype of `out`, unless `dtype=` is given
    copied: bool = False  # copies the result into `out`, with the gradient of a copy


class InPlace(Record):
    """Facts of an in-place function: its checks of the memory that it writes."""

    uniform: bool = False  # writes one value everywhere, so internal overlap is allowed
    # If torch only warns about internal overlap: the example in the warning, its line in C++.
    tolerated: tuple[str, int] | None = None
    reads: str = SAME_PLACE
    inputs_read: int | None = None  # how many inputs are checked: others are copied first
    reads_itself: bool = False  # its own tensor may be an input, since it is elementwise
    dtypes_first: bool = False  # checks dtypes before memory
    check: Callable[..., object] | None = None  # a function that checks the arguments first


class Or(Record):
    """An argument, or `other` if it is None: the name of another argument, or a number."""

    name: str
    other: str | int


class Keyword(Record):
    """An argument that is passed by keyword, unless it is None."""

    name: str


class Where(Record):
    """An argument, or False if the argument `given` is None."""

    name: str
    given: str


class Native(Record):
    """The C++ function that a function written in Python in torch calls, with its arguments."""

    place: str
    name: str
    # The arguments it is called with, by their names here, or constants; if empty, all of the call.
    arguments: tuple[str | int | Or | Keyword | Where, ...] = ()
    pairs: bool = False  # all but the input are expanded to pairs
    looks_first: bool = False  # the Python function checks numbers first, with its own errors


class Read(Record):
    """An attribute of an argument that torch reads in Python, if the argument `unless` is None."""

    argument: str
    attribute: str
    unless: str = ""


GIVEN = -1


class Bool(Record):
    """An option for which torch's C++ accepts only True or False."""

    option: str
    function: str  # the C++ function in the error
    position: int = 0  # its position in C++, from 1; GIVEN: that in the call; 0: none
    called: str = ""  # the name of the option in C++, if another


class Operator(Record):
    """Facts of a method that implements an operator, such as `__add__`."""

    symbol: str = ""  # in Python's errors; for `__radd__` and `__iadd__` that of `__add__`
    method: str = ""  # the method that `__torch_function__` handlers get in its place
    name: str = ""  # its `__name__`, if another


class Handed(Record):
    """The arguments that a method, Python in torch, passes to `__torch_function__`."""

    positional: int  # how many are passed by position
    defaults: dict[str, Any]  # all others, passed by keyword


# Modules and classes of torch that define functions, as in their full names.
TORCH, FUNCTIONAL, NN_BUILTIN = "torch", "torch.functional", "torch._C._nn"
BUILTIN = "torch._VariableFunctionsClass"


class Function(Record):
    """The facts of one function; only `add_facts` writes them."""

    derived: bool = True  # differentiable in torch: `out=` is refused if gradients are needed
    composite: bool = False  # composed of other ops in torch: checks numbers before histories
    needs: str = ""  # the attribute of the first argument that torch reads first, in Python
    numbers: bool = False  # accepts numbers in place of tensors, also in place
    indices: tuple[str, ...] = ()  # int arguments that accept any object with `__index__`
    factors: tuple[str, ...] = ()  # leading numbers of deprecated overloads, in their order
    fields: tuple[str, ...] = ()  # names of the results, which are a named tuple
    native: Native | None = None
    reads_first: tuple[Read, ...] = ()  # attributes that torch reads in Python before it calls C++
    bools: tuple[Bool, ...] = ()
    out: Out | None = None
    in_place: InPlace | None = None
    factory: Factory | None = None
    # How it runs on sparse tensors; None: by the rule of the op of the same name, if any.
    sparse: SparseRule | Unsupported | None = None
    # How it runs on masked tensors; None: it raises TypeError, unless `metadata` is True.
    masked: masked_rules.MaskedRule | masked_rules.Unsupported | None = None
    gain: float | None = None  # what `torch.nn.init.calculate_gain` returns for it
    made_for_slices: bool = False  # creates a tensor like an input: under vmap one for each slice
    # If torch has no batching rule: names in its warning, of the function, or of its overloads for
    # two tensors, a number second, a number first.
    vmap_warnings: tuple[str, ...] = ()
    # The same if torch composes it of other ops when gradients are needed: of it, of such an op.
    vmap_composed: tuple[str, str | None] | None = None
    # Where torch defines it. The default is `torch.nn.functional` for its functions, and for others
    # the built-in functions of `torch`.
    home: str = ""
    # The namespace that `__torch_function__` handlers see, for a built-in of `torch.nn.functional`.
    compiled: str = ""
    python_function: bool = False  # `torch.<name>` is written in Python in torch
    python_method: bool = False  # `Tensor.<name>` is written in Python in torch
    dispatched: bool = True  # `__torch_function__` handlers are called
    dispatched_on: int | None = None  # how many arguments may have handlers; None: all
    handed: Handed | None = None
    operator: Operator | None = None
    metadata: bool = False  # reads no values; the same for tensors of every class
    takes_uninitialized: bool = False  # accepts a parameter of a lazy module, which has no shape


FUNCTIONS: dict[str, Function] = {}
UNDECLARED, CASTING, WRITING = Function(), Out(), InPlace()


def declare(*names: str, **facts: Any) -> Callable[[F], F]:
    """Return a decorator that adds facts to the records of `names`, by default the function's own.

    Facts are fields of `Function`. Several declarations of one name add up.
    """

    def declared(function: F) -> F:
        for name in names or (function.__name__,):
            add_facts(name, **facts)
        return function

    return declared


def add_facts(name: str, in_place: InPlace | None = None, **facts: Any) -> None:
    """Add facts to the record of a name; `in_place` goes to the record of the name with `_`.

    Raises ValueError for a fact that is declared twice with different values.
    """
    if in_place is not None and name[-1] != "_":
        add_facts(f"{name}_", in_place=in_place)
    elif in_place is not None:
        facts["in_place"] = in_place
    known = FUNCTIONS.get(name)
    if known is None:
        FUNCTIONS[name] = Function(**facts)
        return
    declared = vars(known)
    for each, fact in facts.items():
        if declared.setdefault(each, fact) != fact:
            raise ValueError(f"{name}: {each} is declared twice")


def record(name: str | None) -> Function:
    """Return the record of the function `name`; one of defaults if it declares nothing."""
    return FUNCTIONS.get(name, UNDECLARED)  # type: ignore[arg-type]


def out_of(name: str | None) -> Out:
    """Return the facts of `out=` of the function `name`."""
    return FUNCTIONS.get(name, UNDECLARED).out or CASTING  # type: ignore[arg-type]


def writes_of(name: str | None) -> InPlace:
    """Return the facts of the in-place function `name`, which ends with `_`."""
    return FUNCTIONS.get(name, UNDECLARED).in_place or WRITING  # type: ignore[arg-type]
