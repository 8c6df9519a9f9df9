# torch.autograd.backward with several roots, and inputs=
import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
y, z = a * b, a + b
torch.autograd.backward([y, z])
print(a.grad, b.grad)
a.grad = b.grad = None
torch.autograd.backward([a * b, a * a], [torch.tensor(10.0), torch.tensor(1.0)])
print(a.grad, b.grad)
a.grad = b.grad = None
(a * b).backward(inputs=[a])
print(a.grad, b.grad)
u = torch.ones(2)
for attempt in (
    lambda: u.sum().backward(),
    lambda: torch.autograd.backward([]),
    lambda: (a * b).backward(inputs=[]),
):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
