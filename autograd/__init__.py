"""The engine: reverse-mode automatic differentiation on numpy that behaves like torch's autograd.

It knows nothing of servers, graphs or pages. `runtime/observer.py` is where others listen; `torch/`
is what a program sees as `import torch`. Importing it changes nothing in the process:
`import_hook` installs what a program needs.
"""

import gc
import importlib

_collects = gc.isenabled()
gc.disable()  # while it loads: all objects are in use, and to look at them takes a tenth longer
try:
    from autograd import functions  # noqa: F401  attaches the Tensor methods
    from autograd.runtime import interpreters
    from autograd.tensor.tensor import Tensor
finally:
    if _collects:
        if not gc.get_freeze_count():
            gc.freeze()  # all that was loaded stays: the first collection need not look at it
            gc.unfreeze()
        gc.enable()


def _load_vmap(*args, **options):
    """Map a function, the first time: the transforms are loaded, and register `vmap`."""
    importlib.import_module("autograd.transforms.vmap")
    return interpreters.vmap(*args, **options)


interpreters.vmap = _load_vmap
__version__ = "0.1.0"
__all__ = ["Tensor"]
