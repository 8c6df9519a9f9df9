"""`torch.distributed.nn.functional`: differentiable collectives; without a group they raise."""

from autograd.runtime.warnings import caution as _caution
from torch.distributed import _raise_no_group

_SINGLE = ("all_gather", "reduce_scatter")


def _deprecated(name):
    today = f"{name}_single" if name in _SINGLE else name

    def function(*args, **options):
        _caution(
            f"torch.distributed.nn.functional.{name} is deprecated, use "
            f"torch.distributed._functional_collectives.{today} instead.", FutureWarning)
        return _raise_no_group()

    function.__name__ = name
    return function


all_gather, all_reduce = _deprecated("all_gather"), _deprecated("all_reduce")
broadcast, reduce_scatter = _deprecated("broadcast"), _deprecated("reduce_scatter")
gather = scatter = reduce = all_to_all = all_to_all_single = _raise_no_group
