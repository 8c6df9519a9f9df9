# a value that is used twice waits for both gradients
import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 3
left = b * b
right = b.exp() / 100
out = (left + right).sum()
out.backward()
print(a.grad, b.grad)
