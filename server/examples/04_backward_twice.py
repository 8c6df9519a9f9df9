# A graph can be run backward once
import torch
from torch.autograd import Variable

x = Variable(torch.Tensor([2, 2, 2]), requires_grad=True)
y = x * 2

y.backward(torch.FloatTensor([0.1, 1, 10]))
x.grad

# The first call freed what y = x * 2 had saved; retain_graph=True would have kept it.
y.backward(torch.FloatTensor([0.1, 1, 10]))
x.grad
