# the _saved_ attributes of nodes
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([4.0, 5.0, 6.0])
p = x * w
print(p.grad_fn._saved_other, p.grad_fn._saved_self)
e = x.exp()
print(e.grad_fn._saved_result)
q = x**3
print(q.grad_fn._saved_exponent, q.grad_fn._saved_self)
s = x.sum()
print(s.grad_fn._saved_self_sym_sizes)
m = x.view(3, 1).mean(0)
print(m.grad_fn._saved_dim, m.grad_fn._saved_keepdim)
i = x[1]
print(i.grad_fn._saved_dim, i.grad_fn._saved_index, i.grad_fn._saved_self_sym_sizes)
t = torch.where(x > 1, x, w)
print(t.grad_fn._saved_condition)
print(x.clamp(1, 2).grad_fn._saved_min, x.clamp(1, 2).grad_fn._saved_max)
print([name for name in dir(q.grad_fn) if name.startswith("_saved")])
q.sum().backward()
try:
    print(q.grad_fn._saved_self)
except RuntimeError as error:
    print(error)
