"""What a write in place must respect: leaves, views, shapes and dtypes, in torch's words."""

from __future__ import annotations

import warnings

import numpy as np

from autograd import mode
from autograd.graph import blamed
from autograd.tensor import Tensor, rehouse, wrap

NO_PARAMS: dict = {}
NOTHING: tuple = ()
ndarray = np.ndarray


def resize(out: Tensor, shape) -> None:
    """Give `out` another shape, with torch's warning when it was not empty."""
    if out._array.shape == shape:
        return
    if out._array.size:
        warnings.warn(
            "An output with one or more elements was resized since it had shape "
            f"{list(out._array.shape)}, which does not match the required output shape "
            f"{list(shape)}. This behavior is deprecated, and in a future PyTorch release outputs "
            "will not be resized unless they have zero elements. You can explicitly reuse an out "
            "tensor t by resizing it, inplace, to zero elements with t.resize_(0). (Triggered "
            "internally at /__w/pytorch/pytorch/aten/src/ATen/native/Resize.cpp:30.)",
            UserWarning, stacklevel=6)
    rehouse(out, np.empty(shape, out._array.dtype))


def before_write(tensor: Tensor) -> Tensor:
    """`tensor` as it is now, history and all, in memory that the coming write does not reach."""
    twin = wrap(tensor._array.copy())
    twin._edge = tensor._edge
    twin._requires_grad = tensor._requires_grad
    return twin


def check_writable(target: Tensor, mask: int) -> None:
    """Refuse in torch's words a write into a leaf, into one of several views, into overlaps."""
    if target._inference and not mode.inference:
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a"
            " clone to get a normal tensor before doing inplace update.See "
            "https://github.com/pytorch/rfcs/pull/17 for more details."
        )
    array = target._array
    if not array.flags.writeable or 0 in array.strides and any(
            n > 1 and not step for n, step in zip(array.shape, array.strides)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )
    if not mode.grad_enabled or not (mask or target.requires_grad):
        return
    base = target._base
    if base is not None:
        target._view_of.check_writable(target)
        if base._requires_grad and base._edge is None:
            raise blamed(RuntimeError(
                "a view of a leaf Variable that requires grad is being used in an in-place "
                "operation."
            ), tensors=[target, base])
    if target.requires_grad and target.is_leaf:
        raise blamed(RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        ), tensors=[target])


def check_overlaps(target: Tensor, inputs, by: str | None) -> None:
    """Refuse to read, while writing, from memory that is another part of what is written."""
    for x in inputs:
        if not isinstance(x, Tensor) or x is target or x._counter is not target._counter:
            continue
        read, written = x._array, target._array
        same = (read.ctypes.data, read.shape, read.strides) == (
            written.ctypes.data, written.shape, written.strides)
        if (not same or by == "index_add_") and np.shares_memory(read, written):
            raise RuntimeError(
                "unsupported operation: some elements of the input tensor and the written-to "
                "tensor refer to a single memory location. Please clone() the tensor before "
                "performing the operation."
            )


def check_fits(target: Tensor, made: ndarray) -> None:
    """Refuse a result that does not fit the memory it is to be written into."""
    have = target._array
    if made.shape != have.shape:
        raise RuntimeError(
            f"output with shape {list(have.shape)} doesn't match the broadcast shape "
            f"{list(made.shape)}"
        )
    if rank(made.dtype) > rank(have.dtype):
        from autograd.dtype import of

        raise RuntimeError(
            f"result type {of(made.dtype).type_string[6:-6]} can't be cast to the desired output "
            f"type {of(have.dtype).type_string[6:-6]}"
        )


def rank(dtype) -> int:
    """Where a dtype stands in torch's order of categories: bool, integers, floats, complex."""
    return {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}.get(dtype.kind, 2)
