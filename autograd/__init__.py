"""The engine: reverse-mode automatic differentiation on numpy that behaves like torch's autograd.

It knows nothing of servers, graphs or pages. `runtime/observer.py` is where others listen; `torch/`
is the face that a snippet sees as `import torch`. Importing it changes nothing in the process:
`import_hook` installs what a program needs.
"""

import gc

_collects = gc.isenabled()
gc.disable()  # while it loads: all objects are in use, and to look at them takes a tenth longer
try:
    from autograd import functions  # noqa: F401  attaches the Tensor methods
    from autograd.tensor.tensor import Tensor
    from autograd.transforms import vmap  # noqa: F401  which registers itself
finally:
    if _collects:
        if not gc.get_freeze_count():
            gc.freeze()  # all that was loaded stays: the first collection need not look at it
            gc.unfreeze()
        gc.enable()

__version__ = "0.1.0"
__all__ = ["Tensor"]
