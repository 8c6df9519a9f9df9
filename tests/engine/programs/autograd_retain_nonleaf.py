# with retain_graph, non-leaf gradients start anew in each call
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x * 3
z = y * y
z.backward(retain_graph=True)
print(x.grad)
z.backward(retain_graph=True)
print(x.grad)
y.retain_grad()
z.backward(retain_graph=True)
print(y.grad, x.grad)
z.backward()
print(y.grad, x.grad)

leaf = torch.tensor([1.0, 2.0], requires_grad=True)
kept = leaf * 2
kept.retain_grad()
(again,) = torch.autograd.grad((kept**3).sum(), kept, create_graph=True)
print(kept.grad, again, kept.grad.grad_fn.next_functions[0][0] is again.grad_fn)
