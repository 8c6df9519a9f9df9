"""`torch.autograd.Function`: ops whose forward the user writes, with their backward.

Follows torch/autograd/function.py; their nodes are in `context.py`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.engine.function.context import (
    BackwardCFunction, check_dirty, check_marked_tensors, set_output_history,
)
from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.node import sequence_numbers
from autograd.graph.op_facts import Facts
from autograd.graph.views import rebase_base
from autograd.runtime import interpreters, observer
from autograd.runtime.execution_state import execution, override
from autograd.runtime.warnings import caution
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.graph.node import Node


class FunctionMeta(type):
    """The metaclass that makes the node class of each custom function, `<NAME>Backward`."""

    def __init__(cls, name, bases, attributes):
        super().__init__(name, bases, attributes)
        members = {"_forward_cls": cls, "__module__": "torch.autograd.function"}
        cls._backward_cls = type(f"{name}Backward", (BackwardCFunction,), members)


def refuse_transforms() -> None:
    """Raise torch's error under a transform for a Function without `setup_context`."""
    if interpreters.stack:
        raise RuntimeError(
            "In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, "
            "jacrev, ...), it must override the setup_context staticmethod. For more details, "
            "please see https://pytorch.org/docs/main/notes/extending.func.html"
        )


class Function(metaclass=FunctionMeta):
    """Base of custom functions: subclass it, write `forward` and `backward`, call `apply`."""

    generate_vmap_rule = False
    clear_saved_tensors_on_access = False  # whether the first access frees saved tensors
    boxed_grads_call = False  # whether `backward` gets its gradients as one list

    def __init__(self, *args, **kwargs):
        caution(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all "
            "static, so you should invoke them on the class itself. Instantiating an autograd "
            "function will raise an error in a future version of PyTorch.",
            DeprecationWarning)

    def __call__(self, *args, **kwargs):
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use "
            "new-style autograd function with static forward method. (Example: "
            "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> None:
        """Compute the outputs: `forward(ctx, *args)`, or `forward(*args)` with `setup_context`."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def setup_context(ctx: Node, inputs: Any, output: Any) -> None:
        """Fill `ctx` after a `forward` that takes no `ctx`."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Node, *grad_outputs: Any) -> None:
        """Return the gradients of the inputs, None where there is none."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd."
            "Function to use it with backward mode AD."
        )

    vjp = backward

    @staticmethod
    def jvp(ctx: Node, *grad_inputs: Any) -> None:
        """Return the tangents of the outputs, from those of the inputs."""
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with "
            "forward mode AD."
        )

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> None:
        """Run the function on a whole batch at once."""
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the vmap staticmethod or "
            "set generate_vmap_rule=True."
        )

    @classmethod
    def apply(
            cls, *args: Tensor | int, **kwargs: Tensor | float
    ) -> Tensor | int | tuple[Tensor, ...]:
        """Run `forward` without recording, and record all of it as one node."""
        with_setup = cls.setup_context is not Function.setup_context
        if not with_setup:
            refuse_transforms()
            args = bind_positional(cls.forward, args, kwargs) if kwargs else args
            node = new_node(cls._backward_cls, args)
            with override(grad_enabled=False, visible_level=0):
                made = cls.forward(node, *args)
            return make_outputs(node, args, made)
        bound = inspect.signature(cls.forward).bind(*args, **kwargs)
        bound.apply_defaults()
        if interpreters.stack:
            return interpreters.apply_function(cls, bound.args, bound.kwargs)
        for name in bound.kwargs:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        node = new_node(cls._backward_cls, bound.args)
        with override(grad_enabled=False, visible_level=0):
            made = cls.forward(*bound.args)
            cls.setup_context(node, bound.args, made)
        return make_outputs(node, bound.args, made, node.list_saved())

    @classmethod
    def user_backward(cls) -> Callable[..., Any]:
        """Return the `backward` or `vjp` that the user wrote."""
        if cls.backward is not Function.backward and cls.vjp is not Function.vjp:
            raise RuntimeError(
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You "
                "should only implement one of them."
            )
        return cls.vjp if cls.vjp is not Function.vjp else cls.backward


class InplaceFunction(Function):
    """A Function with an `inplace` flag, which torch keeps for old code."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace


