# A vector result does need one
import torch
from torch.autograd import Variable

x = Variable(torch.Tensor([2, 2, 2]), requires_grad=True)
y = x * 2
y

# y is not a scalar: backward() must be given a weight for each of its elements.
y.backward()
