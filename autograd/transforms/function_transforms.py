"""`autograd.Function` under function transforms: `setup_context` for each level, `vmap`, `jvp`.

Follows torch/_functorch/autograd_function.py. `forward` runs below all levels that take gradients,
`setup_context` once below them and once at each.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from autograd.engine import transform_levels
from autograd.engine.function.function import Function, make_outputs, new_node
from autograd.functions.autograd.backward import grad
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution, override
from autograd.tensor.batched_tensor import innermost_interpreter, make_batched
from autograd.tensor.pytree import flatten, list_leaves, build_tree, broadcast_prefix
from autograd.tensor.tensor import Tensor
from autograd.transforms.batching.batched_value import to_batched_value
from autograd.transforms.forward_ad import check_count, check_size
from autograd.transforms.vmap_apply import call_batched

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.transforms.vmap_apply import VmapInterpreter

DOCS = "https://pytorch.org/docs/main/notes/extending.func.html"


def apply_function(cls, args: tuple[Tensor, ...], kwargs: dict[str, Any]) -> Any:
    """Run a custom function under function transforms; return the results of `cls.apply`."""
    level = innermost_interpreter(list_leaves(args))
    if transform_levels.is_vmap_running():
        check_vmap_support(cls, kwargs)
    inner = 0 if level is None else level.number
    grads = [each.number for each in interpreters.stack
             if each.vmap_state is None and each.number > inner]
    node = new_node(node_class(cls, "Generated" if grads else "Vmapped"), args)
    if level is None:
        with override(grad_enabled=False), override(visible_level=0):
            made = cls.forward(*args, **kwargs)
            cls.setup_context(new_node(cls._backward_cls, args) if grads else node, args, made)
    else:  # recorded on the tape outside of the level
        with override(grad_enabled=bool(grads) or execution.grad_enabled):
            made = apply_to_batch(cls, args, kwargs, level)
    for number in grads:
        with override(grad_enabled=False), override(visible_level=number):
            cls.setup_context(node, args, made)
    if not grads:
        return made if level is not None else make_outputs(node, args, made, node.list_saved())
    results = make_outputs(node, args, made, node.list_saved())
    if any(each.forward for each in interpreters.stack):
        register_transpose(cls, node, args, results)
    return results


@cache
def node_class(cls, prefix: str) -> type:
    """Return the class of a custom function's nodes under transforms, with torch's name."""
    name = f"{cls.__name__}{prefix}Backward"
    return type(name, (cls._backward_cls,), {"__module__": "torch.autograd.function"})


# --- Mapped over slices ------------------------------------------------------------------------


def check_vmap_support(cls, kwargs: dict[str, Any]) -> None:
    """Raise torch's error unless the function has exactly one way to run on a batch."""
    if any(isinstance(x, Tensor) for x in list_leaves(kwargs)):
        raise NotImplementedError(
            "Run vmap on autograd.Function with kwarg-only Tensor args. Please do not pass "
            f"kwarg-only Tensors to autograd.Function. Got: {kwargs}"
        )
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
    """The first argument of a `vmap` staticmethod: batch size, randomness."""

    batch_size = property(lambda self: self[0])
    randomness = property(lambda self: self[1])

    def __repr__(self):
        return f"VmapInfo(batch_size={self[0]}, randomness={self[1]!r})"


def apply_to_batch(
        cls, args: tuple[Tensor, ...], kwargs: dict[str, Any], level: VmapInterpreter
) -> tuple[Tensor, ...]:
    """Run a custom function on a whole batch: by its `vmap` staticmethod, or with its parts mapped.

    Like torch it passes keyword arguments to the user's `vmap` only.
    """
    leaves, structure = flatten(args)
    operands = [to_batched_value(x, level) for x in leaves]
    dims = build_tree([operand.dim for operand in operands], structure)
    wholes = build_tree([operand.value for operand in operands], structure)
    if all(operand.dim is None for operand in operands):
        with transform_levels.run_below(level):
            return make_batched_results(cls.apply(*wholes), None, level)
    if cls.generate_vmap_rule:
        with transform_levels.run_below(level):
            mapped = vmapify(cls, dims, level.vmap_state)
            made = mapped.apply(*wholes)
        return make_batched_results(made, mapped.out_dims, level)
    with transform_levels.run_below(level):
        made, out_dims = call_vmap_rule(cls, level, dims, wholes, kwargs)
    return make_batched_results(made, out_dims, level)


def make_batched_results(
        results: tuple[Tensor, ...], dims: Any, level: VmapInterpreter) -> Any:
    """Return the results for a whole batch as batched tensors, each along its dimension."""
    leaves, structure = flatten(results)
    along = [None] * len(leaves) if dims is None else broadcast_prefix(dims, structure)
    return build_tree([
        make_batched(level, x, dim) if isinstance(x, Tensor) else x for x, dim in zip(leaves, along)
    ], structure)


