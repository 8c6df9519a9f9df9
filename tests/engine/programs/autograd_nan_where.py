# the famous NaN behind a where
import torch

x = torch.tensor([0.0, 4.0], requires_grad=True)
y = torch.where(x > 0, x.sqrt(), torch.zeros(2))
y.sum().backward()
print(y, x.grad)
x.grad = None
safe = torch.where(x > 0, x, torch.ones(2))
torch.where(x > 0, safe.sqrt(), torch.zeros(2)).sum().backward()
print(x.grad)
x = torch.tensor([0.0, 1.0], requires_grad=True)
(x / x).sum().backward()
print(x.grad)
x = torch.tensor([-1.0, 0.0, 1.0], requires_grad=True)
x.log().sum().backward()
print(x.grad, torch.isnan(x.log()), torch.isfinite(x.log()))
