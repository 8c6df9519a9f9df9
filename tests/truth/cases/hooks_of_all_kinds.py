# hooks of tensors, nodes and leaves; one of them runs a backward of its own
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
z = torch.tensor(2.0, requires_grad=True)
y = x * 3
y.retain_grad()
y.register_hook(lambda g: g * 2)
y.register_hook(lambda g: None)


def inside(grad):
    with torch.enable_grad():
        (z * z).backward()


y.register_hook(inside)
y.grad_fn.register_prehook(lambda came: None)
y.grad_fn.register_hook(lambda went, came: tuple(g if g is None else g * 2 for g in went))
x.register_post_accumulate_grad_hook(lambda t: None)
(y * y).sum().backward()
(again,) = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)
again.sum().backward()
x.grad = None
x.grad = torch.ones(2)
x.grad.mul_(5.0)
