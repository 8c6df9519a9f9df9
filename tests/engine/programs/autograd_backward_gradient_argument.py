# the gradient argument: shapes, dtypes, broadcasting
import torch


def attempt(f):
    try:
        print(f())
    except (RuntimeError, TypeError, ValueError) as error:
        print(type(error).__name__, error)


x = torch.ones(2, 3, requires_grad=True)
y = x * 2
attempt(lambda: y.backward())
attempt(lambda: y.backward(torch.ones(3)))
attempt(lambda: y.backward(torch.ones(2, 3), retain_graph=True))
print(x.grad)
attempt(lambda: y.backward(torch.ones(2, 3, dtype=torch.float64), retain_graph=True))
attempt(lambda: y.backward(1.0))
attempt(lambda: y.backward([1.0]))
attempt(lambda: x.sum().backward(torch.tensor([1.0])))
attempt(lambda: x.sum().backward(torch.tensor(0.5)))
print(x.grad)
attempt(lambda: torch.autograd.grad(y.sum(), x, torch.ones(2)))
