# what a node still tells after backward: its parameters, but not what it saved
import torch

x = torch.tensor([[1.0, -2.0], [3.0, 4.0]], requires_grad=True)
for f in (
    lambda: x**3,
    lambda: x.norm(3.0),
    lambda: x.clamp(0, 1),
    lambda: x.sum(1),
    lambda: x.softmax(1),
    lambda: x * torch.ones(2),
):
    y = f()
    y.sum().backward()
    print(y.grad_fn.name())
    for name in sorted(n for n in dir(y.grad_fn) if n.startswith("_saved")):
        try:
            print(name, getattr(y.grad_fn, name))
        except RuntimeError as error:
            print(name, str(error)[:49])
