# gradients to the winners only
import torch

x = torch.tensor([[1.0, 2.0], [4.0, 3.0]], requires_grad=True)
m, i = x.max(dim=1)
print(m, i)
m.sum().backward()
print(x.grad)
x.grad = None
x.max().backward()
print(x.grad)
x.grad = None
torch.topk(x.flatten(), 2).values.sum().backward()
print(x.grad)
