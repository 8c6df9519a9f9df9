"""`torch.autograd.function`: custom functions with their context."""

from autograd.engine.function.context import BackwardCFunction, FunctionCtx, once_differentiable
from autograd.engine.function.function import Function, FunctionMeta, InplaceFunction
from autograd.transforms import function_transforms as _transformed  # noqa: F401  registers itself

__all__ = [
    "BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "InplaceFunction",
    "once_differentiable",
]
