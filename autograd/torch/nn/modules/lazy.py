"""Lazy modules: the first forward tells them the shapes of their parameters."""

from __future__ import annotations

from typing import Any

from torch.nn.modules.state_dict import persistent_tensors
from torch.nn.parameter import is_lazy


class LazyModuleMixin:
    """A module that becomes `cls_to_become` when its parameters have got their shapes."""

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._load_hook = self.register_load_state_dict_pre_hook(LazyModuleMixin._take_shapes)
        self._initialize_hook = self.register_forward_pre_hook(
            self._infer_parameters, with_kwargs=True
        )

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Take the shapes from the input of the first forward; every lazy module defines it."""
        raise NotImplementedError(
            f"initialize_parameters is not implemented for {type(self).__name__}"
        )

    def has_uninitialized_params(self) -> bool:
        """Whether a parameter or buffer still waits for its shape."""
        return any(is_lazy(x) for x in (*self._parameters.values(), *self._buffers.values()))

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in persistent_tensors(self).items():
            bare = keep_vars or is_lazy(tensor)
            destination[prefix + name] = tensor if bare else tensor.detach()

    def _take_shapes(self, state_dict, prefix, *rest):
        """Before loading: parameters without a shape take that of what is loaded."""
        for name, tensor in persistent_tensors(self).items():
            given = state_dict.get(prefix + name)
            if given is not None and is_lazy(tensor) and not is_lazy(given):
                tensor.materialize(given._array.shape)

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
