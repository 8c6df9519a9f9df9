# Formulas whose names meant other tensors, or other numbers, when their ops were made.
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
(x * 1).tanh_().sum().backward()
((x + 0.0).cos_().sin()).sum().backward()
h = x
for _ in range(2):
    h = (h * 2).tanh()
h.sum().backward()
total = torch.tensor(0.0)
for g in (x, x + 1):
    total = total + g.cos().sum()
total.backward()
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t + 2):
    y = x * x
y.sum().backward()
z = x * 3
z.retain_grad()
z.sum().backward(retain_graph=True)
z.sum().backward()
print(x.grad, z.grad)
