# small modules that lessons import names from
import torch
from torch.nn.common_types import _size_2_t
from torch.nn.modules.utils import _pair, _ntuple, _reverse_repeat_tuple, _single, _triple

print(_pair(3), _single((2,)), _triple(1), _ntuple(5)(0), _pair([1, 2]))
print(_reverse_repeat_tuple((1, 2), 2), _size_2_t is not None)


class ConvByHand(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return torch.nn.functional.conv2d(x, weight, stride=2, padding=1)

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        return (torch.nn.grad.conv2d_input(x.shape, weight, grad, stride=2, padding=1),
                torch.nn.grad.conv2d_weight(x, weight.shape, grad, stride=2, padding=1))


x = torch.linspace(-1, 1, 32).view(1, 2, 4, 4).double().requires_grad_()
weight = torch.linspace(0, 1, 54).view(3, 2, 3, 3).double().requires_grad_()
y = ConvByHand.apply(x, weight)
y.sin().sum().backward()
z = torch.nn.functional.conv2d(x, weight, stride=2, padding=1)
expected = torch.autograd.grad(z.sin().sum(), (x, weight))
print(x.grad.allclose(expected[0]), weight.grad.allclose(expected[1]))
twice = torch.nn.grad.conv1d_weight(x[0], (2, 4, 3), torch.ones(2, 2, 2, dtype=torch.double))
print(twice.shape, twice.grad_fn.name())

traced = torch.jit.trace(lambda a: a * 2, torch.ones(2))
print(traced(torch.ones(3)), torch.jit.is_scripting())
