"""`torch.return_types`: the named tuples of functions with several results."""

from autograd.tensor.return_types import types as _types

globals().update(_types())
