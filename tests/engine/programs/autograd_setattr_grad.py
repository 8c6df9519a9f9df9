# assigning to .grad, .data, .requires_grad
import torch


def attempt(f):
    try:
        f()
    except Exception as error:
        print(type(error).__name__ + ":", error)


x = torch.tensor([1.0, 2.0], requires_grad=True)
attempt(lambda: setattr(x, "grad", 3))
attempt(lambda: setattr(x, "grad", torch.ones(3)))
attempt(lambda: setattr(x, "grad", torch.ones(2, dtype=torch.int64)))
attempt(lambda: setattr(x, "grad", x))
x.grad = torch.ones(2)
print(x.grad)
x.grad = None
x.data = torch.tensor([5.0, 6.0, 7.0])
print(x, x.shape)
attempt(lambda: setattr(x, "data", [1.0]))
attempt(lambda: setattr(x, "grad_fn", None))
attempt(lambda: setattr(x, "is_leaf", True))
attempt(lambda: setattr(x * 2, "requires_grad", False))
x.requires_grad = False
print(x.requires_grad)
attempt(lambda: setattr(x, "requires_grad", "yes"))
