# detach_ and detach
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
z = y.detach()
z[0] = 50
print(y, z.requires_grad, y._version, z._version)
y.detach_()
print(y.requires_grad, y.grad_fn, y.is_leaf)
v = (x * 2)[0]
try:
    v.detach_()
except RuntimeError as error:
    print(error)
h = x * 3
h2 = h.data
h2.fill_(0)
print(h, h._version)
w = torch.tensor([1.0, 2.0], requires_grad=True)
for steps in ("saved", "saved and written", "a leaf again"):
    h = w * 3
    part = h[:1]
    loss = (h * h).sum()
    h.detach_()
    if "written" in steps:
        h.add_(1)
    if "again" in steps:
        h.requires_grad_()
        (h * h).sum().backward()
        print(h.grad)
    print(h._version, part._version, type(h._version))
    try:
        loss.backward()
    except RuntimeError as error:
        print(steps, error)


class Kept(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]


w.grad = None
h = w * 3
loss = Kept.apply(h).sum()
h.detach_()
loss.backward()  # a Function minds less than an op
print(w.grad)
