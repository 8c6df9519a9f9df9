"""Pruning of parameters (`torch/nn/utils/prune.py`).

A pruned parameter is replaced by `weight_orig`, the parameter, and the buffer `weight_mask`;
before each forward a hook sets the attribute `weight` to their product.
"""

from __future__ import annotations

import numbers
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from torch.nn.modules.module import Module


class BasePruningMethod(ABC):
    """Base class of pruning methods.

    An instance is a forward pre-hook, which sets the pruned attribute of its module.
    """

    _tensor_name: str

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """Return a mask for `t`, which is 0 at least where `default_mask` is 0."""

    def apply_mask(self, module: Module) -> Tensor:
        """Return the parameter of `module` times its mask."""
        if self._tensor_name is None:
            raise AssertionError(f"Module {module} has to be pruned")
        mask = getattr(module, f"{self._tensor_name}_mask")
        orig = getattr(module, f"{self._tensor_name}_orig")
        return mask.to(dtype=orig.dtype) * orig

    @classmethod
    def apply(
            cls, module: Module, name: str, *args: Any, importance_scores: Any = None, **kwargs: Any
    ) -> Any:
        """Prune the parameter `name` of `module`, after the methods that pruned it before."""
        method = cls._add_to_container(module, name, *args, **kwargs)
        was_pruned = isinstance(method, PruningContainer)
        orig = getattr(module, name)
        scores = orig if importance_scores is None else importance_scores
        if scores.shape != orig.shape:
            raise AssertionError(
                f"importance_scores should have the same shape as parameter {name} of {module}, "
                f"got {scores.shape} vs {orig.shape}"
            )
        if was_pruned:
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
            if not was_pruned:
                module.register_parameter(name, getattr(module, f"{name}_orig"))
                del module._parameters[f"{name}_orig"]
            raise
        return method

    @classmethod
    def _add_to_container(cls, module, name, *args, **kwargs):
        """Return a new method, in a container with those that pruned the parameter before."""
        hooks = module._forward_pre_hooks
        keys = [key for key, hook in hooks.items() if is_pruning_hook(hook, name)]
        if len(keys) > 1:
            raise AssertionError(
                f"Avoid adding multiple pruning hooks to the same tensor {name} of module {module}."
                " Use a PruningContainer."
            )
        earlier = [hooks.pop(key) for key in keys]
        method = cls(*args, **kwargs)
        method._tensor_name = name
        if not earlier:
            return method
        (old,) = earlier
        container = old if isinstance(old, PruningContainer) else PruningContainer(old)
        container.add_pruning_method(method)
        return container

    def prune(
            self, t: Tensor, default_mask: Tensor | None = None,
            importance_scores: Tensor | None = None) -> Tensor:
        """Return `t` times its mask; no module is changed."""
        scores = t if importance_scores is None else importance_scores
        if scores.shape != t.shape:
            raise AssertionError(
                "importance_scores should have the same shape as tensor t, got "
                f"{scores.shape} vs {t.shape}"
            )
        mask = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=mask)

    def remove(self, module: Module) -> None:
        """Make the pruning permanent: the attribute becomes a parameter again."""
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
    """Pruning methods that prune one parameter one after the other."""

    def __init__(self, *methods):
        self._pruning_methods = ()
        if len(methods) == 1:
            self._tensor_name = methods[0]._tensor_name
        for method in methods:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: BasePruningMethod | None) -> None:
        """Add `method`, which prunes entries that the others keep."""
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

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        method, mask = self._pruning_methods[-1], default_mask.to(dtype=t.dtype)
        index = unpruned_index(method, t, default_mask)
        part = method.compute_mask(t[index], default_mask=default_mask[index])
        mask[index] = part.to(dtype=mask.dtype)
        return mask


def is_pruning_hook(hook: Callable[..., Any], name: str) -> bool:
    """Return True if a hook of a module prunes the parameter `name`."""
    return isinstance(hook, BasePruningMethod) and hook._tensor_name == name


def unpruned_index(method: BasePruningMethod, t: Tensor, mask: Tensor) -> Any:
    """Return the index of the entries or slices of `t` that `mask` keeps."""
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
    remaining = mask.sum(dim=[d for d in range(t.dim()) if d != dim]) != 0
    return (slice(None),) * dim + (remaining,) + (slice(None),) * (t.dim() - dim - 1)


