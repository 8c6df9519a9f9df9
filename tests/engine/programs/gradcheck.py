# gradcheck and gradgradcheck
import torch
from torch.autograd import gradcheck, gradgradcheck

x = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)
print(gradcheck(lambda v: v.sin() * v.exp(), (x,)), gradgradcheck(lambda v: v**3, (x,)))
print(gradcheck(torch.nn.functional.softmax, (x, 0)))
z = torch.tensor([1 + 2j, 0.5 - 1j], requires_grad=True, dtype=torch.complex128)
print(gradcheck(lambda v: v * v.conj() + v.sin(), (z,)), gradcheck(torch.abs, (z,)))
print(gradcheck(lambda v: torch.complex(v, v * v), (x,)), gradgradcheck(lambda v: v**2, (z,)))


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, v):
        ctx.save_for_backward(v)
        return v * v

    @staticmethod
    def backward(ctx, grad):
        return grad * 2 * ctx.saved_tensors[0]


try:
    gradcheck(Wrong.apply, (z,))
except RuntimeError as error:
    print(error)
nothing = torch.zeros(2, 0, dtype=torch.double, requires_grad=True)
print(gradcheck(lambda t: t * 2, nothing), gradcheck(lambda t: (t.sum(), t * 2), nothing))
print(gradgradcheck(lambda t: t * t, nothing))
print(gradcheck(torch.mul, [x, x + 1]), gradgradcheck(torch.mul, [x, x + 1]))
