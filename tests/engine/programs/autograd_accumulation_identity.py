# accumulation writes into the same .grad tensor
import torch

x = torch.ones(2, requires_grad=True)
(x * 2).sum().backward()
g = x.grad
(x * 2).sum().backward()
print(x.grad is g, g)
x.grad.zero_()
print(g)
seed = torch.tensor([1.0, 2.0])
y = x.clone()
x.grad = None
y.backward(seed)
print(x.grad, x.grad is seed)
