"""`torch.vmap`: a function of one example, called on a whole batch."""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps

from autograd import mode, slices
from autograd.functions.arrangements import movedim, select
from autograd.functions.shapes import stack
from autograd.random import default_generator
from autograd.tensor import Tensor
from autograd.trees import flatten, leaves_of, mapped, rebuilt


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that applies `func` to each slice of its arguments and stacks the results."""

    if randomness not in ("error", "different", "same"):
        raise RuntimeError(
            "Only allowed values for randomness are 'error', 'different', or 'same'. Got "
            f"{randomness}"
        )

    @wraps(func)
    def wrapper(*args, **kwargs):
        state = default_generator.get_state() if randomness == "same" else None
        if not args:
            raise ValueError(
                f"vmap({name_of(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, "
                "or you are trying to vmap over a function with no inputs. The latter is "
                "unsupported."
            )
        call = f"vmap({name_of(func)}, in_dims={in_dims}, ...)(<inputs>)"
        dims = spread_dims(in_dims, args, call)
        size = mapped_size(args, dims, call)
        made = []
        for i in range(size):
            with drawing(randomness), slices.marking(), repeated(i + 1 < size):
                made.append(func(*(sliced(x, dim, i) for x, dim in zip(args, dims)), **kwargs))
            if randomness == "same" and i + 1 < size:
                default_generator.set_state(state)
        return joined(made, out_dims, func)

    return wrapper


@contextmanager
def repeated(again: bool):
    """While a function runs that will run `again`: one call in torch, which frees a graph once."""
    mode.repeating += again
    try:
        yield
    finally:
        mode.repeating -= again


def name_of(func) -> str:
    """A function's name, as the errors show it."""
    return getattr(func, "__name__", repr(func))


@contextmanager
def drawing(randomness):
    """What random numbers are to one slice; torch refuses them unless told how to share them."""
    before, default_generator.locked = default_generator.locked, (
        default_generator.locked or randomness == "error")
    try:
        yield
    finally:
        default_generator.locked = before


def spread_dims(in_dims, args, call):
    """The mapped dimension for each argument; a number stands for all tensors."""
    if isinstance(in_dims, int):
        return [in_dims] * len(args)
    if not isinstance(in_dims, tuple | list):
        raise ValueError(
            f"{call}: expected `in_dims` to be int or a (potentially nested) tuple matching the "
            f"structure of inputs, got: {type(in_dims)}."
        )
    if len(in_dims) != len(args):
        have, given = (f"TreeSpec(tuple, None, [{(','+chr(10)+'  ').join('*' * n)}])"
                       for n in (len(in_dims), len(args)))
        raise ValueError(
            f"{call}: in_dims is not compatible with the structure of `inputs`. in_dims has "
            f"structure {have} but inputs has structure {given}."
        )
    return list(in_dims)


def mapped_size(args, dims, call) -> int:
    """How many slices there are, or torch's error when arguments disagree."""
    sizes = []
    for x, dim in zip(args, dims):
        if dim is None:
            continue
        if isinstance(dim, tuple | list | dict):
            pairs = zip(x, dim) if not isinstance(dim, dict) else ((x[k], dim[k]) for k in dim)
            sizes += [mapped_size((a,), (b,), call) for a, b in pairs if b is not None]
            continue
        sizes += [length_along(y, dim, call) for y in leaves_of(x)]
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    if not sizes:
        raise ValueError(
            "vmap: at least one input must be a Tensor with a mapped dimension"
        )
    return sizes[0]


def length_along(x, dim, call) -> int:
    """The length of a mapped dimension, or torch's error where there is none."""
    if not isinstance(x, Tensor):
        raise ValueError(
            f"{call}: Got in_dim={dim} for an input but the input is of type {type(x)}. We cannot "
            "vmap over non-Tensor arguments, please use None as the respective in_dim"
        )
    ndim = x._array.ndim
    if not -ndim <= dim < ndim:
        raise ValueError(
            f"{call}: Got in_dim={dim} for some input, but that input is a Tensor of "
            f"dimensionality {ndim} so expected in_dim to satisfy -{ndim} <= in_dim < {ndim}."
        )
    return x._array.shape[dim]


def sliced(x, dim, i):
    """The `i`-th slice of each tensor in an argument."""
    if dim is None:
        return x
    if isinstance(dim, tuple | list):
        return type(x)(sliced(y, d, i) for y, d in zip(x, dim))
    if isinstance(dim, dict):
        return {key: sliced(x[key], dim[key], i) for key in x}
    return mapped(lambda y: marked(select(y, dim, i)) if isinstance(y, Tensor) else y, x)


def marked(x: Tensor) -> Tensor:
    """`x`, which from now on is a slice of something greater."""
    x._mapped = True
    return x


def joined(made, out_dims, func):
    """The results of all slices stacked, each tensor along its own dimension."""
    shape = flatten(made[0])[1]
    columns = list(zip(*(leaves_of(each) for each in made)))
    dims = list(out_dims) if isinstance(out_dims, tuple | list) else [out_dims] * len(columns)
    results = []
    for column, dim in zip(columns, dims):
        if not isinstance(column[0], Tensor):
            raise ValueError(
                f"vmap({name_of(func)}, ...): `{name_of(func)}` must only return Tensors, got type "
                f"{type(column[0])}. Did you mean to set out_dims= to None for output?"
            )
        if dim is None and column[0]._mapped:
            raise ValueError(
                f"vmap({name_of(func)}, ...): `{name_of(func)}` can not return a BatchedTensor "
                "when out_dim is None"
            )
        results.append(column[0] if dim is None else movedim(stack(column), 0, dim))
    return rebuilt(results, shape)
