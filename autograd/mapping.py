"""`torch.vmap`: a function of one example, called on a whole batch."""

from __future__ import annotations

from functools import wraps

from autograd.functions.arrangements import movedim, select
from autograd.functions.shapes import stack
from autograd.tensor import Tensor
from autograd.trees import flatten, leaves_of, mapped, rebuilt


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that applies `func` to each slice of its arguments and stacks the results."""

    @wraps(func)
    def wrapper(*args, **kwargs):
        if not args:
            raise ValueError(
                f"vmap({name_of(func)}, in_dims={in_dims}, ...)(<inputs>): got no inputs. Maybe "
                "you "
                "forgot to add inputs, or you are trying to vmap over a function with no inputs. "
                "The latter is unsupported."
            )
        dims = spread_dims(in_dims, args)
        size = mapped_size(args, dims)
        made = [
            func(*(sliced(x, dim, i) for x, dim in zip(args, dims)), **kwargs) for i in range(size)
        ]
        return joined(made, out_dims, func)

    return wrapper


def name_of(func) -> str:
    """A function's name, as the errors show it."""
    return getattr(func, "__name__", repr(func))


def spread_dims(in_dims, args):
    """The mapped dimension for each argument; a number stands for all tensors."""
    if in_dims is None or isinstance(in_dims, int):
        return [in_dims] * len(args)
    if not isinstance(in_dims, tuple | list) or len(in_dims) != len(args):
        raise ValueError(
            "vmap(...): in_dims is not compatible with the structure of inputs. in_dims has "
            f"{len(in_dims)} entries but there are {len(args)} inputs"
        )
    return list(in_dims)


def mapped_size(args, dims) -> int:
    """How many slices there are, or torch's error when arguments disagree."""
    sizes = []
    for x, dim in zip(args, dims):
        if dim is None:
            continue
        if isinstance(dim, tuple | list | dict):
            pairs = zip(x, dim) if not isinstance(dim, dict) else ((x[k], dim[k]) for k in dim)
            sizes += [mapped_size((a,), (b,)) for a, b in pairs if b is not None]
            continue
        sizes += [y.shape[dim] for y in leaves_of(x) if isinstance(y, Tensor)]
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


def sliced(x, dim, i):
    """The `i`-th slice of each tensor in an argument."""
    if dim is None:
        return x
    if isinstance(dim, tuple | list):
        return type(x)(sliced(y, d, i) for y, d in zip(x, dim))
    if isinstance(dim, dict):
        return {key: sliced(x[key], dim[key], i) for key in x}
    return mapped(lambda y: select(y, dim, i) if isinstance(y, Tensor) else y, x)


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
        results.append(column[0] if dim is None else movedim(stack(column), 0, dim))
    return rebuilt(results, shape)
