"""Tensors made of Python numbers, arrays or other tensors."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.conversions import notify_conversions
from autograd.engine.missing_rules import emit_missing_rule_warning
from autograd.engine.transform_levels import is_batched
from autograd.engine.type_promotion import NUMBERS, result_type
from autograd.engine.vmap_refusals import ITEM, declare_refusal, unwrap_for
from autograd.functions.creation.array_interchange import (
    check_strides, from_dlpack, from_numpy, frombuffer,
)
from autograd.functions.creation.tensor_options import (
    device_or_meta, device_type_of, finish_tensor, numpy_dtype,
)
from autograd.functions.tensor_api.binding import method
from autograd.runtime import observer
from autograd.runtime.bool_options import check_bools
from autograd.runtime.c_types import type_name
from autograd.runtime.function_record import Factory, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import COPY
from autograd.runtime.warnings import caution, warn_once
from autograd.tensor import dtype as dtypes
from autograd.tensor.lazy_bits import resolve
from autograd.tensor.scalar import overflows
from autograd.tensor.memory_format import empty_like_array
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import ArrayOrTensor


@export()
@declare(factory=Factory(), dispatched_on=0)
def tensor(
        data: Tensor | Sequence[Any] | float, *, dtype: dtype | type | None = None,
        device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a new leaf with a copy of `data`: a number, nested sequence, array or tensor.

    Without `dtype` it is inferred: bool, int64, the default float or the default complex dtype;
    arrays and tensors keep theirs.
    """
    result = finish_tensor(array_from_data(data, dtype), requires_grad, device)
    notify_conversions(data, "tensor", result)
    return result


@export()
@declare(sparse=COPY, dispatched_on=0)
def as_tensor(
        data: Any, dtype: dtype | None = None, device: Any = None
) -> Tensor:
    """Return `data` as a tensor, which shares its memory where dtype and device allow it."""
    where = device_type_of(device)
    if isinstance(data, np.ndarray):
        data = from_numpy(data)
    if isinstance(data, Tensor):
        return data.to(dtype=dtype, device=where if where == "meta" else device)
    return tensor(data, dtype=dtype, device=device)


@export()
@declare(dispatched_on=0)
def asarray(
        obj: Any, *, dtype: Any = None, device: Any = None,
        copy: Any = None, requires_grad: bool | None = None) -> Tensor:
    """Return `obj` as a tensor, copied if `copy` is True, sharing memory if it is False.

    `obj` may also be a buffer or a DLPack capsule. Without `requires_grad` the result requires a
    gradient if `obj` does, with torch's warning. Raise what `check_alias` raises if `copy` is
    False. torch/csrc/utils/tensor_new.cpp.
    """
    check_bools("asarray", **{name: value for name, value in (
        ("copy", copy), ("requires_grad", requires_grad)) if value is not None})
    obj, wanted = tensor_from_buffer(obj, dtype), getattr(obj, "requires_grad", False)
    if copy is False:
        check_alias(obj, dtype, device)
    result = as_tensor(obj, dtype, device)
    array = obj._array if isinstance(obj, Tensor) else obj
    if isinstance(array, np.ndarray) and np.may_share_memory(result._array, array):
        if copy or copy is None and array is obj and not obj.ndim:  # numpy's scalars are copied
            result = result.clone()
    if requires_grad is None and wanted:
        warn_once(
            "torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of "
            "False. Pass requires_grad=False explicitly to get the old behavior and silence this "
            "warning.", at="torch/csrc/utils/tensor_new.cpp:1737")
    if requires_grad is False and result.requires_grad:
        return result.detach()
    if requires_grad is None:
        requires_grad = wanted  # also in no_grad mode
    return result.requires_grad_() if requires_grad and not result.requires_grad else result


def tensor_from_buffer(obj: ArrayOrTensor | list[float], dtype: Any) -> ArrayOrTensor | list[float]:
    """Return a tensor that shares the memory of a buffer or DLPack capsule; others as they are."""
    if type(obj).__name__ == "PyCapsule":
        return from_dlpack(obj)
    if isinstance(obj, bytes | bytearray | memoryview):
        return frombuffer(obj, dtype=dtype or dtypes.get_default_dtype())
    return obj


