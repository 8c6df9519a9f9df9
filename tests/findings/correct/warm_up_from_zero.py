import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(5, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
schedule = torch.optim.lr_scheduler.LambdaLR(opt, lambda step: min(1.0, step / 4))
x, y = torch.randn(10, 5), torch.randn(10, 1)
for _ in range(8):
    opt.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    schedule.step()
print(loss.item())