def vmapify(cls, dims: Any, state: Any) -> type:
    """Return the function whose parts are those of `cls`, each mapped over the batch.

    Follows `vmapify_autograd_function`. The saved dimensions of a call are stored in its
    `VmappedCall`.
    """
    found = VmappedCall(cls, dims, state)

    def forward(*wholes):
        made, form.out_dims = call_batched(cls.forward, wholes, dims, state)
        return made

    def setup_context(ctx, inputs, output):
        found.run_setup_context(ctx, inputs, output, form.out_dims)

    def backward(ctx, *grads):
        return found.run_backward(ctx, grads, form.out_dims)

    members = {"forward": staticmethod(forward), "backward": staticmethod(backward),
               "setup_context": staticmethod(setup_context), "out_dims": 0,
               "generate_vmap_rule": True}
    form = type(f"Vmapped{cls.__name__}", (Function,), members)
    return form


class VmappedCall:
    """One call of a mapped custom function: the context of one example, the saved dimensions."""

    def __init__(self, cls, dims, state):
        self.cls, self.dims, self.state = cls, dims, state

    def run_setup_context(
            self, ctx: Node, inputs: tuple[Tensor, ...], output: tuple[Tensor, ...],
            out_dims: tuple[int, ...]) -> None:
        """Run the user's `setup_context` on batched tensors, and save the batches that it saves."""

        def setup(*args):
            given, result = args[:len(inputs)], args[len(inputs):]
            self.node = new_node(self.cls._backward_cls, given)
            self.node.needs_input_grad = ctx.needs_input_grad
            self.cls.setup_context(self.node, given,
                                   result if isinstance(output, tuple) else result[0])
            return tuple(self.node.to_save)

        outputs, along = as_tuple(output), as_tuple(out_dims)
        saved, self.saved = call_batched(
            setup, (*inputs, *outputs), (*self.dims, *along), self.state)
        ctx.save_for_backward(*saved)

    def run_backward(self, ctx: Node, grads: Any, out_dims: Any) -> tuple:
        """Run the user's `backward` on batched tensors."""
        count = len(ctx.saved_tensors)

        def run(*args):
            return self.cls.user_backward()(ContextWithSaved(self.node, args[:count]),
                *args[count:])

        made, out = call_batched(
            run, (*ctx.saved_tensors, *grads), (*self.saved, *as_tuple(out_dims)), self.state)
        return tuple(map(reduce_to_input, as_tuple(made), as_tuple(out), self.dims))


def as_tuple(value: Any) -> tuple:
    """Return one output, or a tuple of outputs, as a tuple."""
    return value if isinstance(value, tuple) else (value,)


class ContextWithSaved:
    """The context of a mapped function's backward, with batched saved tensors."""

    def __init__(self, node, saved):
        self.node, self.saved_tensors = node, saved

    def __getattr__(self, name):
        return getattr(self.node, name)


def reduce_to_input(gradient: Any, own: int | None, dim: int | None) -> Any:
    """Move the batch of a gradient to that of its input; sum over it if the input has none."""
    if gradient is None or own is None:
        return gradient
    return gradient.sum(own) if dim is None else gradient.movedim(own, dim)


def call_vmap_rule(
        cls, level: VmapInterpreter, dims: Any, wholes: Any,
        kwargs: dict[str, Any]) -> tuple:
    """Call the user's `vmap` staticmethod; return outputs and dimensions, or raise torch's errors.
    """
    info = VmapInfo((level.vmap_state.size, level.vmap_state.randomness))
    with override(grad_enabled=level.grad_enabled):
        made = cls.vmap(info, dims, *wholes, **kwargs)
    if not isinstance(made, tuple) or len(made) != 2:
        what = f"a {type(made)}" if not isinstance(made, tuple) else f"{len(made)} returns"
        raise RuntimeError(
            "Expected the vmap staticmethod to have two returns, an output and out_dims with "
            f"pytree structure compatible with the output. Got {what} instead"
        )
    output, out_dims = made
    leaves, structure = flatten(output)
    out = broadcast_prefix(out_dims, structure)
    if out is None:
        raise RuntimeError(
            "The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) "
            f"tuple. Expected out_dims={out_dims} to be compatible with the structure of `output`. "
            f"out_dims has structure {flatten(out_dims)[1]} but output has structure {structure}. "
            f"For more details, please see {DOCS}"
        )
    return output, out_dims


# --- Forward mode ------------------------------------------------------------------------------


def register_transpose(cls, node: Any, args: Any, results: Any) -> None:
    """Register the transpose of the user's `jvp` on the node, so that tangents pass.

    A tangent is computed by two backward passes. The first one runs this transpose in place of the
    user's `backward`.
    """
    innermost = [level for level in interpreters.stack if level.forward][-1]
    outputs = results if isinstance(results, tuple) else (results,)
    directions = [
        innermost.tangent_of(x).detach().clone() if isinstance(x, Tensor) else None for x in args
    ]
    for x in directions:
        if x is not None:
            x._requires_grad = True
            transform_levels.wrap_at_all([x])
            innermost.leaves.append(x)
    with override(grad_enabled=True), override(visible_level=innermost.number):
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

    node._transpose = transpose


interpreters.apply_function = apply_function
