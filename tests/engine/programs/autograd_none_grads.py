# five ways in which x.grad is None
import torch

a = torch.ones(2)
b = torch.ones(2, requires_grad=True)
c = torch.ones(2, requires_grad=True)
d = b * 2
e = torch.ones(2, requires_grad=True)
loss = (a * b).sum() + d.sum() + (c.detach() * b).sum()
with torch.no_grad():
    extra = e.sum()
loss = loss + extra
print(a.grad, b.grad)
loss.backward()
print(a.grad, b.grad, c.grad, e.grad)
print(d.grad)
