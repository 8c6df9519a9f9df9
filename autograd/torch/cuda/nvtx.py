"""`torch.cuda.nvtx`: marks on the timeline of a GPU, which is not there to be marked."""

from contextlib import contextmanager

__all__ = ["range_push", "range_pop", "range_start", "range_end", "mark", "range"]


def _refuse(*args, **kwargs):
    """torch's error of a build for the CPU."""
    raise RuntimeError("NVTX functions not installed. Are you sure you have a CUDA build?")


range_push = range_pop = range_start = range_end = mark = _refuse


@contextmanager
def range(msg, *args, **kwargs):
    """A block with a mark at each end."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
