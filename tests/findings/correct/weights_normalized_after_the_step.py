import torch
from torch import nn

torch.manual_seed(0)
w = nn.Parameter(torch.randn(5))
A = torch.randn(5, 5)
A = A @ A.T
opt = torch.optim.SGD([w], lr=0.02)
for _ in range(8):
    opt.zero_grad()
    loss = -(w @ A @ w)
    loss.backward()
    opt.step()
    with torch.no_grad():
        w.div_(w.norm())
print(loss.item())
