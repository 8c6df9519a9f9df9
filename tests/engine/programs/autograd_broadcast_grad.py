# gradients of broadcast inputs are summed back
import torch

x = torch.ones(3, 1, requires_grad=True)
w = torch.arange(4.0, requires_grad=True)
s = torch.tensor(2.0, requires_grad=True)
((x + w) * s).sum().backward()
print(x.grad, w.grad, s.grad)
m = torch.ones(2, 3, requires_grad=True)
b = torch.zeros(3, requires_grad=True)
(m * 2 + b).pow(2).sum().backward()
print(m.grad, b.grad)
