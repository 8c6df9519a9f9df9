# gradients undo every kind of broadcasting
import torch

for shape in [(), (1,), (3,), (2, 1), (1, 3), (2, 3), (1, 1, 3), (4, 2, 3)]:
    a = torch.ones(shape, requires_grad=True)
    b = torch.arange(6.0).reshape(2, 3).requires_grad_()
    ((a + 1) * b).sum().backward()
    print(tuple(shape), a.grad.shape, a.grad.flatten()[:3], b.grad[0])
