"""Backward passes that users start: `backward`, `grad`, the gradient members of Tensor."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

from autograd.engine import backward as engine, transform_levels
from autograd.engine.hooks import accumulate_retained_grad
from autograd.engine.vmap_factories import detach_batched
from autograd.engine.vmap_refusals import declare_refusal
from autograd.functions.autograd.grad_outputs import check_roots, make_grad_outputs, run_batched
from autograd.functions.creation.filled import zeros_like
from autograd.functions.tensor_api.binding import method
from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.node_api import GradientEdge, edge_to_tensor
from autograd.runtime import interpreters, masked_rules, observer
from autograd.runtime.blame import attach_blame
from autograd.runtime.bool_options import check_bool, as_bools
from autograd.runtime.c_types import type_name
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import Handed, declare
from autograd.runtime.registry import COMPOSITES
from autograd.runtime.sparse_rules import COPY
from autograd.runtime.warnings import caution, warn_once
from autograd.tensor.batched_tensor import BatchedArray, innermost_interpreter
from autograd.tensor.dtype import dtype_of, dtype_of_array
from autograd.tensor.tensor import Tensor, keep_storage, regenerate_grad_fn
from autograd.tensor.version_counter import clear_history, CountingInferenceCounter, mark_inference

# --- Running the tape --------------------------------------------------------------------------


@method("backward", qualified=True)
@declare(
    "backward", composite=True, metadata=True, python_method=True,
    handed=Handed(
        1, {"gradient": None, "retain_graph": None, "create_graph": False, "inputs": None}),
)
def tensor_backward(
        self, gradient: Tensor | None = None, retain_graph: bool | None = None,
        create_graph: bool = False, inputs: list[Tensor] | None = None) -> None:
    """Run backward from this tensor; gradients accumulate in the `.grad` of leaves."""
    backward(self, gradient, retain_graph, create_graph, inputs=inputs)


BACKWARD_REFUSAL = declare_refusal("backward",
    "backward() called inside a functorch transform. This is not supported, please use "
    "functorch.grad or functorch.vjp instead or call backward() outside of functorch transforms.")


def backward(
        tensors: Any, grad_tensors: Any = None, retain_graph: bool | None = None,
        create_graph: bool = False, grad_variables: Any = None, inputs: list[Tensor] | None = None
) -> None:
    """Run backward from `tensors` with `grad_tensors`, as `torch.autograd.backward` does."""
    if grad_variables is not None:
        caution("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to "
                "`backward()`. Please only use `grad_tensors`.")
        grad_tensors = grad_variables
    roots = as_list(tensors)
    if not roots:
        return
    if interpreters.stack:
        raise RuntimeError(BACKWARD_REFUSAL.of_slices)
    seeds = make_grad_outputs(roots, as_list(grad_tensors, len(roots)))
    inputs = inputs if inputs is None else as_list(inputs)
    if inputs is not None and not inputs:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    keep_graph, create_graph = as_bools(
        create_graph if retain_graph is None else retain_graph, create_graph)
    check_roots(roots)
    for x in inputs or ():
        retain_grad(check_input(x))
    inputs = inputs and [x for x in inputs if gradient_edge(x) is not None]
    try:
        engine.backward(roots, seeds, inputs=inputs, create_graph=create_graph,
                        retain_graph=keep_graph)
    finally:
        if create_graph:  # C++ emits its warnings when the call ends
            warn_once(CYCLE_WARNING, at="torch/csrc/autograd/engine.cpp:1307")


CYCLE_WARNING = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter "
    "and its gradient which can cause a memory leak. We recommend using autograd.grad when "
    "creating the graph to avoid this. If you have to use this function, make sure to reset the "
    ".grad fields of your parameters to None after use to break the cycle and avoid the leak."
)


ONLY_INPUTS_WARNING = (
    "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate "
    "gradient for other parts of the graph, please use torch.autograd.backward."
)


def check_outputs(roots: list[Tensor]) -> list[Tensor]:
    """Return the outputs as a list; raise torch's error for one that is no tensor."""
    if not all(isinstance(x, Tensor) for x in roots):
        raise AssertionError("Expected output to be a torch.Tensor")
    return roots


def check_input(x: Tensor) -> Tensor:
    """Return an input of `grad`; raise torch's error if it is no tensor."""
    if not isinstance(x, Tensor) and not hasattr(x, "output_nr"):
        raise RuntimeError(
            f"all inputs have to be Tensors or GradientEdges, but got {type(x).__name__}")
    if isinstance(x, Tensor) and x._base is not None:
        regenerate_grad_fn(x, asked=True)
    return x


