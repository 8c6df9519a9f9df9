# the first errors of every autograd course
import torch


def attempt(f):
    try:
        f()
    except Exception as error:
        print(type(error).__name__ + ":", error)


x = torch.tensor([1.0, 2.0], requires_grad=True)
attempt(lambda: torch.tensor([1, 2], requires_grad=True))
attempt(lambda: torch.arange(3).requires_grad_())
attempt(lambda: (x * 2).backward())
attempt(lambda: torch.ones(2).sum().backward())
attempt(lambda: x.numpy())
attempt(lambda: (x * 2).requires_grad_(False))
attempt(lambda: x.sum().backward(create_graph=False, retain_graph=None, gradient=torch.ones(2)))
attempt(lambda: float(x))
attempt(lambda: int(x))
attempt(lambda: bool(x))
attempt(lambda: x.item())
attempt(lambda: torch.ones(2, 3) @ torch.ones(2, 3))
attempt(lambda: x + torch.ones(3))
attempt(lambda: x.view(3))
attempt(lambda: x.grad_fn.name())
attempt(lambda: x.grad.sum())
attempt(lambda: setattr(x, "grad", 3))
attempt(lambda: x.__setitem__(0, 1.0))
attempt(lambda: x.undefined_name)
attempt(lambda: torch.sum([1, 2]))
y = (x**2).sum()
y.backward()
attempt(y.backward)
