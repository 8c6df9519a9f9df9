"""Initial gradients of a backward pass: one for each output, or a batch of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.engine.transform_levels import is_batched
from autograd.engine.vmap_factories import expand_for_vmap
from autograd.graph.accumulate_grad import gradient_edge
from autograd.runtime import interpreters
from autograd.runtime.blame import attach_blame
from autograd.tensor.batched_tensor import wrap_on_tape_of
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.tensor import Tensor, regenerate_grad_fn, wrap


def make_grad_outputs(roots: list[Tensor], given: list[None | Tensor]) -> list[Tensor]:
    """Return the gradient for each root: the one given, or 1 for a scalar."""
    if len(given) < len(roots):
        raise RuntimeError(f"got {len(roots)} tensors and {len(given)} gradients")
    seeds = []
    for i, (root, seed) in enumerate(zip(roots, given)):
        if not isinstance(root, Tensor):
            raise AssertionError("Expected output to be a torch.Tensor")
        if seed is not None and not isinstance(seed, Tensor):
            raise TypeError(
                f"gradients can be either Tensors or None, but got {type(seed).__name__}"
            )
        if seed is not None:
            check_grad_output(i, root, seed)
        elif root.requires_grad:
            seed = implicit_grad_output(root)
            seed._meta = root._meta
        seeds.append(seed)
    return seeds


def check_grad_output(index: int, root: Tensor, seed: Tensor) -> None:
    """Raise torch's errors for a given gradient of another shape, or if only one is complex."""
    if seed._array.shape != root._array.shape:
        raise attach_blame(RuntimeError(
            f"Mismatch in shape: grad_output[{index}] has a shape of {seed.shape} and output["
            f"{index}] has a shape of {root.shape}."
        ), tensors=[root, seed])
    if (seed._array.dtype.kind == "c") != (root._array.dtype.kind == "c"):
        raise attach_blame(RuntimeError(
            "For complex Tensors, both grad_output and output are required to have the same dtype. "
            f"Mismatch in dtype: grad_output[{index}] has a dtype of {seed.dtype} and output["
            f"{index}] has a dtype of {root.dtype}."
        ), tensors=[root, seed])


def implicit_grad_output(root: Tensor) -> Tensor:
    """Return 1 for a floating point scalar; raise torch's errors for all else."""
    if root._array.size != 1:
        raise attach_blame(RuntimeError(
            "grad can be implicitly created only for scalar outputs"
        ), tensors=[root])
    if root._array.dtype.kind not in "fV":
        raise RuntimeError(
            "grad can be implicitly created only for real scalar outputs but got "
            f"{dtype_of_array(root._array)!r}"
        )
    if type(root._array) is not np.ndarray:  # masked: so is its gradient
        if is_batched(root):  # a gradient for each example
            return expand_for_vmap(wrap(np.ones_like(root._array)), "ones_like", (root,))
        return wrap_on_tape_of(root, np.ones_like(root._array))
    seed = np.empty_like(root._array)  # with `fill` three times as fast as `ones_like`
    seed.fill(1)
    return wrap_on_tape_of(root, seed)


def run_batched(
        grad: Any, roots: list[Tensor], inputs: list[str] | None, seeds: list[Tensor],
        create_graph: bool, allow_unused: bool | None) -> tuple:
    """Run `grad` once on the whole batch of gradients; results have the batch dimension first."""
    given = [implicit_grad_output(x) if seed is None else seed for x, seed in zip(roots, seeds)]
    check_batched(roots, seeds)

    def vjp(*slices):  # torch's name, which errors have
        found = grad(roots, inputs, slices, True, create_graph, allow_unused=allow_unused)
        absent[:] = [x is None for x in found]
        return tuple(x for x in found if x is not None)

    absent: list[bool] = []
    found = iter(interpreters.vmap(vjp)(*given))
    return tuple(None if gone else next(found) for gone in absent)


def check_batched(roots: list[Tensor], seeds: list[Tensor]) -> None:
    """Raise torch's error for a batch of gradients that does not fit its output's shape."""
    for i, (root, seed) in enumerate(zip(roots, seeds)):
        if seed is not None and seed.shape[1:] != root.shape:
            raise RuntimeError(
                "If `is_grads_batched=True`, we interpret the first dimension of each grad_output "
                "as the batch dimension. The sizes of the remaining dimensions are expected to "
                "match the shape of corresponding output, but a mismatch was detected: "
                f"grad_output[{i}] has a shape of {seed.shape[2:]} and output[{i}] has a shape of "
                f"{root.shape}. If you only want some tensors in `grad_output` to be considered "
                "batched, consider using vmap.")


def check_roots(roots: list[Tensor]) -> None:
    """Raise torch's error for a root without a graph, or a view that lost its history."""
    for i, root in enumerate(roots):
        if root._base is not None:
            regenerate_grad_fn(root, asked=True)
        if not root.requires_grad or gradient_edge(root) is None:
            raise attach_blame(RuntimeError(
                f"element {i} of tensors does not require grad and does not have a grad_fn"
            ), tensors=[root])
