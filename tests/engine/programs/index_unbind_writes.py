# iterating over a tensor gives views
import torch

x = torch.arange(3.0)
for v in x:
    v.mul_(10)
print(x)
a, b, c = x.unbind()
b.fill_(-1)
print(x, b._base is x)
