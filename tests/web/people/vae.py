import torch
from torch import nn
from torch.nn import functional as F
from dataclasses import dataclass, field

torch.manual_seed(5)


@dataclass
class Config:
    inputs: int = 6
    hidden: int = 5
    latent: int = 2
    beta: float = 0.5
    history: list = field(default_factory=list)


class VAE(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.enc = nn.Linear(cfg.inputs, cfg.hidden)
        self.mu = nn.Linear(cfg.hidden, cfg.latent)
        self.logvar = nn.Linear(cfg.hidden, cfg.latent)
        self.dec = nn.Sequential(
            nn.Linear(cfg.latent, cfg.hidden),
            nn.ReLU(),
            nn.Linear(cfg.hidden, cfg.inputs),
        )

    def encode(self, x):
        h = F.relu(self.enc(x))
        return self.mu(h), self.logvar(h)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return mu + eps * std

    def forward(self, x):
        mu, logvar = self.encode(x)
        z = self.reparameterize(mu, logvar)
        return self.dec(z), mu, logvar


def loss_function(recon, x, mu, logvar, beta):
    mse = F.mse_loss(recon, x, reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return mse + beta * kld, {"mse": mse.item(), "kld": kld.item()}


cfg = Config()
vae = VAE(cfg)
opt = torch.optim.Adam(vae.parameters(), lr=1e-2)
data = torch.rand(8, cfg.inputs)
for epoch in range(2):
    perm = torch.arange(8)
    for idx in perm.split(4):
        batch = data[idx]
        recon, mu, logvar = vae(batch)
        loss, parts = loss_function(recon, batch, mu, logvar, cfg.beta)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        cfg.history.append(parts)
    print(epoch, {k: round(v, 2) for k, v in parts.items()})
first, *rest = cfg.history
