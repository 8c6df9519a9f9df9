# clipping, and a moving average of weights
import copy

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 2)
ema = copy.deepcopy(net)
(net(torch.ones(1, 2)) ** 2).sum().backward()
print(nn.utils.clip_grad_norm_(net.parameters(), 0.1))
torch.optim.SGD(net.parameters(), lr=1.0).step()
with torch.no_grad():
    for a, b in zip(ema.parameters(), net.parameters()):
        a.mul_(0.9).add_(b, alpha=0.1)
print(ema.weight, ema.weight.grad)
