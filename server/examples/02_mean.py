# A scalar result needs no argument to backward()
import torch
from torch.autograd import Variable

x = Variable(torch.ones(2, 2), requires_grad=True)
y = x + 2
y.grad_fn
y.grad

z = y * y * 3
z.grad_fn
z

out = z.mean()
out.grad_fn
out.backward()  # out is a scalar, so no parameters need to be filled in
x.grad
out  # for a scalar
