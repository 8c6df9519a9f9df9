"""Grouping of tensors for functions on lists of tensors."""

import torch as _torch

_foreach_supported_types = [_torch.Tensor]


def _get_foreach_kernels_supported_devices() -> list[str]:
    """Return the types of accelerators with `_foreach` kernels."""
    return ["cuda", "xpu", "mtia", "privateuseone"]


def _get_fused_kernels_supported_devices() -> list[str]:
    """Return the types of devices with fused optimizer steps."""
    return ["mps", "cuda", "xpu", "hpu", "cpu", "mtia", "privateuseone"]


def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False) -> dict:
    """Return `{(device, dtype): (lists, indices)}`, grouped by the tensors of the first list.

    The indices are empty unless `with_indices` is set.
    """
    groups = {}
    for index, tensor in enumerate(tensorlistlist[0]):
        groups.setdefault((tensor.device, tensor.dtype), []).append(index)
    return {
        key: ([[each[i] for i in indices] for each in tensorlistlist if each],
              indices if with_indices else [])
        for key, indices in reversed(groups.items())
    }


def _device_has_foreach_support(device) -> bool:
    """Return True if the device has `_foreach` functions."""
    return device.type in (*_get_foreach_kernels_supported_devices(), "cpu")


def _has_foreach_support(tensors, device) -> bool:
    """Return True if all tensors, or None, are plain tensors on such a device."""
    return _device_has_foreach_support(device) and all(
        x is None or type(x) in _foreach_supported_types for x in tensors)
