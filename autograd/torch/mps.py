"""`torch.mps`, as on a machine without Apple's GPU."""

from autograd.tensor.device import NO_BACKEND as _NO_BACKEND
from torch._absent_backend import device_count, is_available, manual_seed  # noqa: F401


def _refusing(name):
    def function(*args, **options):
        raise RuntimeError(_NO_BACKEND.format(name, "MPS"))

    return function


synchronize = _refusing("deviceSynchronize")
empty_cache = _refusing("emptyCache")
current_allocated_memory = _refusing("getCurrentAllocatedMemory")
driver_allocated_memory = _refusing("getDriverAllocatedMemory")
recommended_max_memory = _refusing("getRecommendedMaxMemory")
set_per_process_memory_fraction = _refusing("setMemoryFraction")
seed = get_rng_state = set_rng_state = _refusing("getDefaultGenerator")
