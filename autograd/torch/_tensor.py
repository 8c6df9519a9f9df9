"""`torch._tensor`: the class Tensor, with the function that unpickles its subclasses."""

from autograd.frontend.missing_names import missing_name_error
from autograd.frontend.serialization.pickler import _rebuild_from_type_v2  # noqa: F401
from autograd.tensor.tensor import Tensor  # noqa: F401


def __getattr__(name):
    raise missing_name_error("torch._tensor", name, globals())
