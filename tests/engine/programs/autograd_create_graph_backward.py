# .grad carries a grad_fn after create_graph
import torch

x = torch.tensor(3.0, requires_grad=True)
y = x**3
y.backward(create_graph=True)
print(x.grad)
print(x.grad.requires_grad)
g = x.grad
x.grad = None
g.backward()
print(x.grad)
x.register_hook(lambda grad: print("hook", grad))
(x**2).backward(create_graph=True)
