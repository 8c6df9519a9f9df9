# Gradients accumulate
import torch
from torch.autograd import Variable

x = Variable(torch.Tensor([2, 2, 2]), requires_grad=True)
y = x * 2
y

y.backward(torch.FloatTensor([0.1, 1, 10]), retain_graph=True)
x.grad  # note the 0.1, 1 and 10: each weighs the gradient of its element

y.backward(torch.FloatTensor([0.1, 1, 10]), retain_graph=True)
x.grad  # gradients accumulate: 0.2 + 0.2 = 0.4

x.grad.data.zero_()  # set the accumulated gradient back to 0
x.grad

y.backward(torch.FloatTensor([0.1, 1, 10]))
x.grad
