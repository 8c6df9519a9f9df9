import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
enc, dec = nn.Linear(6, 4), nn.Linear(2, 6)
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()], lr=0.01)
x = torch.rand(10, 6)
for _ in range(3):
    mean, log_var = enc(x).chunk(2, dim=1)
    z = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
    made = F.binary_cross_entropy_with_logits(dec(z), x, reduction="sum")
    kl = -0.5 * (1 + log_var - mean**2 - log_var.exp()).sum()
    opt.zero_grad()
    (made + kl).backward()
    opt.step()
