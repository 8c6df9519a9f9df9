"""How a function becomes a Tensor method too: `torch.mul` and `Tensor.mul` are one function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from itertools import combinations
from typing import TYPE_CHECKING, Any

from numpy import ndarray

from autograd.arguments.argument_parser import check, respelt, with_numbers
from autograd.arguments.deprecated_overloads import in_todays_order, is_bound
from autograd.arguments.signatures import BY_ENTRIES, BY_TYPE, BY_VALUE, in_torchs_names
from autograd.engine import transform_levels
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.inplace_checks import check_inplace_history
from autograd.engine.out_checks import (
    check_no_autograd, check_out, check_no_gradient, check_outs, check_out_overlap, copy_into_out,
    resize_out,
)
from autograd.engine.vmap_factories import rerun_if_drawn, expand_for_vmap
from autograd.kernels.allocation_errors import no_room
from autograd.runtime import grad_mode, interpreters
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import add_facts, out_of, record, writes_of
from autograd.runtime.interpreters import stack
from autograd.tensor import meta, torch_function
from autograd.tensor.batched_tensor import NeedsFallback
from autograd.tensor.memory_format import plain_memory
from autograd.tensor.mutation import overwrite
from autograd.tensor.overlap import check_apart
from autograd.tensor.override_names import asked_of, check_in_python
from autograd.tensor.return_types import kept
from autograd.tensor.tensor import Tensor, fixed, regenerate_grad_fn
from autograd.tensor.torch_function import dispatch, foreign_in

if TYPE_CHECKING:
    from autograd.tensor.size import Size

MOST_ENTRIES = 8  # of a list whose types are remembered


def attach(name: str, function: Callable[..., Any]) -> None:
    """Make `function` the Tensor method `name`, with torch's check of what it is given."""
    setattr(Tensor, name, public(function, name, 1))


def attach_property(name: str, read: Callable[[Any], Any], metadata: bool = False) -> None:
    """Make `read` the property `name` of Tensor, which refuses to be set or deleted."""
    setattr(Tensor, name, property(read, fixed(name)))
    if metadata:
        add_facts(name, metadata=True)


def method(*names: str, qualified: bool = False) -> Callable[..., Any]:
    """Decorator: the function is also the Tensor method of these names (default: its own).

    `qualified` methods, which torch writes in Python, have the class in their `__qualname__`.
    """

    def publish(function):
        for name in names or (function.__name__,):
            if name.startswith("__"):
                setattr(Tensor, name, function)
            else:
                attach(name, function)
            if qualified:
                function.__qualname__ = vars(Tensor)[name].__qualname__ = f"Tensor.{name}"
        return function

    return publish


def public(
        function: Callable[..., Any], name: str | None = None, bound: int = 0
) -> Callable[..., Any]:
    """`function` as users call it: numpy's argument names pass, wrong types meet torch's words.

    `bound` is 1 for a method, whose tensor torch does not count. Types that fit are remembered.
    """
    name, place, fitting = name or function.__name__, "torch.Tensor" if bound else "torch", set()

    @wraps(function, ("__module__", "__doc__"))
    def wrapper(*args, **options):
        kinds = tuple(map(type, args))
        if options:
            kinds = (*kinds, *options, *map(type, options.values()))
        if kinds not in fitting or torch_function.enrolled:
            found = foreign_in(asked_of(name, described(name, args) if bound else args), options)
            if torch_function.is_overridden(name, found):
                return dispatch(wrapper, f"torch.{name}", found, args, options)
            old = not found and admitted(fitting, kinds, place, name, args[bound:], options)
            if old:
                return wrapper(*args[:bound], *old[0], **old[1])
        if "out" in options and (grad_mode.grad_enabled or grad_mode.forward):
            check_no_autograd(getattr(function, "told_as", name), args, options)
        try:
            result = function(*args, **options)
        except NeedsFallback:
            result = transform_levels.run_per_example(function, args, options)
        except (AttributeError, TypeError) as error:
            result = mended(function, name, args, options, error, bound)
        except (IndexError, MemoryError, RuntimeError, ValueError) as error:
            check_instead(name, error, args, options)
            raise
        if result is NotImplemented:
            raise unsuited(function, name, args, options, bound)
        if grad_mode.inference:
            grad_mode.mark_made(result, (*args, *options.values()))
        follow = stack or interpreters.any_meta_tensors
        return seen(result, function, args, options) if follow else result

    wrapper.__name__ = wrapper.__qualname__ = name
    wrapper.asks_itself = True
    return wrapper


