import torch
from torch import nn

torch.manual_seed(0)
G = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))
D = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
opt_g = torch.optim.Adam(G.parameters(), lr=2e-3)
opt_d = torch.optim.Adam(D.parameters(), lr=2e-3)
bce = nn.BCEWithLogitsLoss()
for _ in range(4):
    real, fake = torch.randn(8, 2) + 2, G(torch.randn(8, 2))
    opt_d.zero_grad()
    loss_d = bce(D(real), torch.ones(8, 1)) + bce(D(fake.detach()), torch.zeros(8, 1))
    loss_d.backward()
    opt_d.step()
    opt_g.zero_grad()
    loss_g = bce(D(fake), torch.ones(8, 1))
    loss_g.backward()
    opt_g.step()
