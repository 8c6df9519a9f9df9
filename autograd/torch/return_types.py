"""`torch.return_types`: the named tuples of functions with several results."""

from autograd.return_types import TYPES as _TYPES

globals().update(_TYPES)
