# memory that numpy, a bytearray and a storage share is written where autograd does not see it
import numpy as np
import torch

b = torch.zeros(3)
n = b.numpy()
n[0] = 7
print(b[:2])
b.add_(1)
tail = b[1:]
n[0] = 1
n += 1
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.exp()
y.detach().numpy()[0] = 0
y.sum().backward()
x.grad.numpy()[:] = 5
a = np.ones(2)
t = torch.from_numpy(a)


def filled():
    a.fill(3)
    return t * 2


filled()
p = x * t
p.sum().backward(retain_graph=True)
m = t.numpy()
m[1] = 4
p.sum().backward()
memory = bytearray(range(4))
of_bytes = torch.frombuffer(memory, dtype=torch.uint8)
of_bytes[0] = 77
memory[1] = 88
print(of_bytes[:2])
long = np.zeros(40)
many = torch.from_numpy(long)
row = many[:3]
long[39] = 1
print(row, many.sum())
