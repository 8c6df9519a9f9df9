"""The engine: reverse-mode automatic differentiation on numpy that behaves like torch's autograd.

It knows nothing of servers, graphs or pages. `observer.py` is where others listen; `torch/` is the
face that a snippet sees as `import torch`.
"""

import numpy as np

from autograd import functions  # noqa: F401  attaches the Tensor methods
from autograd.tensor import Tensor

__version__ = "0.1.0"
__all__ = ["Tensor"]

# torch computes NaN and inf in silence; numpy would print a warning for each.
np.seterr(all="ignore")
