# which gradients stay None
import torch

a, b, c = (torch.ones(2, requires_grad=True) for _ in range(3))
d = torch.ones(2)
e = (a * 2 + b.detach() + d).sum()
with torch.no_grad():
    f = c * 2
(e + f.sum()).backward()
for name in "abcd":
    print(name, eval(name).grad, eval(name).requires_grad)
s = torch.ones(2, requires_grad=True)
(s * 0).sum().backward()
print(s.grad)
i = (s > 0).sum()
print(i.requires_grad, s.argmax().requires_grad, s.round().requires_grad, (s == 1).grad_fn)
