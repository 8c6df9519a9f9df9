# The exponential of small and large matrices, and what comes back through it, digit by digit.
import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize

torch.manual_seed(0)
A = torch.randn(3, 3)
skew = A - A.T
for scale in (1e-9, 1e-4, 1e-3, 0.02, 0.2, 0.5, 1.0, 7.0):
    print(scale, torch.matrix_exp(skew * scale).tolist())
    print(torch.matrix_exp(skew.double() * scale)[0])
print(torch.matrix_exp(torch.stack([skew, torch.zeros(3, 3), torch.full((3, 3), torch.inf)])))
print(torch.matrix_exp(torch.tensor([[2.0]])), torch.matrix_exp(torch.zeros(2, 0, 0)).shape)


class Skew(nn.Module):
    def forward(self, X):
        return X.triu(1) - X.triu(1).transpose(-1, -2)


class MatrixExponential(nn.Module):
    def forward(self, X):
        return torch.matrix_exp(X)


layer = nn.Linear(3, 3)
parametrize.register_parametrization(layer, "weight", Skew())
parametrize.register_parametrization(layer, "weight", MatrixExponential())
print(layer.weight.tolist())
layer(torch.ones(1, 3)).pow(3).sum().backward()
print(layer.parametrizations.weight.original.grad.tolist())

t = torch.tensor(0.3, requires_grad=True)
R = torch.linalg.matrix_exp(t * torch.tensor([[0.0, -1.0], [1.0, 0.0]]))
(g,) = torch.autograd.grad(R[0, 0], t, create_graph=True)
print(R, g, torch.autograd.grad(g, t)[0], -torch.sin(t), -torch.cos(t))
