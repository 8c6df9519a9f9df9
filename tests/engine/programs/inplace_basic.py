# in-place methods on plain tensors
import torch

x = torch.tensor([1.0, 2.0, 3.0])
print(x.add_(1), x.mul_(2), x.sub_(0.5), x.div_(2), x.pow_(2), x)
print(x.zero_(), x.fill_(7), x.copy_(torch.arange(3)), x.neg_(), x.abs_())
x += 1
x *= 2
x -= 0.5
x /= 3
x **= 2
print(x, x._version)
print(x.clamp_(0, 1), x.exp_(), x.log_(), x.sqrt_(), x.round_(), x.floor_())
y = torch.zeros(2, 2)
y.fill_diagonal_(1)
y[0].add_(5)
print(y, y.t_(), y.unsqueeze_(0).shape, y.squeeze_().shape)
i = torch.tensor([1, 2])
i += 1
print(i)
try:
    i.add_(1.5)
except RuntimeError as error:
    print(error)
try:
    i.div_(2)
except RuntimeError as error:
    print(error)
