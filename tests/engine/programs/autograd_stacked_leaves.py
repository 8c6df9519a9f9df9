# gradients through cat, stack, indexing and lists
import torch

xs = [torch.tensor(float(i), requires_grad=True) for i in range(3)]
s = torch.stack(xs)
(s**2).sum().backward()
print([x.grad for x in xs], s)
w = torch.arange(6.0).reshape(2, 3).requires_grad_()
(w[0, 1] * 10 + w[1].sum() + w[:, 2].prod()).backward()
print(w.grad)
u = torch.ones(3, requires_grad=True)
(u[[0, 0, 2]] * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(u.grad)
v = torch.tensor([3.0, 1.0, 2.0], requires_grad=True)
v[v > 1.5].sum().backward()
print(v.grad)
torch.cat([u, v]).pow(2).sum().backward()
print(u.grad, v.grad)
