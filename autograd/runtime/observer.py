"""The only instrumentation hook: one slot, `current`, that an observer of the engine occupies.

Where the engine does something it checks `observer.current is not None`, then calls the observer's
method, after the fact. `Observer` lists the methods; the engine knows nothing else of observers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy import ndarray

current = None


class Observer:
    """The events of the engine, one method each; here they do nothing."""

    def op(
            self, op: Any, inputs: Sequence[Any], params: dict[str, Any], outputs: Sequence[Any],
            node: Any) -> None:
        """An op returned; `node` is its grad_fn, or None if it was not recorded."""

    def pair(self, op: Any, a: Any, b: Any, result: Any, node: Any) -> None:
        """An op of the fast path returned: `b` is a tensor like `a` or a number, `result` is like
        `a`.
        """
        self.op(op, (a, b), {}, (result,), node)

    def rebased(self, node: Any, /) -> None:
        """A write through a view made `node` for the base, or a view took its history anew."""

    def shared(self, tensor: Any, source: Any) -> None:
        """`tensor` was put over the memory of `source` without an op."""

    def writing(self, tensor: Any, op: Any = None) -> None:
        """The memory of `tensor` is about to be written; `op` is given if it reads the memory."""

    def wrote(self, tensor: Any, by: str) -> None:
        """`tensor` was changed in place by the op named `by`."""

    def reshaped(self, tensor: Any, by: str) -> None:
        """The method named `by` gave `tensor` another shape over the same memory."""

    def grad_mode(self, enabled: bool, by: str) -> None:
        """Grad mode was changed by a context, such as `no_grad`."""

    def detached(self, tensor: Any, source: Any) -> None:
        """`tensor` is `source` without its history."""

    def converted(self, tensor: Any, by: str, made: Any) -> None:
        """`by` read the numbers of `tensor`, which requires grad, and made `made` of them, or None.

        Autograd does not follow there: to Python numbers, to numpy, into a new leaf.
        """

    def required(self, tensor: Any) -> None:
        """`requires_grad_` changed a leaf."""

    def backward_began(
            self, api: str, roots: list[Any], seeds: list[Any], retain_graph: bool,
            create_graph: bool, inputs: list[Any] | None) -> None:
        """A backward call starts from the tensors `roots` with the gradients `seeds`."""

    def backward_ended(self, results: list[Any]) -> None:
        """It ended; `results` are `(tensor, gradient)` pairs of `autograd.grad`, else empty."""

    def backward_failed(self) -> None:
        """The call raised; the program may catch the error."""

    def ran(self, node: Any, grads: list[ndarray]) -> None:
        """`node` begins: its incoming gradients are complete."""

    def flowed(
            self, node: Any, edge: int, value: Any, total: Any, arrived: int, needed: int) -> None:
        """`value` went along one edge of `node`; the receiver's running sum is `total`."""

    def withheld(self, node: Any, edge: int, value: Any) -> None:
        """`node` computed `value` for an edge that leads to none of the requested inputs."""

    def hooked(
            self, where: Any, node: Any, tensor: Any, function: Callable[..., Any], before: Any,
            after: ndarray) -> None:
        """A hook ran and changed the gradient `before` to `after`."""

    def broke(self, node: Any, error: Exception) -> None:
        """`error` was raised while `node` ran."""

    def accumulated(
            self, tensor: Any, node: Any, before: Any, added: ndarray, after: ndarray, by: str
    ) -> None:
        """A `.grad` was written: arrays or None; `by` names the writer."""

    def holding(self, array: ndarray) -> int:
        """Return how many references to `array` this observer keeps until it is notified of a
        write.
        """
        return 0

    def passed(self, node: Any, grad: ndarray, edge: int, value: ndarray, freed: bool) -> None:
        """`ran`, `flowed` and, if `freed`, `freed` in one call, of a node with a single edge."""
        self.ran(node, [grad])
        self.flowed(node, edge, value, value, 1, 1)
        if freed:
            self.freed(node)

    def freed(self, node: Any) -> None:
        """`node` released what it saved."""

    def entered(self, module: Any) -> None:
        """A module's call began."""

    def left(self, module: Any) -> None:
        """A module's call ended, or raised."""

    def optimizer_made(self, optimizer: Any) -> None:
        """An optimizer was made, with its groups of parameters."""

    def group_added(self, optimizer: Any) -> None:
        """An optimizer, perhaps one that is being made, has got another group."""

    def step_called(self, optimizer: Any, step: Callable[..., Any]) -> None:
        """The function `step`, which the program defines, is about to run on an optimizer."""

    def library_entered(self, name: str, optimizer: Any) -> None:
        """A call of the library began that is one step to a reader, e.g. `SGD.step`.

        `optimizer` is the one that it acts on, or None.
        """

    def library_left(self, result: Any, raised: bool) -> None:
        """It returned with `result`, a dict or None that describes what it did; or it `raised`."""


