"""LazyModuleMixin, the base class of lazy modules (`torch/nn/modules/lazy.py`)."""

from __future__ import annotations

from typing import Any

from torch.nn.modules.state_dict import persistent_tensors
from torch.nn.parameter import is_lazy


class LazyModuleMixin:
    """Module whose parameters get their shapes from the first input.

    It becomes a `cls_to_become` then.
    """

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._load_hook = self.register_load_state_dict_pre_hook(LazyModuleMixin._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(
            self._infer_parameters, with_kwargs=True
        )

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Allocate the parameters for the first input; every lazy module defines it."""
        raise NotImplementedError(
            f"initialize_parameters is not implemented for {type(self).__name__}"
        )

    def has_uninitialized_params(self) -> bool:
        """Return True if a parameter or buffer has no shape yet."""
        return any(is_lazy(x) for x in (*self._parameters.values(), *self._buffers.values()))

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in persistent_tensors(self).items():
            as_is = keep_vars or is_lazy(tensor)
            destination[prefix + name] = tensor if as_is else tensor.detach()

    def _lazy_load_hook(self, state_dict, prefix, *rest):
        """Give parameters without a shape the shapes of a state dict that is loaded."""
        for name, tensor in persistent_tensors(self).items():
            value = state_dict.get(prefix + name)
            if value is not None and is_lazy(tensor) and not is_lazy(value):
                tensor.materialize(value._array.shape)

    def _infer_parameters(self, module, args, kwargs=None):
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(
                f"module {self._get_name()} has not been fully initialized"
            )
        for hook in ("_initialize_hook", "_load_hook"):
            getattr(module, hook).remove()
            delattr(module, hook)
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become
