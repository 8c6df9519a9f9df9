"""Lifting of arguments to leaves, lowering of results, checks of both in function transforms.

An argument is lifted: it enters the function as a fresh leaf, or as a view of itself where an outer
transform or the user differentiates it, too. A result is lowered: it keeps its history only if that
leads beyond this transform's own leaves. Follows `torch.func`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from autograd.engine import transform_levels
from autograd.engine.vmap_refusals import wrapping_observer
from autograd.engine.wrapped_repr import reaches_outside
from autograd.functions.shape.reshape import view
from autograd.graph.accumulate_grad import gradient_edge
from autograd.runtime import interpreters
from autograd.runtime.execution_state import override
from autograd.tensor.batched_tensor import BatchedArray, make_batched
from autograd.tensor.pytree import list_leaves, map_tree, build_tree
from autograd.tensor.tensor import Tensor, set_data, wrap

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.pytree import TreeSpec

# --- Lifting and lowering ----------------------------------------------------------------------


class GradInterpreter(interpreters.Interpreter):
    """A running transform that takes gradients: its leaves, and the directions of forward mode."""

    def __init__(self):
        super().__init__()
        self.leaves: list = []  # the tensors by which gradients are taken
        self.lifted: set[int] = set()  # ids of these leaves, after the transform has ended
        self.borrowed: list = []  # other arguments, which are wrapped while it runs

    def prepare_argument_write(self, target: Tensor) -> str | None:
        """Prepare a write into an argument by which gradients are taken, if the level allows it.

        Forward mode has no leaves to protect: a new leaf replaces the argument at the end of the
        tape. Returns torch's name for a target that cannot be written.
        """
        base = target if target._base is None else target._base
        for at, argument in enumerate(self.leaves):
            if base is (argument if argument._base is None else argument._base):
                if not self.forward:
                    return "a leaf" if target is argument else "a view of a leaf"
                if argument._edge is not None:
                    if base._edge is None and not base._levels:  # the user's own leaf
                        return "a view of a leaf"
                    raise NotImplementedError(NESTED_JVP_WRITE)
                self.leaves[at] = replace_leaf(argument)
        return None


NESTED_JVP_WRITE = (
    "A function under `torch.func.jvp` writes into its argument, which is differentiated outside "
    "of `jvp`, too. Tapescope does not follow both: write into a clone of it, `x = x.clone()`."
)


def replace_leaf(leaf: Tensor) -> Any:
    """Return a new leaf at the end of the graph in place of `leaf`, which may then be written."""
    node, _ = leaf._edge = gradient_edge(leaf)
    node.variable = twin = wrap(leaf._array, True)
    twin._accumulate, leaf._accumulate = leaf._accumulate, None
    twin._levels, twin._cut_from = leaf._levels, leaf._cut_from
    return twin


@contextmanager
def run_grad_transform() -> Iterator[Any]:
    """Run a block as a transform that takes gradients: its ops are recorded at a new level."""
    with (interpreters.push_interpreter(GradInterpreter(), wrapping_observer) as level,
          override(grad_enabled=True)):
        try:
            yield level
        finally:
            for x in level.borrowed:
                transform_levels.unwrap_at(x, level)
            level.lifted |= set(map(id, level.leaves))
            # Avoids a reference cycle between the level and its tensors.
            level.leaves, level.tangent_of = [], None


def lift_tensor(x: Tensor, level: GradInterpreter) -> Tensor:
    """Return a tensor as a leaf of the transform; return anything else unchanged."""
    if not isinstance(x, Tensor) or x._array.dtype.kind not in "fcV":
        return x
    maps = [each for each in interpreters.stack if each.vmap_state is not None]
    if maps and not (type(x._array) is BatchedArray and x._array.level is maps[-1]):
        inner = make_batched(maps[-1], x, None)  # its ops are recorded at the level of the batch
        inner._requires_grad = True
    else:
        inner = view(x, x._array.shape) if x.requires_grad else x.alias()
        inner._requires_grad = True
    inner._cut_from = x
    level.leaves.append(inner)
    return transform_levels.wrap_at(level, inner)


def lower_results(
        results: Any, own: list[Tensor], level: GradInterpreter
) -> Tensor | tuple[Tensor, ...] | None:
    """Return `results` outside of `level`, without history unless it leads beyond `own`."""
    nodes = {id(x) for x in own if x.is_leaf}
    # A view taken without grad mode requires grad as its base does, but has no edge to it. So do
    # results computed from it.
    untaped = {x._edge[0] for x in own if x._edge and x._cut_from is not None
               and x._cut_from.requires_grad}

    lifted_here = level.lifted.union(map(id, level.leaves))
    return map_tree(lambda x: lower_tensor(x, level, lifted_here, nodes, untaped), results)


def lower_tensor(
        x: Tensor | None, level: GradInterpreter, lifted_here: set[int],
        nodes: set[int], untaped: set[Node]) -> Tensor | None:
    """Return one result outside of `level`; of a batched tensor, its whole batch."""
    if not isinstance(x, Tensor):
        return x
    if id(x) in lifted_here and x._cut_from is not None and type(x._array) is not BatchedArray:
        return x._cut_from  # an argument that was returned unchanged
    if type(x._array) is BatchedArray:
        batched = x._array
        whole = lower_tensor(batched.value, level, lifted_here, nodes, untaped)
        if whole is not batched.value:
            set_data(x, BatchedArray(batched.level, whole, batched.dim))
    if x.requires_grad and not (level.grad_enabled and reaches_outside(x, nodes, untaped)):
        twin = x.alias()
        twin._levels = x._levels
        x = twin
    transform_levels.unwrap_at(x, level)
    return x


def check_argnums(argnums: Any, count: int) -> tuple[int, ...]:
    """Return the argument positions of `argnums`, or raise torch's errors about them."""
    if not isinstance(argnums, int | tuple):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    for number in numbers:
        if not isinstance(number, int):
            raise RuntimeError(f"argnum must be int, got: {type(number)}")
        if not -count <= number < count:
            raise RuntimeError(f"Got argnum={number}, but only {count} positional inputs")
    if not numbers:
        raise RuntimeError("argnums must be non-empty")
    places = tuple(number % count for number in numbers)
    if len(set(places)) < len(places):
        raise RuntimeError(f"argnums elements must be unique, got {places}")
    return numbers


