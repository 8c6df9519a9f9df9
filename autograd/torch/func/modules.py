"""Modules as pure functions: called with parameters from outside, or many of them stacked."""

from contextlib import contextmanager

from autograd.functions.shapes import stack

__all__ = ["functional_call", "replace_all_batch_norm_modules_", "stack_module_state"]


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *,
                    tie_weights=True, strict=False):
    """Call `module` with the given parameters and buffers in place of its own."""
    given = parameter_and_buffer_dicts
    if not isinstance(given, dict):
        given = {name: value for each in given for name, value in each.items()}
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    with replaced(module, given, tie_weights):
        return module(*args, **(kwargs or {}))


@contextmanager
def replaced(module, values, tied=False):
    """The module's own tensors replaced by `values`, by their dotted names, inside the block.

    With `tied`, a tensor that the module has under several names is replaced under all of them.
    """
    before = []
    holders = [each for part in module.modules() for each in (part._parameters, part._buffers)]
    for name, value in values.items():
        path, _, last = name.rpartition(".")
        owner = module.get_submodule(path)
        holder = owner._parameters if last in owner._parameters else owner._buffers
        if last not in holder:
            raise KeyError(f"Unexpected key(s): {name}.")
        old = holder[last]
        places = [(each, name) for each in holders for name, tensor in each.items()
                  if tied and tensor is old and old is not None]
        for place, key in [(holder, last), *places]:
            before.append((place, key, place[key]))
            place[key] = value
    try:
        yield
    finally:
        for holder, last, value in reversed(before):
            holder[last] = value


def stack_module_state(models):
    """Parameters and buffers of modules of one kind, stacked along a new first dimension."""
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    all_parameters = [dict(model.named_parameters()) for model in models]
    all_buffers = [dict(model.named_buffers()) for model in models]
    parameters = {
        name: stack([each[name] for each in all_parameters]).detach().requires_grad_()
        for name in all_parameters[0]
    }
    buffers = {name: stack([each[name] for each in all_buffers]) for name in all_buffers[0]}
    return parameters, buffers


def replace_all_batch_norm_modules_(root):
    """Let every batch norm in `root` use the statistics of its batch only, in place."""
    from torch.nn.modules.batchnorm import _BatchNorm

    for module in root.modules():
        if isinstance(module, _BatchNorm) and module.track_running_stats:
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
