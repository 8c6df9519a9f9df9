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

# a gradient that is kept lies row by row, however it came
base = (torch.arange(6.0).reshape(2, 3).requires_grad_() * 2).t()
base.retain_grad()
turned = base * 1
turned.retain_grad()
turned.backward(torch.arange(6.0).reshape(2, 3).t())
print(base.stride(), base.grad.stride(), turned.grad.stride(), turned.grad)
left, right = torch.arange(8.0).reshape(2, 2, 2), torch.ones(2, 2, 2, requires_grad=True)
middle = right * 3
middle.retain_grad()
middle.register_hook(lambda grad: print(grad.stride()))
torch.einsum("bhc,bhc->bc", left, middle).sum().backward(create_graph=True)
print(middle.grad.stride(), middle.grad.grad_fn)
