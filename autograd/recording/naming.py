"""What a variable names: a tensor, a container's tensors, a module with all it holds."""

from __future__ import annotations

from autograd.tensor import Tensor

MOST = 32  # entries of a container that get names


def tensors_in(name: str, value) -> list[tuple[str, Tensor]]:
    """`(full name, tensor)` for each tensor that `value` brings, e.g. `("net.0.weight", ...)`."""
    if isinstance(value, Tensor):
        return [(name, value)]
    if type(value) in (int, float, str, bool):
        return []
    if isinstance(value, list | tuple) and len(value) <= MOST:
        return [(f"{name}[{i}]", x) for i, x in enumerate(value) if isinstance(x, Tensor)]
    if isinstance(value, dict) and len(value) <= MOST:
        return [(f"{name}[{key!r}]", x) for key, x in value.items() if isinstance(x, Tensor)]
    parameters = getattr(type(value), "named_parameters", None)
    if parameters is None:
        return []
    return [(f"{name}.{part}", tensor) for part, tensor in value.named_parameters()]


def modules_in(name: str, value) -> list:
    """`(full name, module)` for a module and everything inside it, e.g. `("net.0", ...)`."""
    if getattr(type(value), "named_modules", None) is None:
        return []
    return [(f"{name}.{path}" if path else name, module) for path, module in value.named_modules()]