def lift_arguments(
        args: Any, argnums: Any, level: GradInterpreter
) -> tuple[Any, ...]:
    """Return the arguments with those at `argnums` lifted, and the lifted ones alone."""
    numbers = check_argnums(argnums, len(args))
    args = list(args)
    places = {number % len(args) for number in numbers}
    for x in list_leaves([x for place, x in enumerate(args) if place not in places]):
        if isinstance(x, Tensor):
            level.borrowed.append(transform_levels.wrap_at(level, x))
    for number in numbers:
        for leaf in list_leaves(args[number]):
            check_liftable(leaf)
        args[number] = map_tree(lambda x: lift_tensor(x, level), args[number])
    chosen = tuple(args[number] for number in numbers)
    return args, chosen[0] if isinstance(argnums, int) else chosen


def check_liftable(x: Tensor) -> None:
    """Raise torch's error for an argument that cannot be differentiated by."""
    if not isinstance(x, Tensor):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(x)}")
    if x._array.dtype.kind not in "fcV":
        raise RuntimeError("only Tensors of floating point dtype can require gradients")


# --- What a function returns ---------------------------------------------------------------------


VJP, JVP = "vjp(f, *primals)", "jvp(f, primals, tangents)"


def split_aux(
        output: Any, has_aux: bool, api: str
) -> Any:
    """Split an output from its auxiliary data; `api` is the call as torch's error names it."""
    if not has_aux:
        return output, None
    if not (isinstance(output, tuple) and len(output) == 2):
        raise RuntimeError(
            f"{api}: output of function f should be a tuple: (output, aux) if has_aux is True"
        )
    check_tensors(output[1])
    return output


def check_tensors(aux: Any) -> None:
    """Raise torch's error unless auxiliary data consist of tensors."""
    for leaf in list_leaves(aux):
        if not isinstance(leaf, Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(leaf)}")


def format_structure(structure: TreeSpec) -> str:
    """Return a tree structure with a star for each leaf, as torch's error prints it."""
    return repr(build_tree([Star()] * structure.num_leaves, structure))


class Star:
    """An object whose repr is a star."""

    def __repr__(self):
        return "*"


def check_output(output: Any, api: str) -> None:
    """Raise torch's error unless a function returned tensors, at least one."""
    leaves = list_leaves(output)
    if output is None or not leaves:
        raise RuntimeError(
            f"{api}: Expected f to be a function that has non-empty output (got output = {output})"
        )
    for leaf in leaves:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(
                f"{api}: expected f(*primals) to return only tensors, got unsupported type "
                f"{type(leaf)}"
            )
    for leaf in leaves if api == VJP else ():
        if leaf._array.dtype.kind not in "fcV":
            raise RuntimeError(
                "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got "
                f"Tensor with dtype {leaf.dtype}")
