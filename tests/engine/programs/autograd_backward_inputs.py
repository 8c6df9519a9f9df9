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
