# layers of one's own: parameters, buffers, reset, extra_repr, Function inside
import math

import torch
from torch import nn


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        s = torch.sigmoid(x)
        ctx.save_for_backward(x, s)
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x, s = ctx.saved_tensors
        return grad * (s + x * s * (1 - s))


class NoisyLinear(nn.Module):
    def __init__(self, n, m, sigma=0.5):
        super().__init__()
        self.n, self.m = n, m
        self.mu = nn.Parameter(torch.empty(m, n))
        self.sigma = nn.Parameter(torch.full((m, n), sigma / math.sqrt(n)))
        self.register_buffer("epsilon", torch.zeros(m, n))
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.uniform_(self.mu, -1 / math.sqrt(self.n), 1 / math.sqrt(self.n))

    def forward(self, x):
        if self.training:
            self.epsilon.normal_()
        return nn.functional.linear(x, self.mu + self.sigma * self.epsilon)

    def extra_repr(self):
        return f"n={self.n}, m={self.m}"


torch.manual_seed(87)
layer = NoisyLinear(3, 2)
print(layer, layer.state_dict())
y = Swish.apply(layer(torch.ones(1, 3)))
y.sum().backward()
print(y, layer.sigma.grad, layer.epsilon.requires_grad, y.grad_fn.name())
layer.eval()
print(torch.equal(layer(torch.ones(1, 3)), layer(torch.ones(1, 3))))
x = torch.randn(4, dtype=torch.float64, requires_grad=True)
print(
    torch.autograd.gradcheck(Swish.apply, (x,)),
    torch.allclose(Swish.apply(x), nn.functional.silu(x)),
)


class Scale(nn.Linear):
    def forward(self, x):
        return super().forward(x) * 2


print(Scale(2, 2), nn.Sequential(Scale(2, 1), layer))
