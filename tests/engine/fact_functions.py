"""Read what is in force of the functions and methods that users call, and of their rules."""

import importlib
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from autograd.arguments.qualified_names import full_name
from autograd.engine import autocast
from autograd.engine.vmap_refusals import REFUSALS
from autograd.functions.linalg import addmm
from autograd.functions.sparse.rules import rule_of
from autograd.ops import vmap_rules
from autograd.runtime import masked_rules
from autograd.runtime.builtin_method import BuiltinMethod
from autograd.runtime.function_record import (
    FUNCTIONS, GIVEN, Function, Keyword, Native, Or, Where, record)
from autograd.runtime.registry import OPS, TORCH_FUNCTIONS
from autograd.runtime.sparse_rules import ADDITION, SUBTRACTION, SparseRule, Unsupported
from autograd.tensor.tensor import Tensor
from autograd.tensor.torch_function import UNDISPATCHED, forward_of
from autograd.transforms import vmap_apply  # noqa: F401  registers the rules
from tests.engine.fact_forwards import of_records

SPACES = ("torch", "torch.linalg", "torch.fft", "torch.special", "torch.nn.functional")


def public_functions() -> Iterator[tuple[str, FunctionType]]:
    """The functions in torch's namespaces that users call, by full name, and Tensor's methods."""
    for space in SPACES:
        module = importlib.import_module(space)
        for name in dir(module):
            value = getattr(module, name)
            if isinstance(value, FunctionType) and not name.startswith("__"):
                yield f"{space}.{name}", value
    for name, value in methods():
        yield f"torch.Tensor.{name}", value


def methods() -> Iterator[tuple[str, FunctionType]]:
    """The methods of Tensor that are plain functions, below what makes them built-in."""
    for name, value in vars(Tensor).items():
        value = value.function if isinstance(value, BuiltinMethod) else value
        if isinstance(value, FunctionType):
            yield name, value


def full_names() -> dict:
    """What torch calls each function, with its module or class."""
    return {name: full_name(function) for name, function in public_functions()}


def qualified_names() -> dict:
    """The qualified names of methods with their class, which torch writes in Python."""
    names = {name: function.__qualname__ for name, function in methods()}
    return {name: qualified for name, qualified in names.items() if qualified[:7] == "Tensor."}


def declared(read: Callable[[Any], object], part: str = "") -> dict[str, object]:
    """A fact by function, of all that declare it: what `read` finds in a record or part of it."""
    records = {name: getattr(each, part) if part else each for name, each in FUNCTIONS.items()}
    found = {name: read(each) for name, each in records.items() if each is not None}
    return {name: fact for name, fact in found.items() if fact}


def bools(record: Function) -> list[list[str]]:
    """The options that are bools: each with what C++ calls it, and where."""
    return [[each.option, each.function, each.called or each.option] + (
        [] if not each.position else ["given" if each.position == GIVEN else str(each.position)])
        for each in record.bools]


def handed_on(native: Native) -> list[str]:
    """The function of C++, and which arguments it is handed, as texts."""
    return [native.place, native.name, *map(handed, native.arguments)]


def handed(each: str | int | Or | Keyword | Where) -> str:
    """An argument that is handed on: `a|b` is b where a is None, `a=` is handed on by its name,
    `a?` where another is given, `=1` a constant."""
    if isinstance(each, Or):
        return f"{each.name}|{handed(each.other)}"
    if isinstance(each, Keyword | Where):
        return f"{each.name}{'=' if isinstance(each, Keyword) else '?'}"
    return each if isinstance(each, str) else f"={each}"


def reads(record: Function) -> list[str]:
    """The attributes of arguments that are read first: `a.size:b` where b is None."""
    return [f"{each.argument}.{each.attribute}" + (f":{each.unless}" if each.unless else "")
            for each in record.reads_first]


def taking_numbers() -> dict[str, object]:
    """The functions, and methods in place, that take numbers for tensors."""
    names = declared(lambda record: record.numbers)
    return {f"{name}{end}": True for name in names for end in ("", "_")}


