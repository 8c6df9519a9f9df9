import torch

torch.manual_seed(0)
points = torch.randn(6, 2, requires_grad=True)
sizes = torch.rand(6, requires_grad=True)
opt = torch.optim.SGD([points, sizes], lr=0.05)
for _ in range(4):
    apart = ((points[:, None] - points[None]) ** 2).sum(-1)
    wanted = sizes[:, None] + sizes[None]
    loss = ((apart - wanted) ** 2).mean() + (sizes - 1).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
