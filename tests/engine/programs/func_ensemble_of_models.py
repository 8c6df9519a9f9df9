# many models at once: stack_module_state, functional_call and vmap
import torch
from torch import nn
from torch.func import functional_call, grad, stack_module_state, vmap

torch.manual_seed(36)
models = [nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)) for _ in range(3)]
params, buffers = stack_module_state(models)
for name, p in params.items():
    print(name, tuple(p.shape), p.requires_grad, p.is_leaf)
x = torch.tensor([[1.0, -1.0], [0.5, 2.0]])


def call(params, buffers, x):
    return functional_call(models[0], (params, buffers), (x,))


together = vmap(call, in_dims=(0, 0, None))(params, buffers, x)
alone = torch.stack([m(x) for m in models])
print(together.shape, torch.allclose(together, alone, atol=1e-6), buffers)


def loss(params, x, y):
    return (functional_call(models[0], params, x) - y).pow(2).mean()


y = torch.tensor([[1.0], [0.0]])
grads = vmap(grad(loss), in_dims=(0, None, None))(params, x, y)
loss({k: v for k, v in models[1].named_parameters()}, x, y).backward()
for name, p in models[1].named_parameters():
    print(name, torch.allclose(grads[name][1], p.grad, atol=1e-6))

tables, points = torch.arange(12.0, requires_grad=True), torch.tensor([[0, 1], [1, 1]])
rows = vmap(lambda table: nn.functional.embedding(points, table))(tables.view(3, 2, 2))
print(rows, rows.grad_fn.next_functions[0][0].name())
weights, biases = torch.ones(3, 2, 2, requires_grad=True), torch.ones(3, 2, requires_grad=True)
alone = vmap(lambda w, b: nn.functional.linear(torch.ones(2), w, b))(weights, biases)
print(alone, vmap(lambda b: nn.functional.linear(torch.ones(2), weights[0], b))(biases))
