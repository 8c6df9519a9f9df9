"""The bilinear layer, as `torch.nn.functional` names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.missing_rules import tell_composed
from autograd.functions.linalg.matmul import c_name
from autograd.functions.shape.shapes import reshape, view
from autograd.runtime.function_record import BUILTIN, Native, declare
from autograd.runtime.registry import export

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


# Dimensions: samples, outputs, features of the first input, of the second.
EXPANDED = {"expand1": (1, 3), "expand2": (0,), "expand3": (1, 2), "sumdim": (2, 3)}


@export()
@declare(native=Native("torch", "bilinear"), home=BUILTIN, compiled="torch")
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Any:
    """Return `input1 @ weight[o] @ input2 + bias[o]` for each output feature `o`."""
    tell_composed("bilinear", input1, input2, weight, bias)
    check_one_dtype(input1=input1, input2=input2, weight=weight, bias=bias)
    check_bilinear_batches(input1, input2)
    for x, axis, name in ((input1, 1, "input1"), (input2, 2, "input2")):
        if x.size(-1) != weight.size(axis):
            raise RuntimeError(
                f"bilinear(): {name} size does not match weight size: got {x.size(-1)} but "
                f"expected {weight.size(axis)}"
            )
    if bias is not None and bias.size(0) != weight.size(0):
        raise RuntimeError(
            f"bilinear(): bias size does not match weight size: got {bias.size(0)} but expected "
            f"{weight.size(0)}"
        )
    flat = [reshape(x, -1, x._array.shape[-1]) for x in (input1, input2)]
    shape = input1._array.shape[:-1] + weight._array.shape[:1]
    made = view(apply(ops.trilinear, (flat[0], weight, flat[1]), EXPANDED), shape)
    return made if bias is None else made + bias


def check_bilinear_batches(input1: Tensor, input2: Tensor) -> None:
    """Raise RuntimeError unless the inputs of `bilinear` match in all but the last dimension."""
    first, second = input1._array.shape, input2._array.shape
    if len(first) != len(second):
        raise RuntimeError(
            f"bilinear(): input dimensions do not match: got {len(first)} and {len(second)}")
    for i, (m, n) in enumerate(zip(first[:-1], second)):
        if m != n:
            raise RuntimeError(
                f"bilinear(): input batch dimensions do not match at dim {i}: got {m} and {n}")


def check_one_dtype(**tensors: Any) -> None:
    """Raise RuntimeError unless all tensors have one dtype; None has none."""
    kinds = {name: c_name(x) for name, x in tensors.items() if x is not None}
    if len(set(kinds.values())) > 1:
        told = ", ".join(f"{name}: {kind}" for name, kind in kinds.items())
        raise RuntimeError(f"All tensors must have the same dtype, got {told}")
