# the reparameterisation trick and its KL term
import torch

torch.manual_seed(0)
mu = torch.tensor([0.5, -0.5], requires_grad=True)
logvar = torch.zeros(2, requires_grad=True)
std = torch.exp(0.5 * logvar)
eps = torch.randn_like(std)
z = mu + eps * std
kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
loss = z.pow(2).sum() + kld
loss.backward()
print(z, kld, mu.grad, logvar.grad)
