# an autoencoder and a variational one
import torch
from torch import nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(6, 4)
        self.mu, self.logvar = nn.Linear(4, 2), nn.Linear(4, 2)
        self.dec = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 6), nn.Sigmoid())

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + torch.randn_like(std) * std

    def forward(self, x):
        h = F.relu(self.enc(x))
        mu, logvar = self.mu(h), self.logvar(h)
        return self.dec(self.reparameterize(mu, logvar)), mu, logvar


torch.manual_seed(42)
data = torch.rand(20, 6)
model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(4):
    out, mu, logvar = model(data)
    bce = F.binary_cross_entropy(out, data, reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    optimizer.zero_grad()
    (bce + kld).backward()
    optimizer.step()
    print(f"epoch {epoch}: {bce.item() / 20:.4f} + {kld.item() / 20:.4f}")
print(model)
auto = nn.Sequential(nn.Linear(6, 2), nn.Tanh(), nn.Linear(2, 6))
loss = nn.MSELoss()(auto(data), data)
loss.backward()
print(loss, auto[0].bias.grad)
