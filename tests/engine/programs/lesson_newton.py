# Newton's method with second derivatives
import torch

x = torch.tensor(3.0, requires_grad=True)
for _ in range(4):
    f = x**3 - 2 * x - 5
    (g,) = torch.autograd.grad(f, x)
    with torch.no_grad():
        x -= f / g
    print(x.item())
