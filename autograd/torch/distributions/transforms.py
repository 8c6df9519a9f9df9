"""Transforms of random variables."""

from torch.distributions import elementwise as _elementwise
from torch.distributions import pieces, transform, vectors
from torch.distributions.elementwise import *  # noqa: F403
from torch.distributions.elementwise import _clipped_sigmoid  # noqa: F401
from torch.distributions.pieces import *  # noqa: F403
from torch.distributions.transform import *  # noqa: F403
from torch.distributions.transform import (
    Transform,
    _InverseTransform,  # noqa: F401
)
from torch.distributions.vectors import *  # noqa: F403

from autograd.frontend.missing_names import missing

__all__ = ["identity_transform"]  # noqa: F405

for _module in (transform, _elementwise, pieces, vectors):
    for _name, _kind in list(vars(_module).items()):
        if isinstance(_kind, type) and issubclass(_kind, Transform):
            _kind.__module__ = __name__
            if not _name.startswith("_"):
                __all__.append(_name)


def __getattr__(name):
    raise missing("torch.distributions.transforms", name, __all__)
