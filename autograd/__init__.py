"""The engine: reverse-mode automatic differentiation on numpy that behaves like torch's autograd.

It knows nothing of servers, graphs or pages. `observer.py` is where others listen; `torch/` is the
face that a snippet sees as `import torch`.
"""

import gc

import numpy as np

# Objects that a program makes before Python looks for cycles among them. A tape keeps some six for
# an op, all in use, and looking at them again each 700 would take a sixth of a long program's time,
# and a tenth of what this engine takes to start.
UNSEEN = 100_000
if 0 < gc.get_threshold()[0] < UNSEEN:
    gc.set_threshold(UNSEEN, *gc.get_threshold()[1:])

from autograd import functions  # noqa: E402, F401  attaches the Tensor methods
from autograd.tensor import Tensor  # noqa: E402
from autograd.transforms import mapping, transformed  # noqa: E402, F401  register themselves

__version__ = "0.1.0"
__all__ = ["Tensor"]

# torch computes NaN and inf in silence; numpy would print a warning for each.
np.seterr(all="ignore")
