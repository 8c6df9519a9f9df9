# a hook on several tensors counts those that the running call of backward reaches, call by call
import torch
from torch.autograd.graph import register_multi_grad_hook

a, b, c, d = (torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(4))
s = a * b
t = (s * c).sum()
handle = register_multi_grad_hook((a, b, c, d), lambda grads: print([g is not None for g in grads]))
t.backward(retain_graph=True)
t.backward(inputs=(a,), retain_graph=True)
t.backward(inputs=(a, c), retain_graph=True)
handle.remove()
first = register_multi_grad_hook((a, s, c), lambda g: print("first", g), mode="any")
t.backward(retain_graph=True)
t.backward(retain_graph=True)
print(torch.autograd.grad(t, [a, s], retain_graph=True))
first.remove()

# under vmap a graph from outside is walked for each slice, and freed once
y = a**2
print(torch.vmap(lambda v: torch.autograd.grad(y, a, v)[0])(torch.eye(2)))
try:
    torch.autograd.grad(y, a, torch.ones(2))
except RuntimeError as error:
    print(str(error)[:60])
