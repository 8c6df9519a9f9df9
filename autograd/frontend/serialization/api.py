"""`torch.save`, with its inverse `torch.load`.

The files are torch's own. For what torch cannot write, such as tensors with other strides or sparse
ones, they name the engine's own functions that rebuild it.
"""

from __future__ import annotations

import io
import os
import pickle
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any

from autograd.frontend.serialization.pickler import Pickler, Storages
from autograd.frontend.serialization.zipfile import MAGIC, Reader, Writer
from autograd.runtime.warnings import caution, warn_once
from autograd.tensor.device import device as device_type
from autograd.tensor.dtype import NAMES
from autograd.tensor.storage import STORAGES

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.tensor import Tensor

SAFE_NAMES = {"Size", "Tensor", "device", *STORAGES}
SAFE_ELSEWHERE = {
    "collections.OrderedDict", "collections.Counter", "_codecs.encode",
    "torch.storage.UntypedStorage", "torch.nn.parameter.Parameter", "torch.nn.parameter.Buffer",
    "torch._tensor._rebuild_from_type_v2", "torch._utils._rebuild_tensor_v2",
    "torch._utils._rebuild_tensor_v3", "torch._utils._rebuild_meta_tensor_no_storage",
    "torch._utils._rebuild_parameter", "torch._utils._rebuild_parameter_with_state",
    "autograd.functions.tensor_api.copy_pickle.rebuild_tensor",
    "autograd.functions.tensor_api.copy_pickle.rebuild_subclass",
    "autograd.functions.sparse.tensors.rebuild_sparse_tensor",
}
BLOCKED = ("sys", "os", "posix", "nt")
allowed: list = []  # classes, or (class, full name), that a program added to the safe ones
opened = open  # how a path becomes a file; who runs programs without files sets another way
SAFE_BUILTINS = {"set", "frozenset", "complex", "bytearray"}
NO_CUDA = (
    "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is "
    "False. If you are running on a CPU-only machine, please use torch.load with "
    "map_location=torch.device('cpu') to map your storages to the CPU.")

CHANGED = (
    "In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` "
    "from `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will "
    "likely succeed, but it can result in arbitrary code execution. Do it only if you got the file "
    "from a trusted source.")
SEE = (
    "Check the documentation of torch.load to learn more about types accepted by default with "
    "weights_only https://pytorch.org/docs/stable/generated/torch.load.html.")
LEGACY = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."  # how files began before they were archives
READABLE = frozenset(b"".join((  # the instructions of a pickle that are read with `weights_only`
    pickle.GLOBAL, pickle.NEWOBJ, pickle.REDUCE, pickle.BUILD, pickle.APPEND, pickle.APPENDS,
    pickle.SETITEM, pickle.SETITEMS, pickle.MARK, pickle.TUPLE, pickle.TUPLE1, pickle.TUPLE2,
    pickle.TUPLE3, pickle.NONE, pickle.NEWFALSE, pickle.NEWTRUE, pickle.EMPTY_TUPLE,
    pickle.EMPTY_LIST, pickle.EMPTY_DICT, pickle.EMPTY_SET, pickle.BININT, pickle.BININT1,
    pickle.BININT2, pickle.BINFLOAT, pickle.BINUNICODE, pickle.SHORT_BINSTRING, pickle.BINPERSID,
    pickle.BINGET, pickle.LONG_BINGET, pickle.BINPUT, pickle.LONG_BINPUT, pickle.LONG1,
    pickle.STOP)))