def in_place_checks() -> dict[str, object]:
    """What is called before an in-place write, by the name of the function."""
    found = declared(lambda write: write.check, "in_place")
    return {name.removesuffix("_"): check for name, check in found.items()}


def in_place_methods() -> dict:
    """The methods that write into their tensor."""
    names = [name for name, _ in methods() if name.endswith("_") and not name.startswith("_")]
    return dict.fromkeys(names, True)


def out_names() -> dict:
    """What a function with `out=` is called where a gradient would have to flow."""
    found = {}
    for name, function in public_functions():
        while function is not None:
            if "error_name" in vars(function):
                found[name] = function.error_name
                break
            function = vars(function).get("__wrapped__")
    return found


def linalg_out_names() -> dict[str, object]:
    """What a function of torch.linalg with `out=` is called there, by its name in that module."""
    return {name.removeprefix("linalg_"): record.out.called or name
            for name, record in FUNCTIONS.items() if name[:7] == "linalg_" and record.out}


def compiled() -> dict:
    """The functions of `torch.nn.functional` that are built-ins, by the names of their families."""
    names = declared(lambda record: record.compiled)
    families = ("avg_pool", "conv", "pixel", "linear")
    return {next((each for each in families if name.startswith(each)), name): True
            for name in names}


def written_in_python() -> dict:
    """The functions of torch that it writes in Python, with their module."""
    return {f"torch.{name}": True for name in declared(lambda record: record.python_function)}


def forward_operators() -> dict:
    """The operator that is called first, by the reflected one."""
    return {name: forward_of(name) for name, _ in methods() if forward_of(name)}


def undispatched_methods() -> dict:
    """What Tensor has that no handler is called for."""
    return dict.fromkeys(UNDISPATCHED, True) | {
        name: True for name, _ in methods() if not record(name).dispatched}


def dispatched_on() -> dict:
    """How many arguments of a function may have handlers."""
    return {name: each.dispatched_on for name, each in FUNCTIONS.items()
            if each.dispatched_on is not None}


def symbols(of_comparisons: bool) -> dict:
    """The symbol of an operator, by the name of its method without underscores."""
    found = declared(lambda operator: operator.symbol, "operator")
    return {name.strip("_"): symbol for name, symbol in found.items()
            if (str(symbol)[0] in "=!<>" and symbol not in ("<<", ">>")) == of_comparisons}


def masked(rule: masked_rules.MaskedRule) -> dict:
    """The functions that run on masked tensors by a rule."""
    return declared(lambda record: record.masked is rule)


def masked_in_place() -> dict:
    """The in-place forms of elementwise functions, and operators in place."""
    elementwise = masked(masked_rules.UNARY) | masked(masked_rules.BINARY)
    names = [f"{name}_" for name in elementwise if name[0] != "_"]
    return dict.fromkeys(names, True) | masked(masked_rules.BINARY_IN_PLACE)


def masked_properties() -> dict:
    """What gives the same for a masked tensor as for its data."""
    return masked(masked_rules.AS_DATA) | declared(lambda record: record.metadata)


def same_as_layers() -> dict:
    """The functions of torch that are those of `torch.nn.functional`."""
    functional = importlib.import_module("torch.nn.functional")
    return {name: True for name, function in TORCH_FUNCTIONS.items()
            if hasattr(functional, name) and ".functions.nn." in function.__module__}


def batching_rules() -> dict:
    """How an op runs on all slices at once."""
    return {name: rule.run for name, rule in of_records("vmap").items()}


def full_reductions() -> dict[str, Any]:
    """By which op with dimensions an op that reduces all entries runs, at once."""
    return {name: with_dim for name, with_dim in of_records("with_dim").items()
            if OPS[name].vmap is vmap_rules.FULL_REDUCTION}


def drawn_by_entry() -> dict[str, Any]:
    """What draws for each entry of one tensor."""
    return {name: True for name in of_records("draws_by_entry")
            if OPS[name].vmap is vmap_rules.RANDOM}


