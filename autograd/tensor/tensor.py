"""Tensor: an array with its gradient, connected to the graph by an edge.

Here is only state: methods that compute are attached by `functions/`, so that `torch.mul` and
`Tensor.mul` are one function. Attributes that every op reads are slots, which `wrap`, `alias` and
`new_tensor` fill; an attribute that most tensors never set is a class attribute with its default.
Both keep making and reading a tensor cheap.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from autograd.runtime import observer
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import declare
from autograd.tensor.memory_format import has_contiguous_strides

new = object.__new__
# Gives a class of the user's its dispatching methods; registered by `subclasses`.
enroll: Callable[[type], None] | None = None


class Tensor:
    """A multi-dimensional array that can require a gradient (follows `torch.Tensor`)."""

    __slots__ = (
        "_array",
        "_counter",  # [version], shared by all tensors that share memory
        "_edge",  # (grad_fn, output_nr) of a result: what an op that uses it records; else None
        "_requires_grad",  # of a leaf: what the user asked; of a result: whether it is on the tape
        "_form",  # of a tensor with memory of its own: its `form`, once asked for; else None
        "_tape",  # a recorder's number for it; 0 until one meets it
        "__dict__",
        "__weakref__",
    )
    if TYPE_CHECKING:
        _array: Any  # an ndarray, or what stands for one: a BatchedArray, a SparseArray
        _counter: Any
        _edge: Any
        _requires_grad: bool
        _form: Any
        _tape: int
        _tape_grad: Any  # a recorder's: what the tape has of its `.grad`
        _tape_accumulate: int  # and the number of its AccumulateGrad
        # The methods that `autograd.functions` attaches when it defines them.
        def __getattr__(self, name: str, /) -> Any: ...
        def __setattr__(self, name: str, value: Any, /) -> None: ...
        def __getitem__(self, index: Any, /) -> Any: ...
        def __setitem__(self, index: Any, value: Any, /) -> None: ...
        def __iter__(self) -> Iterator[Any]: ...
        def __len__(self) -> int: ...
        def __bool__(self) -> bool: ...
        def __int__(self) -> int: ...
        def __float__(self) -> float: ...
        def __complex__(self) -> complex: ...
        def __index__(self) -> int: ...
        def __neg__(self) -> Any: ...
        def __abs__(self) -> Any: ...
        def __invert__(self) -> Any: ...
        def __eq__(self, other: object, /) -> Any: ...
        def __ne__(self, other: object, /) -> Any: ...
        def __add__(self, other: Any, /) -> Any: ...
        def __radd__(self, other: Any, /) -> Any: ...
        def __sub__(self, other: Any, /) -> Any: ...
        def __rsub__(self, other: Any, /) -> Any: ...
        def __mul__(self, other: Any, /) -> Any: ...
        def __rmul__(self, other: Any, /) -> Any: ...
        def __truediv__(self, other: Any, /) -> Any: ...
        def __rtruediv__(self, other: Any, /) -> Any: ...
        def __floordiv__(self, other: Any, /) -> Any: ...
        def __rfloordiv__(self, other: Any, /) -> Any: ...
        def __mod__(self, other: Any, /) -> Any: ...
        def __rmod__(self, other: Any, /) -> Any: ...
        def __pow__(self, other: Any, /) -> Any: ...
        def __rpow__(self, other: Any, /) -> Any: ...
        def __matmul__(self, other: Any, /) -> Any: ...
        def __rmatmul__(self, other: Any, /) -> Any: ...
        def __and__(self, other: Any, /) -> Any: ...
        def __rand__(self, other: Any, /) -> Any: ...
        def __or__(self, other: Any, /) -> Any: ...
        def __ror__(self, other: Any, /) -> Any: ...
        def __xor__(self, other: Any, /) -> Any: ...
        def __rxor__(self, other: Any, /) -> Any: ...
        def __lshift__(self, other: Any, /) -> Any: ...
        def __rshift__(self, other: Any, /) -> Any: ...
        def __iadd__(self, other: Any, /) -> Any: ...
        def __isub__(self, other: Any, /) -> Any: ...
        def __imul__(self, other: Any, /) -> Any: ...
        def __itruediv__(self, other: Any, /) -> Any: ...
        def __lt__(self, other: Any, /) -> Any: ...
        def __le__(self, other: Any, /) -> Any: ...
        def __gt__(self, other: Any, /) -> Any: ...
        def __ge__(self, other: Any, /) -> Any: ...
    _grad = None
    _grad_dtype = None  # of a leaf: in what its gradient is kept, if said; False for anything
    _base = None  # the tensor whose memory a view shares
    _whole = None  # of what was cut from a view: the array whose memory it is a part of
    _view_of = None  # views.View: how a view is made again from the tensor it was taken of
    _inherits = False  # of a view: it requires grad as its base does, and no gradient is kept
    _view_node = None  # for what a write into a view saved: weakly the view's node after it
    _seen_version = 0  # of a view: the version at which its history was right
    _hooks = None  # tensor hooks of a leaf, by handle
    _post_accumulate = None
    _accumulate = None  # weak reference: the node holds the leaf, never the other way round
    _retains_grad = False
    _inference = False
    _levels = ()  # the function transforms that take gradients and see it (`levels`)
    _meta = None  # the mark of the meta device: its zeros stand for nothing
    _cut_from = None  # under a transform: the argument that it is a twin of
    __array_priority__ = 1000  # numpy's operators leave `array * tensor` to Tensor

    def __new__(cls, *args, **options):
        """Construct `torch.Tensor(2, 3)` for a program; the engine makes its tensors by `wrap`."""
        if sys._getframe(1).f_globals["__name__"].startswith(("autograd.", "torch.")):
            raise TypeError("The engine makes its tensors with wrap(array), without a copy.")
        return cls._constructed(args, options)

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if cls.__module__.partition(".")[0] not in ("torch", "autograd"):
            enroll(cls)

    # -- place on the tape -------------------------------------------------------------------

    @property
    @declare(metadata=True)
    def requires_grad(self) -> bool:
        """True if gradients are computed for this tensor; a view requires grad if its base does."""
        if self._base is not None:
            return self._requires_grad and not self._inherits or self._base._requires_grad
        return self._requires_grad

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        """True if gradients are computed for this tensor; a view requires grad if its base does."""
        if not isinstance(value, bool):
            raise RuntimeError("requires_grad must be a bool")
        if self._edge is not None:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables." + (not value) * (
                    " If you want to use a computed variable in a subgraph that doesn't require "
                    "differentiation use var_no_grad = var.detach().")
            )
        if value and self._inference and not execution.inference_mode:
            raise RuntimeError(
                "Setting requires_grad=True on inference tensor outside InferenceMode is not "
                "allowed."
            )
        if value and self._array.dtype.kind not in "fcV":
            raise RuntimeError(
                "only Tensors of floating point and complex dtype can require gradients"
            )
        changed = self._requires_grad is not value
        self._requires_grad, self._inherits = value, False
        if changed and observer.current is not None:
            observer.current.required(self)

    @property
    @declare(metadata=True)
    def is_leaf(self) -> bool:
        """True if no recorded op made it: the program did, or nothing required grad."""
        return self.grad_fn is None

    @property
    @declare(metadata=True)
    def grad_fn(self) -> Any:
        """The node that made this tensor; None for a leaf."""
        if self._base is not None:
            regenerate_grad_fn(self, asked=True)
        return self._edge and self._edge[0]

    @property
    @declare(metadata=True)
    def output_nr(self) -> int:
        """The index of this tensor among the outputs of its `grad_fn`."""
        return self._edge[1] if self._edge else 0

    @property
    @declare(metadata=True)
    def retains_grad(self) -> bool:
        """True for a non-leaf whose `.grad` is retained."""
        return self._retains_grad

    @property
    @declare(metadata=True)
    def _version(self) -> int:
        if not self._inference:
            return int(self._counter[0])
        if not self._counter.counts:
            raise RuntimeError("Inference tensors do not track version counter.")
        return list.__getitem__(self._counter, 0)

    @declare(takes_uninitialized=True)
    def accumulator(self, make: Any) -> Any:
        """Return this leaf's AccumulateGrad: the one that exists, else a new one by `make(self)`.
        """
        node = self._accumulate and self._accumulate()
        if node is None:
            node = make(self)
            self._accumulate = weakref.ref(node)
        return node

    # -- memory ------------------------------------------------------------------------------

    def __sizeof__(self) -> int:
        return 48  # of the object alone, as torch's, whatever lies in its memory

    def alias(self) -> Tensor:
        """Return a new tensor over the same memory and version, without a history."""
        return new_tensor(Tensor, self._array, self._counter)


# What the formulas of `autograd.ops` take: arrays, or Tensors where a backward is recorded.
ArrayOrTensor: TypeAlias = Tensor | np.ndarray


def new_tensor(kind: type, array: np.ndarray, counter: list[int]) -> Tensor:
    """Return a tensor of class `kind` around `array` without a history.

    `counter` is its version counter.
    """
    tensor = new(kind)
    tensor._array, tensor._counter = array, counter
    tensor._edge = tensor._form = None
    tensor._tape = 0
    tensor._requires_grad = False
    return tensor


def make_readonly_setter(name: str) -> Callable[..., Any]:
    """Return a setter that raises torch's AttributeError for the read-only attribute `name`."""

    def refuse(self, value):
        raise AttributeError(
            f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable", name=name)

    return refuse


for _name in ("grad_fn", "is_leaf", "output_nr", "retains_grad", "_version"):
    setattr(Tensor, _name, vars(Tensor)[_name].setter(make_readonly_setter(_name)))


def wrap(array: np.ndarray, requires_grad: bool = False) -> Tensor:
    """Return a new leaf around `array`, which is neither copied nor cast."""
    tensor = new(Tensor)
    tensor._array = array
    tensor._counter = [0]
    tensor._edge = tensor._form = None
    tensor._tape = 0
    tensor._requires_grad = True if requires_grad else False
    return tensor


def set_data(tensor: Tensor, array: np.ndarray) -> Tensor:
    """Put `tensor` over another array, whose shape and dtype may differ."""
    tensor._array, tensor._form = array, None
    if tensor._whole is not None and not np.may_share_memory(array, tensor._whole):
        tensor._whole = None
    return tensor


def storage_array(tensor: Tensor) -> np.ndarray:
    """Return the array whose memory is the storage of `tensor` in torch: that of its base."""
    base = tensor if tensor._base is None else tensor._base
    return base._array if base._whole is None else base._whole


def keep_storage(source: Tensor, twin: Tensor) -> Tensor:
    """Let `twin`, an alias of `source` without its history, have the same storage; returns it."""
    if source._base is not None or source._whole is not None:
        twin._whole = storage_array(source)
    return twin


def tensor_meta(tensor: Tensor) -> tuple[Any, ...] | None:
    """Return `((shape, dtype),)` of a tensor: the same object for all equal ones.

    Comparing by `is` shows that two operands are alike, so that their result is too. None for
    views, whose history must be checked before use, for arrays that are not contiguous, as their
    result would be, for dtypes other than float32 and float64, and for meta tensors.
    """
    array = tensor._array
    if tensor._base is not None or array.dtype.char not in "fd" or type(array) is not np.ndarray:
        return None
    if tensor._meta:
        return None
    if not has_contiguous_strides(array):
        return None
    key = array.shape, array.dtype
    tensor._form = form = _metas.setdefault(key, (key,))
    return form


_metas: dict[tuple, tuple] = {}


def tangent_of(x: Any) -> Tensor | None:
    """Return the tangent that `x` carries at the innermost level of forward mode, if any."""
    if (not isinstance(x, Tensor) or execution.forward_level < 0
            or execution.visible_level is not None):
        return None
    carried = x.__dict__.get("_tangent")
    current = carried is not None and carried[0] == execution.forward_level_id
    return carried[1] if current else None


def regenerate_grad_fn(view: Tensor, asked: bool = False) -> None:
    """Update the history of a view whose memory was written through another tensor.

    Raises torch's error if that is impossible and the program `asked`, or an op is to be recorded.
    """
    if view._seen_version != view._counter[0]:
        view._view_of.regenerate(view, asked)
    elif view._edge is None and (view._inherits or not view._requires_grad):
        view._requires_grad = view._inherits = view._base._requires_grad  # taken off the tape


def set_grad_fn(tensor: Tensor, edge: tuple[Any, ...], whole: bool = True) -> None:
    """Make `edge` the history of `tensor` after a write; a retained `.grad` belongs to the new
    value.

    After a write to the `whole` tensor torch looks up the retained gradient by the new output
    number: RuntimeError, the write being done, if it had another one.
    """
    before, retained = tensor._edge, tensor._retains_grad
    tensor._edge, tensor._requires_grad = edge, True
    if retained and before is not None:
        (node, number), kept_by = edge, before[0].retain_hooks or {}
        if whole and number not in kept_by:
            raise RuntimeError(
                'out != nullptr INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/torch/csrc/'
                'autograd/variable.cpp":207, please report a bug to PyTorch. ')
        kept = kept_by.pop(before[1])
        node.retain_hooks, node._hooked = {**(node.retain_hooks or {}), number: kept}, True


Tensor.__module__ = "torch"