def described(name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a method; Python's error where it is called on what is no tensor."""
    if record(name).python_method or args and isinstance(args[0], Tensor):
        return args
    if not args:
        raise TypeError(f"unbound method TensorBase.{name}() needs an argument")
    raise TypeError(f"descriptor '{name}' for 'torch._C.TensorBase' objects doesn't apply to a "
                    f"'{type_name(args[0])}' object")


def unsuited(
        function: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any],
        bound: int) -> TypeError:
    """The error for arguments of which no rule knows what to make."""
    return wrong_argument(function, name, args, options, bound) or TypeError(
        f"{name}(): these arguments do not go together")


def seen(
        result: Tensor | Size | float | list[float], function: Callable[..., Any],
        args: tuple[Any, ...], options: dict[str, Any]) -> Tensor | Size | float | list[float]:
    """`result`, wrapped by the transforms that run: it may come from no op of the table."""
    result = rerun_if_drawn(result, function, args, options)
    result = expand_for_vmap(result, function.__name__, args)
    made = [x for x in (result if isinstance(result, tuple) else (result,))
            if isinstance(x, Tensor) and not x._levels]
    if made and stack:
        transform_levels.wrap_at_all(made)
    if not function.__name__.endswith("_like"):  # which may be asked for on another device
        meta.follow(made, [x for x in args if isinstance(x, Tensor)])
    return result


def admitted(
        fitting: set, kinds: tuple, place: str, name: str, args: tuple[Any, ...],
        options: dict[str, Any]) -> tuple | None:
    """None for arguments that fit; what to call with instead for those of an old program."""
    if kinds in fitting:
        return None
    try:
        return learn(fitting, kinds, place, name, args, options)
    except TypeError:
        if place == "torch" and is_bound(name, args):
            return args[1:], options
        former = in_todays_order(place, name, args, options)
        if former is None:
            raise
        return former


def learn(
        fitting: set, kinds: tuple, place: str, name: str, args: tuple[Any, ...],
        options: dict[str, Any]) -> tuple | None:
    """Raise torch's error for arguments that do not fit, remember types that always do, and tell
    what to call with instead: with numbers for 0-dim tensors, without options about memory."""
    lists = [x for x in (*args, *options.values()) if isinstance(x, tuple | list)]
    deep = (kinds, *[tuple(map(type, x[:MOST_ENTRIES])) for x in lists]) if lists else kinds
    if deep not in fitting:
        why, plain = check(place, name, args, options), plain_memory(name, options)
        if plain != options:
            return args, plain
        if why == BY_TYPE:
            fitting.add(kinds)
        elif why == BY_ENTRIES and all(len(x) <= MOST_ENTRIES for x in lists):
            fitting.add(deep)
        return with_numbers(place, name, args, options) if why == BY_VALUE else None
    return None


def mended(
        function: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[Any, Any],
        error: Any, bound: int) -> Any:
    """Call again with torch's argument names, or raise what torch would say of the types."""
    known = signature(function).parameters
    unexpected = isinstance(error, TypeError) and "unexpected keyword" in str(error)
    if unexpected:
        check_in_python(name, str(error), bound)
    renamed = in_torchs_names(known, options)
    if isinstance(error, TypeError) and renamed.keys() != options.keys():
        return function(*args, **renamed)
    if unexpected and (again := respelt(known, bound, name, args[bound:], options)):
        return function(*args[:bound], *again[0], **again[1])
    if getattr(error, "name", "") in ("_array", "_levels") or "operand type" in str(error):
        raise wrong_argument(function, name, args, options, bound) or error from None
    raise error


TOO_MANY = ("too big", "Maximum allowed dimension")  # how numpy says so


def check_instead(
        name: str, error: Exception, args: tuple[Any, ...], options: dict[str, Any]) -> None:
    """Raise what torch says in place of `error`, if that is something else."""
    if isinstance(error, MemoryError) or any(each in str(error) for each in TOO_MANY):
        raise no_room(error, args, options) from None
    if isinstance(error, ValueError):
        check_all_broadcast(error, args, options)
    else:
        check_views(name, (*args, *options.values()))


