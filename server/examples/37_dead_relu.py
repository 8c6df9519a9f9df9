# A dead ReLU: the gradient is zero
import torch

x = torch.tensor([1.0, 2.0, 3.0])
w = torch.tensor(-1.0, requires_grad=True)
b = torch.tensor(0.0, requires_grad=True)

z = w * x + b
h = torch.relu(z)  # every z is below 0, so every h is 0
loss = ((h - 1) ** 2).mean()

loss.backward()
print(loss, w.grad, b.grad)  # the loss is large, and yet nothing can be learned from it
