# backward(inputs=...) reaches only what it is told
import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
c = a * b
d = c * a
d.backward(inputs=[a], retain_graph=True)
print(a.grad, b.grad)
d.backward(inputs=[c, b], retain_graph=True)
print(a.grad, b.grad, c.grad)
d.backward(inputs=b)
print(b.grad)
try:
    d.backward(inputs=[])
except RuntimeError as error:
    print(error)
a = torch.ones(2, requires_grad=True)
for ask in (
    lambda: a.sum().backward(inputs=[[1.0]]), lambda: torch.autograd.grad(a, [1.0]),
    lambda: torch.autograd.grad(a.sum(), [a, 1.0]),
):
    try:
        ask()
    except RuntimeError as error:
        print(error)
try:
    torch.ones(2, requires_grad=True).sum().backward(inputs=[(1,)])
except RuntimeError as error:
    print(error)
