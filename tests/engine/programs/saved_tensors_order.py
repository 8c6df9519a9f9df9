# in which order hooks meet what nodes save
import torch
import torch.nn.functional as F

a = torch.full((2,), 3.0, requires_grad=True)
b = torch.full((2,), 5.0, requires_grad=True)
m = torch.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)


def told(name, function):
    print("--", name)

    def pack(tensor):
        print("pack", tensor)
        return tensor

    def unpack(tensor):
        print("unpack", tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        result = function()
    result.sum().backward()


told("product", lambda: a * b)
told("power", lambda: a**b)
told("matrices", lambda: m @ (m + 1))
told("distance", lambda: F.mse_loss(a, b))
told("share", lambda: torch.softmax(a, 0))
told("cut", lambda: torch.where(a > 1, a, b))
print(a.grad_fn, (a * b).grad_fn._raw_saved_self)

leaf = torch.ones(2, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.add_(1), lambda t: t):
    try:
        leaf * leaf
    except RuntimeError as error:
        print(error)
tripled = torch.ones(2, requires_grad=True) * 3
print(type(tripled.grad_fn._raw_saved_other).__name__, tripled.grad_fn._saved_other)
torch._assert(tripled.requires_grad, "on the tape")

# a write packs what it saves before it writes, and its own result afterwards
def twice(x):
    return x * 2


for write in (
    lambda x: x.mul_(x), lambda x: x.addcmul_(x, x), lambda x: x.div_(x), lambda x: x.exp_(),
    lambda x: x.atan2_(x), lambda x: x.hypot_(x),
):
    for pack in (twice, lambda x: x):
        leaf = torch.tensor([1.5, 2.0], requires_grad=True)
        written = leaf * 1
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda x: x):
            write(written)
        written.sum().backward()
        print(leaf.grad)

# where nothing leads on from any of several inputs, none is packed
leaf = torch.tensor([1.5, 2.0], requires_grad=True)
with torch.no_grad():
    view = leaf[:]
with torch.autograd.graph.saved_tensors_hooks(lambda x: print("packed", x) or x, lambda x: x):
    print(view * view, view.exp(), view * leaf)

# A result that was saved by a write into a view that is gone belongs to the write.
for pack in (None, lambda t: t.detach()):
    leaf = torch.tensor([-0.5, 1.0], requires_grad=True)
    written = torch.add(leaf, leaf, alpha=2)
    if pack is None:
        written[...].exp_()
    else:
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
            written[...].exp_()
    (first,) = torch.autograd.grad((leaf * written).sum(), leaf, create_graph=True)
    print(torch.autograd.grad(first.sum(), written))

# of an angle's gradient the length is taken before the factors
angle = torch.atan2(a.detach(), b)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: print("unpack", t) or t):
    (first,) = torch.autograd.grad(angle.sum(), b, create_graph=True)
first.sum().backward()
