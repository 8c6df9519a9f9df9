"""`torch.vmap`: a function of one example, called on a whole batch.

Follows torch/_functorch/vmap.py. The function runs once for each slice, as `slices.py` says.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial, wraps

from autograd import levels, mode
from autograd.functions.arrangements import movedim, select
from autograd.functions.joins import tensor_split
from autograd.functions.shapes import cat, stack
from autograd.slices import Slices, marker
from autograd.tensor import Tensor
from autograd.trees import flatten, leaves_of, rebuilt, spread


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that applies `func` to each slice of its arguments and stacks the results."""

    if randomness not in ("error", "different", "same"):
        raise RuntimeError(
            "Only allowed values for randomness are 'error', 'different', or 'same'. Got "
            f"{randomness}"
        )
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(
            f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @wraps(func)
    def wrapper(*args, **kwargs):
        check_out_dims(out_dims, func)
        inputs, dims, structure = spread_inputs(in_dims, args, func)
        size = mapped_size(inputs, dims)
        if not size:
            raise RuntimeError(
                f"Tapescope does not map over nothing: a dimension that vmap({name_of(func)}) "
                "should go over has no entries.")
        chunks = [inputs] if chunk_size is None else chunks_of(inputs, dims, size, chunk_size)
        parts = []
        for chunk in chunks:
            own = mapped_size(chunk, dims)
            made, marks = results(func, kwargs, (chunk, dims, structure), Slices(own, randomness))
            parts.append(joined(made, marks, out_dims, func))
        return parts[0] if len(parts) == 1 else put_together(parts, out_dims)

    return wrapper


def name_of(func) -> str:
    """A function's name, as the errors show it."""
    if isinstance(func, partial):
        return f"functools.partial({name_of(func.func)}, ...)"
    return getattr(func, "__name__", None) or repr(func)


# --- What goes in ------------------------------------------------------------------------------


def spread_inputs(in_dims, args, func):
    """The leaves of the arguments, the mapped dimension of each, and their structure."""
    call = f"vmap({name_of(func)}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, int | tuple):
        raise ValueError(
            f"{call}: expected `in_dims` to be int or a (potentially nested) tuple matching the "
            f"structure of inputs, got: {type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({name_of(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, "
            "or you are trying to vmap over a function with no inputs. The latter is "
            "unsupported."
        )
    inputs, structure = flatten(args)
    dims = spread(in_dims, structure)
    if dims is None:
        raise ValueError(
            f"{call}: in_dims is not compatible with the structure of `inputs`. in_dims has "
            f"structure {flatten(in_dims)[1]} but inputs has structure {structure}."
        )
    return inputs, [checked_dim(x, dim, call) for x, dim in zip(inputs, dims)], structure


def checked_dim(x, dim, call):
    """A mapped dimension counted from the first, or torch's error where there is none."""
    if dim is None:
        return None
    if not isinstance(dim, int):
        raise ValueError(
            f"{call}: Got in_dim={dim} for an input but in_dim must be either an integer dimension "
            "or None."
        )
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
    return dim % ndim


def mapped_size(inputs, dims) -> int:
    """How many slices there are, or torch's error when arguments disagree."""
    sizes = [x._array.shape[dim] for x, dim in zip(inputs, dims) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    return sizes[0]


def chunks_of(inputs, dims, size, chunk_size):
    """The inputs cut along their mapped dimensions into chunks of at most `chunk_size` slices."""
    cuts = list(range(chunk_size, size, chunk_size))
    split = [[x] * (len(cuts) + 1) if dim is None else tensor_split(x, cuts, dim)
             for x, dim in zip(inputs, dims)]
    return list(zip(*split))


# --- Running -----------------------------------------------------------------------------------


def results(func, kwargs, given, slices):
    """What `func` returns for each slice, as leaves and structure; and which leaves are mapped.

    Where a slice fails, the last one still shows what was shown up to there.
    """
    level = levels.Level(maps=True)
    level.slices = slices
    made, marks, failure, number = [], [], None, 0
    while number < slices.size:
        with levels.entered(level, marker), slices.one(number), repeated(slices.silent):
            try:
                made.append(flatten(func(*sliced(*given, level, number), **kwargs)))
                marks = [isinstance(x, Tensor) and level in dict(levels.wrappers(x))
                         for x in made[-1][0]]
            except Exception as error:
                if not slices.silent:
                    raise
                failure = error
        number = number + 1 if failure is None else max(number + 1, slices.size - 1)
    if failure is not None:
        raise failure
    return made, marks


@contextmanager
def repeated(again: bool):
    """While a function runs that will run `again`: one call in torch, which frees a graph once."""
    mode.repeating += again
    try:
        yield
    finally:
        mode.repeating -= again


def sliced(inputs, dims, structure, level, number):
    """The arguments of one slice."""
    cut = [x if dim is None else slice_of(x, dim, level, number) for x, dim in zip(inputs, dims)]
    return rebuilt(cut, structure)


def slice_of(x, dim, level, number) -> Tensor:
    """The slice of `x` with this number, wrapped at `level`; it prints as all of `x`."""
    made = select(x, dim, number)
    made._levels = levels.wrappers(x)
    made._cut_from = x
    return levels.wrap_at(level, made, dim)


# --- What comes out ----------------------------------------------------------------------------


def check_out_dims(out_dims, func) -> None:
    """torch's error for an `out_dims` that is not made of numbers and None."""
    if all(dim is None or isinstance(dim, int) for dim in leaves_of(out_dims)):
        return
    raise ValueError(
        f"vmap({name_of(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a "
        "python collection of ints representing where in the outputs the vmapped dimension should "
        "appear."
    )


def joined(made, marks, out_dims, func):
    """The results of all slices stacked, each tensor along its own dimension."""
    structure = made[-1][1]
    dims = spread_out(out_dims, structure, func)
    columns = list(zip(*(leaves for leaves, _ in made)))
    found = [
        out_of(column, mark, dim, name_of(func)) for column, mark, dim in zip(columns, marks, dims)
    ]
    return rebuilt(found, structure)


def spread_out(out_dims, structure, func):
    """The dimension along which each result is stacked."""
    lone = isinstance(out_dims, tuple) and len(out_dims) == 1 and structure.is_leaf()
    dims = list(out_dims) if lone else spread(out_dims, structure)
    if dims is None:
        raise ValueError(
            f"vmap({name_of(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not "
            "compatible with the structure of `outputs`. out_dims has structure "
            f"{flatten(out_dims)[1]} but outputs has structure {structure}."
        )
    return dims


def out_of(column, is_mapped, dim, name):
    """One result of all slices, stacked along `dim`; as it is where that is None."""
    last = column[-1]
    if dim is None:
        if is_mapped:
            raise ValueError(
                f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None"
            )
        return last
    if not isinstance(last, Tensor):
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(last)}. Did "
            "you mean to set out_dims= to None for output?"
        )
    made = stack(column)
    return made if dim == 0 else movedim(made, 0, dim)


def put_together(parts, out_dims):
    """The results of several chunks in one."""
    structure = flatten(parts[0])[1]
    dims = spread_out(out_dims, structure, None)
    columns = zip(*map(leaves_of, parts))
    return rebuilt([
        column[0] if dim is None else cat(column, dim) for column, dim in zip(columns, dims)
    ], structure)
