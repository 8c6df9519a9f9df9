# The options of grad and backward that C reads as one byte, and True and False alone elsewhere.
import numpy as np
import torch

y = torch.tensor([0.3, 0.6, 0.9], requires_grad=True)
functional = torch.autograd.functional


def tried(name, value, run):
    try:
        print(name, repr(value), run())
    except (OverflowError, RuntimeError, TypeError, ValueError) as error:
        print(name, repr(value), type(error).__name__, error)


def back(**options):
    y.grad = None
    (y * y).sum().backward(**options)
    made, y.grad = y.grad, None
    return made


def told(x):
    return (x**2).sum()


for value in (None, 0, 1, -1, 256, "x", 1.5, torch.tensor(1), torch.tensor(0.5), np.int64(1), ()):
    for name in ("retain_graph", "create_graph", "allow_unused", "materialize_grads"):
        tried(name, value, lambda: torch.autograd.grad((y * y).sum(), y, **{name: value}))
    tried("backward", value, lambda: back(retain_graph=value))
    if value is None or isinstance(value, str | float):
        tried("backward", value, lambda: back(create_graph=value))
    for function in (functional.jacobian, functional.hessian, functional.vjp):
        tried(function.__name__, value, lambda: function(told, y, create_graph=value))
    tried("set_grad_enabled", value, lambda: torch.set_grad_enabled(value))
    tried("requires_grad_", value, lambda: torch.ones(2).requires_grad_(value))
    tried("asarray", value, lambda: torch.asarray([1.0], copy=value))
    tried("asarray", value, lambda: torch.asarray([1.0], requires_grad=value))
    tried("pad_sequence", value, lambda: torch.nn.utils.rnn.pad_sequence([y], batch_first=value))
    tried("optimizer", value, lambda: torch.optim.Adam([y], differentiable=value).step())
    tried("norm_type", value, lambda: torch.nn.utils.clip_grad_norm_([y], 1.0, value))
print(torch.set_grad_enabled(True).prev)
