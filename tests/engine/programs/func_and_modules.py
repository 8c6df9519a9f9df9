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