def drawn_by_several() -> dict[str, Any]:
    """What draws for each pair of entries of two."""
    return {name: True for name in of_records("draws_by_entry")
            if OPS[name].vmap is vmap_rules.RANDOM_BY_SEVERAL}


def unruled() -> dict[str, Any]:
    """The ops and functions that torch's warnings about vmap call by their own names."""
    forms = {form: True for name, each in FUNCTIONS.items() for form in each.vmap_warnings
             if form.startswith(name) and not is_renamed(name, each.vmap_warnings)}
    return {name: True for name, told in warned_ops() if name == told} | forms


def told_otherwise() -> dict[str, Any]:
    """What torch's warnings about vmap call those that have another name there."""
    functions = {name: each.vmap_warnings[0] for name, each in FUNCTIONS.items()
                 if is_renamed(name, each.vmap_warnings)}
    return {name: told for name, told in warned_ops() if name != told} | functions


def is_renamed(name: str, warnings: tuple[str, ...]) -> bool:
    """Whether the one form of a function has another name in warnings."""
    return len(warnings) == 1 and warnings[0] != name


def warned_ops() -> Iterator[tuple[str, str]]:
    """Each op that torch's warnings about vmap name, in place as well, and what they call it."""
    yield from of_records("vmap_warning").items()
    for name, told in of_records("vmap_warning_in_place").items():
        yield f"{name}_", told


def composed() -> dict[str, Any]:
    """What torch composes of others where gradients are taken."""
    functions = {name: each.vmap_composed for name, each in FUNCTIONS.items()
                 if each.vmap_composed}
    return of_records("vmap_composed") | functions


def made_for_slices() -> dict[str, Any]:
    """The functions that make a tensor for each slice that theirs is to be like."""
    return {name: True for name, each in FUNCTIONS.items() if each.made_for_slices}


def errors_of_slices() -> dict[str, Any]:
    """What torch says of what may not be asked of slices."""
    return {name: each.of_slices for name, each in REFUSALS.items()}


def errors_on_meta() -> dict[str, Any]:
    """What torch says of what may not be asked of meta tensors."""
    return {name: each.of_meta for name, each in REFUSALS.items() if each.of_meta is not None}


def sparse_rules() -> dict[str, Any]:
    """How a function runs on sparse tensors, by its name."""
    return {name: type(rule).run if isinstance(rule, Unsupported) else rule.run
            for name, rule in sparse_records().items()}


def sparse_records() -> dict[str, Any]:
    """The rules for sparse tensors that functions, ops and properties have."""
    found = {name: rule_of(name) for name in FUNCTIONS.keys() | OPS.keys()}
    return {name: rule for name, rule in found.items() if rule is not None}


def with_sparse_rule(rule: SparseRule) -> dict[str, Any]:
    """The functions that have this rule for sparse tensors."""
    return {name: True for name, each in sparse_records().items() if each is rule}


def sparse_signs() -> dict[str, Any]:
    """The sign of the second operand, of sums and differences of sparse tensors."""
    signs = {ADDITION: 1, SUBTRACTION: -1}
    return {name: signs[rule] for name, rule in sparse_records().items() if rule in signs}


def lowered_additions() -> dict:
    """The products added to a tensor that compute in the dtype of an autocast block."""
    return {name: True for name, function in TORCH_FUNCTIONS.items()
            if function.__module__ == addmm.__name__ and is_lowered(function)}


def is_lowered(function: FunctionType) -> bool:
    """Whether a function, or one inside of it, turns its tensors into fewer bits."""
    cells = [each.cell_contents for each in function.__closure__ or ()]
    inner = vars(function).get("__wrapped__")
    return autocast.to_lower_precision in cells or inner is not None and is_lowered(inner)


def gain_is_1() -> dict:
    """The functions before which weights are not to be larger."""
    return {name: True for name, declared in FUNCTIONS.items() if declared.gain == 1}
