import torch

x = torch.tensor(2.0, requires_grad=True)
for _ in range(4):
    y = x**4 - 3 * x
    (slope,) = torch.autograd.grad(y, x, create_graph=True)
    (curve,) = torch.autograd.grad(slope, x)
    with torch.no_grad():
        x -= slope / curve
print(x)
