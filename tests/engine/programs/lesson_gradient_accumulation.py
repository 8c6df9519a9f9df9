# small batches add up to one step
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
x, y = torch.randn(8, 2), torch.randn(8, 1)
nn.functional.mse_loss(net(x), y).backward()
whole = net.weight.grad.clone()
net.zero_grad()
for part in range(4):
    sl = slice(2 * part, 2 * part + 2)
    (nn.functional.mse_loss(net(x[sl]), y[sl]) / 4).backward()
print(whole, net.weight.grad, torch.allclose(whole, net.weight.grad))
