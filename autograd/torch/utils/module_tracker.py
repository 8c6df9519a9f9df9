"""`torch.utils.module_tracker`: which modules run now, forward or backward, by their full names."""

from weakref import WeakKeyDictionary

from autograd.engine.backward import EngineBase
from autograd.runtime import backward_state
from autograd.tensor.pytree import leaves_of
from autograd.tensor.tensor import Tensor
from torch.autograd.graph import register_multi_grad_hook
from torch.nn.modules.module import (
    register_module_forward_hook,
    register_module_forward_pre_hook,
)

__all__ = ["ModuleTracker"]


class ModuleTracker:
    """A context that knows in `parents` which modules run now; "Global" is always among them."""

    def __init__(self):
        self.parents = {"Global"}
        self._names = WeakKeyDictionary()
        self._handles: list = []
        self._waits = False  # for the end of a backward call

    @property
    def is_bw(self) -> bool:
        """Whether a backward call runs now."""
        return backward_state.current.call is not None

    def __enter__(self):
        self._handles = [register_module_forward_pre_hook(self._begins),
                         register_module_forward_hook(self._ends)]
        return self

    def __exit__(self, *error):
        for handle in self._handles:
            handle.remove()
        self._handles.clear()

    def _name(self, module) -> str:
        """The name of a module: its class, or that of the module around it and its own there."""
        if module not in self._names:
            self._names[module] = type(module).__name__
        self._name_children(module)
        return self._names[module]

    def _name_children(self, module) -> None:
        for name, child in module.named_children():
            if child not in self._names:
                self._names[child] = f"{self._names[module]}.{name}"
                self._name_children(child)

    def _begins(self, module, inputs):
        """A module is called; its backward is over when its inputs have got their gradients."""
        name = self._name(module)
        self.parents.add(name)
        self._on_gradients(inputs, lambda *_: self.parents.discard(name))

    def _ends(self, module, inputs, outputs):
        """A module has returned; its backward begins when its outputs have got their gradients."""
        name = self._name(module)
        self.parents.discard(name)
        self._on_gradients(outputs, lambda *_: self._goes_back(name))

    def _goes_back(self, name: str) -> None:
        if not self._waits:
            self._waits = True
            EngineBase().queue_callback(self._is_over)
        self.parents.add(name)

    def _is_over(self) -> None:
        self.parents, self._waits = {"Global"}, False

    def _on_gradients(self, values, hook) -> None:
        tensors = [each for each in leaves_of(values)
                   if isinstance(each, Tensor) and each.requires_grad]
        if tensors:
            self._handles.append(register_multi_grad_hook(tensors, hook))
