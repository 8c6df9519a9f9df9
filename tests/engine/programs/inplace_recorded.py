# in-place ops on results are recorded
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
y.mul_(3)
print(y)
y.add_(x)
print(y.grad_fn.name())
y.sum().backward()
print(x.grad)
x.grad = None
z = x * 2
z[0] = 10
print(z)
z.sum().backward()
print(x.grad)
a = torch.zeros(3)
a[1] = x[0] * 5
print(a, a.requires_grad)
a.sum().backward()
print(x.grad)
leaf = torch.tensor([1.0, -1.0], requires_grad=True)
answer = (leaf * 1).gt_(0)  # a float that says yes or no: no gradient comes through
answer.sum().backward()
print(answer, leaf.grad)
for write in (lambda: leaf.map_(leaf, max), lambda: leaf.detach().apply_(abs)._version):
    try:
        print(write())
    except RuntimeError as error:
        print(error)
