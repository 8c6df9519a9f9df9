"""`torch._tensor`: the class of tensors, and how those of other classes are made again."""

from autograd.functions.copies import dressed
from autograd.tensor import Tensor  # noqa: F401
from autograd.unknown import missing


def _rebuild_from_type_v2(func, new_type, args, state):
    """A tensor of a class, with the attributes that a program gave it."""
    return dressed((func, args), new_type, state)


def __getattr__(name):
    raise missing("torch._tensor", name, globals())
