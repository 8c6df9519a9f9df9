import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
for _ in range(3):
    real, fake = torch.randn(8, 2) + 1, torch.randn(8, 2)
    t = torch.rand(8, 1)
    between = (t * real + (1 - t) * fake).requires_grad_(True)
    (slope,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    penalty = ((slope.norm(2, dim=1) - 1) ** 2).mean()
    loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
    opt.zero_grad()
    loss.backward()
    opt.step()