def bind_positional(
        forward: Callable[..., Any], args: Any, keywords: dict[str, Any]) -> tuple:
    """Return all arguments by position, keywords included, so that these have gradients."""
    code = forward.__code__
    names = code.co_varnames[1:code.co_argcount]
    for name in keywords:
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if names.index(name) < len(args):
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    last = max(map(names.index, keywords))
    for place in range(len(args), last + 1):
        if names[place] not in keywords:
            raise TypeError(
                f"forward() missing required argument: '{names[place]}' (position {place})")
    return (*args, *(keywords[name] for name in names[len(args):last + 1]))


def new_node(kind: type, args: tuple[Any, ...]) -> BackwardCFunction:
    """Make the node, which is also the context, of one call."""
    node = kind()
    node._takes_tensor = tuple(isinstance(x, Tensor) for x in args)
    node.needs_input_grad = tuple(isinstance(x, Tensor) and x.requires_grad for x in args)
    if execution.grad_enabled and any(node.needs_input_grad):  # before the forward writes in place
        node._edges = tuple(gradient_edge(x) for x in args if isinstance(x, Tensor))
    return node


def make_outputs(
        node: BackwardCFunction, args: tuple[Any, ...], result: Any,
        saved: tuple[Tensor | int, ...] = ()) -> Any:
    """Return the outputs of `apply`, with `node` as grad_fn if an input needs a gradient.

    `saved` are the tensors that a `setup_context` saved: no input that is returned unchanged.
    """
    outputs = list(result) if isinstance(result, tuple) else [result]
    tensors = [x for x in args if isinstance(x, Tensor)]
    recorded = execution.grad_enabled and any(node.needs_input_grad)
    check_marked_tensors(node)
    check_dirty(node, outputs, tensors, recorded)
    if recorded:
        node._sequence = next(sequence_numbers)
        node.metadata_of_outputs = tuple(
            (x._array.shape, x._array.dtype) if isinstance(x, Tensor) else None for x in outputs
        )
    node._marked = frozenset(
        [nr for nr, x in enumerate(outputs) if any(x is y for y in node.non_differentiable)])
    for nr, output in enumerate(outputs):
        if isinstance(output, Tensor):
            outputs[nr] = set_output_history(node, nr, output, tensors, recorded, saved)
    if recorded:
        node._keep(outputs)
        for written in node.dirty_tensors:
            if written._base is not None:
                rebase_base(written, node)
    if observer.current is not None:
        notify_call(node, args, outputs, recorded)
    return tuple(outputs) if isinstance(result, tuple) else outputs[0]


class CustomOp(Facts):
    """The description of a custom function, which observers get in place of an op."""

    view = False
    outputs = ()  # its results have no names
    tex = ""
    gradients: dict = {}

    def __init__(self, cls, arguments: list[str], slots, context, returned):
        super().__init__()
        self.arguments = arguments  # names of all arguments of the call, in their order
        self.context = context
        self.returned = returned  # all results, not only tensors
        self.name = cls.__name__
        self.node_name = f"{cls.__name__}Backward"
        self.function = cls
        self.slots = slots

    def slot(self, index: int) -> str:
        """Return the name of the tensor input at `index`."""
        return self.slots[index]


def notify_call(node: Node, args: tuple[Any, ...], returned: Any, recorded: bool) -> None:
    """Notify the observer of one call, unless it was on batched tensors."""
    outputs = [x for x in returned if isinstance(x, Tensor)]
    if any(type(y._array) is BatchedArray for y in outputs):
        return
    cls = node._forward_cls
    names = list(inspect.signature(cls.forward).parameters)
    if cls.setup_context is Function.setup_context:
        names = names[1:]
    names += [f"input{i}" for i in range(len(names), len(args))]
    slots = [name for name, x in zip(names, args) if isinstance(x, Tensor)]
    params = {name: x for name, x in zip(names, args) if not isinstance(x, Tensor)}
    tensors = [x for x in args if isinstance(x, Tensor)]
    op = CustomOp(cls, names[:len(args)], slots, node, returned)
    observer.current.op(op, tensors, params, outputs, node if recorded else None)


for _type in (FunctionMeta, Function, InplaceFunction):
    _type.__module__ = "torch.autograd.function"