def check_alias(obj: Any, dtype: Any, device: Any) -> None:
    """Raise torch's error if a tensor of `dtype` on `device` cannot share memory with `obj`.

    RuntimeError for numpy scalars, ValueError for sequences, another dtype or the meta device.
    """
    if isinstance(obj, np.generic):
        raise RuntimeError("can't alias NumPy scalars. Either remove copy=False or transform it in "
                           "a ndarray. ")
    if not isinstance(obj, Tensor | np.ndarray):
        raise ValueError("can't alias arbitrary sequence into a tensor.")
    kind = dtypes.dtype_of_array(obj._array if isinstance(obj, Tensor) else obj)
    if device_type_of(device) == "meta":
        raise ValueError("can't alias tensor from device 'cpu' to 'meta'.")
    if dtype not in (None, kind):
        raise ValueError(f"can't alias tensor with dtype '{kind.legacy_name}' into dtype "
                         f"'{dtype.legacy_name}'.")


@method()
@declare(dispatched_on=1)
def new_tensor(
        self, data: Any, *, dtype: Any = None, device: Any = None,
        requires_grad: bool = False) -> Tensor:
    """Return a new leaf with a copy of `data`, of this tensor's dtype and device."""
    array = array_from_data(data, dtype or dtypes.dtype_of_array(self._array), "tensor.new_tensor")
    result = finish_tensor(array, requires_grad, device_or_meta(self, device))
    notify_conversions(data, "new_tensor", result)
    return result


def array_from_sequence(data: Any, wanted: np.dtype | None = None) -> np.ndarray:
    """Return nested Python numbers as an array of the dtype that torch infers.

    With `wanted` they stay as precise as given, and the caller casts them to that dtype. Raise
    torch's error for ragged sequences, elements that are no numbers, and ints beyond 64 bits.
    """
    kinds: set = set()
    plain = flatten_to_lists(data, kinds, wanted, True)
    inferred = promote_kinds(kinds) if any(isinstance(kind, np.dtype) for kind in kinds) else None
    if inferred is not None:
        with observer.observing(None):  # no event per element: they become one tensor
            plain = convert_tensors(plain, wanted or inferred)
    try:
        result = np.array(plain)
    except ValueError:
        error = element_error(plain, wanted) or inference_error(plain) or ragged_error(plain)
        raise error from None
    except OverflowError:
        raise RuntimeError("Overflow when unpacking long long") from None
    is_wide = result.dtype.kind == "O" or result.dtype == np.uint64 != wanted
    if result.dtype.kind == "f" and result.size and kinds <= {bool, int}:
        is_wide = True  # numpy promotes ints to float64 if only some fit int64
    if is_wide and kinds <= {bool, int, float, complex}:
        result = convert_large_ints(plain, kinds, wanted)
    if result.dtype.kind == "O" or result.dtype.kind in "US":
        raise element_error(plain, wanted) or inference_error(plain)
    if wanted is not None:
        return result
    if inferred is not None:
        return result.astype(inferred)
    if not result.size:
        return result.astype(dtypes.get_default_dtype().numpy)
    if result.dtype.kind == "f":
        return result.astype(dtypes.get_default_dtype().numpy)
    if result.dtype.kind == "c":
        return result.astype(dtypes.complex_scalar_dtype(data=True).numpy)
    return result


def convert_large_ints(plain: Any, kinds: set, wanted: np.dtype | None) -> np.ndarray:
    """Return numbers that int64 cannot hold as uint64 or floats, if `wanted` or a float allows it.

    Raise ValueError otherwise.
    """
    if wanted == np.uint64:
        return np.array(plain, wanted)
    if not kinds & {float, complex} if wanted is None else wanted.kind in "iu":
        raise ValueError("Overflow when unpacking long long")
    return np.array(plain, complex if complex in kinds else float)


