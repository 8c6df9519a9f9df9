"""The names of `torch._C` that programs use: how not to ask `__torch_function__`."""

from autograd import subclasses as _subclasses
from autograd.subclasses import disabled_handler as _disabled_torch_function_impl  # noqa: F401
from autograd.tensor import Tensor as TensorBase  # noqa: F401


class DisableTorchFunctionSubclass:
    """While classes derived from Tensor are not asked."""

    def __enter__(self):
        self._within = _subclasses.aside()
        self._within.__enter__()

    def __exit__(self, *error):
        self._within.__exit__(*error)


class DisableTorchFunction(DisableTorchFunctionSubclass):
    """While neither classes nor modes are asked."""

    def __enter__(self):
        super().__enter__()
        self._modes, _subclasses.modes[:] = _subclasses.modes[:], []

    def __exit__(self, *error):
        _subclasses.modes[:] = self._modes
        super().__exit__(*error)
