# Python functions as operators
import numpy as np
import torch


@torch.library.custom_op("lesson::scaled", mutates_args=())
def scaled(x: torch.Tensor, factor: float = 2.0) -> torch.Tensor:
    return torch.from_numpy(x.numpy(force=True) * factor)


def setup(ctx, inputs, output):
    ctx.factor = inputs[1]


x = torch.linspace(0, 1, 3, requires_grad=True)
y = scaled(x)
print(y.grad_fn.name(), y.requires_grad, scaled(x.detach()).grad_fn)
try:
    y.sum().backward()
except RuntimeError as error:
    print(error)
scaled.register_fake(lambda x, factor=2.0: torch.empty_like(x))
scaled.register_autograd(lambda ctx, grad: (grad * ctx.factor, None), setup_context=setup)
z = scaled(x, 3.0)
z.pow(2).sum().backward()
print(z, x.grad, torch.ops.lesson.scaled(x.detach(), factor=0.5))


@torch.library.custom_op("lesson::filled", mutates_args={"out"})
def filled(x: torch.Tensor, out: torch.Tensor) -> None:
    np.sin(x.numpy(), out=out.numpy())


out = torch.empty(3)
before = out._version
filled(x.detach(), out)
print(out, out._version - before)
one, two = torch.arange(2), torch.nn.Parameter(torch.ones(3))
torch.utils.swap_tensors(one, two)
print(one, two)

aten, w = torch.ops.aten, torch.arange(1.0, 4.0, requires_grad=True)
print(aten, aten.sin, aten.sin.default, repr(aten.add.Tensor), aten.add.Tensor.name())
print(aten.sin(w), aten.add.Tensor(w, w, alpha=2), aten.max.dim(w, 0), aten.view.default(w, [3, 1]))
for unknown in (lambda: aten.sine, lambda: aten.sin.fault, lambda: torch.ops.nowhere.sin):
    try:
        unknown()
    except AttributeError as error:
        print(error)
