"""Function transforms: gradients, products with Jacobians, and Jacobians.

Each runs on the ordinary tape. An argument is lifted: it enters the function as a fresh leaf, or,
where an outer transform or the user differentiates it too, as a view of itself. A result is
lowered: it keeps its history only if that leads past this transform's own leaves (`torch.func`).
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps

import numpy as np

from autograd import custom, mode
from autograd.functions.creation import zeros_like
from autograd.functions.gradients import grad as run_grad
from autograd.functions.shapes import view
from autograd.graph import AccumulateGrad
from autograd.tensor import Tensor, wrap
from autograd.trees import flatten, leaves_of, mapped, rebuilt

# --- Lifting and lowering ----------------------------------------------------------------------


@contextmanager
def transforming():
    """While a transform runs: ops are recorded, and custom functions must allow for it."""
    custom.transforms += 1
    try:
        with mode.quietly(True):
            yield
    finally:
        custom.transforms -= 1


def lifted(x):
    """A tensor as a function under a transform sees it; anything else unchanged."""
    if not isinstance(x, Tensor) or x._array.dtype.kind not in "fcV":
        return x
    inner = view(x, x._array.shape) if x.requires_grad else wrap(x._array, True)
    inner._mapped = x._mapped
    return inner


def lowered(results, own):
    """The tensors in `results` without history unless it leads beyond the leaves `own`."""
    nodes = {id(x) for x in own if x.is_leaf}

    def lower(x):
        if isinstance(x, Tensor) and x.requires_grad and not leads_on(x, nodes):
            twin = x.alias()
            twin._mapped = x._mapped
            return twin
        return x

    return mapped(lower, results)


def leads_on(x: Tensor, own: set[int]) -> bool:
    """Whether the history of `x` reaches a leaf that is not in `own`."""
    if x._edge is None:
        return id(x) not in own
    seen, stack_ = {x._edge[0]}, [x._edge[0]]
    while stack_:
        node = stack_.pop()
        if type(node) is AccumulateGrad and id(node.variable) not in own:
            return True
        for edge in node.edges:
            if edge is not None and edge[0] not in seen:
                seen.add(edge[0])
                stack_.append(edge[0])
    return False


def lift_arguments(args, argnums):
    """The arguments with those at `argnums` lifted, and these alone."""
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    for number in numbers:
        if not -len(args) <= number < len(args):
            raise RuntimeError(
                f"Got argnum={number}, but only {len(args)} positional inputs"
            )
    args = list(args)
    for number in numbers:
        for leaf in leaves_of(args[number]):
            check_liftable(leaf)
        args[number] = mapped(lifted, args[number])
    chosen = tuple(args[number] for number in numbers)
    return args, chosen[0] if isinstance(argnums, int) else chosen


def check_liftable(x) -> None:
    """Raise torch's error for what a transform cannot differentiate by."""
    if not isinstance(x, Tensor):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(x)}")
    if x._array.dtype.kind not in "fcV":
        raise RuntimeError("only Tensors of floating point dtype can require gradients")


def gradients(outputs, inputs, seeds=None, retain_graph=True):
    """`autograd.grad` over flat lists, differentiable, with zeros where nothing arrives."""
    live = [(y, None if seeds is None else s)
            for y, s in zip(outputs, seeds or outputs) if y.requires_grad]
    if not live:
        return [zeros_like(x) for x in inputs]
    found = run_grad(
        [y for y, _ in live], inputs, [s for _, s in live], create_graph=True,
        retain_graph=retain_graph, allow_unused=True,
    )
    return [zeros_like(x) if g is None else g for x, g in zip(inputs, found)]


def split_aux(output, has_aux, name):
    """An output and what came with it."""
    if not has_aux:
        return output, None
    if not (isinstance(output, tuple) and len(output) == 2):
        raise RuntimeError(
            f"{name}_and_value(f)(*args): output of function f should be a tuple: (output, aux) if "
            "has_aux is True"
        )
    check_tensors(output[1])
    return output


def check_tensors(aux) -> None:
    """Raise torch's error when what comes with an output is not made of tensors."""
    for leaf in leaves_of(aux):
        if not isinstance(leaf, Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(leaf)}")


