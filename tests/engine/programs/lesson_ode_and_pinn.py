# Euler's method as a differentiable program, and derivatives of a net by its input
import torch
from torch import nn

k = torch.tensor(0.5, requires_grad=True)
y, path = torch.tensor(1.0), []
for _ in range(10):
    y = y + 0.1 * (-k * y)
    path.append(y)
loss = (torch.stack(path)[-1] - 0.5) ** 2
loss.backward()
print(y, loss, k.grad, torch.stack(path))
torch.manual_seed(81)
net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
t = torch.linspace(0, 1, 5).view(-1, 1).requires_grad_()
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
for step in range(4):
    u = net(t)
    (du,) = torch.autograd.grad(u.sum(), t, create_graph=True)
    (ddu,) = torch.autograd.grad(du.sum(), t, create_graph=True)
    residual = (ddu + u).pow(2).mean() + (net(torch.zeros(1, 1)) - 1).pow(2).squeeze()
    optimizer.zero_grad()
    residual.backward()
    optimizer.step()
    print(step, residual, du[0], ddu.grad_fn.name())
