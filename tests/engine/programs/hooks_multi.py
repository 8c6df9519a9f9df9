# one hook over several tensors
import torch

a = torch.tensor(1.0, requires_grad=True)
b = torch.tensor(2.0, requires_grad=True)
c, d = a * b, a + b
handle = torch.autograd.graph.register_multi_grad_hook((c, d), lambda gs: print("all", gs))
(c * 2 + d).backward(retain_graph=True)
c.backward(retain_graph=True)
handle.remove()
(c + d).backward()
torch.autograd.graph.register_multi_grad_hook((a * 1, b * 1), print, mode="any")
print(a.grad, b.grad)
