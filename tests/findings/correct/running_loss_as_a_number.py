import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
history, running = [], 0.0
for _ in range(6):
    x = torch.randn(8, 3)
    loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
    running += loss.item()
    history.append(float(loss.detach()))
print(running / 6, history[-1] < history[0])