class Identity(BasePruningMethod):
    """Prunes nothing: the mask is all ones."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        return default_mask

    @classmethod
    def apply(cls, module: Module, name: str) -> Identity:
        return super().apply(module, name)


class RandomUnstructured(BasePruningMethod):
    """Prunes random entries: `amount` is a share from 0 to 1 or a number of entries."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        return mask_entries(self.amount, t, default_mask, lambda count: torch.topk(
            torch.rand_like(t).view(-1), k=count))

    @classmethod
    def apply(cls, module: Module, name: str, amount: float) -> RandomUnstructured:
        return super().apply(module, name, amount=amount)


class L1Unstructured(BasePruningMethod):
    """Prunes the entries of smallest absolute value."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        return mask_entries(self.amount, t, default_mask, lambda count: torch.topk(
            torch.abs(t).view(-1), k=count, largest=False))

    @classmethod
    def apply(
            cls, module: Module, name: str, amount: float, importance_scores: Tensor | None = None
    ) -> L1Unstructured:
        return super().apply(module, name, amount=amount, importance_scores=importance_scores)


class RandomStructured(BasePruningMethod):
    """Prunes random slices along `dim`."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        _validate_pruning_amount_init(amount)
        self.amount = amount
        self.dim = dim

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        def select_slices(size: int, count: int) -> Tensor:
            scores = torch.rand(size)
            return scores > torch.kthvalue(scores, k=count).values

        return mask_slices(self.amount, self.dim, t, default_mask, select_slices)

    @classmethod
    def apply(cls, module: Module, name: str, amount: float, dim: int = -1) -> RandomStructured:
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(BasePruningMethod):
    """Prunes the slices along `dim` of smallest `n`-norm."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount, n, dim=-1):
        _validate_pruning_amount_init(amount)
        self.amount = amount
        self.n = n
        self.dim = dim

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        return mask_slices(
            self.amount, self.dim, t, default_mask, lambda size, count: torch.topk(
                _compute_norm(t, self.n, self.dim), k=size - count).indices)

    @classmethod
    def apply(
            cls, module: Module, name: str, amount: float, n: float, dim: int,
            importance_scores: Tensor | None = None) -> LnStructured:
        return super().apply(
            module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)


class CustomFromMask(BasePruningMethod):
    """Prunes by a given mask."""

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        if default_mask.shape != self.mask.shape:
            raise AssertionError(
                f"default_mask shape {default_mask.shape} must match self.mask shape "
                f"{self.mask.shape}"
            )
        return default_mask * self.mask.to(dtype=default_mask.dtype)

    @classmethod
    def apply(cls, module: Module, name: str, mask: Tensor) -> CustomFromMask:
        return super().apply(module, name, mask=mask)


def mask_entries(
        amount: float, t: Tensor, default_mask: Tensor, select: Callable[[int], Any]) -> Tensor:
    """Return `default_mask` with 0 at the `indices` of `select(count)`, entries of `t`."""
    mask, size = default_mask.clone(), t.nelement()
    count = _compute_nparams_toprune(amount, size)
    _validate_pruning_amount(count, size)
    if count:
        mask.view(-1)[select(count).indices] = 0
    return mask


def mask_slices(
        amount: float, dim: int, t: Tensor, default_mask: Tensor,
        select: Callable[[int, int], Tensor]) -> Tensor:
    """Return `default_mask` with 0 outside of the slices `select(size, count)` along `dim`."""
    _validate_structured_pruning(t)
    _validate_pruning_dim(t, dim)
    size = t.shape[dim]
    count = _compute_nparams_toprune(amount, size)
    _validate_pruning_amount(count, size)
    if not count:
        return default_mask
    mask = torch.zeros_like(t)
    mask[(slice(None),) * (dim % t.dim()) + (select(size, count),)] = 1
    mask *= default_mask.to(dtype=mask.dtype)
    return mask


# --- Checks, which pruning methods of others import ---------------------------------------------


def _validate_pruning_amount_init(amount) -> None:
    """Raise torch's errors unless `amount` is a share from 0 to 1 or a count."""
    if not isinstance(amount, numbers.Real):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if amount < 0 or not isinstance(amount, numbers.Integral) and amount > 1:
        raise ValueError(
            f"amount={amount} should either be a float in the range [0, 1] or a non-negative "
            "integer"
        )


