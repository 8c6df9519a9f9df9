"""THE TABLE: one entry per op, in chapters from simple to tricky. `op.py` says how to read it."""

from autograd.derivatives.pointwise import *  # noqa: F403
from autograd.derivatives.elementary import *  # noqa: F403
from autograd.derivatives.pairs import *  # noqa: F403
from autograd.derivatives.specials import *  # noqa: F403
from autograd.derivatives.shapes import *  # noqa: F403
from autograd.derivatives.blockwise import *  # noqa: F403
from autograd.derivatives.places import *  # noqa: F403
from autograd.derivatives.reductions import *  # noqa: F403
from autograd.derivatives.strides import *  # noqa: F403
from autograd.derivatives.statistics import *  # noqa: F403
from autograd.derivatives.scans import *  # noqa: F403
from autograd.derivatives.complexes import *  # noqa: F403
from autograd.derivatives.fourier import *  # noqa: F403
from autograd.derivatives.linear import *  # noqa: F403
from autograd.derivatives.matrices import *  # noqa: F403
from autograd.derivatives.factors import *  # noqa: F403
from autograd.derivatives.activations import *  # noqa: F403
from autograd.derivatives.losses import *  # noqa: F403
from autograd.derivatives.network import *  # noqa: F403
from autograd.derivatives.chance import *  # noqa: F403
from autograd.derivatives.convolutions import *  # noqa: F403
from autograd.derivatives.taps import *  # noqa: F403
from autograd.derivatives.pooling import *  # noqa: F403
from autograd.derivatives.grids import *  # noqa: F403
from autograd.derivatives.alignments import *  # noqa: F403
from autograd.derivatives.normalization import *  # noqa: F403
from autograd.derivatives.recurrent import *  # noqa: F403
from autograd.derivatives.attention import *  # noqa: F403
from autograd.derivatives.rejection import *  # noqa: F403
from autograd.derivatives.rounding import *  # noqa: F403
from autograd.derivatives import sparse  # noqa: F401
from autograd.derivatives import complex_steps, halves, laying, refusals  # noqa: F401
