"""Modules as pure functions of their parameters, for `torch.func`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from autograd.functions.shape.concatenation import stack
from autograd.tensor.tensor import Tensor
from torch.nn.modules.batchnorm import _BatchNorm

if TYPE_CHECKING:
    from torch.nn.modules.module import Module

__all__ = ["functional_call", "replace_all_batch_norm_modules_", "stack_module_state"]


def functional_call(
        module: Module, parameter_and_buffer_dicts: Any, args: tuple[Tensor, ...] | None = None,
        kwargs: dict[Any, Any] | None = None, *, tie_weights: bool = True, strict: bool = False
) -> Any:
    """Call `module` with the given parameters and buffers in place of its own."""
    tensors = merge_dicts(parameter_and_buffer_dicts)
    if strict:
        check_keys(module, tensors)
    if tie_weights:
        check_tied_values(module, tensors)
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    with replace_tensors(module, tensors, tie_weights):
        return module(*args, **(kwargs or {}))


def merge_dicts(dicts: dict[str, Any]) -> dict:
    """Return one dict of several; ValueError for keys that occur twice."""
    if isinstance(dicts, dict):
        return dicts
    if not isinstance(dicts, list | tuple) or not all(isinstance(d, dict) for d in dicts):
        raise ValueError(
            "Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
            f"{type(dicts)}"
        )
    keys = [key for each in dicts for key in each]
    repeated = [key for key in dict.fromkeys(keys) if keys.count(key) > 1]
    if repeated:
        raise ValueError(
            f"{repeated} appeared in multiple dictionaries; behavior of functional call is "
            "ambiguous"
        )
    return {name: value for each in dicts for name, value in each.items()}


def check_keys(module: Module, tensors: Any) -> None:
    """Raise RuntimeError unless the keys are exactly the module's parameters and buffers."""
    own = dict(module.named_parameters()) | dict(module.named_buffers())
    unexpected = ", ".join(f"'{key}'" for key in sorted(tensors.keys() - own.keys()))
    absent = ", ".join(f"'{key}'" for key in sorted(own.keys() - tensors.keys()))
    text = f"\n\tUnexpected key(s): {unexpected}." if unexpected else ""
    text += f"\n\tMissing key(s): {absent}." if absent else ""
    if text:
        raise RuntimeError(f"Error(s) in reparametrizing for {type(module).__name__}:{text}")


def check_tied_values(module: Module, tensors: dict[str, Any]) -> None:
    """Raise ValueError if a tensor with several names is given different values."""
    names = {}
    for own in (module.named_parameters, module.named_buffers):
        for name, tensor in own(remove_duplicate=False):
            names.setdefault(id(tensor), []).append(name)
    for tied in names.values():
        if len({id(tensors[name]) for name in tied if name in tensors}) > 1:
            raise ValueError(
                f"functional_call got multiple values for keys {sorted(tied)}, which are tied. "
                "Consider using tie_weights=False"
            )


@contextmanager
def replace_tensors(module: Module, values: dict[str, Any], tied: bool = False) -> Iterator[None]:
    """Replace the tensors of a module by `values`, keyed by dotted names, within a block.

    With `tied`, a tensor with several names is replaced under all of them.
    """
    originals, swaps, module_names = [], [], {name for name, _ in module.named_modules()}
    holders = [each for part in module.modules() for each in (part._parameters, part._buffers)]
    for name, value in values.items():
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(f"{value} is not an instance of torch.Tensor")
        path, _, last = name.rpartition(".")
        if path and path not in module_names:
            continue  # torch ignores names of absent modules
        owner = module.get_submodule(path)
        holder = owner._parameters if last in owner._parameters else owner._buffers
        if last not in holder:
            continue
        original = holder[last]
        aliases = [(each, name) for each in holders for name, tensor in each.items()
                  if tied and tensor is original and original is not None]
        swaps += [(tensors, key, value) for tensors, key in [(holder, last), *aliases]]
    for tensors, key, value in swaps:
        originals.append((tensors, key, tensors[key]))
        tensors[key] = value
    try:
        yield
    finally:
        for holder, last, value in reversed(originals):
            holder[last] = value


def stack_module_state(models: Any) -> Any:
    """Return the parameters and buffers of modules of one class, stacked along a new first
    dimension."""
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if len({model.training for model in models}) > 1:
        raise RuntimeError(
            "stack_module_state: Expected all models to have the same training/eval mode.")
    if len({type(model) for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    all_parameters = [dict(model.named_parameters()) for model in models]
    all_buffers = [dict(model.named_buffers()) for model in models]
    return tuple({name: stack_as_leaf(name, [each[name] for each in tensors])
                  for name in tensors[0]} for tensors in (all_parameters, all_buffers))


def stack_as_leaf(name: str, tensors: list[Tensor]) -> Tensor:
    """Return the stacked tensors as a leaf; RuntimeError if only some require gradients."""
    requires_grad = {each.requires_grad for each in tensors}
    if len(requires_grad) > 1:
        raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
    return stack(tensors).detach().requires_grad_() if True in requires_grad else stack(tensors)


def replace_all_batch_norm_modules_(root: Any) -> Any:
    """Remove the running statistics of every batch norm in `root`, in place."""
    for module in root.modules():
        if isinstance(module, _BatchNorm) and module.track_running_stats:
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
