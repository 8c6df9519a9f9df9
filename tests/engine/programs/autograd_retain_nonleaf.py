# with retain_graph, non-leaf gradients start anew in each call
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x * 3
z = y * y
z.backward(retain_graph=True)
print(x.grad)
z.backward(retain_graph=True)
print(x.grad)
y.retain_grad()
z.backward(retain_graph=True)
print(y.grad, x.grad)
z.backward()
print(y.grad, x.grad)
