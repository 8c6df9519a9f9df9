# saved tensors changed afterwards
import torch

x = torch.ones(2, 2, requires_grad=True)
y = x.exp()
y.add_(1)
try:
    y.sum().backward()
except RuntimeError as error:
    print(error)
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0])
c = a * b
b.add_(1)
try:
    c.sum().backward()
except RuntimeError as error:
    print(error)
w = torch.ones(3, requires_grad=True)
h = w * 2
s = (h * h).sum()
h += 1
try:
    s.backward()
except RuntimeError as error:
    print(error)
v = w * 1
t = v.sin()
v.zero_()
try:
    t.sum().backward()
except RuntimeError as error:
    print(error)
for make in (lambda x: 2 ** x, lambda x: x.sum(0), lambda x: 1 - x, lambda x: x.max(0)[0]):
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = make(x)
    z = y * y
    with torch.no_grad():
        y.add_(1)
    try:
        z.sum().backward()
    except RuntimeError as error:
        print(error)
y = torch.ones(2, requires_grad=True) * 1
y.copy_(torch.ones(2, requires_grad=True) * 2)
z = y * y
y.add_(1)
with torch.no_grad():
    y.copy_(y * 2)
try:
    z.sum().backward()
except RuntimeError as error:
    print(error)
w = torch.ones(2, requires_grad=True) * 1
w.copy_(w.detach() * 2)
z = w * w
with torch.no_grad():
    w.mul_(2)
try:
    z.sum().backward()
except RuntimeError as error:
    print(error)


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(y, x)
        return x**3 * y

    @staticmethod
    def backward(ctx, g):
        y, x = ctx.saved_tensors
        return 3 * x**2 * y * g, x**3 * g


a = torch.tensor([1.0, 2.0], requires_grad=True)
x, y = a.exp(), a.sin()
z = Cube.apply(x, y)
x.lerp_(z, 0.5)
for also in (x, y):
    try:
        z.sum().backward(retain_graph=True)
    except RuntimeError as error:
        print(error)
    y.mul_(2)
