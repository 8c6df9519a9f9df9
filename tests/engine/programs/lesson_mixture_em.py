# k-means and a mixture of Gaussians on tensors
import torch

torch.manual_seed(84)
x = torch.cat([torch.randn(15, 2) + 3, torch.randn(15, 2) - 3])
centers = x[torch.randperm(30)[:2]].clone()
for _ in range(4):
    nearest = torch.cdist(x, centers).argmin(1)
    centers = torch.stack([x[nearest == k].mean(0) for k in range(2)])
print(centers.sort(dim=0).values, torch.bincount(nearest).sort().values)
logits = torch.zeros(2, requires_grad=True)
means = centers.clone().requires_grad_()
log_scales = torch.zeros(2, 2, requires_grad=True)
optimizer = torch.optim.Adam([logits, means, log_scales], lr=0.1)
for step in range(4):
    comp = torch.distributions.Independent(torch.distributions.Normal(means, log_scales.exp()), 1)
    mix = torch.distributions.Categorical(logits=logits)
    loss = -torch.distributions.MixtureSameFamily(mix, comp).log_prob(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss, logits.grad)
print(log_scales.exp())
