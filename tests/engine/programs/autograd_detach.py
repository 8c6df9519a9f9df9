# detach shares memory and cuts history
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
d = y.detach()
print(d, d.requires_grad, d.is_leaf, d.data_ptr() == y.data_ptr())
d[0] = 100
print(y)
z = (y.detach() * x).sum()
z.backward()
print(x.grad)
w = x.detach().clone().requires_grad_()
print(w, w is x)
x.data[0] = 50
print(x)
u = x.clone()
print(u)
v = (x * 2).detach_()
print(v.requires_grad, v.grad_fn)
