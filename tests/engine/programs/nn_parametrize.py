# parametrized weights: symmetric, positive, several on one tensor, removed again
import torch
from torch import nn
from torch.nn.utils import parametrize as P


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)

    def right_inverse(self, A):
        return A.triu()


class Exp(nn.Module):
    def forward(self, X):
        return X.exp()


class RankOne(nn.Module):
    def forward(self, x, y):
        return x.unsqueeze(-1) @ y.unsqueeze(-2)

    def right_inverse(self, Z):
        return Z[:, 0].clone(), Z[0].clone()


torch.manual_seed(50)
layer = nn.Linear(3, 3)
print(P.register_parametrization(layer, "weight", Symmetric()))
print(layer.weight, torch.equal(layer.weight, layer.weight.T))
print([(n, tuple(p.shape)) for n, p in layer.named_parameters()], list(layer.state_dict()))
layer(torch.ones(2, 3)).sum().backward()
print(layer.parametrizations.weight.original.grad)
A = torch.tensor([[1.0, 2.0, 3.0], [2.0, 0.0, 1.0], [3.0, 1.0, 5.0]])
layer.weight = A
print(torch.equal(layer.weight, A), layer.parametrizations.weight.original)
P.register_parametrization(layer, "weight", Exp())
print(layer, layer.weight, layer.parametrizations.weight[1])
with P.cached():
    print(layer.weight is layer.weight)
print(layer.weight is layer.weight, P.is_parametrized(layer), P.is_parametrized(layer, "bias"))
print(type(layer), P.type_before_parametrizations(layer))
P.remove_parametrizations(layer, "weight")
print(layer, layer.weight, type(layer))
two = P.register_parametrization(nn.Linear(2, 2, bias=False), "weight", RankOne())
print(two, [n for n, _ in two.named_parameters()], two.weight)
optimizer = torch.optim.SGD(two.parameters(), lr=0.1)
two(torch.ones(1, 2)).pow(2).sum().backward()
optimizer.step()
print(two.weight, torch.linalg.matrix_rank(two.weight))
P.remove_parametrizations(two, "weight", leave_parametrized=True)
print(two.weight.requires_grad, P.is_parametrized(two))


class Bigger(nn.Module):
    def forward(self, X):
        return torch.cat([X, X])


for call in (
    lambda: P.register_parametrization(nn.Linear(2, 2), "weight", Bigger()),
    lambda: P.register_parametrization(nn.Identity(), "weight", Exp()),
    lambda: P.remove_parametrizations(nn.Identity(), "weight"),
):
    try:
        call()
    except ValueError as error:
        print(error)