# --- Gradients and products --------------------------------------------------------------------


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that returns the gradient of a scalar function, and its value."""

    @wraps(func)
    def wrapper(*args, **kwargs):
        with transforming():
            args, chosen = lift_arguments(args, argnums)
            output, aux = split_aux(func(*args, **kwargs), has_aux, "grad")
            if not isinstance(output, Tensor):
                raise RuntimeError(
                    "grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got "
                    f"{type(output)}"
                )
            if output.dim():
                raise RuntimeError(
                    "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got "
                    f"tensor with {output.dim()} dims. Maybe you wanted to use the vjp or jacrev "
                    "APIs instead?"
                )
            leaves, shape = flatten(chosen)
            found = rebuilt(gradients([output], leaves), shape)
            found, output, aux = (lowered(x, leaves) for x in (found, output, aux))
        return (found, (output, aux)) if has_aux else (found, output)

    return wrapper


def grad(func, argnums=0, has_aux=False):
    """A function that returns the gradient of a scalar function."""
    both = grad_and_value(func, argnums, has_aux)

    @wraps(func)
    def wrapper(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return wrapper


def vjp(func, *primals, has_aux=False):
    """The output of `func`, and the function that multiplies vectors with its Jacobian."""
    with transforming():
        args, chosen = lift_arguments(primals, tuple(range(len(primals))))
        output, aux = split_aux(func(*args), has_aux, "vjp")
        leaves, _ = flatten(chosen)
        outputs, shape = flatten(output)

    def vjp_fn(*cotangents, retain_graph=True, create_graph=None):
        given = cotangents[0] if len(cotangents) == 1 and not isinstance(output, tuple) else (
            cotangents if len(cotangents) > 1 else cotangents[0])
        seeds, got = flatten(given)
        if got != shape:
            raise RuntimeError(
                f"Expected pytree structure of cotangents to be the same as pytree structure of "
                f"outputs to the function. cotangents: {got}, primal output: {shape}"
            )
        with transforming():
            found = gradients(outputs, leaves, seeds)
        found = lowered(rebuilt(found, flatten(chosen)[1]), leaves)
        return found

    result = lowered(output, leaves)
    return (result, vjp_fn, lowered(aux, leaves)) if has_aux else (result, vjp_fn)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """The output of `func` and its derivative along `tangents`."""
    if not isinstance(primals, tuple):
        raise RuntimeError(
            "jvp(f, primals, tangents): Expected primals to be a tuple. E.g. it should be valid to "
            "call f(*primals)."
        )
    output, push, aux = pushing(func, primals, has_aux)
    moved = push(*tangents)
    return (output, moved, aux) if has_aux else (output, moved)


def linearize(func, *primals):
    """The output of `func`, and the function that multiplies its Jacobian with vectors."""
    output, push, _ = pushing(func, primals, False)
    return output, push


def pushing(func, primals, has_aux):
    """The output, the Jacobian's product with vectors (by a second backward), and the rest."""
    with transforming():
        args, chosen = lift_arguments(primals, tuple(range(len(primals))))
        output, aux = split_aux(func(*args), has_aux, "jvp")
        leaves, shape = flatten(chosen)
        outputs, out_shape = flatten(output)
        duals = [wrap(np.zeros_like(y._array), True) for y in outputs]
        back = gradients(outputs, leaves, duals)

    def push(*tangents):
        directions, got = flatten(tuple(tangents))
        if got != shape:
            raise RuntimeError(
                "jvp(f, primals, tangents): Expected primals and tangents to have the same python "
                "structure. For example, if primals is a tuple of 3 tensors, tangents also must "
                "be."
                f" Got primals with structure {shape} and tangents with structure {got}"
            )
        with transforming():
            live = [(g, t) for g, t in zip(back, directions) if g.requires_grad]
            moved = gradients([g for g, _ in live], duals, [t for _, t in live])
        return lowered(rebuilt(moved, out_shape), leaves + duals)

    return lowered(output, leaves), push, lowered(aux, leaves)
