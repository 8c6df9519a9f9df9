"""Batch normalization modules (`torch/nn/modules/batchnorm.py`)."""

from __future__ import annotations

from typing import Any

from autograd.runtime import interpreters
from autograd.tensor import torch_function
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor
from torch import empty, ones, tensor, zeros
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter, UninitializedBuffer, UninitializedParameter


class _NormBase(Module):
    """Base class of batch and instance norms: arguments, parameters and running statistics.

    `weight`, `bias`, `running_mean` and `running_var` have shape (num_features,).
    """

    _version = 2

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True,
                 track_running_stats=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        options = {"device": device, "dtype": dtype}
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        for name, is_learned in (("weight", affine), ("bias", affine and bias)):
            parameter = Parameter(empty(num_features, **options)) if is_learned else None
            self.register_parameter(name, parameter)
        if track_running_stats:
            self.register_buffer("running_mean", zeros(num_features, **options))
            self.register_buffer("running_var", ones(num_features, **options))
            self.register_buffer("num_batches_tracked", tensor(0))
        else:
            for name in ("running_mean", "running_var", "num_batches_tracked"):
                self.register_buffer(name, None)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Set the running mean to 0, the running variance to 1, the number of batches to 0."""
        if self.track_running_stats:
            init.zeros_(self.running_mean)
            init.ones_(self.running_var)
            init.zeros_(self.num_batches_tracked)

    def reset_parameters(self) -> None:
        """Reset the running statistics; set `weight` to 1, `bias` to 0."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input):
        raise NotImplementedError

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *args):
        # State dicts before version 2 have no number of batches.
        key = f"{prefix}num_batches_tracked"
        if self.track_running_stats and (local_metadata.get("version") or 0) < 2:
            count = self.num_batches_tracked
            has_count = count is not None and not count._meta
            state_dict.setdefault(key, count if has_count else tensor(0))
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *args)

    def extra_repr(self) -> str:
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
                f"affine={self.affine}, bias={self.bias is not None}, "
                f"track_running_stats={self.track_running_stats}")


class _BatchNorm(_NormBase):
    """Base class of batch norms; subclasses check the dimensions of the input."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True,
                 track_running_stats=True, device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype,
                         bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self._increment_num_batches()
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        uses_batch = self.training or self.running_mean is None and self.running_var is None
        tracked = not self.training or self.track_running_stats
        return F.batch_norm(
            input, self.running_mean if tracked else None, self.running_var if tracked else None,
            self.weight, self.bias, uses_batch, factor, self.eps,
        )

    def _increment_num_batches(self):
        """Count one more batch; this is an op only under `vmap` and `__torch_function__` modes."""
        count = self.num_batches_tracked
        if interpreters.stack or torch_function.modes or type(count) is not Tensor:
            count.add_(1)
        else:
            overwrite(count, count._array + 1, "add_")


def check_dims(input: Tensor, *allowed: int) -> None:
    """Raise torch's ValueError unless the input has an allowed number of dimensions."""
    if input.dim() not in allowed:
        words = " or ".join(f"{n}D" for n in allowed)
        raise ValueError(f"expected {words} input (got {input.dim()}D input)")


class BatchNorm1d(_BatchNorm):
    """Batch normalization over an input of shape (N, C) or (N, C, L)."""

    def _check_input_dim(self, input):
        check_dims(input, 2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalization over an input of shape (N, C, H, W)."""

    def _check_input_dim(self, input):
        check_dims(input, 4)


class BatchNorm3d(_BatchNorm):
    """Batch normalization over an input of shape (N, C, D, H, W)."""

    def _check_input_dim(self, input):
        check_dims(input, 5)


class SyncBatchNorm(_BatchNorm):
    """Batch normalization over all processes of a group; here there is one process."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True,
                 track_running_stats=True, process_group=None, device=None, dtype=None, *,
                 bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype,
                         bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: Any = None) -> Module:
        """Return `module` with all its batch norms replaced by SyncBatchNorm."""
        converted = module
        if isinstance(module, _BatchNorm):
            converted = SyncBatchNorm(
                module.num_features, module.eps, module.momentum, module.affine,
                module.track_running_stats, process_group, bias=module.bias is not None)
            if module.affine:
                converted.weight, converted.bias = module.weight, module.bias
            for name in ("running_mean", "running_var", "num_batches_tracked", "training"):
                setattr(converted, name, getattr(module, name))
        for name, child in module.named_children():
            converted.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return converted


class _LazyNormBase(LazyModuleMixin):
    """Base class of lazy norms, which take `num_features` from their first input."""

    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None,
                 dtype=None, *, bias=True):
        options = {"device": device, "dtype": dtype}
        super().__init__(0, eps, momentum, False, False, **options, bias=False)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = UninitializedParameter(**options)
            if bias:
                self.bias = UninitializedParameter(**options)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(**options)
            self.running_var = UninitializedBuffer(**options)
            self.num_batches_tracked = tensor(0)

    def reset_parameters(self) -> None:
        """Reset parameters and statistics if their shapes are known."""
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Take `num_features` from the first input and allocate parameters and statistics."""
        if not self.has_uninitialized_params():
            return
        self.num_features = input.shape[1]
        for name in ("weight", "bias", "running_mean", "running_var"):
            value = getattr(self, name)
            if value is not None:
                value.materialize((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, BatchNorm1d):
    """BatchNorm1d that takes `num_features` from its first input."""

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNormBase, BatchNorm2d):
    """BatchNorm2d that takes `num_features` from its first input."""

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNormBase, BatchNorm3d):
    """BatchNorm3d that takes `num_features` from its first input."""

    cls_to_become = BatchNorm3d
