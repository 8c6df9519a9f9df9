"""16-bit floats, which torch's kernels compute with in float32 and round once at the end."""

from functools import wraps

import numpy as np


def rounded(formula, kinds="fV"):
    """`formula`, computed in float32 for arrays of 16-bit floats of these kinds."""

    @wraps(formula)
    def in_float32(*arrays, **params):
        first = arrays[0]
        kind = first.dtype if isinstance(first, np.ndarray | np.generic) else None
        if kind is None or kind.itemsize != 2 or kind.kind not in kinds:
            return formula(*arrays, **params)
        made = formula(*[x.astype(np.float32) if isinstance(x, np.ndarray) and x.dtype == kind
                         else x for x in arrays], **params)
        return made.astype(kind)

    return in_float32
