"""What is done under `vmap` by no op of the table: making, drawing, detaching, looking."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np

from autograd.random import Generator
from autograd.tensor import wrap
from autograd.transforms import levels
from autograd.transforms.faces import Face, Unmapped, faces, innermost, shell

# What torch makes for each slice where it is to be like one.
ALIKE = ("zeros_like", "ones_like", "empty_like", "full_like", "new_zeros", "new_ones", "new_empty",
         "new_full")


def alike(made, name: str, args):
    """What the function `name` made like its first argument, with memory for each of its slices."""
    if name not in ALIKE or not args:
        return made
    mapped = [face for face in faces(args[0]) if face.dim is not None]
    levels_of = [face.level for face in mapped][::-1]
    if not levels_of or type(made._array) is Face:
        return made
    sizes = tuple(level.maps.size for level in levels_of)
    array = np.broadcast_to(made._array, sizes + made._array.shape).copy()
    if name.endswith("_like") and len(sizes) == 1:  # slices stay where they are
        dim = mapped[0].dim
        return shell(levels_of[0], wrap(np.moveaxis(array, 0, dim).copy()), dim)
    made = wrap(array)
    for level in levels_of:
        made = shell(level, made, 0)
    return made


def slice_by_slice(function, args, options):
    """What a function that looks at numbers makes under `vmap`."""
    from autograd.transforms import by_slices

    return by_slices.slice_by_slice(function, args, options)


def for_all_slices(make):
    """What `make()` makes, for each slice under `vmap` if it draws random numbers."""
    return again_if_drawn(make(), make, (), {})


def again_if_drawn(made, make, args, options):
    """`made` for all slices under `vmap`, if random numbers were drawn for it."""
    draws = Generator.draws
    while draws is not None and not draws.fresh:
        draws = draws.outer
    if draws is None:
        return made
    from autograd.transforms import drawn

    return drawn.drawn_for_all(make, args, options)


def detached_slices(tensor, detach):
    """What stands for slices under `vmap`, without a history inside and outside of it."""
    face = tensor._array
    with levels.below(face.level) if face.level.alive else nullcontext():
        twin = shell(face.level, detach(face.whole), face.dim)
    twin._levels, twin._counter = tensor._levels, tensor._counter
    return twin


def on_slices(grad, roots, inputs, seeds, create_graph, allow_unused) -> tuple:
    """`grad` once, on all slices of the seeds; the results hold one gradient for each slice."""
    from autograd.functions.seeds import implicit_seed
    from autograd.transforms.mapping import vmap

    given = [implicit_seed(x) if seed is None else seed for x, seed in zip(roots, seeds)]
    check_batched(roots, seeds)

    def vjp(*slices):  # torch's name, which errors tell
        found = grad(roots, inputs, slices, True, create_graph, allow_unused=allow_unused)
        absent[:] = [x is None for x in found]
        return tuple(x for x in found if x is not None)

    absent: list[bool] = []
    found = iter(vmap(vjp)(*given))
    return tuple(None if gone else next(found) for gone in absent)


def check_batched(roots, seeds) -> None:
    """Raise torch's error for gradients whose slices have not the shape of their output."""
    for i, (root, seed) in enumerate(zip(roots, seeds)):
        if seed is not None and seed.shape[1:] != root.shape:
            raise RuntimeError(
                "If `is_grads_batched=True`, we interpret the first dimension of each grad_output "
                "as the batch dimension. The sizes of the remaining dimensions are expected to "
                "match the shape of corresponding output, but a mismatch was detected: "
                f"grad_output[{i}] has a shape of {seed.shape[2:]} and output[{i}] has a shape of "
                f"{root.shape}. If you only want some tensors in `grad_output` to be considered "
                "batched, consider using vmap.")


def run_formula(node, formula, values):
    """What a gradient formula makes, of one slice after the other if it looks at numbers."""
    try:
        return formula(*values)
    except Unmapped:
        from autograd.transforms.batched import formula_by_slices

        return formula_by_slices(node, formula, values)


def tell_of_slices(op, inputs, params=None) -> None:
    """Under `vmap`, let the op's rule raise its error: like torch's it tells of all slices."""
    from autograd.apply import apply

    if innermost(inputs) is not None:
        apply(op, inputs, params or {})


def mapped_sizes(tensors) -> tuple[int, ...]:
    """The lengths of the dimensions that are mapped, which torch's errors tell before the rest."""
    found = {face.level: face.level.maps.size
             for x in tensors for face in faces(x) if face.dim is not None}
    return tuple([found[level] for level in sorted(found, key=lambda level: level.number)])


def of_all_slices(tensor, size) -> tuple[tuple, int]:
    """A shape, and the number of entries of a tensor, as torch's errors tell them of all slices."""
    face, total = tensor._array, tensor._array.size
    if type(face) is not Face or face.dim is None:
        return size, total
    return (face.level.maps.size, *size), total * face.level.maps.size
