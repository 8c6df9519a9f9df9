# what .grad is after several calls, and how zeroing changes it
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
for i in range(3):
    (w * w).sum().backward()
    print(i, w.grad)
w.grad.zero_()
print(w.grad)
w.grad = None
(3 * w).sum().backward()
g = w.grad
(3 * w).sum().backward()
print(g is w.grad, g)
w.grad = torch.ones(2)
w.sum().backward()
print(w.grad)
w.grad += 10
print(w.grad)
