"""The face of the engine: what a snippet sees as `import torch`.

The files of this folder are loaded under the name `torch` by the finder in `autograd.face`, so
their names (`torch.nn.modules.linear`) are what torch itself would show.
"""

from autograd import __version__ as _engine_version
from autograd.device import device  # noqa: F401
from autograd.dtype import (  # noqa: F401
    NAMES as _NAMES,
    dtype,
    get_default_dtype,
    set_default_dtype,
)
from autograd.functions import *  # noqa: F403
from autograd.mode import (  # noqa: F401
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from autograd.printing import set_printoptions  # noqa: F401
from autograd.random import (  # noqa: F401
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)
from autograd.size import Size  # noqa: F401
from autograd.tensor import Tensor  # noqa: F401

__version__ = "2.13.0+tapescope"
globals().update(_NAMES)
