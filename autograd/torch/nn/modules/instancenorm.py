"""Instance normalisation as modules: each channel of each sample by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograd.runtime.warnings import caution
from torch.nn import functional as F
from torch.nn.modules.batchnorm import _LazyNormBase, _NormBase, check_dims

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class _InstanceNorm(_NormBase):
    """Instance norm for inputs with and without a batch dimension."""

    count = 0

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype,
                         bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        check_dims(input, self.count + 1, self.count + 2)
        self._check_channels(input)
        alone = input.dim() == self.count + 1
        made = F.instance_norm(
            input.unsqueeze(0) if alone else input, self.running_mean, self.running_var,
            self.weight, self.bias, self.training or not self.track_running_stats,
            0.0 if self.momentum is None else self.momentum, self.eps,
        )
        return made.squeeze(0) if alone else made

    def _check_channels(self, input):
        given = input.size(-self.count - 1)
        if given == self.num_features:
            return
        if self.affine:
            raise ValueError(
                f"expected input's size at dim={input.dim() - self.count - 1} to match num_features"
                f" ({self.num_features}), but got: {given}."
            )
        caution(
            f"input's size at dim={input.dim() - self.count - 1} does not match num_features. You "
            "can silence this warning by not passing in num_features, which is not used because "
            "affine=False")


class InstanceNorm1d(_InstanceNorm):
    """Instance norm of sequences."""

    count = 1


class InstanceNorm2d(_InstanceNorm):
    """Instance norm of images."""

    count = 2


class InstanceNorm3d(_InstanceNorm):
    """Instance norm of volumes."""

    count = 3


class LazyInstanceNorm1d(_LazyNormBase, InstanceNorm1d):
    """An InstanceNorm1d that learns `num_features` from its first input."""

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNormBase, InstanceNorm2d):
    """An InstanceNorm2d that learns `num_features` from its first input."""

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNormBase, InstanceNorm3d):
    """An InstanceNorm3d that learns `num_features` from its first input."""

    cls_to_become = InstanceNorm3d
