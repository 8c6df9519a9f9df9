# saved tensors of a node
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0])
y = x * w
print(y.grad_fn._saved_other, y.grad_fn._saved_self)
e = x.exp()
print(e.grad_fn._saved_result)
p = x**2
print(p.grad_fn._saved_self, p.grad_fn._saved_exponent)
e.sum().backward()
try:
    e.grad_fn._saved_result
except RuntimeError as error:
    print(error)
s = x.sum(0)
print(s.grad_fn._saved_dim, s.grad_fn._saved_keepdim)
