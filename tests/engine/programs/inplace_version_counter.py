# _version counts writes
import torch

x = torch.zeros(3)
print(x._version)
x.add_(1)
x[0] = 5
print(x._version)
v = x.view(3)
v.mul_(2)
print(x._version, v._version, x.detach()._version, x.data._version, x.clone()._version)
y = x[1:]
y.zero_()
print(x, x._version)
