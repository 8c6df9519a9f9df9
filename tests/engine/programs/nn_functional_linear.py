# F.linear, weights by hand, and the nodes it makes
import torch
import torch.nn.functional as F

x = torch.ones(2, 3)
w = torch.arange(6.0).reshape(2, 3).requires_grad_()
b = torch.tensor([1.0, -1.0], requires_grad=True)
y = F.linear(x, w, b)
print(y)
print(F.linear(x, w), F.linear(x[0], w, b), F.linear(torch.ones(2, 2, 3), w, b).grad_fn)
y.sum().backward()
print(w.grad, b.grad)
