import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
encoder, decoder = nn.Linear(4, 2), nn.Linear(2, 4)
codes = nn.Embedding(5, 2)
params = [p for m in (encoder, decoder, codes) for p in m.parameters()]
opt = torch.optim.Adam(params, lr=0.02)
x = torch.randn(12, 4)
for _ in range(4):
    z = encoder(x)
    nearest = torch.cdist(z, codes.weight).argmin(1)
    q = codes(nearest)
    code_loss, commitment = F.mse_loss(q, z.detach()), F.mse_loss(z, q.detach())
    made = decoder(z + (q - z).detach())
    loss = F.mse_loss(made, x) + code_loss + 0.25 * commitment
    opt.zero_grad()
    loss.backward()
    opt.step()
