# grad mode, detach, requires_grad_, writes through views, and what leaves autograd
import torch

a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
with torch.no_grad():
    b = a * 2
    a.mul_(2.0)
b.requires_grad_()
c = (a * b).detach()
d = c.detach()
d[1:].zero_()
e = torch.ones(3)
e += 1
positive = a > 2
rounded = (a * 1.5).long()
kept = (a * 2).bool()
number = a.sum().item()
copied = torch.tensor((a * 2).tolist())
values, places = a.sort()
first, second = (a * 4).split([1, 2])
f = torch.arange(12.0).reshape(3, 4).requires_grad_()
g = torch.full((2, 3), float("nan"))
h = torch.zeros(0)
(f.sum(dim=0) * torch.ones(4)).mean().backward()
b.requires_grad_(False)
a.data = torch.zeros(3)
