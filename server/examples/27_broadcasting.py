# Broadcasting adds up on the way back
import torch

w = torch.ones(3, 2, requires_grad=True)
b = torch.tensor([10.0, 20.0], requires_grad=True)

y = w + b  # b is used for each of the three rows
print(y)

y.sum().backward()
print(w.grad)
print(b.grad)  # three rows, three gradients: they are added