def _validate_pruning_amount(amount, tensor_size) -> None:
    """Raise torch's ValueError if `amount` is a count above `tensor_size`."""
    if isinstance(amount, numbers.Integral) and amount > tensor_size:
        raise ValueError(
            f"amount={amount} should be smaller than the number of parameters to "
            f"prune={tensor_size}"
        )


def _compute_nparams_toprune(amount, tensor_size):
    """Return how many of `tensor_size` are pruned: a count, or a share of them."""
    return amount if isinstance(amount, numbers.Integral) else round(amount * tensor_size)


def _validate_structured_pruning(t) -> None:
    """Raise torch's ValueError unless `t` has several dimensions."""
    if t.dim() <= 1:
        raise ValueError(
            "Structured pruning can only be applied to multidimensional tensors. Found tensor of "
            f"shape {t.shape} with {t.dim()} dims"
        )


def _validate_pruning_dim(t, dim) -> None:
    """Raise torch's IndexError unless `t` has the dimension `dim`."""
    if dim >= t.dim():
        raise IndexError(f"Invalid index {dim} for tensor of size {t.shape}")


def _compute_norm(t, n, dim):
    """Return the `n`-norms of the slices along `dim`."""
    dims = list(range(t.dim()))
    if dim < 0:
        dim = dims[dim]
    dims.remove(dim)
    return torch.norm(t, p=n, dim=dims)


# --- Functions ----------------------------------------------------------------------------------


def identity(module: Module, name: str) -> Module:
    """Add a mask of ones to a parameter."""
    Identity.apply(module, name)
    return module


def random_unstructured(module: Module, name: str, amount: float) -> Module:
    """Prune `amount` random entries of a parameter."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(
        module: Module, name: str, amount: float, importance_scores: Tensor | None = None
) -> Module:
    """Prune the `amount` entries of smallest absolute value of a parameter."""
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Module, name: str, amount: float, dim: int) -> Module:
    """Prune `amount` random slices of a parameter along `dim`."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(
        module: Module, name: str, amount: float, n: float, dim: int,
        importance_scores: Tensor | None = None) -> Module:
    """Prune the `amount` slices along `dim` of smallest `n`-norm of a parameter."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Module, name: str, mask: Tensor) -> Module:
    """Prune a parameter by a given mask."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(
        parameters: Any, pruning_method: Any, importance_scores: Any = None, **kwargs: Any) -> None:
    """Prune several parameters, `(module, name)` pairs, as if they were one vector."""
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    scores_of = {} if importance_scores is None else importance_scores
    if not isinstance(scores_of, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            f"{pruning_method} of type {method.PRUNING_TYPE}"
        )
    to_vector = torch.nn.utils.parameters_to_vector
    pairs = [(module, name, getattr(module, name)) for module, name in parameters]
    scores = to_vector([scores_of.get((module, name), param) for module, name, param in pairs])
    masks = to_vector([
        getattr(module, f"{name}_mask", torch.ones_like(param)) for module, name, param in pairs])
    container = PruningContainer()
    container._tensor_name = method._tensor_name = "temp"
    container.add_pruning_method(method)
    mask = container.compute_mask(scores, masks)
    parts = mask.split([param.numel() for _, _, param in pairs])
    for (module, name, param), part in zip(pairs, parts, strict=True):
        custom_from_mask(module, name, mask=part.view_as(param))


def remove(module: Module, name: str) -> Module:
    """Make the pruning of a parameter permanent."""
    for key, hook in module._forward_pre_hooks.items():
        if is_pruning_hook(hook, name):
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(
        f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")


def is_pruned(module: Module) -> bool:
    """Return True if a parameter of `module` or of a module below it is pruned."""
    hooks = (
        hook for _, each in module.named_modules() for hook in each._forward_pre_hooks.values())
    return any(isinstance(hook, BasePruningMethod) for hook in hooks)
