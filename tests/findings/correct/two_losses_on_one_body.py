import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
body, a, b = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 1)
opt = torch.optim.SGD([p for m in (body, a, b) for p in m.parameters()], lr=0.05)
x = torch.randn(10, 4)
for _ in range(3):
    h = torch.tanh(body(x))
    loss_a, loss_b = F.mse_loss(a(h), x[:, :1]), F.mse_loss(b(h), x[:, 1:2])
    opt.zero_grad()
    loss_a.backward(retain_graph=True)
    loss_b.backward()
    opt.step()
