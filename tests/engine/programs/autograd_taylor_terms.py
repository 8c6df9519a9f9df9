# derivatives of every order by calling grad again and again
import math

import torch

x = torch.tensor(0.0, dtype=torch.float64, requires_grad=True)
for f in (torch.sin, torch.exp, lambda t: 1 / (1 - t), torch.log1p, lambda t: t**4):
    y, terms = f(x), []
    for n in range(6):
        terms.append(y.item() / math.factorial(n))
        if not y.requires_grad:
            break
        (y,) = torch.autograd.grad(y, x, create_graph=True)
    print([round(term, 4) + 0.0 for term in terms])
t = torch.tensor(2.0, requires_grad=True)
y = t**3
while y.requires_grad:
    print(y)
    (y,) = torch.autograd.grad(y, t, create_graph=True)
    if y.item() == 0:
        break
print("last", y.item(), y.requires_grad)
