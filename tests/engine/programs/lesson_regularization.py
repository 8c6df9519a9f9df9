# weight decay, L1 penalty, dropout and early layers frozen
import torch
from torch import nn

torch.manual_seed(71)
x, y = torch.randn(16, 4), torch.randn(16, 1)
net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Dropout(0.5), nn.Linear(6, 1))
optimizer = torch.optim.SGD(
    [
        {"params": net[0].parameters(), "weight_decay": 0.1},
        {"params": net[3].weight},
        {"params": net[3].bias, "weight_decay": 0.0, "lr": 0.5},
    ],
    lr=0.05,
)
for step in range(4):
    optimizer.zero_grad()
    mse = nn.functional.mse_loss(net(x), y)
    l1 = sum(p.abs().sum() for p in net.parameters())
    l2 = sum(p.pow(2).sum() for p in net.parameters())
    (mse + 1e-3 * l1 + 1e-4 * l2).backward()
    optimizer.step()
    print(step, mse, l1, l2)
print([group["lr"] for group in optimizer.param_groups], net[0].weight.norm())
net.eval()
with torch.no_grad():
    print(net(x[:2]), torch.equal(net(x), net(x)))
