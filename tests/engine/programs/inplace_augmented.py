# += on tensors and on Python names
import torch

a = torch.ones(3)
b = a
a += 1
print(a is b, b)
a = a + 1
print(a is b, a, b)
c = torch.ones(2, 3)
c[0] += torch.tensor([1.0, 2.0, 3.0])
c[:, 1] *= 10
c[1, 2] -= 5
c[c > 5] //= 4
print(c)
w = torch.tensor([1.0, 2.0], requires_grad=True)
try:
    w -= 0.1
except RuntimeError as error:
    print(error)
w = w - 0.1
print(w.is_leaf, w)
