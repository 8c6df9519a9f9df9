"""Jacobian transforms of `torch.func`: jacrev, jacfwd, hessian."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import numpy as np

from autograd.functions.shape.concatenation import stack
from autograd.functions.shape.reshape import squeeze, unflatten, view
from autograd.functions.shape.split import split_with_sizes
from autograd.functions.shape.transpose import movedim
from autograd.graph.saved_tensor_hooks import disable_saved_tensors_hooks
from autograd.tensor.pytree import flatten, list_leaves, build_tree
from autograd.tensor.tensor import Tensor, wrap
from autograd.transforms.gradients import NO_HOOKS, grad_or_zeros, make_jvp
from autograd.transforms.lifting import (
    VJP, check_argnums, check_output, lift_arguments, lower_results, run_grad_transform, split_aux,
)
from autograd.transforms.vmap import vmap


def jacrev(
        func: Callable[..., Any], argnums: Sequence[int | str] | float | set[int] | str = 0, *,
        has_aux: bool = False, chunk_size: Any = None, _preallocate_and_copy: bool = False
) -> Callable[..., Any]:
    """Return a function that computes the Jacobian by rows: `(*output.shape, *input.shape)`."""
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    @wraps(func)
    def wrapper(*args, **kwargs):
        with run_grad_transform() as level, disable_saved_tensors_hooks(NO_HOOKS):
            args, chosen = lift_arguments(args, argnums, level)
            check_real("jacrev", "inputs", chosen)
            output, aux = split_aux(func(*args, **kwargs), has_aux, VJP)
            check_output(output, VJP)
            check_real("jacrev", "outputs", output)
            leaves, shape = flatten(chosen)
            outputs, out_shape = flatten(output)
            by_output = jacobian_rows(outputs, leaves, chunk_size)
            blocks = build_tree([build_tree(row, shape) for row in by_output], out_shape)
            blocks, aux = (lower_results(each, leaves, level) for each in (blocks, aux))
        return (blocks, aux) if has_aux else blocks

    return wrapper


def check_real(name: str, which: str, tree: Any) -> None:
    """Raise torch's error about complex inputs or outputs of a Jacobian."""
    for i, x in enumerate(list_leaves(tree)):
        if isinstance(x, Tensor) and x._array.dtype.kind == "c":
            raise RuntimeError(
                f"{name}: Expected all {which} to be real but received complex tensor at flattened "
                f"input idx: {i}"
            )


def jacobian_rows(outputs: list[Tensor], leaves: list[Tensor], chunk_size: Any) -> list[Any]:
    """Return the Jacobians of each output by each leaf, from one batched backward."""
    counts = [y._array.size for y in outputs]

    def rows(*seeds):
        return tuple(grad_or_zeros(outputs, leaves, list(seeds)))

    basis = standard_basis(outputs, counts)
    if chunk_size == 1:  # one after the other, without `vmap`
        found = [stack(column) for column in zip(*[rows(*seeds) for seeds in zip(*basis)])]
    else:
        found = vmap(rows, chunk_size=chunk_size)(*basis)
    cut = [split_with_sizes(rows, counts, 0) for rows in found]
    return [[view(parts[i], *y.shape, *x.shape) for parts, x in zip(cut, leaves)]
            for i, y in enumerate(outputs)]


def standard_basis(tensors: Any, counts: list[int]) -> list:
    """Return for each tensor one seed for each entry of all tensors: 1 there, 0 elsewhere."""
    total, made, before = sum(counts), [], 0
    for x, count in zip(tensors, counts):
        seeds = np.zeros((total, count), x._array.dtype)
        seeds[np.arange(before, before + count), np.arange(count)] = 1
        made.append(wrap(seeds.reshape(total, *x._array.shape)))
        before += count
    return made


def jacfwd(
        func: Callable[..., Any], argnums: Sequence[int | str] | float | set[int] | str | None = 0,
        has_aux: bool = False, *, randomness: str = "error") -> Callable[..., Any]:
    """Return a function that computes the Jacobian by columns: `(*output.shape, *input.shape)`."""

    @wraps(func)
    def wrapper(*args, **kwargs):
        numbers = range(len(args)) if argnums is None else check_argnums(argnums, len(args))

        def of_chosen(*chosen):
            given = list(args)
            for number, x in zip(numbers, chosen):
                given[number] = x
            return func(*given, **kwargs)

        primals = tuple(args[number] for number in numbers)
        check_real("jacfwd", "inputs", primals)
        leaves, structure = flatten(primals)
        counts = [x._array.size for x in leaves]
        shapes = []

        def columns(*basis):
            directions = build_tree(list(basis), structure)
            output, push, aux = make_jvp(of_chosen, primals, has_aux, directions)
            check_real("jacfwd", "outputs", output)
            pushed, (besides, kind) = list_leaves(push(*directions)), flatten(aux)
            shapes[:] = [flatten(output)[1], kind, len(pushed)]
            return *pushed, *(besides if has_aux else ())

        found = vmap(columns, randomness=randomness)(*standard_basis(leaves, counts))
        found, besides = found[:shapes[2]], found[shapes[2]:]
        shape = structure if not isinstance(argnums, int) else flatten(primals[0])[1]
        blocks = build_tree([
            build_tree([unflatten_columns(part, x) for part, x in zip(
                split_with_sizes(movedim(column, 0, -1), counts, -1), leaves)], shape)
            for column in found
        ], shapes[0])
        # Auxiliary data are equal for all directions.
        return (blocks, build_tree([x[0] for x in besides], shapes[1])) if has_aux else blocks

    return wrapper


def jacobian_forward(func: Callable[..., Any], inputs: tuple[Any, ...]) -> list:
    """Return the Jacobians of all outputs by all inputs in forward mode, all directions at once."""
    counts = [x._array.size for x in inputs]

    def columns(*directions):
        return make_jvp(func, inputs, False, directions)[1](*directions)

    return [
        [part.permute(*range(1, part.ndim), 0).reshape((*part.shape[1:], *x.shape))
         for part, x in zip(column.split(counts), inputs)]
        for column in vmap(columns)(*standard_basis(inputs, counts))
    ]


def unflatten_columns(part: Tensor, leaf: Tensor) -> Tensor:
    """Give the last dimension of a block of columns the shape of its leaf."""
    shape = leaf._array.shape
    return unflatten(part, -1, shape) if shape else squeeze(part, -1)


def hessian(
        func: Callable[..., Any], argnums: Sequence[int | str] | float | set[int] | str = 0
) -> Callable[..., Any]:
    """Return a function that computes the Hessian of a scalar function: forward over reverse."""
    return jacfwd(jacrev(func, argnums), argnums)
