"""Gradient transforms of `torch.func`: grad, vjp, jvp, linearize.

Each runs on the ordinary graph; `lifting.py` wraps its arguments and unwraps its results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.missing_rules import check_forward_ad_between
from autograd.engine.vmap_factories import expand_for_vmap
from autograd.functions.autograd.backward import grad as run_grad
from autograd.functions.creation.filled import zeros_like
from autograd.graph.saved_tensor_hooks import disable_saved_tensors_hooks
from autograd.runtime import interpreters
from autograd.runtime.execution_state import override
from autograd.runtime.warnings import warn_once
from autograd.tensor.batched_tensor import wrap_on_tape_of
from autograd.tensor.pytree import flatten, list_leaves, map_tree, build_tree
from autograd.tensor.tensor import Tensor, wrap
from autograd.transforms import function_transforms  # noqa: F401
from autograd.transforms.forward_ad import check_size, pause_observer
from autograd.transforms.lifting import (
    JVP, VJP, check_output, format_structure, lift_arguments, lower_results, run_grad_transform,
    split_aux,
)

# The warning by which torch's constant folding reports every traced function.
UNREFERENCED = (
    "Attempted to insert a get_attr Node with no underlying reference in the owning GraphModule! "
    "Call GraphModule.add_submodule to add the necessary submodule, GraphModule.add_parameter to "
    "add the necessary Parameter, or nn.Module.register_buffer to add the necessary buffer"
)
NO_HOOKS = (
    "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an "
    "issue with your use case."
)


def grad_or_zeros(
        outputs: list[Tensor], inputs: list[Tensor], seeds: list[Tensor] | None = None,
        retain_graph: bool = True) -> Any:
    """Run `autograd.grad` over flat lists, differentiably, with zeros where no gradient arrives."""
    live = [(y, None if seeds is None else s)
            for y, s in zip(outputs, seeds or outputs) if y.requires_grad]
    if not live:
        return [zeros_for_vmap(x) for x in inputs]
    found = run_grad(
        [y for y, _ in live], inputs, [s for _, s in live], create_graph=True,
        retain_graph=retain_graph, allow_unused=True,
    )
    found = [zeros_for_vmap(x) if g is None else g for x, g in zip(inputs, found)]
    if seeds is not None:
        return found
    # Without seeds a backward starts from one for each example, so that zeros are batched, too.
    return [g if g.requires_grad else expand_for_vmap(g, "new_zeros", (x,))
            for x, g in zip(inputs, found)]


def zeros_for_vmap(x: Tensor) -> Any:
    """Return zeros like `x`, one for each example under `vmap`."""
    return expand_for_vmap(zeros_like(x), "zeros_like", (x,))


def make_zero_leaf(like: Tensor) -> Tensor:
    """Return zeros that require grad, recorded where `like` is recorded."""
    made = wrap_on_tape_of(like, np.zeros(like._array.shape, like._array.dtype))
    made._requires_grad = True
    return made


def grad_and_value(
        func: Callable[..., Any] | int, argnums: Sequence[int | str] | float | set[int] | str = 0,
        has_aux: bool = False) -> Callable[..., Any]:
    """Return a function that computes the gradient of a scalar function, and its value."""

    @wraps(func)
    def wrapper(*args, **kwargs):
        with run_grad_transform() as level, disable_saved_tensors_hooks(NO_HOOKS):
            args, chosen = lift_arguments(args, argnums, level)
            output, aux = split_aux(func(*args, **kwargs), has_aux, "grad_and_value(f)(*args)")
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
            found = build_tree(grad_or_zeros([output], leaves), shape)
            found, output, aux = (lower_results(x, leaves, level) for x in (found, output, aux))
        return (found, (output, aux)) if has_aux else (found, output)

    return wrapper


def grad(
        func: Callable[..., Any] | int, argnums: Sequence[int | str] | float | set[int] | str = 0,
        has_aux: bool = False) -> Callable[..., Any]:
    """Return a function that computes the gradient of a scalar function."""
    both = grad_and_value(func, argnums, has_aux)

    @wraps(func)
    def wrapper(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return wrapper


def vjp(
        func: Callable[..., Any], *primals: Tensor, has_aux: bool = False
) -> Any:
    """Return the output of `func`, and the function that computes vector-Jacobian products."""
    with run_grad_transform() as level, disable_saved_tensors_hooks(NO_HOOKS):
        args, chosen = lift_arguments(primals, tuple(range(len(primals))), level)
        output, aux = split_aux(func(*args), has_aux, VJP)
        check_output(output, VJP)
        leaves, inner = flatten(chosen)
        outputs, shape = flatten(output)

    def wrapper(cotangents, retain_graph=True, create_graph=None):
        seeds, got = flatten(cotangents)
        if got != shape:
            raise RuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of "
                f"outputs to the function. cotangents: {format_structure(got)}, "
                f"primal output: {format_structure(shape)}"
            )
        with run_grad_transform() as later:
            found = grad_or_zeros(outputs, leaves, seeds)
        return lower_results(build_tree(found, inner), leaves, later)

    wrapper.__qualname__ = "_vjp_with_argnums.<locals>.wrapper"
    result = lower_results(output, leaves, level)
    return (result, wrapper, lower_results(aux, leaves, level)) if has_aux else (result, wrapper)


def jvp(
        func: Callable[..., Any], primals: tuple[Tensor, ...], tangents: Any, *,
        strict: bool = False, has_aux: bool = False) -> Any:
    """Return the output of `func` and its derivative along `tangents`."""
    if not isinstance(primals, tuple):
        raise RuntimeError(
            f"{JVP}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals)."
        )
    check_tangents(primals, tangents)
    output, push, aux = make_jvp(func, primals, has_aux, tangents, strict)
    output, moved = map_tree(unpack_dual, output), push(*tangents)
    return (output, moved, map_tree(unpack_dual, aux)) if has_aux else (output, moved)


def check_tangents(primals: tuple[Tensor, ...], tangents: tuple[Tensor, ...]) -> None:
    """Raise torch's errors for tangents that do not match the inputs."""
    (inputs, shape), (directions, got) = flatten(primals), flatten(tangents)
    if got != shape:
        raise RuntimeError(
            f"{JVP}: Expected primals and tangents to have the same python structure. For example, "
            "if primals is a tuple of 3 tensors, tangents also must be. Got primals with structure "
            f"{shape} and tangents with structure {got}"
        )
    for name, leaves in (("primals", inputs), ("tangents", directions)):
        if not leaves:
            raise RuntimeError(f"{JVP}: Expected {name} to contain at least one Tensor.")
        for leaf in leaves:
            if not isinstance(leaf, Tensor):
                raise RuntimeError(
                    f"{JVP}: Expected {name} to only contain Tensors, got {type(leaf)}")
    for x, direction in zip(inputs, directions):
        check_size(x, direction)