def flatten_to_lists(
        data: Tensor | Sequence[Any] | complex, kinds: set, wanted: np.dtype | None,
        leading: bool = False) -> Any:
    """Return `data` as nested lists of numbers and tensors, adding its types and dtypes to `kinds`.

    `leading` is True for the first element on each level: torch calls `len` of it.
    """
    if isinstance(data, Tensor):
        if is_batched(data):
            raise RuntimeError(ITEM.of_slices)
        kinds.add(data._array.dtype)
        return data
    if isinstance(data, np.ndarray | np.generic):
        kinds.add(data.dtype)
        if isinstance(data, np.ndarray) and leading and not data.ndim:
            raise TypeError("len() of unsized object")
        check_numpy_scalar(data.dtype, wanted)
        return data.tolist()
    if isinstance(data, list | tuple | range | bytearray):
        if data and isinstance(data, list | tuple) and isinstance(data[0], np.ndarray):
            warn_array_list()
        return [
            flatten_to_lists(each, kinds, wanted, leading and not i) for i, each in enumerate(data)]
    kinds.add(type(data))
    return data


def check_numpy_scalar(kind: np.dtype, wanted: np.dtype | None) -> None:
    """Raise TypeError for a numpy scalar that Python does not convert to an int or bool."""
    if wanted is None or wanted.kind not in "iub" or kind.kind in "iu" or kind == np.float64:
        return
    if kind.kind in "fc":
        raise TypeError(f"'{type_name(kind.type())}' object cannot be interpreted as an integer")
    if kind.kind == "b" and wanted.kind != "b":
        raise TypeError("'numpy.bool' object cannot be interpreted as an integer")


def convert_tensors(data: Any, target: np.dtype) -> Any:
    """Return `data` with tensors replaced by Python numbers of the kind of dtype `target`."""
    if isinstance(data, list):
        return [convert_tensors(each, target) for each in data]
    if not isinstance(data, Tensor):
        return data
    if target.kind in "iub":
        return operator.index(data)
    return complex(data) if target.kind == "c" else float(data)


def warn_array_list() -> None:
    """Emit torch's warning about a list of arrays, once in a process."""
    warn_once(
        "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider "
        "converting the list to a single numpy.ndarray with numpy.array() before converting to a "
        "tensor.", at="torch/csrc/utils/tensor_new.cpp:252")


def promote_kinds(kinds: set) -> np.dtype:
    """Return the dtype to which torch promotes elements of these types and dtypes."""
    plain = {
        float: dtypes.get_default_dtype().numpy,
        complex: dtypes.complex_scalar_dtype(data=True).numpy if complex in kinds else None,
        int: np.dtype(np.int64),
        bool: np.dtype(bool),
    }
    known = [kind if isinstance(kind, np.dtype) else plain.get(kind) for kind in kinds]
    arrays = [np.empty(1, kind) for kind in known if kind is not None]
    return result_type(*[wrap(array) for array in arrays])


def ragged_error(data: Any) -> Exception:
    """Return torch's error about a nested sequence of unequal lengths."""
    dim, level = 0, [data]
    while True:
        lengths = [len(x) if isinstance(x, list | str) else None for x in level]
        if None in lengths:
            odd = next(x for x in level if isinstance(x, list | str))
            if lengths[0] is not None:
                return TypeError("not a sequence")
            if isinstance(odd, str):
                return TypeError("new(): invalid data type 'str'")
            return TypeError(
                f"'{type(odd).__name__}' object cannot be interpreted as an integer"
                if isinstance(level[0], int) else
                f"must be real number, not {type(odd).__name__}"
            )
        if len(set(lengths)) > 1:
            got = next(n for n in lengths if n != lengths[0])
            return ValueError(f"expected sequence of length {lengths[0]} at dim {dim} (got {got})")
        level, dim = [x for each in level for x in each], dim + 1


