"""Jacobians and Hessians as function transforms (`torch.func`), row by row or column by column."""

from __future__ import annotations

from functools import wraps

from autograd import levels
from autograd.functions.creation import zeros_like
from autograd.functions.shapes import stack, view
from autograd.lifting import VJP, check_output, lift_arguments, lowered, split_aux, transforming
from autograd.slices import marker
from autograd.tensor import Tensor
from autograd.transforms import gradients, pushing
from autograd.trees import flatten, leaves_of, mapped, rebuilt


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """A function that returns the Jacobian, row by row: `(*output.shape, *input.shape)`."""
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    @wraps(func)
    def wrapper(*args, **kwargs):
        with transforming() as level:
            args, chosen = lift_arguments(args, argnums, level)
            check_real("jacrev", "inputs", chosen)
            output, aux = split_aux(func(*args, **kwargs), has_aux, "jacrev")
            check_output(output, VJP)
            check_real("jacrev", "outputs", output)
            leaves, shape = flatten(chosen)
            blocks = mapped(lambda y: rebuilt(row_blocks(y, leaves), shape), output)
            blocks, aux = (lowered(each, leaves, level) for each in (blocks, aux))
        return (blocks, aux) if has_aux else blocks

    return wrapper


def check_real(name, which, tree) -> None:
    """Raise torch's error about complex inputs or outputs of a Jacobian."""
    for i, x in enumerate(leaves_of(tree)):
        if isinstance(x, Tensor) and x._array.dtype.kind == "c":
            raise RuntimeError(
                f"{name}: Expected all {which} to be real but received complex tensor at flattened "
                f"input idx: {i}"
            )


def row_blocks(output, leaves):
    """The Jacobians of one output by each leaf."""
    rows = []
    for k in range(output.numel()):
        seed = zeros_like(output)
        seed._array.reshape(-1)[k] = 1
        rows.append(gradients([output], leaves, [seed]))
    return [
        view(stack(column), *output.shape, *x.shape) if column
        else output.new_zeros((*output.shape, *x.shape))
        for x, column in zip(leaves, zip(*rows) if rows else [()] * len(leaves))
    ]


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """A function that returns the Jacobian, column by column: `(*output.shape, *input.shape)`."""

    @wraps(func)
    def wrapper(*args, **kwargs):
        numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)

        def of_chosen(*chosen):
            given = list(args)
            for number, x in zip(numbers, chosen):
                given[number] = x
            return func(*given, **kwargs)

        primals = tuple(args[number] for number in numbers)
        check_real("jacfwd", "inputs", primals)
        with levels.entered(levels.Level(maps=True), marker):  # over the columns
            output, push, aux = pushing(of_chosen, primals, has_aux)
        check_real("jacfwd", "outputs", output)
        leaves, shape = flatten(primals if not isinstance(argnums, int) else primals[0])
        outputs, out_shape = flatten(output)
        columns = [column_blocks(push, leaves, i, primals) for i in range(len(leaves))]
        blocks = rebuilt([
            rebuilt([view(column[j], *y.shape, *x.shape) for x, column in zip(leaves, columns)],
                    shape)
            for j, y in enumerate(outputs)
        ], out_shape)
        return (blocks, aux) if has_aux else blocks

    return wrapper


def column_blocks(push, leaves, index, primals):
    """For each output its derivatives by every entry of one leaf, in a last dimension."""
    columns = []
    structure = flatten(primals)[1]
    for k in range(leaves[index].numel()):
        directions = [zeros_like(x) for x in leaves]
        directions[index]._array.reshape(-1)[k] = 1
        columns.append(leaves_of(push(*rebuilt(directions, structure))))
    return [stack(parts, -1) for parts in zip(*columns)]


def hessian(func, argnums=0):
    """A function that returns the second derivatives of a scalar function."""
    return jacfwd(jacrev(func, argnums), argnums)
