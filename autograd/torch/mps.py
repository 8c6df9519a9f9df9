"""`torch.mps`, as on a machine without Apple's GPU."""

from autograd.tensor.device import NO_BACKEND as _NO_BACKEND
from torch._absent_backend import device_count, is_available, manual_seed  # noqa: F401


def _make_raising(name):
    """Return a function that raises torch's error for builds without MPS."""
    def function(*args, **options):
        raise RuntimeError(_NO_BACKEND.format(name, "MPS"))

    return function


synchronize = _make_raising("deviceSynchronize")
empty_cache = _make_raising("emptyCache")
current_allocated_memory = _make_raising("getCurrentAllocatedMemory")
driver_allocated_memory = _make_raising("getDriverAllocatedMemory")
recommended_max_memory = _make_raising("getRecommendedMaxMemory")
set_per_process_memory_fraction = _make_raising("setMemoryFraction")
seed = get_rng_state = set_rng_state = _make_raising("getDefaultGenerator")
