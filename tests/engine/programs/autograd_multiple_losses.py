# two losses share a graph
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
h = x * x
l1, l2 = h.sum(), (h * h).sum()
l1.backward(retain_graph=True)
print(x.grad)
l2.backward()
print(x.grad)
y = torch.tensor(1.0, requires_grad=True)
total = 0
for i in range(3):
    total = total + y * i
total.backward()
print(y.grad, total)
