# A gradient of a gradient
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x ** 3

# create_graph=True puts the backward itself on the tape
(slope,) = torch.autograd.grad(y, x, create_graph=True)
print(slope)

slope.backward()
print(x.grad)  # the second derivative: 6 x = 12
