import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.3, momentum=0.9)
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=6)
x, y = torch.randn(10, 3), torch.arange(10) % 2
for _ in range(6):
    opt.zero_grad(set_to_none=True)
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    schedule.step()
print(opt.param_groups[0]["lr"], loss.item())
