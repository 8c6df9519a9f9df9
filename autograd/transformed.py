"""Custom functions under function transforms: `setup_context` for each level, `vmap`, `jvp`.

Follows torch/_functorch/autograd_function.py. The user's parts see tensors as torch shows them to
each: `forward` below all levels for gradients, `setup_context` once below them and once at each.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from autograd import levels, mode
from autograd.custom import Function, finished, new_node
from autograd.duals import check_count, check_size
from autograd.functions.gradients import grad
from autograd.slices import hushed
from autograd.tensor import Tensor, wrap
from autograd.trees import flatten, spread

DOCS = "https://pytorch.org/docs/main/notes/extending.func.html"


def transformed(cls, args, kwargs):
    """What `cls.apply` returns while function transforms run."""
    mapped = [level for level in levels.running if level.maps and any(
        level in dict(levels.wrappers(x)) for x in args if isinstance(x, Tensor))]
    if mapped or any(level.maps and level.slices is None for level in levels.running):
        check_mappable(cls)
    if mapped and not cls.generate_vmap_rule:
        return by_rule(cls, args, kwargs, mapped[-1])
    grads = [level.number for level in levels.running if not level.maps]
    node = new_node(kind_of(cls, "Generated" if grads else "Vmapped"), args)
    with mode.quietly(False), levels.seen_up_to(0):
        made = cls.forward(*args, **kwargs)
        cls.setup_context(new_node(cls._backward_cls, args) if grads else node, args, made)
    for number in grads:
        with mode.quietly(False), levels.seen_up_to(number):
            cls.setup_context(node, args, made)
    results = finished(node, args, made)
    if any(level.forward for level in levels.running):
        forward_mode(cls, node, args, results)
    return results


@cache
def kind_of(cls, prefix: str) -> type:
    """The class of a custom function's nodes under transforms, as torch names it."""
    name = f"{cls.__name__}{prefix}Backward"
    return type(name, (cls._backward_cls,), {"__module__": "torch.autograd.function"})


# --- Mapped over slices ------------------------------------------------------------------------


def check_mappable(cls) -> None:
    """Raise torch's error unless the function says in one way how it runs on a batch."""
    has_rule = cls.vmap is not Function.vmap
    if cls.generate_vmap_rule and has_rule:
        raise RuntimeError(
            f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True and "
            "an overridden vmap staticmethod. Please set generate_vmap_rule=False or delete the "
            f"overridden vmap staticmethod to avoid ambiguity. For more details, please see {DOCS}"
        )
    if not cls.generate_vmap_rule and not has_rule:
        raise RuntimeError(
            f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please "
            "override and implement the vmap staticmethod or set generate_vmap_rule=True. For "
            f"more details, please see {DOCS}"
        )


class VmapInfo(tuple):
    """What a `vmap` staticmethod learns: how many slices there are, and what may be drawn."""

    batch_size = property(lambda self: self[0])
    randomness = property(lambda self: self[1])

    def __repr__(self):
        return f"VmapInfo(batch_size={self[0]}, randomness={self[1]!r})"


def by_rule(cls, args, kwargs, level):
    """One slice of a function whose own `vmap` says how it runs on all of them.

    Each slice takes the way of `forward`, outside of `level`; the last one asks the rule, too, and
    what that says of it must be the same.
    """
    dims = [dict(levels.wrappers(x)).get(level) if isinstance(x, Tensor) else None for x in args]
    wholes = [x if dim is None else together(x, level, dim) for x, dim in zip(args, dims)]
    with levels.left(level):
        if level.slices.silent:
            return marked(cls.apply(*args, **kwargs), level)
        ruled = result_of_rule(cls, level, tuple(dims), wholes)
        with hushed():
            results = cls.apply(*args, **kwargs)
        check_same(cls, level, ruled, results)
    return marked(results, level)


def together(x: Tensor, level, dim: int) -> Tensor | None:
    """All slices of an argument in one, wrapped at the levels below; None from a silent slice."""
    array = level.slices.together(x._array, dim)
    if array is None:
        return None
    whole = wrap(array)
    whole._levels = [pair for pair in levels.wrappers(x) if pair[0] is not level]
    return whole


def marked(results, level):
    """What a function returned for a slice, wrapped at its level."""
    for x in results if isinstance(results, tuple) else (results,):
        if isinstance(x, Tensor):
            levels.wrap_at(level, x, 0)
    return results


def result_of_rule(cls, level, dims, wholes) -> list:
    """`(tensor, dimension)` of each result of the user's `vmap`; torch's errors about it."""
    info = VmapInfo((level.slices.size, level.slices.randomness))
    with mode.quietly(False), levels.seen_up_to(0):
        made = cls.vmap(info, dims, *wholes)
    if not isinstance(made, tuple) or len(made) != 2:
        what = f"a {type(made)}" if not isinstance(made, tuple) else f"{len(made)} returns"
        raise RuntimeError(
            "Expected the vmap staticmethod to have two returns, an output and out_dims with "
            f"pytree structure compatible with the output. Got {what} instead"
        )
    output, out_dims = made
    leaves, structure = flatten(output)
    out = spread(out_dims, structure)
    if out is None:
        raise RuntimeError(
            "The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) "
            f"tuple. Expected out_dims={out_dims} to be compatible with the structure of `output`. "
            f"out_dims has structure {flatten(out_dims)[1]} but output has structure {structure}. "
            f"For more details, please see {DOCS}"
        )
    return list(zip(leaves, out))


def check_same(cls, level, ruled, results) -> None:
    """Refuse a rule that says of the last slice what `forward` does not."""
    for (whole, dim), result in zip(ruled, flatten(results)[0]):
        part = whole._array
        if dim is not None:
            part = np.moveaxis(part, dim, 0)[level.slices.number]
        if part.shape != result._array.shape or not np.allclose(
                part.astype(result._array.dtype), result._array, 1e-4, 1e-6, equal_nan=True):
            raise RuntimeError(
                f"Tapescope runs {cls.__name__}.forward slice by slice, and its vmap staticmethod "
                "says something else than that."
            )


# --- Forward mode ------------------------------------------------------------------------------


def forward_mode(cls, node, args, results) -> None:
    """Let gradients of `node` go through the transpose of the user's `jvp`.

    A tangent is found by two ways back, of which the first would otherwise take the `backward`.
    """
    innermost = [level for level in levels.running if level.forward][-1]
    outputs = results if isinstance(results, tuple) else (results,)
    directions = [
        wrap(innermost.tangent_of(x)._array.copy(), True) if isinstance(x, Tensor) else None
        for x in args
    ]
    for x in directions:
        if x is not None:
            levels.spread([x], [])
            innermost.leaves.append(x)
    with mode.quietly(True), levels.seen_up_to(innermost.number):
        made = cls.jvp(node, *directions)
    made = made if isinstance(made, tuple) else (made,)
    check_count(outputs, made)
    for output, tangent in zip(outputs, made):
        if tangent is not None:
            check_size(output, tangent)

    def transpose(*gradients):
        live = [(t, g) for t, g in zip(made, gradients)
                if t is not None and g is not None and t.requires_grad]
        wanted = [x for x in directions if x is not None]
        found = iter(grad([t for t, _ in live], wanted, [g for _, g in live], create_graph=True,
                          retain_graph=True, allow_unused=True) if live else [None] * len(wanted))
        return tuple(None if x is None else next(found) for x in directions)

    node.transpose = transpose