def save(
        obj: Any, f: IO | str, pickle_module: Any = None, pickle_protocol: int = 2,
        _use_new_zipfile_serialization: bool = True) -> None:
    """Write `obj` with its tensors to a path, or to a file opened for writing."""
    is_path = isinstance(f, str | os.PathLike)
    if not (is_path or hasattr(f, "write")):
        raise AttributeError(
            "expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    held = io.BytesIO()
    pickler = Pickler(held, pickle_protocol)
    pickler.dump(obj)
    name = os.path.basename(os.fspath(f)).rpartition(".") if is_path else ("", "", "archive")
    archive = Writer(name[0] or name[2])
    archive.add("data.pkl", held.getvalue())
    for title, text in ((".format_version", b"1"), (".storage_alignment", b"64"),
                        ("byteorder", b"little")):
        archive.add(title, text)
    for number, root in enumerate(pickler.records):
        archive.add(f"data/{number}", root.tobytes("A"))
    written = archive.finished()
    if not is_path:
        f.write(written)
        return
    try:
        with opened(f, "wb") as file:
            file.write(written)
    except FileNotFoundError:
        folder = os.path.dirname(f)
        raise RuntimeError(f"Parent directory {folder} does not exist.") from None


def load(
        f: IO, map_location: Callable[..., Any] | dict[str, str] | str | None = None,
        pickle_module: Any = None, *, weights_only: bool | None = None, mmap: Any = None,
        **options: Any) -> Any:
    """Read what `save` wrote; with `weights_only`, the default, tensors and plain containers."""
    if weights_only is None:
        weights_only = pickle_module is None
    if weights_only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if weights_only and options:
        caution("pickle_load_args only works if `weights_only=False`.")
    if mmap and not isinstance(f, str | os.PathLike):
        raise ValueError("f must be a file path in order to use the mmap argument")
    if isinstance(f, str | os.PathLike):
        with opened(f, "rb") as file:
            data = file.read()
    elif not (hasattr(f, "read") and hasattr(f, "seek")):
        raise AttributeError(
            f"'{type(f).__name__}' object has no attribute 'seek'. You can only torch.load from a "
            "file that is seekable. Please pre-load the data into a buffer like io.BytesIO and try "
            "to load from it instead.")
    else:
        data = f.read()
    if not data:  # a file that was just written is read from its end
        raise EOFError if weights_only else EOFError("Ran out of input")
    if not data.startswith(MAGIC):
        raise_unreadable(data, weights_only)
    archive = Reader(data)
    storages = Storages(archive, make_locator(map_location))
    unknown = sorted(options.keys() - {"encoding"})
    if weights_only and unknown:
        raise TypeError(f"Unpickler.__init__() got an unexpected keyword argument '{unknown[0]}'")
    kind = _WeightsUnpickler if weights_only else pickle.Unpickler
    reader = kind(io.BytesIO(archive.record("data.pkl")))
    reader.persistent_load = storages.load
    made = reader.load()
    named = isinstance(map_location, str | device_type)
    return move_tensors(made, "meta") if named and str(map_location) == "meta" else made


def raise_unreadable(data: bytes, careful: bool) -> None:
    """Raise torch's error for a file that is no archive: HTML, a Git LFS pointer, a plain pickle.

    torch reads it as the pickles that it wrote before it had archives.
    """
    if data.startswith(LEGACY):
        raise RuntimeError(
            "This file was not written by torch.save as it writes today, so it cannot be read here."
        )
    if not careful:
        pickle.loads(data)
        raise RuntimeError("Invalid magic number; corrupt file?")
    first = data[0]
    if data.startswith(pickle.PROTO) and len(data) > 2:
        if data[1] != 2:
            warn_once(
                f"Detected pickle protocol {data[1]} in the checkpoint, which was not the default "
                "pickle protocol used by `torch.load` (2). The weights_only Unpickler might not "
                "support all instructions implemented by this protocol, please file an issue for "
                "adding support if you encounter this.")
        first = data[2]
    if first in READABLE:
        raise RuntimeError("Invalid magic number; corrupt file?")
    raise pickle.UnpicklingError(
        f"Weights only load failed. {CHANGED}\nPlease file an issue with the following so that we "
        "can make `weights_only=True` compatible with your use case: WeightsUnpickler error: "
        f"\n\nUnsupported operand {first}\n\n{SEE}")


def make_locator(
        map_location: Any) -> Callable[..., Any]:
    """Return a function that moves a storage from its saved location to the requested one."""

    def settle(storage, place):
        if place.startswith("cuda"):
            raise RuntimeError(NO_CUDA)
        if place not in ("cpu", "meta"):
            raise RuntimeError(
                f"don't know how to restore data location of torch.storage.UntypedStorage (tagged "
                f"with {place})")
        return storage

    if map_location is None:
        return settle
    if isinstance(map_location, dict):
        return lambda storage, place: settle(storage, map_location.get(place, place))
    if isinstance(map_location, str | device_type):
        return lambda storage, place: settle(storage, str(map_location))
    return lambda storage, place: map_location(storage, place) or settle(storage, place)


def move_tensors(part: Any, place: str) -> Tensor | list[Tensor]:
    """Return what was read with its tensors on another device; containers are changed in place."""
    if isinstance(part, dict):
        part.update({key: move_tensors(value, place) for key, value in part.items()})
    elif isinstance(part, list):
        part[:] = [move_tensors(each, place) for each in part]
    elif type(part) is tuple:
        part = tuple(move_tensors(each, place) for each in part)
    return part.to(place) if hasattr(part, "to") else part


class _WeightsUnpickler(pickle.Unpickler):
    """Unpickler that reads tensors and plain containers only."""

    def find_class(self, module: str, name: str) -> Callable[..., Any] | dtype | type:
        module, name = NAME_MAPPING.get((module, name), (IMPORT_MAPPING.get(module, module), name))
        plain = module == "builtins" and name in SAFE_BUILTINS
        plain = plain or module == "torch" and (name in SAFE_NAMES or name in NAMES)
        if plain or f"{module}.{name}" in SAFE_ELSEWHERE:
            return super().find_class(module, name)
        if module.partition(".")[0] in BLOCKED:
            raise pickle.UnpicklingError(
                f"Weights only load failed. {CHANGED}\n\n\nTrying to load unsupported GLOBAL "
                f"{module}.{name} whose module {module} is blocked.\n\n{SEE}")
        for entry in allowed:
            kind, known = entry if isinstance(entry, tuple) else (
                entry, f"{entry.__module__}.{entry.__qualname__}")
            if known == f"{module}.{name}":
                return kind
        full = name if module == "builtins" else f"{module}.{name}"
        raise pickle.UnpicklingError(
            "Weights only load failed. This file can still be loaded, to do so you have two "
            "options, \033[1mdo those steps only if you trust the source of the checkpoint"
            f"\033[0m. \n\t(1) {CHANGED}\n\t(2) "
            "Alternatively, to load with `weights_only=True` please check the recommended steps in "
            "the following error message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL "
            f"{full} was not an allowed global by default. Please use "
            f"`torch.serialization.add_safe_globals([{full}])` or the "
            f"`torch.serialization.safe_globals([{full}])` context manager to allowlist "
            f"this global if you trust this class/function.\n\n{SEE}")
