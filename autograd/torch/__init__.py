"""The namespace `torch`, as programs import it.

The finder in `autograd.frontend.import_hook` loads the files of this folder under the name `torch`,
so the names of modules (`torch.nn.modules.linear`) are torch's own. Submodules are loaded on first
use.
"""

from __future__ import annotations

import importlib as _importlib
import math as _math
from typing import TYPE_CHECKING

from autograd.functions.creation import legacy_constructors as _constructors
from autograd import functions as _functions  # noqa: F401  fills the registry
from autograd.engine.anomaly_mode import (  # noqa: F401
    is_anomaly_check_nan_enabled, is_anomaly_enabled, set_anomaly_enabled,
)
from autograd.arguments.argument_parser import without_parameters as _nullary
from autograd.tensor.device import device  # noqa: F401
from autograd.tensor.dtype import (  # noqa: F401
    NAMES as _NAMES, dtype, get_default_dtype, set_default_dtype,
)
from autograd.frontend.checks import (  # noqa: F401
    _check, _check_index, _check_not_implemented, _check_type, _check_value,
)
from autograd.functions.tensor_api.binding import make_public as _public
from autograd.tensor.memory_format import (  # noqa: F401
    channels_last, channels_last_3d, contiguous_format, layout, legacy_contiguous_format,
    memory_format, preserve_format, sparse_coo, sparse_csc, sparse_csr, strided,
)
from autograd.runtime.grad_mode import (  # noqa: F401
    enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad,
    set_grad_enabled,
)
from autograd.runtime.registry import TORCH_FUNCTIONS as _TORCH_FUNCTIONS
from autograd.tensor.dtype_limits import finfo, iinfo  # noqa: F401
from autograd.tensor.printing import set_printoptions  # noqa: F401
from autograd.kernels.generator import (  # noqa: F401
    Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state,
)
from autograd.tensor.global_settings import (  # noqa: F401
    are_deterministic_algorithms_enabled, get_default_device, get_deterministic_debug_mode,
    get_float32_matmul_precision, get_num_interop_threads, get_num_threads,
    is_deterministic_algorithms_warn_only_enabled, is_warn_always_enabled, set_default_device,
    set_deterministic_debug_mode, set_float32_matmul_precision, set_flush_denormal,
    set_num_interop_threads, set_num_threads, set_warn_always, use_deterministic_algorithms,
)
from autograd.tensor.size import Size  # noqa: F401
from autograd.tensor.storage import (  # noqa: F401
    STORAGES as _STORAGES, TypedStorage, UntypedStorage,
)
from autograd.tensor.tensor import Tensor  # noqa: F401
from torch.torch_version import TorchVersion as _TorchVersion
from autograd.frontend import import_hook as _import_hook
from autograd.frontend.missing_names import (
    mark_missing_attributes as _mark_absent, missing_name_error as _missing)

if TYPE_CHECKING:
    from torch.nn.modules.module import Module

__version__ = _TorchVersion("2.13.0+tapescope")
e, inf, nan, pi = _math.e, _math.inf, _math.nan, _math.pi
newaxis = None
globals().update(_NAMES)
globals().update(_constructors.TENSOR_TYPES)
globals().update(_STORAGES)
set_default_tensor_type = _constructors.set_default_tensor_type
for _name in ("get_default_dtype", "is_grad_enabled", "is_inference_mode_enabled"):
    globals()[_name] = _nullary(globals()[_name])
_mark_absent()

_SUBMODULES = {
    "_C", "_VF", "__future__", "_dynamo", "_tensor_str", "accelerator", "amp", "autograd",
    "backends",
    "compiler", "cpu", "cuda", "distributed", "distributions", "fft", "func", "functional",
    "futures", "hub", "quasirandom",
    "jit", "library", "linalg", "masked", "mps", "mtia", "multiprocessing", "nn", "ops", "optim",
    "overrides", "profiler", "random", "return_types", "serialization", "signal", "sparse",
    "special", "storage", "testing", "torch_version", "types", "utils", "version", "xpu",
}

# Names whose modules are loaded when a program first uses them.
_ON_FIRST_USE = {
    "Event": "torch._streams", "Stream": "torch._streams",
    "load": "autograd.frontend.serialization.api", "save": "autograd.frontend.serialization.api",
    "thread_safe_generator": "torch.random", "vmap": "autograd.transforms.vmap",
}


def _assert(condition, message):
    """Assert `condition`, as `assert` does."""
    assert condition, message


def compile(model: Module | None = None, **options: str) -> Module:
    """Return a function unchanged, or a module in torch's wrapper; both run uncompiled."""
    if model is None:
        return compile
    if not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    if not hasattr(type(model), "named_modules"):
        return model
    wrapper = _importlib.import_module("torch._dynamo").OptimizedModule
    return model if isinstance(model, wrapper) else wrapper(model)


def __dir__():
    return sorted({*globals(), *_TORCH_FUNCTIONS, *_ON_FIRST_USE})


def __getattr__(name):
    if name in _TORCH_FUNCTIONS:  # most are never used
        found = globals()[name] = _public(_TORCH_FUNCTIONS[name], name)
        _import_hook.set_home(found, name, "torch")
        return found
    if name in _ON_FIRST_USE:
        found = globals()[name] = getattr(_importlib.import_module(_ON_FIRST_USE[name]), name)
        return found
    if name == "__all__":
        return [each for each in __dir__() if each[0] != "_"]
    if name in _SUBMODULES:
        return _importlib.import_module(f"torch.{name}")
    if name == "windows":
        return _importlib.import_module("torch.signal.windows")
    if name.startswith("DisableTorchFunction") or name.endswith("Type"):
        found = vars(_importlib.import_module("torch._C")).get(name)
        if found is not None:
            return found
    if name == "GradScaler" or "autocast" in name:
        found = vars(_importlib.import_module("torch.amp")).get(name)
        if found is not None:
            return found
    if name == "torch":
        return _importlib.import_module("torch")
    if name == "Future":
        return _importlib.import_module("torch.futures")._Future
    raise _missing("torch", name, __dir__())
