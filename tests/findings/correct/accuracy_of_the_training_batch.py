import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(9, 4), torch.arange(9) % 3
right, seen = 0, 0
for _ in range(4):
    logits = net(x)
    loss = F.cross_entropy(logits, y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    right += (logits.argmax(dim=1) == y).sum().item()
    seen += len(y)
print(right / seen)
