import torch
import torch.nn as nn

torch.manual_seed(3)
latent_dim = 3


def mlp(sizes, last=None):
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers.append(nn.Linear(a, b))
        layers.append(nn.LeakyReLU(0.2))
    layers.pop()
    if last is not None:
        layers.append(last)
    return nn.Sequential(*layers)


G = mlp([latent_dim, 6, 2])
D = mlp([2, 6, 1], nn.Sigmoid())
opt_g = torch.optim.Adam(G.parameters(), lr=0.01, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=0.01, betas=(0.5, 0.999))
bce = nn.BCELoss()
losses = {"g": [], "d": []}


def real_batch(n):
    angle = torch.rand(n) * 6.28
    points = torch.stack([angle.cos(), angle.sin()], dim=1)
    return points


def train_discriminator(real, fake):
    opt_d.zero_grad()
    n = real.size(0)
    error_real = bce(D(real), torch.ones(n, 1))
    error_real.backward()
    error_fake = bce(D(fake.detach()), torch.zeros(n, 1))
    error_fake.backward()
    opt_d.step()
    return error_real + error_fake


def train_generator(fake):
    opt_g.zero_grad()
    error = bce(D(fake), torch.ones(fake.size(0), 1))
    error.backward()
    opt_g.step()
    return error


for step in range(3):
    real = real_batch(4)
    z = torch.randn(4, latent_dim)
    fake = G(z)
    d_error = train_discriminator(real, fake)
    g_error = train_generator(fake)
    losses["d"].append(d_error.item())
    losses["g"].append(g_error.item())
    if step % 2 == 0:
        print(step, f"{losses['d'][-1]:.2f}")
best = min(range(len(losses["g"])), key=lambda i: losses["g"][i])
