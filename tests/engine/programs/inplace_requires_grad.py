# a tensor that comes to require grad by being written to
import torch

w = torch.tensor([2.0, 3.0], requires_grad=True)
t = torch.zeros(2)
print(t.requires_grad, t.is_leaf)
t.add_(w)
print(t.requires_grad, t.is_leaf, t)
t.mul_(w)
print(t)
t.backward(torch.ones(2))
print(w.grad)
s = torch.zeros(3)
s[1] = w[0] * 5
print(s)
s.sum().backward()
print(w.grad)
