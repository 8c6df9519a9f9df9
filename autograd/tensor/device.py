"""Devices: every torch device has a name here, while all tensors live on `cpu`."""

from __future__ import annotations

import re

from autograd.runtime.c_types import CType, set_c_name

_TYPES = (
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga",
    "maia", "xla", "lazy", "vulkan", "mps", "meta", "hpu", "mtia",
)  # fmt: skip

NO_LIBRARY = (
    "Cannot {} without ATen_cuda library. PyTorch splits its backend into two shared "
    "libraries: a CPU library and a CUDA library; this error has occurred because you are trying "
    "to use some CUDA functionality, but the CUDA library has not been loaded by the dynamic linker"
    " for some reason.  The CUDA library MUST be loaded, EVEN IF you don't directly use any symbols"
    " from the CUDA library! One common culprit is a lack of -Wl,--no-as-needed in your link "
    "arguments; many dynamic linkers will delete dynamic library dependencies if you don't depend "
    "on any of their symbols.  You can check if this has occurred by using ldd on your binary to "
    "see if there is a dependency on *_cuda.so library."
)
NO_BACKEND = "Cannot execute {}() without {} backend."

context_devices: list[device] = []  # of the blocks `with torch.device(...)` that we are in


class device(metaclass=CType):
    """A tensor's device (follows `torch.device`): a `type` and an `index` or None.

    As a context manager it is the device of new tensors for which none is given.
    """

    __slots__ = ("type", "index")

    def __init__(self, type=None, index=None):
        if type is None and index is None:
            raise TypeError(
                "device() received an invalid combination of arguments - got (), but expected one "
                "of:\n * (torch.device device)\n * (str type, int index = -1)\n"
            )
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int) and not isinstance(type, bool):
            check_device_index(type)
            raise RuntimeError("Cannot access accelerator device when none is available.")
        elif not isinstance(type, str):
            got = type.__class__.__name__
            raise TypeError(
                f"device() received an invalid combination of arguments - got ({got}), but "
                "expected one of:\n * (torch.device device)\n      didn't match because some of "
                f"the arguments have invalid types: (!{got}!)\n * (str type, int index = -1)\n"
            )
        else:
            check_device_index(index)
            type, index = _parse(type, index)
        object.__setattr__(self, "type", type)
        object.__setattr__(self, "index", index)

    def __setattr__(self, name, value):
        getattr(self, name)  # of what it has not Python says so
        raise AttributeError(f"attribute '{name}' of 'torch.device' objects is not writable")

    def __lt__(self, other):
        if not isinstance(other, device):
            return NotImplemented
        raise TypeError("comparison not implemented")

    __le__ = __gt__ = __ge__ = __lt__

    def __repr__(self):
        number = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{number})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        if not isinstance(other, device):
            return NotImplemented
        return (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __reduce__(self):
        return (device, (self.type, self.index))

    def __enter__(self):
        context_devices.append(self)
        return self

    def __exit__(self, *error):
        context_devices.pop()


set_c_name(device)
default_devices: list[device] = []  # what `set_default_device` says, if that is not the CPU


def current_device() -> device:
    """Return the device of new tensors for which none is given."""
    return [CPU, *default_devices, *context_devices][-1]


def check_device_index(index: int | None) -> None:
    """Raise torch's error for a negative device index."""
    if index is not None and index < 0:
        raise RuntimeError("Device index must not be negative")


def _parse(text: str, index: int | None) -> tuple[str, int | None]:
    if not text:
        raise RuntimeError("Device string must not be empty")
    if text in _TYPES:
        return text, index
    match = re.fullmatch(r"([a-zA-Z_]+)(?::(0|[1-9]\d*))?", text)
    if match is None:
        raise RuntimeError(f"Invalid device string: '{text}'")
    if match[1] not in _TYPES:
        names = ", ".join((*_TYPES, "privateuseone"))
        raise RuntimeError(
            f"Expected one of {names} device type at start of device string: {match[1]}"
        )
    if match[2] is None:
        return match[1], index
    if index is not None:
        raise RuntimeError(
            f"type (string) must not include an index because index was passed explicitly: {text}"
        )
    return match[1], int(match[2])


CPU = device("cpu")
