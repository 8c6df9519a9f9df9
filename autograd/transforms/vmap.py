"""`torch.vmap`, which calls a function of one example on a whole batch.

Follows torch/_functorch/vmap.py. The function runs once, on batched tensors; `vmap_apply.py` runs
its ops.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from autograd.engine import transform_levels
from autograd.engine.vmap_refusals import wrapping_observer
from autograd.functions.shape.concatenation import cat
from autograd.functions.shape.reshape import expand, unsqueeze
from autograd.functions.shape.split import tensor_split
from autograd.functions.shape.transpose import movedim
from autograd.kernels.generator import default_generator
from autograd.runtime import interpreters
from autograd.tensor.batched_tensor import BatchedArray, make_batched
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.pytree import flatten, list_leaves, build_tree, broadcast_prefix
from autograd.tensor.tensor import Tensor
from autograd.transforms.batching import elementwise, indexing, linalg, nn, shapes  # noqa: F401
from autograd.transforms.vmap_apply import VmapInterpreter

if TYPE_CHECKING:
    from autograd.engine.transform_levels import VmapState
    from autograd.tensor.pytree import TreeSpec


def vmap(
        func: Callable[..., Any], in_dims: Any = 0,
        out_dims: Any = 0, randomness: str = "error", *, chunk_size: Any = None
) -> Callable[..., Any]:
    """Return a function that maps `func` over a dimension of its arguments and stacks the results.

    `in_dims` and `out_dims` give the mapped dimensions, None for a value that is not mapped.
    `randomness` is `error`, `same` or `different`. `chunk_size` limits how many examples run at
    once.
    """

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
        inputs, dims, structure = flatten_inputs(in_dims, args, func)
        size = find_batch_size(inputs, dims)
        chunks = [inputs] if chunk_size is None else split_into_chunks(inputs, dims, size,
            chunk_size)
        parts, state = [], None
        if chunk_size is not None and randomness == "same":
            state = default_generator.get_state()
        for chunk in chunks:
            if state is not None:  # equal for the examples of all chunks
                default_generator.set_state(state)
            maps = transform_levels.VmapState(find_batch_size(chunk, dims), randomness)
            parts.append(call_on_batch(func, kwargs, (chunk, dims, structure), maps, out_dims))
        return parts[0] if len(parts) == 1 else concatenate_chunks(parts, out_dims)

    return wrapper


def format_name(func: Callable[..., Any]) -> str:
    """Return a function's name as torch's errors print it."""
    if isinstance(func, partial):
        return f"functools.partial({format_name(func.func)}, ...)"
    return getattr(func, "__name__", None) or repr(func)


# --- Inputs ------------------------------------------------------------------------------------


def flatten_inputs(
        in_dims: Any, args: tuple[Tensor, ...],
        func: Any) -> tuple[Any, ...]:
    """Return the leaves of the arguments, the mapped dimension of each, and their structure."""
    call = f"vmap({format_name(func)}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, int | tuple):
        raise ValueError(
            f"{call}: expected `in_dims` to be int or a (potentially nested) tuple matching the "
            f"structure of inputs, got: {type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({format_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, "
            "or you are trying to vmap over a function with no inputs. The latter is "
            "unsupported."
        )
    inputs, structure = flatten(args)
    dims = broadcast_prefix(in_dims, structure)
    if dims is None:
        raise ValueError(
            f"{call}: in_dims is not compatible with the structure of `inputs`. in_dims has "
            f"structure {flatten(in_dims)[1]} but inputs has structure {structure}."
        )
    return inputs, [check_in_dim(x, dim, call) for x, dim in zip(inputs, dims)], structure


def check_in_dim(x: Tensor, dim: int | None, call: str) -> int | None:
    """Return a mapped dimension as non-negative, or raise torch's error if there is none."""
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


