# What is saved, and for how long
import torch

x = (torch.arange(4096.0) / 4096).reshape(64, 64).requires_grad_()
a = x * 3  # keeps only the number 3
b = a * a  # keeps a, twice the same tensor
c = b.exp()  # keeps its result
d = c + 1  # keeps nothing
loss = d.mean()
print(c.grad_fn._saved_result.shape)

loss.backward()  # each node lets go of it as soon as it has run
print(x.grad.shape)
