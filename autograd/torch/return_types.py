"""`torch.return_types`: named tuples that functions return."""

from autograd.tensor.return_types import all_types as _types

globals().update(_types())
