# a hook belongs to the tensor as it was
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
y.register_hook(lambda g: print("before the write", g))
y.mul_(5)
y.register_hook(lambda g: print("after the write", g))
y.sum().backward()
print(x.grad)
# .grad after retain_grad is that of what the tensor is in the end
for name, write in [
    ("a view", lambda t: t[0].mul_(2)), ("an entry", lambda t: t.__setitem__(0, 5.0)),
    ("a view, then all", lambda t: (t[0].mul_(2), t.mul_(2))),
    ("all, then a view", lambda t: (t.mul_(2), t[0].mul_(2))),
]:
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = x * 3
    y.retain_grad()
    write(y)
    (y * y).sum().backward()
    print(name, y.grad, x.grad, y.retains_grad)
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
v = y[:1]
v.retain_grad()
y.mul_(2)
(v * v).sum().backward()
print(v.grad, x.grad)

# a view whose base was written since keeps the gradient of what it is then
base = torch.tensor([[1.0, 2.0]], requires_grad=True)
flat = base.flatten()
flat.detach()[:1].zero_()
flat.retain_grad()
(flat * 3).sum().backward()
print(flat.grad, base.grad)
