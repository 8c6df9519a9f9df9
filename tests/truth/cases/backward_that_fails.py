# A backward that raises, and is caught: it is over, and what it has not come to has no gradient.
import torch


def refuse(grad):
    raise ValueError(f"no gradient of {grad.shape} here")


x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
y = x * w
y.register_hook(refuse)
try:
    y.sum().backward()
except ValueError as error:
    print(error)
print(x.grad)
later = torch.ones(2, requires_grad=True)
h = (later * 2).exp()
h.detach().add_(1)
try:
    h.sum().backward()
except RuntimeError:
    (later * w).sum().backward()
print(w.grad, x.grad)
