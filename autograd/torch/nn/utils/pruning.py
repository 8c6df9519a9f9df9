"""The masks of `torch.nn.utils.prune`: parameters some of whose entries are held at zero by a mask.

The parameter lives on as `weight_orig`, the mask is the buffer `weight_mask`, and before each call
of the module a hook sets `weight` to their product.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from torch.nn.modules.module import Module


class BasePruningMethod(ABC):
    """How a mask is made; as a hook of the module it keeps the pruned tensor up to date."""

    _tensor_name: str

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t: Tensor, default_mask: Any) -> None:
        """The mask for `t`, within what `default_mask` leaves."""

    def apply_mask(self, module: Module) -> Any:
        """The parameter of `module`, masked."""
        if self._tensor_name is None:
            raise AssertionError(f"Module {module} has to be pruned")
        mask = getattr(module, f"{self._tensor_name}_mask")
        orig = getattr(module, f"{self._tensor_name}_orig")
        return mask.to(dtype=orig.dtype) * orig

    @classmethod
    def apply(
            cls, module: Module, name: str, *args: Any, importance_scores: Any = None, **kwargs: Any
    ) -> Any:
        """Prune the parameter `name` of `module`, on top of what pruned it before."""
        method = cls._joined(module, name, *args, **kwargs)
        again = isinstance(method, PruningContainer)
        orig = getattr(module, name)
        scores = orig if importance_scores is None else importance_scores
        if scores.shape != orig.shape:
            raise AssertionError(
                f"importance_scores should have the same shape as parameter {name} of {module}, "
                f"got {scores.shape} vs {orig.shape}"
            )
        if again:
            default_mask = getattr(module, f"{name}_mask").detach().clone()
        else:
            module.register_parameter(f"{name}_orig", orig)
            del module._parameters[name]
            default_mask = torch.ones_like(orig)
        try:
            mask = method.compute_mask(scores, default_mask=default_mask)
            module.register_buffer(f"{name}_mask", mask)
            setattr(module, name, method.apply_mask(module))
            module.register_forward_pre_hook(method)
        except Exception:
            if not again:
                module.register_parameter(name, getattr(module, f"{name}_orig"))
                del module._parameters[f"{name}_orig"]
            raise
        return method

    @classmethod
    def _joined(cls, module, name, *args, **kwargs):
        """A new method for the parameter, in a container with those that pruned it before."""
        keys = [key for key, hook in module._forward_pre_hooks.items() if prunes(hook, name)]
        if len(keys) > 1:
            raise AssertionError(
                f"Avoid adding multiple pruning hooks to the same tensor {name} of module {module}."
                " Use a PruningContainer."
            )
        earlier = [module._forward_pre_hooks.pop(key) for key in keys]
        method = cls(*args, **kwargs)
        method._tensor_name = name
        if not earlier:
            return method
        (old,) = earlier
        container = old if isinstance(old, PruningContainer) else PruningContainer(old)
        container.add_pruning_method(method)
        return container

    def prune(self, t: Tensor, default_mask: Any = None, importance_scores: Any = None) -> Any:
        """`t` masked, no module involved."""
        scores = t if importance_scores is None else importance_scores
        if scores.shape != t.shape:
            raise AssertionError(
                "importance_scores should have the same shape as tensor t, got "
                f"{scores.shape} vs {t.shape}"
            )
        mask = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=mask)

    def remove(self, module: Module) -> None:
        """Make the zeros of the pruned parameter permanent, and it a parameter again."""
        name = self._tensor_name
        if name is None:
            raise AssertionError(
                f"Module {module} has to be pruned before pruning can be removed")
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        orig = module._parameters.pop(f"{name}_orig")
        orig.data = weight.data
        del module._buffers[f"{name}_mask"]
        setattr(module, name, orig)


class PruningContainer(BasePruningMethod):
    """Several methods that prune one parameter, one after the other."""

    def __init__(self, *methods):
        self._pruning_methods = ()
        if len(methods) == 1:
            self._tensor_name = methods[0]._tensor_name
        for method in methods:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: Any) -> None:
        """Let `method` prune what the others leave."""
        if not isinstance(method, BasePruningMethod) and method is not None:
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError(
                "Can only add pruning methods acting on the parameter named "
                f"'{self._tensor_name}' to PruningContainer {self}. Found '{method._tensor_name}'"
            )
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t: Tensor, default_mask: Any) -> Any:
        method, mask = self._pruning_methods[-1], default_mask.to(dtype=t.dtype)
        place = still_there(method, t, default_mask)
        part = method.compute_mask(t[place], default_mask=default_mask[place])
        mask[place] = part.to(dtype=mask.dtype)
        return mask


def prunes(hook: Callable[..., Any], name: str) -> bool:
    """Whether a module's hook prunes its parameter `name`."""
    return isinstance(hook, BasePruningMethod) and hook._tensor_name == name


def still_there(method: Any, t: Tensor, mask: Tensor) -> Any:
    """The subscript of what earlier methods left of `t`, as a method of this kind sees it."""
    if method.PRUNING_TYPE == "unstructured":
        return mask == 1
    if method.PRUNING_TYPE == "global":
        return (slice(None),) * t.dim()
    if method.PRUNING_TYPE != "structured":
        raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
    if not hasattr(method, "dim"):
        raise AttributeError(
            'Pruning methods of PRUNING_TYPE "structured" need to have the attribute `dim` defined.'
        )
    if method.dim < -t.dim():
        raise IndexError(f"Index is out of bounds for tensor with dimensions {t.dim()}")
    dim = method.dim % t.dim()
    kept = mask.sum(dim=[d for d in range(t.dim()) if d != dim]) != 0
    return (slice(None),) * dim + (kept,) + (slice(None),) * (t.dim() - dim - 1)


for _method in (BasePruningMethod, PruningContainer):
    _method.__module__ = "torch.nn.utils.prune"
