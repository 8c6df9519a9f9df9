# a gradient through a gradient step: MAML on sine waves with functional_call
import torch
from torch import nn
from torch.func import functional_call

torch.manual_seed(80)
net = nn.Sequential(nn.Linear(1, 6), nn.Tanh(), nn.Linear(6, 1))
outer = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(3):
    outer.zero_grad()
    total = 0.0
    for task in range(2):
        x = torch.linspace(-1, 1, 5).unsqueeze(1)
        y = torch.sin(3 * x + task)
        params = dict(net.named_parameters())
        inner = nn.functional.mse_loss(functional_call(net, params, (x,)), y)
        grads = torch.autograd.grad(inner, list(params.values()), create_graph=True)
        fast = {name: p - 0.1 * g for (name, p), g in zip(params.items(), grads)}
        loss = nn.functional.mse_loss(functional_call(net, fast, (x,)), y)
        loss.backward()
        total += loss.item()
    outer.step()
    print(step, f"{total:.4f}", net[0].weight.grad.flatten()[:3])
print([name for name in fast], fast["2.bias"].grad_fn.name())
