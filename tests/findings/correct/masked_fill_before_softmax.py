import torch
from torch import nn

torch.manual_seed(0)
score = nn.Linear(4, 1)
opt = torch.optim.SGD(score.parameters(), lr=0.5)
x = torch.randn(3, 6, 4)
length = torch.tensor([6, 4, 2])
padding = torch.arange(6)[None] >= length[:, None]
for _ in range(3):
    s = score(x).squeeze(-1).masked_fill(padding, float("-inf"))
    pooled = (s.softmax(1).unsqueeze(-1) * x).sum(1)
    loss = (pooled - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
