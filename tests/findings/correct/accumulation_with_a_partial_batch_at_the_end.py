import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(10, 3), torch.randn(10, 1)
net = nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters(), lr=0.1)
opt.zero_grad()
for i in range(5):
    loss = F.mse_loss(net(x[2 * i : 2 * i + 2]), y[2 * i : 2 * i + 2])
    (loss / 3).backward()
    if i % 3 == 2 or i == 4:
        opt.step()
        opt.zero_grad()
print(net.weight)