def check_views(name: str, values: Sequence[Any]) -> None:
    """torch's error about a view whose history is lost, which comes before all others of an op."""
    if not grad_mode.grad_enabled or record(name).composite or name[-1] == "_":
        return
    for x in values:
        if isinstance(x, Tensor) and x._base is not None and x.requires_grad:
            regenerate_grad_fn(x)


def check_all_broadcast(error: Exception, args: tuple[Any, ...], options: dict[str, Any]) -> None:
    """torch's error in place of numpy's about two tensors that do not go together."""
    if "could not be broadcast together" not in str(error):
        return
    tensors = [x for x in (*args, *options.values()) if isinstance(x, Tensor)]
    for first, second in combinations(tensors, 2):
        check_broadcast(first, second)


TENSORS = ("input", "self", "other", "mat1", "mat2", "vec", "vec2", "batch1", "batch2", "tensor",
           "tensor1", "tensor2", "end", "x1", "x2", "index", "mask", "condition", "A", "B",
           "first", "second")


def wrong_argument(
        function: Callable[..., Any], name: str, args: tuple[Any, ...], options: dict[str, Any],
        bound: int = 0) -> Exception | None:
    """torch's error about the first argument that should be a tensor and is not."""
    needed = "" if bound else record(name).needs
    if needed and args and not hasattr(args[0], needed):
        return AttributeError(f"'{type_name(args[0])}' object has no attribute '{needed}'")
    name = "_unique2" if name == "unique" else name
    names = list(signature(function).parameters)
    given = [*zip(names, args), *options.items()]
    for position, (key, value) in enumerate(given, 1 - bound):
        if key in TENSORS and not isinstance(value, Tensor):
            return TypeError(
                f"{name}(): argument '{key}' (position {position}) must be Tensor, not "
                f"{type_name(value)}"
            )
    return None


def in_place(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The `op_` form of a function that takes `out`: the tensor is its own output."""
    dtypes_first = writes_of(name).dtypes_first

    def write(input, *args, **options):
        if any(isinstance(x, ndarray) for x in args):
            raise wrong_argument(function, name, (input, *args), options, 1)
        unknown = name.startswith("logical_")  # to torch's tape
        into = input.detach() if unknown else input
        check_inplace_history(into, grad_mode.grad_enabled
                      and any(getattr(x, "requires_grad", 0) for x in args))
        if not dtypes_first and not input._meta:
            check_apart(input._array, name)
        result = function(into, *args, out=into, **options)
        if result is NotImplemented:
            raise wrong_argument(function, name, (input, *args), options, 1)
        return input if result is into else result

    write.__name__ = write.__qualname__ = name
    write.__doc__ = f"In-place form of `{function.__name__}`."
    write.__wrapped__ = function  # whose signature it has
    return write


def with_out(function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
    """Decorator: the function also takes `out=`, a tensor (or a tuple) that receives the result.

    What it does there is declared of `name`, by default the function's own.
    """

    @wraps(function)
    def wrapper(*args, out=None, **options):
        if out is None:
            return function(*args, **options)
        own = name or wrapper.__name__
        facts = out_of(own)
        if facts.gives_dtype and options.get("dtype") is None:
            options["dtype"] = out.dtype
        made = function(*args, **options)
        check_out_overlap(facts, out, args)
        return received(out, own, made, facts.called)

    own = name or function.__name__
    wrapper.told_as = out_of(own).called or own
    return wrapper


def received(out: Any, name: str, result: Any, called: str = "") -> Any:
    """`out` with what `result` holds, resized to fit; torch's error where a gradient would flow.

    `name` is the function with its facts, `called` how that error calls it, if another way.
    """
    called = called or name
    if isinstance(result, tuple):
        check_outs(name, out, result)
        for target, part in zip(out, result):
            received(target, called, part)
        return kept(result, out)
    if out_of(name).copied:
        return copy_into_out(out, name, result)
    check_no_gradient(called, out, result)
    check_out(name, out, result._array)
    resize_out(out, result._array.shape, result._array)
    return overwrite(out, result._array, called)
