"""How lists of tensors are put together for functions that take many at once."""

import torch as _torch

_foreach_supported_types = [_torch.Tensor]


def _get_foreach_kernels_supported_devices() -> list[str]:
    """The kinds of GPU that have such functions."""
    return ["cuda", "xpu", "mtia", "privateuseone"]


def _get_fused_kernels_supported_devices() -> list[str]:
    """The devices on which an optimizer's step may be one function."""
    return ["mps", "cuda", "xpu", "hpu", "cpu", "mtia", "privateuseone"]


def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False) -> dict:
    """`{(device, dtype): (lists, places)}`: each list's part whose first list is of that dtype."""
    groups = {}
    for place, tensor in enumerate(tensorlistlist[0]):
        groups.setdefault((tensor.device, tensor.dtype), []).append(place)
    return {
        key: ([[each[i] for i in places] for each in tensorlistlist if each],
              places if with_indices else [])
        for key, places in reversed(groups.items())
    }


def _device_has_foreach_support(device) -> bool:
    """Whether it is a device of these, or the CPU."""
    return device.type in (*_get_foreach_kernels_supported_devices(), "cpu")


def _has_foreach_support(tensors, device) -> bool:
    """Whether these, plain tensors or None, may be given to such functions."""
    return _device_has_foreach_support(device) and all(
        x is None or type(x) in _foreach_supported_types for x in tensors)
