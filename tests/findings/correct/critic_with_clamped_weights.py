import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.RMSprop(critic.parameters(), lr=5e-3)
for _ in range(4):
    real, fake = torch.randn(16, 2) + 1, torch.randn(16, 2)
    loss = critic(fake).mean() - critic(real).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for p in critic.parameters():
        p.data.clamp_(-0.1, 0.1)
