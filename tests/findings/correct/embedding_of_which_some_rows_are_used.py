import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
embed, head = nn.Embedding(50, 4, padding_idx=0), nn.Linear(4, 2)
opt = torch.optim.SGD([*embed.parameters(), *head.parameters()], lr=0.1)
ids, y = torch.tensor([[3, 7, 0], [9, 0, 0]]), torch.tensor([0, 1])
for _ in range(3):
    loss = F.cross_entropy(head(embed(ids).mean(1)), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
