# per-sample gradients, ensembles by vmap, jacobians of models
import torch
from torch import nn
from torch.func import functional_call, grad, hessian, jacrev, stack_module_state, vmap

torch.manual_seed(97)
model = nn.Linear(3, 1)
params = {k: v.detach() for k, v in model.named_parameters()}
x, y = torch.randn(4, 3), torch.randn(4, 1)


def loss(params, x, y):
    out = functional_call(model, params, (x.unsqueeze(0),))
    return nn.functional.mse_loss(out, y.unsqueeze(0))


per_sample = vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)
print({k: v.shape for k, v in per_sample.items()}, per_sample["weight"][0])
nn.functional.mse_loss(model(x), y).backward()
print(torch.allclose(per_sample["weight"].mean(0), model.weight.grad, atol=1e-6))
models = [nn.Linear(3, 2) for _ in range(3)]
stacked, buffers = stack_module_state(models)
base = models[0]
out = vmap(lambda p, b, x: functional_call(base, (p, b), (x,)), in_dims=(0, 0, None))(
    stacked, buffers, x
)
print(out.shape, torch.allclose(out[1], models[1](x), atol=1e-6))
print(
    jacrev(lambda x: model(x).squeeze())(x[0]),
    hessian(lambda v: (v**3).sum())(torch.tensor([1.0, 2.0])),
)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
J = torch.autograd.functional.jacobian(net, torch.ones(2))
print(J, torch.allclose(J, jacrev(net)(torch.ones(2))))
# the same in functorch, where all this lived before
import functorch  # noqa: E402

net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
function, params, buffers = functorch.make_functional_with_buffers(net.eval())
print([tuple(p.shape) for p in params], len(buffers))


def loss(params, buffers, x):
    return function(params, buffers, x.unsqueeze(0)).sum()


points = torch.tensor([[1.0, 2.0], [3.0, -4.0]])
per_sample = functorch.vmap(functorch.grad(loss), (None, None, 0))(params, buffers, points)
print([tuple(g.shape) for g in per_sample], per_sample[-1])
function, params = functorch.make_functional(nn.Linear(2, 1), disable_autograd_tracking=True)
print(function, function(params, points), functorch.hessian(lambda v: (v**3).sum())(points[0]))
try:
    functorch.make_functional(net)
except RuntimeError as error:
    print(error)
nets = [nn.Linear(2, 1) for _ in range(3)]
function, params, buffers = functorch.combine_state_for_ensemble(nets)
print(functorch.vmap(function, (0, 0, None))(params, buffers, points).shape)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Parameter(torch.zeros(2))
        self.second = self.first

    def forward(self, x):
        return x + self.first * self.second


one, two = torch.ones(2), torch.full((2,), 2.0)
print(functional_call(Tied(), {"first": two}, (one,)))
print(functional_call(Tied(), {"first": one, "second": two}, (one,), tie_weights=False))
try:
    functional_call(Tied(), {"first": one, "second": two}, (one,))
except ValueError as error:
    print(error)