def element_error(data: Any, wanted: np.dtype | None) -> Exception | None:
    """Return torch's error about the first element that a tensor of dtype `wanted` cannot store.

    Return None without `wanted`: torch then infers the dtype from all elements first.
    """
    lengths, first = [], data
    while isinstance(first, list | str | bytes):
        if not isinstance(first, list) or wanted is None:
            return None
        lengths.append(len(first))
        first = first[0] if first else None
    return wanted is not None and nested_element_error(data, lengths, 0, wanted) or None


def nested_element_error(
        data: Any, lengths: list[int], dim: int, wanted: np.dtype) -> Exception | None:
    """Return the error of `element_error` about `data`, nested `dim` levels deep, or None.

    `lengths` has the length of the first sequence on each level.
    """
    if dim == len(lengths):
        if isinstance(data, NUMBERS) and not (
                isinstance(data, complex) and wanted.kind not in "cb"):
            return None
        got = type_name(data)
        return TypeError(f"'{got}' object cannot be interpreted as an integer"
                         if wanted.kind in "biu" else f"must be real number, not {got}")
    if not isinstance(data, list | str):
        return TypeError("not a sequence")
    if len(data) != lengths[dim]:
        return ValueError(
            f"expected sequence of length {lengths[dim]} at dim {dim} (got {len(data)})")
    return next(
        filter(None, (nested_element_error(each, lengths, dim + 1, wanted) for each in data)), None)


def inference_error(data: Any) -> Exception | None:
    """Return torch's error about the first element that is not a number, or None."""
    nested = isinstance(data, list)
    wrong, first = next(
        (each for each in iterate_elements(data) if not isinstance(each[0], NUMBERS)),
        (None, None))
    if first is None:
        return None
    if isinstance(wrong, str) and nested and first:
        return ValueError("too many dimensions 'str'")
    if isinstance(wrong, str | bytes):
        return TypeError(f"new(): invalid data type '{type_name(wrong)}'")
    return RuntimeError(f"Could not infer dtype of {type_name(wrong)}")


def iterate_elements(data: Any, first: bool = True) -> Iterator[Any]:
    """Yield each element of nested lists, with whether it is the first on every level."""
    if not isinstance(data, list):
        yield data, first
        return
    for index, each in enumerate(data):
        yield from iterate_elements(each, first and not index)


DETACH_REFUSAL = declare_refusal("copied",
    "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel "
    "(DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP "
    "buckets, and hence detach_() cannot be called on these gradients. To fix this error, please "
    "refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.")


def array_from_data(
        data: Any, dtype: Any = None,
        maker: str = "torch.tensor") -> np.ndarray:
    """Return a copy of `data` as an array, cast to `dtype` if one is given.

    A tensor emits torch's warning, which names the function `maker`. Arrays keep their dtype; that
    of Python numbers is inferred.
    """
    if isinstance(data, Tensor):
        caution(
            "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone"
            "() or sourceTensor.detach().clone().requires_grad_(True), rather than "
            f"{maker}(sourceTensor).")
        if is_batched(data):
            emit_missing_rule_warning("detach_")
        data = unwrap_for(DETACH_REFUSAL, data)._array
    if isinstance(data, np.ndarray):
        check_strides(data)
        data = np.asarray(resolve(data))
        dtypes.dtype_of(data.dtype)
        result = empty_like_array(data, data.dtype, None)
        result[...] = data
    else:
        result = array_from_sequence(data, None if dtype is None else numpy_dtype(dtype))
        if dtype is not None:
            check_representable(result, numpy_dtype(dtype))
    return result if dtype is None else result.astype(numpy_dtype(dtype))


def check_representable(array: np.ndarray, dtype: np.dtype) -> None:
    """Raise torch's error for numbers that `dtype` cannot hold: complex or beyond its range."""
    if array.dtype.kind == "c" and dtype.kind not in "cb" and array.size:
        raise TypeError(
            "'complex' object cannot be interpreted as an integer" if dtype.kind in "iu" else
            "must be real number, not complex"
        )
    if dtype.kind in "iu" and array.dtype.kind in "iuf":
        for value in array.ravel().tolist():
            if overflows(value, dtype):
                raise RuntimeError(
                    f"value cannot be converted to type {dtype.name} without overflow"
                )
