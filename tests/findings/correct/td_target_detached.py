import torch
from torch import nn

torch.manual_seed(0)
value = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.Adam(value.parameters(), lr=0.01)
for _ in range(5):
    s, s2, r = torch.randn(16, 4), torch.randn(16, 4), torch.randn(16)
    goal = (r + 0.99 * value(s2).squeeze(-1)).detach()
    loss = ((value(s).squeeze(-1) - goal) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