def unpack_dual(x: Tensor) -> Tensor:
    """Return the primal of a dual tensor: a view, if it has a history outside."""
    if not isinstance(x, Tensor):
        return x
    return apply(ops.alias, (x,)) if x.requires_grad else x.alias()


def linearize(
        func: Callable[..., Any], *primals: Tensor) -> Any:
    """Return the output of `func`, and the function that computes Jacobian-vector products."""
    if not primals:
        func()  # torch calls it before it checks the inputs
    # torch traces the function instead of wrapping its tensors.
    with override(visible_level=len(interpreters.stack)):
        output, push, _ = make_jvp(func, primals, False)
    warn_once(UNREFERENCED)
    inputs, shape = flatten(primals)

    def jvp_fn(*tangents):
        directions, got = flatten(tangents)
        if got != shape:
            raise RuntimeError(
                f"Expected the tangents {got} to have the same argspec as the primals {shape}")
        for place, (x, t) in enumerate(zip(inputs, directions)):
            for fact in ("shape", "device", "dtype"):
                if getattr(x, fact) != getattr(t, fact):
                    raise RuntimeError(
                        f"tangent:{place} with {fact} {getattr(t, fact)} in flattened pytree "
                        f"doesn't match the {fact} {getattr(x, fact)} of the corresponding primal."
                    )
        return push(*tangents)

    jvp_fn.__qualname__ = "linearize.<locals>.jvp_fn"
    return output, jvp_fn


def make_jvp(
        func: Callable[..., Any], primals: tuple[Tensor, ...], has_aux: bool,
        tangents: Any = None, strict: bool = False
) -> Any:
    """Return the output, the function of Jacobian-vector products, and the auxiliary data.

    A product is computed by a second backward. `tangents`, where they are known beforehand, are
    passed to a custom function's `jvp`. With `strict` an output must depend on an input.
    """
    for name, given in (("primal", primals), ("tangent", tangents)):
        for x in flatten(given)[0]:
            if isinstance(x, Tensor) and x._array.dtype.kind not in "fcV":
                raise ValueError(
                    f"Expected {name} to be floating point or complex, but got: {x.dtype}")
    with run_grad_transform() as level:
        args, chosen = lift_arguments(primals, tuple(range(len(primals))), level)
        leaves = level.leaves = list_leaves(chosen)  # a write may replace one of them
        level.forward, level.tangent_of = True, make_tangent_finder(leaves, tangents)
        output, aux = split_aux(func(*args), has_aux, JVP)
        check_output(output, JVP)
        outputs, out_shape = flatten(output)
        if strict and not all(y.requires_grad for y in outputs):
            raise RuntimeError(
                "jvp(f, primals, tangents, strict=True): The output of f is independent of the "
                "inputs. This is not allowed with strict=True.")
        check_forward_ad_between(outputs, leaves)
        duals = [make_zero_leaf(y) for y in outputs]
        with override(double_vjp=True):
            back = grad_or_zeros(outputs, leaves, duals)

    def push(*directions):
        with run_grad_transform() as later:
            moved = double_backward(back, duals, list_leaves(directions))
        return lower_results(build_tree(moved, out_shape), leaves + duals, later)

    return lower_results(output, leaves, level), push, lower_results(aux, leaves, level)


def double_backward(
        back: list[Tensor], duals: list[Tensor], directions: list[Tensor]) -> list[Tensor]:
    """Return the tangents of the outputs whose gradients from `duals` are `back`."""
    live = [(g, t) for g, t in zip(back, directions) if g.requires_grad]
    return grad_or_zeros([g for g, _ in live], duals, [t for _, t in live])


def make_tangent_finder(
        leaves: list[Tensor], tangents: tuple[Tensor, ...] | None) -> Callable[..., Any]:
    """Return the function that computes the tangent of a tensor made of `leaves`; 0 if unknown."""

    def tangent_of(x):
        if tangents is None or not x.requires_grad:
            return wrap(np.zeros_like(x._array))
        with pause_observer():
            dual = make_zero_leaf(x)
            with override(double_vjp=True):
                back = grad_or_zeros([x], leaves, [dual])
            (found,) = double_backward(back, [dual], list_leaves(tangents))
        return found

    return tangent_of
