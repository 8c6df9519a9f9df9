import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
encoder, decoder = nn.Linear(6, 3), nn.Linear(3, 6)
params = [*encoder.parameters(), *decoder.parameters()]
opt = torch.optim.Adam(params, lr=0.05)
x = torch.rand(10, 6)
for _ in range(4):
    p = torch.sigmoid(encoder(x))
    bits = (p > 0.5).float()
    code = bits + p - p.detach()
    loss = F.mse_loss(decoder(code), x)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
