"""Modules as functions of lists of parameters, as functorch had them."""

from __future__ import annotations

import copy
from typing import Any

from torch import nn
from torch.func.modules import replace_tensors, stack_module_state


class FunctionalModuleWithBuffers(nn.Module):
    """A copy of a module that takes parameters and buffers as arguments."""

    def __init__(self, stateless_model, param_names, buffer_names):
        super().__init__()
        self.stateless_model = stateless_model
        self.param_names = param_names
        self.buffer_names = buffer_names

    def forward(self, params: Any, buffers: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the module with these parameters and buffers in place of its own."""
        names = (*self.param_names, *self.buffer_names)
        given = dict(zip(names, (*params, *buffers)))
        with replace_tensors(self.stateless_model, given, tied=True):
            return self.stateless_model(*args, **kwargs)


class FunctionalModule(nn.Module):
    """A copy of a module without buffers that takes parameters as arguments."""

    def __init__(self, stateless_model, param_names):
        super().__init__()
        self.stateless_model = stateless_model
        self.param_names = param_names

    def forward(self, params: Any, *args: Any, **kwargs: Any) -> Any:
        """Call the module with these parameters in place of its own."""
        with replace_tensors(self.stateless_model, dict(zip(self.param_names, params)), tied=True):
            return self.stateless_model(*args, **kwargs)


def make_function(model: Any, disable_autograd_tracking: bool = False) -> Any:
    """Return `(function, params)`; `function(params, *args)` calls `model` with these parameters.

    Raises RuntimeError for a model that has buffers.
    """
    if list(model.buffers()):
        raise RuntimeError(
            "make_functional(model): `model` has buffers. Please use "
            "make_functional_with_buffers(model) instead."
        )
    model, names, params = split_parameters(model, disable_autograd_tracking)
    return FunctionalModule(model, names), params


def make_function_with_buffers(model: Any, disable_autograd_tracking: bool = False) -> Any:
    """Return `(function, params, buffers)`; the function takes both before its own arguments."""
    model, names, params = split_parameters(model, disable_autograd_tracking)
    buffers = dict(model.named_buffers())
    function = FunctionalModuleWithBuffers(model, names, tuple(buffers))
    return function, params, tuple(buffers.values())


def split_parameters(model: Any, untracked: Any) -> Any:
    """Return a copy of the model, and the names and tensors of its parameters."""
    model = copy.deepcopy(model)
    params = dict(model.named_parameters())
    if untracked:
        for each in params.values():
            each.requires_grad_(False)
    return model, tuple(params), tuple(params.values())


def stack_models(models: Any) -> Any:
    """Return `(function, params, buffers)` of equal modules, stacked along a new first dimension.

    Raises RuntimeError for no model at all, or where classes or modes differ.
    """
    if not models:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    if len({model.training for model in models}) > 1:
        raise RuntimeError(
            "combine_state_for_ensemble: Expected all models to have the same training/eval mode."
        )
    if len({type(model) for model in models}) > 1:
        raise RuntimeError(
            "combine_state_for_ensemble: Expected all models to be of the same class."
        )
    params, buffers = stack_module_state(models)
    function = FunctionalModuleWithBuffers(
        copy.deepcopy(models[0]), tuple(params), tuple(buffers))
    return function, tuple(params.values()), tuple(buffers.values())
