# set_ on the tape: a node that has no derivative, with a place for each tensor
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
z = x.exp()


def show(make):
    try:
        y = make()
        print(y, y.grad_fn.name(), y.grad_fn.next_functions, y.is_leaf, y._version)
        y.sum().backward()
    except RuntimeError as error:
        print(error)


show(lambda: (x * 2).set_(z))
show(lambda: (x * 2).set_(torch.ones(3)))
show(lambda: torch.ones(3).set_(x * 2))
show(lambda: torch.ones(3).set_(x))
show(lambda: (x * 2).set_())
show(lambda: (x * 2).set_(z.untyped_storage()))
show(lambda: (x * 2).set_(z.untyped_storage(), 0, (2,)))
show(lambda: (x * 2).set_(z, 1, (1,), (1,)))
show(lambda: x.set_(z))
with torch.no_grad():
    y = (x * 2).set_(z)
print(y, y.grad_fn)