def grad(
        outputs: Tensor | Sequence[Tensor], inputs: Any,
        grad_outputs: Tensor | list[None | Tensor] | None = None, retain_graph: bool | None = None,
        create_graph: bool = False, only_inputs: bool = True, allow_unused: bool | None = None,
        is_grads_batched: bool = False, materialize_grads: bool = False) -> Any:
    """Return the gradients of `outputs` with respect to `inputs`, a tuple; no `.grad` changes."""
    if isinstance(inputs, dict):
        found = grad(outputs, tuple(inputs.values()), grad_outputs, retain_graph, create_graph,
                     only_inputs, allow_unused, is_grads_batched, materialize_grads)
        return dict(zip(inputs, found))
    given = (inputs,) if isinstance(inputs, Tensor | GradientEdge) else tuple(inputs)
    roots, inputs = check_outputs(as_list(outputs)), as_list(given)
    if not only_inputs:
        caution(ONLY_INPUTS_WARNING, FutureWarning)
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, "
            "but got: allow_unused=False."
        )
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if is_grads_batched:
        return run_batched(grad, roots, inputs, as_list(grad_outputs, len(roots)), create_graph,
                         allow_unused or materialize_grads)
    seeds = make_grad_outputs(roots, as_list(grad_outputs, len(roots)))
    keep_graph, create_graph, allowed = as_bools(
        create_graph if retain_graph is None else retain_graph, create_graph,
        materialize_grads if allow_unused is None else allow_unused)
    check_roots(roots)
    for x in inputs:
        if not check_input(x).requires_grad:
            raise attach_blame(RuntimeError(
                "One of the differentiated Tensors does not require grad"
            ), tensors=[x])
    reachable = [x for x in inputs if gradient_edge(x) is not None]
    found = run_backward(roots, seeds, reachable, create_graph, keep_graph)
    results = [None if gradient_edge(x) is None else next(found) for x in inputs]
    if materialize_grads:
        return tuple(map(partial(materialize_gradient, create_graph), given, inputs, results))
    check_used(inputs, results, allowed)
    return tuple(results)


def materialize_gradient(
        create_graph: bool, given: Tensor, x: Tensor, result: Tensor | None) -> Tensor:
    """Return a gradient, or zeros where there is none; an edge has no shape for zeros."""
    if result is None and isinstance(given, GradientEdge):
        raise RuntimeError(
            "materialize_grads cannot be used when the given input is a GradientEdge")
    return zeros_like(x, requires_grad=create_graph) if result is None else result


def check_used(inputs: list[Tensor], results: list[Any], allow_unused: bool) -> None:
    """Raise torch's error for an input that no output depends on, unless that is allowed."""
    for i, (x, result) in enumerate(zip(inputs, results)):
        if result is None and not allow_unused:
            raise attach_blame(RuntimeError(
                f"The differentiated Tensor at index {i} appears to not have been used in the "
                "graph. Set allow_unused=True if this is the desired behavior."
            ), tensors=[x])


def run_backward(
        roots: list[Tensor], seeds: list[Tensor], inputs: list[Tensor], create_graph: bool,
        retain_graph: bool) -> Any:
    """Return the gradients of a backward run; with a batch of gradients it runs unrecorded."""
    slices = bool(interpreters.stack) and innermost_interpreter([*roots, *seeds]) is not None
    listener = observer.current
    with observer.observing(observer.OpsOnly(listener)) if slices and listener else nullcontext():
        return iter(engine.backward(
            roots, seeds, inputs=inputs, create_graph=create_graph, api="grad", slices=slices,
            retain_graph=retain_graph))


def as_list(value: Any, length: int | None = None) -> list:
    """Return a tensor or a sequence of tensors as a list; for None `length` times None."""
    if value is None and length is not None:
        return [None] * length
    single = isinstance(value, Tensor | GradientEdge)
    return [edge_to_tensor(each) for each in ((value,) if single else value)]


# --- .grad -------------------------------------------------------------------------------------


def read_grad(self) -> Tensor | None:
    """Return the accumulated gradient, or None."""
    if self._grad is None and self._edge is not None and not self._retains_grad:
        caution(
            "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad"
            " attribute won't be populated during autograd.backward(). If you indeed want the .grad"
            " field to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf "
            "Tensor. If you access the non-leaf Tensor by mistake, make sure you access the leaf "
            "Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information.",
            at="build/aten/src/ATen/core/TensorBody.h:493")
    return self._grad


