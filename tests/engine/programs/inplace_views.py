# writing through views, history included
import torch

base = torch.zeros(2, 3)
row = base[0]
row.add_(1)
print(base, row._base is base, base._version, row._version, base._base)
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 1
v = y[1:]
v.mul_(10)
print(y, v)
print(y.grad_fn.name(), v.grad_fn.name())
y.sum().backward()
print(x.grad)
p = x.clone()
p[:2] = x[1:] * 2
p.sum().backward()
print(x.grad)


# derivatives of higher order through a write into a view, and what a view's history is called
def through(write):
    x = torch.tensor([[0.5, 1.0], [2.0, 0.25]], requires_grad=True)
    y = x * 2
    write(y, x)
    (g,) = torch.autograd.grad((y**2 * x).sum(), x, create_graph=True)
    (h,) = torch.autograd.grad(g.sum(), x, create_graph=True)
    print(g, h, torch.autograd.grad(h.sum(), x))


through(lambda y, x: y[...].exp_())
through(lambda y, x: y.diagonal().fill_(2))
through(lambda y, x: y.t()[0].add_(x[1] ** 2))
rows = torch.ones(3, 2, requires_grad=True)[[0, -1]]
first = rows[None][..., 0]
first.tanh_()
rows.sigmoid_()
try:
    rows.sum().backward()
except RuntimeError as error:
    print(error)
plain = torch.tensor([2.0, 1.5])
seen = plain[None]
plain.mul_(2)
row = seen[0]
plain.requires_grad_()
print(seen, row)
whole = torch.ones(2, 3, requires_grad=True)
with torch.no_grad():
    cut = whole[:1]
cut.detach().add_(1)
cut.retain_grad()
wide = torch.ones(2, 1, 2).expand(2, 2, 3, 2).double()
print(wide.stride(), torch.ones(3, 2).t().expand(2, 2, 3).clone().stride())
print(torch.ones(2, 3, 4).permute(2, 0, 1).amax(1).stride())
print((torch.ones(2, 2).t() / torch.ones(3, 2, 2)).stride())
x, b = torch.tensor([1.5, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
for one, other in ((x // 2, b), (b, x // 2)):
    try:
        (one * other).sum().backward()
    except RuntimeError as error:
        print(error, b.grad)
print(torch.rot90(torch.ones(2, 3)).stride())

# An order of 0 has no slope: what was written into hears of no gradient
written = torch.ones(3, requires_grad=True) * 1
written[0] = 2
written.norm(0).backward()
print(written)
