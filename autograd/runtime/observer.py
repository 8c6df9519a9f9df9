"""The only instrumentation hook: one slot that an observer of the engine occupies.

Each place where the engine does something asks `if observer.current is not None` and then tells the
observer, after the thing is true. `Observer` lists what is told; the engine knows nothing else of
whoever listens.
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
    """What the engine tells, one method for each thing that can happen; all do nothing here."""

    def op(
            self, op: Any, inputs: Sequence[Any], params: dict[str, Any], outputs: Sequence[Any],
            node: Any) -> None:
        """An op returned; `node` is its grad_fn or None when it was not put on the tape."""

    def pair(self, op: Any, a: Any, b: Any, result: Any, node: Any) -> None:
        """`op` of the fast lane: `b` is a tensor like `a` or a number, `result` is like `a`."""
        self.op(op, (a, b), {}, (result,), node)

    def rebased(self, node: Any, /) -> None:
        """A write through a view made `node` for the base, or a view took its history anew."""

    def shared(self, tensor: Any, source: Any) -> None:
        """`tensor` lies over the memory of `source`, though no op made it so."""

    def writing(self, tensor: Any, op: Any = None) -> None:
        """The memory of `tensor` is about to be written, by `op`, if it is one that reads it."""

    def wrote(self, tensor: Any, by: str) -> None:
        """`tensor` was changed in place by the op named `by`."""

    def reshaped(self, tensor: Any, by: str) -> None:
        """`tensor` sees its memory in another shape, by the method named `by`."""

    def grad_mode(self, enabled: bool) -> None:
        """Grad mode was entered or left."""

    def detached(self, tensor: Any, source: Any) -> None:
        """`tensor` is `source` cut from its history."""

    def converted(self, tensor: Any, by: str, made: Any) -> None:
        """`by` took the numbers of `tensor`, which requires grad, and made `made` of them or None.

        Autograd does not follow there: to Python numbers, to numpy, into a new leaf.
        """

    def required(self, tensor: Any) -> None:
        """`requires_grad_` changed a leaf."""

    def backward_began(
            self, api: str, roots: list[Any], seeds: list[Any], retain_graph: bool,
            create_graph: bool, inputs: list[Any] | None) -> None:
        """A backward call starts from `roots`, tensors, with the gradients `seeds`."""

    def backward_ended(self, results: list[Any]) -> None:
        """It ended; `results` are `(tensor, gradient)` pairs of `autograd.grad`, else empty."""

    def backward_failed(self) -> None:
        """The call raised; whoever called it may go on."""

    def ran(self, node: Any, grads: list[ndarray]) -> None:
        """`node` begins: its incoming gradients are complete."""

    def flowed(
            self, node: Any, edge: int, value: Any, total: Any, arrived: int, needed: int) -> None:
        """`value` went along one edge of `node`; the receiver's running sum is `total`."""

    def withheld(self, node: Any, edge: int, value: Any) -> None:
        """`node` computed `value` for an edge that leads to nothing that was asked for."""

    def hooked(
            self, where: Any, node: Any, tensor: Any, function: Callable[..., Any], before: Any,
            after: ndarray) -> None:
        """A hook ran and turned the gradient `before` into `after`."""

    def broke(self, node: Any, error: Exception) -> None:
        """`error` was raised while `node` ran."""

    def accumulated(
            self, tensor: Any, node: Any, before: Any, added: ndarray, after: ndarray, by: str
    ) -> None:
        """A `.grad` was written: arrays or None; `by` says who wrote."""

    def holding(self, array: ndarray) -> int:
        """How many references to `array` this observer keeps until it is told of a write."""
        return 0

    def passed(self, node: Any, grad: ndarray, edge: int, value: ndarray, freed: bool) -> None:
        """`ran`, `flowed` and, if it `freed`, `freed`, of a node from which one edge leads on."""
        self.ran(node, [grad])
        self.flowed(node, edge, value, value, 1, 1)
        if freed:
            self.freed(node)

    def freed(self, node: Any) -> None:
        """`node` let go of what it saved."""

    def entered(self, module: Any) -> None:
        """A module's call began."""

    def left(self, module: Any) -> None:
        """A module's call ended, or an exception left it."""

    def library_entered(self, name: str) -> None:
        """A call of the library began whose inside is one step to a reader, e.g. `SGD.step`."""

    def library_left(self, result: Any, raised: bool) -> None:
        """It returned, and did what `result`, a dict or None, says; or it `raised`."""


class Several(Observer):
    """Passes on what it is told to several observers, in order."""

    def __init__(self, members):
        self.members = tuple(members)

    def holding(self, array: ndarray) -> Any:
        return sum(member.holding(array) for member in self.members)


class OpsOnly(Observer):
    """Tells another observer of ops alone, while what runs backward are slices under `vmap`.

    Their gradients have no numbers of their own; the ops that make them, on all slices, have.
    """

    def __init__(self, told: Observer):
        self.op, self.pair, self.holding = told.op, told.pair, told.holding
        self.writing, self.wrote, self.shared = told.writing, told.wrote, told.shared
        self.detached, self.grad_mode = told.detached, told.grad_mode


class LibraryCall:
    """A block that an observer is told of as one call of the library; `result` says what it did."""

    __slots__ = ("name", "result", "listener")

    def __init__(self, name: str):
        self.name, self.result, self.listener = name, None, current

    def __enter__(self) -> LibraryCall:
        if self.listener is not None:
            self.listener.library_entered(self.name)
        return self

    def __exit__(self, kind, error, trace) -> None:
        if self.listener is not None:
            self.listener.library_left(self.result, kind is not None)


def library_call(name: str, result: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Decorate a function of the library: each call of it is one `LibraryCall` of this name.

    `result` makes of what the function returned what the call is said to have done.
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


def library_method(method: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a method of the library likewise; the call is named after the object's class."""

    @functools.wraps(method)
    def call(self, *args, **kwargs):
        if current is None:
            return method(self, *args, **kwargs)
        with LibraryCall(f"{type(self).__name__}.{method.__name__}"):
            return method(self, *args, **kwargs)

    return call


def _pass_on(name: str):
    def tell(self, *told):
        for member in self.members:
            getattr(member, name)(*told)

    return tell


for _name in [name for name in vars(Observer) if not name.startswith("_")]:
    if _name not in vars(Several):
        setattr(Several, _name, _pass_on(_name))


def present() -> tuple:
    """Those who listen, in the order in which they are told; one None where nobody does."""
    return current.members if isinstance(current, Several) else (current,)


def is_told(observer: Observer) -> bool:
    """Whether `observer` is among those who listen."""
    return any(member is observer for member in present())


def join(observer: Observer) -> None:
    """From now on tell `observer` too, after those who listen already."""
    global current
    current = observer if current is None else Several((*present(), observer))


def leave(observer: Observer) -> None:
    """Tell `observer` no longer; the others stay."""
    global current
    rest = [member for member in present() if member is not observer]
    current = None if not rest or rest == [None] else rest[0] if len(rest) == 1 else Several(rest)


@contextmanager
def observing(observer: Any) -> Iterator[Any]:
    """Let `observer` be told everything that happens in the block."""
    global current
    before, current = current, observer
    try:
        yield observer
    finally:
        current = before
