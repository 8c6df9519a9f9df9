# a generator against a discriminator on a line of numbers
import torch
from torch import nn

torch.manual_seed(41)
generator = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
discriminator = nn.Sequential(nn.Linear(1, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1), nn.Sigmoid())
opt_g = torch.optim.Adam(generator.parameters(), lr=0.01, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(discriminator.parameters(), lr=0.01, betas=(0.5, 0.999))
criterion = nn.BCELoss()
for step in range(5):
    real = torch.randn(16, 1) * 0.5 + 3
    fake = generator(torch.randn(16, 2))
    opt_d.zero_grad()
    loss_d = criterion(discriminator(real), torch.ones(16, 1)) + criterion(
        discriminator(fake.detach()), torch.zeros(16, 1)
    )
    loss_d.backward()
    opt_d.step()
    opt_g.zero_grad()
    loss_g = criterion(discriminator(fake), torch.ones_like(fake))
    loss_g.backward()
    opt_g.step()
    print(f"{step}: D {loss_d:.4f} G {loss_g:.4f} mean {fake.mean():.4f}")
print(generator[0].weight.grad)
