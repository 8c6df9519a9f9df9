# resize_, set_ and what torch says of them
import torch

x = torch.arange(6)
print(x.resize_(2, 3))
print(x.resize_(4), x.shape)
y = torch.zeros(2)
y.set_(torch.ones(3))
print(y)
r = torch.ones(3, requires_grad=True)
try:
    r.resize_(2)
except RuntimeError as error:
    print(error)
out = torch.empty(0)
torch.add(torch.ones(2), 1, out=out)
print(out)
out = torch.zeros(3)
torch.add(torch.ones(2), 1, out=out)
print(out)
