import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
encoder, predictor = nn.Linear(6, 8), nn.Linear(8, 8)
opt = torch.optim.SGD([*encoder.parameters(), *predictor.parameters()], lr=0.05)
for _ in range(3):
    x = torch.randn(8, 6)
    a, b = encoder(x + 0.1 * torch.randn(8, 6)), encoder(x + 0.1 * torch.randn(8, 6))
    loss = -F.cosine_similarity(predictor(a), b.detach()).mean() / 2
    loss = loss - F.cosine_similarity(predictor(b), a.detach()).mean() / 2
    opt.zero_grad()
    loss.backward()
    opt.step()
