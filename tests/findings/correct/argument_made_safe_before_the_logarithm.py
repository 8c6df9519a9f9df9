import torch

x = torch.tensor([0.0, 0.5, 2.0], requires_grad=True)
safe = torch.where(x > 0, x, torch.ones_like(x))
y = torch.where(x > 0, safe.log(), torch.zeros_like(x))
y.sum().backward()
print(y, x.grad)
