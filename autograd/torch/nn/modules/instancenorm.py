"""Instance normalization modules (`torch/nn/modules/instancenorm.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograd.runtime.warnings import caution
from torch.nn import functional as F
from torch.nn.modules.batchnorm import _LazyNormBase, _NormBase, check_dims

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class _InstanceNorm(_NormBase):
    """Base class of instance norms, which normalize each channel of each sample by itself."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype,
                         bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        self._check_num_features(input)
        is_unbatched = input.dim() == self._get_no_batch_dim()
        output = F.instance_norm(
            input.unsqueeze(0) if is_unbatched else input, self.running_mean, self.running_var,
            self.weight, self.bias, self.training or not self.track_running_stats,
            0.0 if self.momentum is None else self.momentum, self.eps,
        )
        return output.squeeze(0) if is_unbatched else output

    def _get_no_batch_dim(self):
        raise NotImplementedError

    def _check_num_features(self, input):
        feature_dim = input.dim() - self._get_no_batch_dim()
        given = input.size(feature_dim)
        if given == self.num_features:
            return
        if self.affine:
            raise ValueError(
                f"expected input's size at dim={feature_dim} to match num_features"
                f" ({self.num_features}), but got: {given}."
            )
        caution(
            f"input's size at dim={feature_dim} does not match num_features. You "
            "can silence this warning by not passing in num_features, which is not used because "
            "affine=False")


class InstanceNorm1d(_InstanceNorm):
    """Instance normalization over an input of shape (N, C, L), or without N."""

    def _get_no_batch_dim(self):
        return 2

    def _check_input_dim(self, input):
        check_dims(input, 2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Instance normalization over an input of shape (N, C, H, W), or without N."""

    def _get_no_batch_dim(self):
        return 3

    def _check_input_dim(self, input):
        check_dims(input, 3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Instance normalization over an input of shape (N, C, D, H, W), or without N."""

    def _get_no_batch_dim(self):
        return 4

    def _check_input_dim(self, input):
        check_dims(input, 4, 5)


class LazyInstanceNorm1d(_LazyNormBase, InstanceNorm1d):
    """InstanceNorm1d that takes `num_features` from its first input."""

    cls_to_become = InstanceNorm1d

    def _get_no_batch_dim(self):
        return 2

    def _check_input_dim(self, input):
        check_dims(input, 2, 3)


class LazyInstanceNorm2d(_LazyNormBase, InstanceNorm2d):
    """InstanceNorm2d that takes `num_features` from its first input."""

    cls_to_become = InstanceNorm2d

    def _get_no_batch_dim(self):
        return 3

    def _check_input_dim(self, input):
        check_dims(input, 3, 4)


class LazyInstanceNorm3d(_LazyNormBase, InstanceNorm3d):
    """InstanceNorm3d that takes `num_features` from its first input."""

    cls_to_become = InstanceNorm3d

    def _get_no_batch_dim(self):
        return 4

    def _check_input_dim(self, input):
        check_dims(input, 4, 5)
