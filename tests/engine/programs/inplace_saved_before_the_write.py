# what is written in place saves a copy of what was there, which is a step of the tape itself
import torch

x = torch.tensor([1.0, 2.0, 0.5], requires_grad=True)
for write in (
    lambda y: y.pow_(3), lambda y: y.sin_(), lambda y: y.mul_(x), lambda y: y.div_(x),
    lambda y: y.clamp_(0, 1), lambda y: y.lerp_(x, x), lambda y: y.exp_(), lambda y: y.add_(1),
    lambda y: y.cumprod_(0), lambda y: y.atan2_(x), lambda y: y.masked_fill_(x > 1, 0),
):
    y = write(x.abs())
    node, saved = y.grad_fn, getattr(y.grad_fn, "_saved_self", None)
    print(node.name(), [to.name() for to, _ in node.next_functions if to is not None], saved)
    if isinstance(saved, torch.Tensor):
        print(saved.grad_fn.next_functions[0][0].name(), saved._version)
y = x * 2
y.sin_().mul_(x).pow_(2)
print(y.grad_fn._saved_self.grad_fn is y.grad_fn._saved_self.grad_fn)
(g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
(h,) = torch.autograd.grad(g.sum(), x, create_graph=True)
print(g, h, torch.autograd.grad(h.sum(), x))
z = torch.arange(1.0, 10).reshape(3, 3).div(10).requires_grad_()
w = z * 1
w[0].sin_().mul_(x)
w[:, 1].pow_(3)
(g,) = torch.autograd.grad(w.sum(), z, create_graph=True)
print(g, torch.autograd.grad((g**2).sum(), z))
print(torch.func.hessian(lambda x: (x * 1).sin_().pow_(2).sum())(x.detach()))
