# hooks on results: seen before retain_grad, changed for what is behind
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x**2
z = y * 3
y.register_hook(lambda g: print("y hook", g))
y.retain_grad()
y.register_hook(lambda g: g * 10)
z.register_hook(lambda g: print("z hook", g))
z.backward()
print(x.grad, y.grad)
seen = []
a = torch.ones(2, requires_grad=True)
b = a * 2
b.register_hook(seen.append)
(b * torch.tensor([1.0, 5.0])).sum().backward()
print(seen)
