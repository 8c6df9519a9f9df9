# views that are taken while nothing is recorded
import torch

x = torch.ones(4, requires_grad=True)
with torch.no_grad():
    v = x[:2]
    w = x.view(2, 2)
    d = x.detach()
print(v.requires_grad, v.is_leaf, v.grad_fn, v._is_view(), v._base is x)
print(w.requires_grad, d.requires_grad, d._is_view())
y = v * 3
print(y)
y.sum().backward()
print(v.grad, x.grad)
try:
    v.mul_(2)
except RuntimeError as error:
    print(error)
with torch.no_grad():
    v.mul_(2)
print(x, v)
x = torch.ones(2, 2, requires_grad=True)
with torch.no_grad():
    v = x[None]
    v[0] = 5
print(v.requires_grad, v.grad)
for ask in (lambda: v.is_leaf, lambda: v.grad_fn, lambda: v.unfold(0, 5, 1)):
    try:
        print(ask())
    except RuntimeError as error:
        print(error)
y = torch.ones(3).reshape(-1).requires_grad_()
v = torch.ones(3).view(3).requires_grad_()
try:
    v *= 2
except RuntimeError as error:
    print(error)
with torch.no_grad():
    w = (x * 1)[:]
    w[:1] *= 2
try:
    w.add_(1)
except RuntimeError as error:
    print(error)
with torch.no_grad():
    number = x[0, 0]
    rows = torch.tensor([3.0, 2.0]).expand(2, 2)
y = x * 1
z = torch.addcmul(y, y, number)
y.mul_(2)
z.sum().backward()
print(x.grad)
try:
    rows.copy_(x)
except RuntimeError as error:
    print(error)
y = x.prod(0)
with torch.no_grad():
    whole = y.view(-1)
y.mul_(2)
try:
    y += whole[1:].expand(3, 5)
except RuntimeError as error:
    print(error)
# what has no derivative waits for its other users
y = x // 2
z = x * y
y.pow_(2)
try:
    (y + z).sum().backward()
except RuntimeError as error:
    print(error)
# which refusal comes first
flags = torch.tensor([True, False])
with torch.no_grad():
    seen = flags.view(-1)[1:]
for write in (seen.sub_, seen.mul_, seen.copy_):
    try:
        write(x)
    except RuntimeError as error:
        print(error)
try:
    torch.zeros(2).expand(2, 2).sub_(flags)
except RuntimeError as error:
    print(error)

whole = torch.tensor([[0.0, 1.5], [0.5, 3.0]], requires_grad=True)
with torch.no_grad():
    part = whole.narrow(0, 0, 1)
    part.detach().zero_()
print(part.long(), whole.as_strided((), (), 1) * 2)
(whole.as_strided((), (), 1) * 2).backward()
print(whole.grad)
made = whole * 1
with torch.no_grad():
    flat = made.view(-1)
with torch.autograd.graph.save_on_cpu():
    product = made.sum() * flat
(grad,) = torch.autograd.grad(product.sum(), made, create_graph=True)
print([node and node.name() for node, _ in grad.grad_fn.next_functions])

# an op without gradients does not ask for the history of a view, which may still change
leaf = torch.ones(2, 2, requires_grad=True)
row = leaf[0]
with torch.no_grad():
    row += 1
    row.max()
leaf.detach_()
print(row.grad_fn.next_functions)

# who goes back from a view asks for its history, also without gradients
first = torch.ones(2, 2, requires_grad=True).unbind(0)[0]
with torch.no_grad():
    first.zero_()
    try:
        first.backward(torch.ones(2))
    except RuntimeError as error:
        print(error)

# a view that cannot say its history is asked for it where its gradient is wanted
leaf = torch.tensor([-2.0, 1.0], requires_grad=True)
with torch.no_grad():
    stale = leaf[None]
    stale.detach().zero_()
stale.detach()[:1].zero_()
for ask in (
    lambda: torch.autograd.grad(leaf, stale, torch.ones(2), allow_unused=True),
    lambda: torch.autograd.grad(leaf, [stale, torch.ones(2)], torch.ones(2)),
    lambda: torch.autograd.backward(leaf, torch.ones(2), inputs=[stale]),
):
    with torch.no_grad():
        try:
            print(ask())
        except RuntimeError as error:
            print(error)

# a view that is seen otherwise without gradients is, on the tape, cut out of its base anew
for change in (
    lambda view: view.transpose_(0, 1), lambda view: view.swapaxes_(0, 1), lambda view: view.t_(),
    lambda view: view.unsqueeze_(0), lambda view: view.squeeze_(), lambda view: view.squeeze_(1),
):
    for column in (lambda y: y[:, :1], lambda y: y.chunk(3, 1)[0]):
        leaf = torch.ones(2, 3, requires_grad=True)
        whole = leaf * 2
        view = column(whole)
        try:
            with torch.no_grad():
                change(view)
            print(view.shape, view.stride(), view._version, view.grad_fn)
            view.mul_(3).sum().backward()
            print(leaf.grad, whole.grad_fn)
        except RuntimeError as error:
            print(error)
