# A view is tied to its base
import torch

x = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
y = x * 2
top = y[:2]  # no copy: the same numbers under another shape
print(top.is_leaf, top._base is y)

top *= 10  # writes into y, too
print(y)

y.sum().backward()
print(x.grad)
