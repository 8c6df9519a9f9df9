"""Saving objects with tensors to files and reading them back, as `torch.save` and `torch.load`.

The files are this engine's own: a zip with one pickle inside. They are read only by this engine.
"""

from __future__ import annotations

import io
import os
import pickle

from autograd.device import device as device_type
from autograd.dtype import NAMES

MEMBER = "archive/data.pkl"
SAFE = ("autograd.", "torch.nn.parameter.", "numpy.", "collections.", "ml_dtypes.bfloat16.")
SAFE_NAMES = {"Size", "Tensor", "device"}
allowed: list = []  # classes, or (class, full name), that a program added to the safe ones
opened = open  # how a path becomes a file; who runs programs without files sets another way
SAFE_BUILTINS = {"set", "frozenset", "complex", "bytearray"}


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    """Write `obj`, tensors and all, to a path or a file opened for writing."""
    import zipfile  # only now: it takes a while, and few programs save

    if not (isinstance(f, str | os.PathLike) or hasattr(f, "write")):
        raise AttributeError(
            "expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    written = pickle.dumps(obj)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr(MEMBER, written)
    if isinstance(f, str | os.PathLike):
        folder = os.path.dirname(f)
        try:
            with opened(f, "wb") as file:
                file.write(held.getvalue())
        except FileNotFoundError:
            raise RuntimeError(f"Parent directory {folder} does not exist.") from None
    else:
        f.write(held.getvalue())


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **options):
    """Read what `save` wrote; with `weights_only`, the default, tensors and plain containers."""
    named = isinstance(map_location, str | device_type)
    place = device_type(map_location).type if named else ""
    if place == "cuda":
        raise RuntimeError(
            "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is "
            "False. If you are running on a CPU-only machine, please use torch.load with "
            "map_location=torch.device('cpu') to map your storages to the CPU."
        )
    if isinstance(f, str | os.PathLike):
        with opened(f, "rb") as file:
            data = file.read()
    elif not hasattr(f, "read"):
        raise AttributeError(
            f"'{type(f).__name__}' object has no attribute 'seek'. You can only torch.load from a "
            "file that is seekable. Please pre-load the data into a buffer like io.BytesIO and try "
            "to load from it instead."
        )
    else:
        data = f.read()
    if not data:  # a file that was just written is read from its end
        raise EOFError
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            content = archive.read(MEMBER)
    except (zipfile.BadZipFile, KeyError):
        raise RuntimeError(
            "This file was not written by Tapescope's torch.save, so it cannot be read here."
        ) from None
    reader = pickle.Unpickler if weights_only is False else _Careful
    made = reader(io.BytesIO(content)).load()
    if place == "meta":
        return moved(made, place)
    return made


def moved(part, place: str):
    """What was read, with its tensors on another device; its containers nobody else knows yet."""
    if isinstance(part, dict):
        part.update({key: moved(value, place) for key, value in part.items()})
    elif isinstance(part, list):
        part[:] = [moved(each, place) for each in part]
    elif type(part) is tuple:
        part = tuple(moved(each, place) for each in part)
    return part.to(place) if hasattr(part, "to") else part


class _Careful(pickle.Unpickler):
    """Reads tensors and plain containers only."""

    def find_class(self, module, name):
        plain = module == "builtins" and name in SAFE_BUILTINS
        plain = plain or module == "torch" and (name in SAFE_NAMES or name in NAMES)
        if plain or f"{module}.".startswith(SAFE) or f"{module}.{name}." in SAFE:
            return super().find_class(module, name)
        for entry in allowed:
            kind, known = entry if isinstance(entry, tuple) else (
                entry, f"{entry.__module__}.{entry.__qualname__}")
            if known == f"{module}.{name}":
                return kind
        full = name if module == "builtins" else f"{module}.{name}"
        raise pickle.UnpicklingError(
            "Weights only load failed. This file can still be loaded, to do so you have two "
            "options, \033[1mdo those steps only if you trust the source of the checkpoint"
            "\033[0m. \n\t(1) In PyTorch 2.6, we changed the default value of the `weights_only` "
            "argument in `torch.load` from `False` to `True`. Re-running `torch.load` with "
            "`weights_only` set to `False` will likely succeed, but it can result in arbitrary code"
            " execution. Do it only if you got the file from a trusted source.\n\t(2) "
            "Alternatively, to load with `weights_only=True` please check the recommended steps in "
            "the following error message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL "
            f"{full} was not an allowed global by default. Please use "
            f"`torch.serialization.add_safe_globals([{full}])` or the "
            f"`torch.serialization.safe_globals([{full}])` context manager to allowlist "
            "this global if you trust this class/function.\n\nCheck the documentation of torch."
            "load to learn more about types accepted by default with weights_only "
            "https://pytorch.org/docs/stable/generated/torch.load.html."
        )
