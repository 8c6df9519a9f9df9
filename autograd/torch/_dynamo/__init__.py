"""`torch._dynamo`: torch's compiler, as far as programs turn it off or ask about it."""

from types import SimpleNamespace as _SimpleNamespace

from torch._dynamo.eval_frame import OptimizedModule as OptimizedModule

# What a program sets here is kept, and changes nothing.
config = _SimpleNamespace(
    cache_size_limit=8, capture_scalar_outputs=False, recompile_limit=8, suppress_errors=False,
    verbose=False,
)


def reset() -> None:
    """Nothing: no compiled programs are kept."""


def disable(fn=None, recursive=True, *, reason=None, wrapping=True):
    """`fn` itself, which runs as it is written; without `fn` a decorator of that kind."""
    return fn if fn is not None else lambda function: function


def is_compiling() -> bool:
    """False."""
    return False