def find_batch_size(inputs: list[Tensor], dims: list[int | None]) -> int:
    """Return the number of examples, or raise torch's error where arguments differ."""
    sizes = [x._array.shape[dim] for x, dim in zip(inputs, dims) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    return sizes[0]


def split_into_chunks(
        inputs: list[Tensor], dims: tuple[int, ...], size: int, chunk_size: Any) -> Any:
    """Split the inputs along their mapped dimensions into chunks of at most `chunk_size`."""
    cuts = list(range(chunk_size, size, chunk_size))
    split = [[x] * (len(cuts) + 1) if dim is None else tensor_split(x, cuts, dim)
             for x, dim in zip(inputs, dims)]
    return list(zip(*split))


# --- Running -----------------------------------------------------------------------------------


def call_on_batch(
        func: Any, kwargs: dict[str, Any], given: tuple[Any, ...], maps: VmapState,
        out_dims: int) -> Any:
    """Call `func` once on a whole batch; return its results with the batch at `out_dims`."""
    inputs, dims, structure = given
    level = VmapInterpreter(maps)
    with (interpreters.push_interpreter(level, wrapping_observer),
          transform_levels.use_draws(maps.draws)):
        cut = [x if dim is None else make_batched(level, x, dim) for x, dim in zip(inputs, dims)]
        leaves, structure = flatten(func(*build_tree(cut, structure), **kwargs))
    wanted = flatten_out_dims(out_dims, structure, func)
    return build_tree([
        unwrap_output(x, level, dim, format_name(func)) for x, dim in zip(leaves, wanted)
    ], structure)


# --- Results -----------------------------------------------------------------------------------


def check_out_dims(out_dims: int, func: Any) -> None:
    """Raise torch's error unless `out_dims` consists of ints and None."""
    if all(dim is None or isinstance(dim, int) for dim in list_leaves(out_dims)):
        return
    raise ValueError(
        f"vmap({format_name(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or "
        "a python collection of ints representing where in the outputs the vmapped dimension "
        "should appear."
    )


def flatten_out_dims(out_dims: int, structure: TreeSpec, func: Any) -> list[int]:
    """Return the dimension along which each result is stacked."""
    lone = isinstance(out_dims, tuple) and len(out_dims) == 1 and structure.is_leaf()
    dims = list(out_dims) if lone else broadcast_prefix(out_dims, structure)
    if dims is None:
        raise ValueError(
            f"vmap({format_name(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not "
            "compatible with the structure of `outputs`. out_dims has structure "
            f"{flatten(out_dims)[1]} but outputs has structure {structure}."
        )
    return dims


def unwrap_output(x: Tensor, level: VmapInterpreter, dim: Any, name: str) -> Tensor:
    """Return one result with its batch along `dim`; unchanged if that is None."""
    array = x._array if isinstance(x, Tensor) else None
    own = type(array) is BatchedArray and array.level is level
    if dim is None:
        if own and array.dim is not None:
            raise ValueError(
                f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None"
            )
        return array.value if own else x
    if not isinstance(x, Tensor):
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(x)}. Did "
            "you mean to set out_dims= to None for output?"
        )
    value, bdim = (array.value, array.dim) if own else (x, None)
    return move_batch_dim(value, bdim, level.vmap_state.size, dim)


def move_batch_dim(whole: Tensor, old_dim: int | None, size: int, dim: int) -> Tensor:
    """Move the batch dimension to `dim`; expand a result that is the same for all examples."""
    ndim = whole._array.ndim + (old_dim is None)
    dim = wrap_dim(dim, ndim)
    if old_dim is None:
        shape = whole._array.shape
        wide = whole if not dim else unsqueeze(whole, dim)
        return expand(wide, *shape[:dim], size, *shape[dim:])
    return whole if old_dim == dim else movedim(whole, old_dim, dim)


def concatenate_chunks(parts: Any, out_dims: int) -> Any:
    """Concatenate the results of several chunks."""
    structure = flatten(parts[0])[1]
    dims = flatten_out_dims(out_dims, structure, None)
    columns = zip(*map(list_leaves, parts))
    return build_tree([
        column[0] if dim is None else cat(column, dim) for column, dim in zip(columns, dims)
    ], structure)


interpreters.vmap = vmap