def write_grad(self, value: Tensor | None, by: str = "user") -> None:
    """Set the gradient: a tensor of the same shape, or None."""
    if value is not None:
        if not isinstance(value, Tensor):
            raise TypeError(
                f"assigned grad expected to be a Tensor or None but got grad of type "
                f"{type_name(value)}"
            )
        if value is self:
            raise RuntimeError("can't assign Variable as its own grad")
        wanted = self._array.dtype if self._grad_dtype is None else self._grad_dtype
        if wanted is not False and value._array.dtype != wanted:
            kinds = dtype_of(wanted), dtype_of_array(value._array)
            raise RuntimeError(
                f"attempting to assign a gradient with dtype '{kinds[1].cpp_name}' to a "
                f"tensor with grad_dtype '{kinds[0].legacy_name}'. The gradient must match the "
                "tensor's grad_dtype "
                "(defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute "
                "with a specific dtype, or None to allow any dtype. Set grad_dtype with caution. "
                "Diverging the dtypes of a tensor and its gradient may break downstream systems "
                "that assume they match."
            )
        if value._array.shape != self._array.shape:
            raise RuntimeError(
                f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of "
                f"size '{list(self.shape)}'. Please ensure that the gradient and the tensor are "
                "the same size"
            )
    before, self._grad = self._grad, value
    if observer.current is not None and (before is not None or value is not None):
        arrays = [None if g is None else g._array for g in (before, value)]
        observer.current.accumulated(self, None, arrays[0], None, arrays[1], by)


def delete_grad(self) -> None:
    """Set the gradient to None."""
    write_grad(self, None)


Tensor.grad = property(declare("grad", metadata=True)(read_grad), write_grad, delete_grad)


@method()
@declare(metadata=True)
def retain_grad(self) -> None:
    """Keep the gradient of this non-leaf tensor in `.grad` too."""
    running = interpreters.stack
    if not self.requires_grad or running and all(x.forward for x in running):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    transform_levels.check_requires_grad_call("retain_grad()")
    if self._edge is None or self._retains_grad:  # not `is_leaf`: it would raise for a stale view
        return
    node, me = self.grad_fn, weakref.ref(self)
    self._retains_grad = True

    def retain(gradient, node):
        tensor = me()
        if tensor is not None:
            accumulate_retained_grad(tensor, gradient, node)

    if node.retain_hooks is None:
        node.retain_hooks = {}
    node.retain_hooks[self.output_nr] = retain
    node._hooked = True


# --- History -----------------------------------------------------------------------------------


@method()
@declare(sparse=COPY, masked=masked_rules.MOVE_ENTRIES)
def detach(self) -> Tensor:
    """Return a tensor on the same memory without a history."""
    if type(self._array) is BatchedArray:
        return detach_batched(self, detach)
    twin = keep_storage(self, self.alias())
    if self._inference:
        mark_inference(twin, CountingInferenceCounter)
    if observer.current is not None:
        observer.current.detached(twin, self)
    return twin


@method()
@declare(sparse=COPY)
def detach_(self) -> Tensor:
    """Drop the history of this tensor in place; in inference mode, which records none, keep it."""
    if execution.inference_mode:
        return self
    if self._base is not None:
        raise RuntimeError(
            "Can't detach views in-place. Use detach() instead. If you are using DistributedDataPar"
            "allel (DDP) for training, and gradient_as_bucket_view is set as True, gradients are "
            "views of DDP buckets, and hence detach_() cannot be called on these gradients. To fix "
            "this error, please refer to the Optimizer.zero_grad() function in "
            "torch/optim/optimizer.py as the solution."
        )
    clear_history(self)
    self._tangent = None
    return self


@method()
@declare(sparse=COPY, masked=masked_rules.AS_DATA)
def requires_grad_(self, requires_grad: bool = True) -> Tensor:
    """Set whether this leaf requires a gradient."""
    check_bool("requires_grad_", "requires_grad", requires_grad, 1)
    if requires_grad and self._array.dtype.kind not in "fcV":
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    transform_levels.check_requires_grad_call()
    if not requires_grad or self._edge is None:  # a non-leaf may be set to True, which it is
        self.requires_grad = requires_grad
    return self


tensor_backward.__qualname__ = "Tensor.backward"  # the name in Python's TypeErrors
COMPOSITES["grad"] = grad
