"""`torch.utils.module_tracker`: names of the modules that are running."""

from weakref import WeakKeyDictionary

from autograd.engine.backward import EngineBase
from autograd.runtime.execution_state import execution
from autograd.tensor.pytree import list_leaves
from autograd.tensor.tensor import Tensor
from torch.autograd.graph import register_multi_grad_hook
from torch.nn.modules.module import (
    register_module_forward_hook,
    register_module_forward_pre_hook,
)

__all__ = ["ModuleTracker"]


class ModuleTracker:
    """A context with the full names of running modules in `parents`, which always has "Global".

    A module runs during its forward call, and while backward computes its gradients.
    """

    def __init__(self):
        self.parents = {"Global"}
        self._names = WeakKeyDictionary()
        self._handles: list = []
        self._callback_queued = False  # at the end of the backward pass

    @property
    def is_bw(self) -> bool:
        """True while a backward runs."""
        return execution.backward_call is not None

    def __enter__(self):
        self._handles = [register_module_forward_pre_hook(self._enter_forward),
                         register_module_forward_hook(self._leave_forward)]
        return self

    def __exit__(self, *error):
        for handle in self._handles:
            handle.remove()
        self._handles.clear()

    def _find_name(self, module) -> str:
        """Return the full name of a module, which starts with the class of the outermost one."""
        if module not in self._names:
            self._names[module] = type(module).__name__
        self._name_children(module)
        return self._names[module]

    def _name_children(self, module) -> None:
        """Name the submodules that have no name yet, recursively."""
        for name, child in module.named_children():
            if child not in self._names:
                self._names[child] = f"{self._names[module]}.{name}"
                self._name_children(child)

    def _enter_forward(self, module, inputs):
        """Add a module as it is called; remove it once its inputs have their gradients."""
        name = self._find_name(module)
        self.parents.add(name)
        self._register_gradient_hook(inputs, lambda *_: self.parents.discard(name))

    def _leave_forward(self, module, inputs, outputs):
        """Remove a module as it returns; add it once its outputs have their gradients."""
        name = self._find_name(module)
        self.parents.discard(name)
        self._register_gradient_hook(outputs, lambda *_: self._enter_backward(name))

    def _enter_backward(self, name: str) -> None:
        """Add a module whose backward begins; clear all when the backward pass ends."""
        if not self._callback_queued:
            self._callback_queued = True
            EngineBase().queue_callback(self._end_backward)
        self.parents.add(name)

    def _end_backward(self) -> None:
        """Reset the running modules after a backward pass."""
        self.parents, self._callback_queued = {"Global"}, False

    def _register_gradient_hook(self, values, hook) -> None:
        """Call `hook` once the tensors in `values` have their gradients."""
        tensors = [each for each in list_leaves(values)
                   if isinstance(each, Tensor) and each.requires_grad]
        if tensors:
            self._handles.append(register_multi_grad_hook(tensors, hook))
