"""`torch.nn.utils.prune`: prune a module's parameter in one call."""

from __future__ import annotations

import numbers
from abc import abstractmethod  # noqa: F401  torch shows it here
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import torch
from torch.nn.utils.pruning import BasePruningMethod, PruningContainer, prunes
from autograd.runtime.method_owner import told_by_heirs

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from torch.nn.modules.module import Module

# --- Ways to prune -----------------------------------------------------------------------------


class Identity(BasePruningMethod):
    """Prunes nothing."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Any) -> Any:
        return default_mask

    @classmethod
    def apply(cls, module: Module, name: str) -> Any:
        return super().apply(module, name)


@told_by_heirs("__init__")
class _Unstructured(BasePruningMethod):
    """Prunes a share, or a number, of entries wherever they stand."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t: Tensor, default_mask: Any) -> Any:
        mask, size = default_mask.clone(), t.nelement()
        count = _compute_nparams_toprune(self.amount, size)
        _validate_pruning_amount(count, size)
        if count:
            mask.view(-1)[self._pruned(t, count)] = 0
        return mask

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any, **options: Any) -> Any:
        return super().apply(module, name, amount=amount, **options)


class RandomUnstructured(_Unstructured):
    """Prunes entries by chance."""

    def _pruned(self, t, count):
        return torch.topk(torch.rand_like(t).view(-1), k=count).indices


class L1Unstructured(_Unstructured):
    """Prunes the smallest entries."""

    def _pruned(self, t, count):
        return torch.topk(torch.abs(t).view(-1), k=count, largest=False).indices


class _Structured(BasePruningMethod):
    """Prunes whole slices along `dim`."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        _validate_pruning_amount_init(amount)
        self.amount = amount
        self.dim = dim

    def compute_mask(self, t: Tensor, default_mask: Any) -> Any:
        _validate_structured_pruning(t)
        _validate_pruning_dim(t, self.dim)
        size = t.shape[self.dim]
        count = _compute_nparams_toprune(self.amount, size)
        _validate_pruning_amount(count, size)
        if not count:
            return default_mask
        mask = torch.zeros_like(t)
        mask[(slice(None),) * (self.dim % t.dim()) + (self._kept(t, size, count),)] = 1
        mask *= default_mask.to(dtype=mask.dtype)
        return mask


class RandomStructured(_Structured):
    """Prunes slices by chance."""

    def _kept(self, t, size, count):
        chances = torch.rand(size)
        return chances > torch.kthvalue(chances, k=count).values

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any, dim: int = -1) -> Any:
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(_Structured):
    """Prunes the slices of the smallest norm of order `n`."""

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount, dim)
        self.n = n

    def _kept(self, t, size, count):
        return torch.topk(_compute_norm(t, self.n, self.dim), k=size - count).indices

    @classmethod
    def apply(
            cls, module: Module, name: str, amount: Any, n: int, dim: int,
            importance_scores: Any = None) -> Any:
        return super().apply(
            module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)


class CustomFromMask(BasePruningMethod):
    """Prunes by a mask of the user's own."""

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t: Tensor, default_mask: Any) -> Any:
        if default_mask.shape != self.mask.shape:
            raise AssertionError(
                f"default_mask shape {default_mask.shape} must match self.mask shape "
                f"{self.mask.shape}"
            )
        return default_mask * self.mask.to(dtype=default_mask.dtype)

    @classmethod
    def apply(cls, module: Module, name: str, mask: Tensor) -> Any:
        return super().apply(module, name, mask=mask)


# --- What subclasses of the methods ask --------------------------------------------------------


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
    """Raise torch's error for a count of more than there are."""
    if isinstance(amount, numbers.Integral) and amount > tensor_size:
        raise ValueError(
            f"amount={amount} should be smaller than the number of parameters to "
            f"prune={tensor_size}"
        )


def _compute_nparams_toprune(amount, tensor_size):
    """How many of `tensor_size` are pruned: a count, or a share of them."""
    return amount if isinstance(amount, numbers.Integral) else round(amount * tensor_size)


def _validate_structured_pruning(t) -> None:
    """Raise torch's error unless `t` has slices."""
    if t.dim() <= 1:
        raise ValueError(
            "Structured pruning can only be applied to multidimensional tensors. Found tensor of "
            f"shape {t.shape} with {t.dim()} dims"
        )


def _validate_pruning_dim(t, dim) -> None:
    """Raise torch's error unless `t` has the dimension `dim`."""
    if dim >= t.dim():
        raise IndexError(f"Invalid index {dim} for tensor of size {t.shape}")


def _compute_norm(t, n, dim):
    """The norms of order `n` of the slices along `dim`."""
    dims = list(range(t.dim()))
    if dim < 0:
        dim = dims[dim]
    dims.remove(dim)
    return torch.norm(t, p=n, dim=dims)


# --- In one call -------------------------------------------------------------------------------


def identity(module: Module, name: str) -> Any:
    """Put a mask of ones over a parameter."""
    Identity.apply(module, name)
    return module


def random_unstructured(module: Module, name: str, amount: Any) -> Any:
    """Prune `amount` entries of a parameter by chance."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module: Module, name: str, amount: Any, importance_scores: Any = None) -> Any:
    """Prune the `amount` smallest entries of a parameter."""
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Module, name: str, amount: Any, dim: int) -> Any:
    """Prune `amount` slices of a parameter along `dim` by chance."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(
        module: Module, name: str, amount: Any, n: int, dim: int, importance_scores: Any = None
) -> Any:
    """Prune the `amount` slices of a parameter along `dim` with the smallest norm of order `n`."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Module, name: str, mask: Tensor) -> Any:
    """Prune a parameter by a mask."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(
        parameters: Any, pruning_method: Any, importance_scores: Any = None, **kwargs: Any) -> None:
    """Prune several parameters, `(module, name)` pairs, as though they were one."""
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    given = {} if importance_scores is None else importance_scores
    if not isinstance(given, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            f"{pruning_method} of type {method.PRUNING_TYPE}"
        )
    chain = torch.nn.utils.parameters_to_vector
    pairs = [(module, name, getattr(module, name)) for module, name in parameters]
    scores = chain([given.get((module, name), param) for module, name, param in pairs])
    masks = chain([
        getattr(module, f"{name}_mask", torch.ones_like(param)) for module, name, param in pairs])
    container = PruningContainer()
    container._tensor_name = method._tensor_name = "temp"
    container.add_pruning_method(method)
    whole = container.compute_mask(scores, masks)
    parts = whole.split([param.numel() for _, _, param in pairs])
    for (module, name, param), part in zip(pairs, parts, strict=True):
        custom_from_mask(module, name, mask=part.view_as(param))


def remove(module: Module, name: str) -> Any:
    """Make the pruning of a parameter permanent."""
    for key, hook in module._forward_pre_hooks.items():
        if prunes(hook, name):
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(
        f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")


def is_pruned(module: Module) -> bool:
    """Whether a module or one in it has a parameter that is pruned."""
    hooks = (
        hook for _, each in module.named_modules() for hook in each._forward_pre_hooks.values())
    return any(isinstance(hook, BasePruningMethod) for hook in hooks)