class ObserverGroup(Observer):
    """Forwards each event to several observers, in order."""

    def __init__(self, members):
        self.members = tuple(members)

    def holding(self, array: ndarray) -> Any:
        return sum(member.holding(array) for member in self.members)


class OpsOnly(Observer):
    """Forwards events about ops only, while a backward runs on slices under `vmap`.

    Gradients of slices have no numbers of their own; the ops on all slices, which make them, have.
    """

    def __init__(self, told: Observer):
        self.op, self.pair, self.holding = told.op, told.pair, told.holding
        self.writing, self.wrote, self.shared = told.writing, told.wrote, told.shared
        self.detached, self.grad_mode = told.detached, told.grad_mode


class LibraryCall:
    """A block that an observer is notified of as one library call, perhaps of an `optimizer`.

    `result` describes what it did.
    """

    __slots__ = ("name", "optimizer", "result", "listener")

    def __init__(self, name: str, optimizer: Any = None):
        self.name, self.optimizer, self.result, self.listener = name, optimizer, None, current

    def __enter__(self) -> LibraryCall:
        if self.listener is not None:
            self.listener.library_entered(self.name, self.optimizer)
        return self

    def __exit__(self, kind, error, trace) -> None:
        if self.listener is not None:
            self.listener.library_left(self.result, kind is not None)


def library_call(name: str, result: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Decorate a library function: each call of it is one `LibraryCall` of this name.

    `result` turns what the function returned into the description of the call.
    """

    def decorate(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            if current is None:
                return function(*args, **kwargs)
            with LibraryCall(name) as told:
                made = function(*args, **kwargs)
                told.result = result and result(made)
            return made

        return call

    return decorate


def library_method(
    method: Callable[..., Any], of_optimizer: bool = False
) -> Callable[..., Any]:
    """Decorate a method of the library likewise; the call is named after the object's class."""

    @functools.wraps(method)
    def call(self, *args, **kwargs):
        if current is None:
            return method(self, *args, **kwargs)
        name = f"{type(self).__name__}.{method.__name__}"
        with LibraryCall(name, self if of_optimizer else None):
            return method(self, *args, **kwargs)

    return call


optimizer_method = functools.partial(library_method, of_optimizer=True)


def _make_forwarder(name: str):
    def tell(self, *told):
        for member in self.members:
            getattr(member, name)(*told)

    return tell


for _name in [name for name in vars(Observer) if not name.startswith("_")]:
    if _name not in vars(ObserverGroup):
        setattr(ObserverGroup, _name, _make_forwarder(_name))


def current_observers() -> tuple:
    """Return the observers in the order in which they are notified, or `(None,)`."""
    return current.members if isinstance(current, ObserverGroup) else (current,)


def is_observing(observer: Observer) -> bool:
    """Return whether `observer` is among those that are notified."""
    return any(member is observer for member in current_observers())


def add_observer(observer: Observer) -> None:
    """Notify `observer` too from now on, after the present ones."""
    global current
    current = observer if current is None else ObserverGroup((*current_observers(), observer))


def remove_observer(observer: Observer) -> None:
    """Stop notifying `observer`; the others stay."""
    global current
    rest = [member for member in current_observers() if member is not observer]
    if not rest or rest == [None]:
        current = None
    else:
        current = rest[0] if len(rest) == 1 else ObserverGroup(rest)


@contextmanager
def observing(observer: Any) -> Iterator[Any]:
    """Notify only `observer`, or nobody if it is None, in the block."""
    global current
    before, current = current, observer
    try:
        yield observer
    finally:
        current = before
