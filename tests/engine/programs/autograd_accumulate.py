# .grad adds up until it is zeroed
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
for _ in range(3):
    (x * x).sum().backward()
    print(x.grad)
x.grad.zero_()
(x * 3).sum().backward()
print(x.grad)
x.grad = None
print(x.grad)
x.grad = torch.tensor([5.0, 5.0])
(x * 3).sum().backward()
print(x.grad)
