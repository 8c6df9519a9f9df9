# gradients of products of matrices and vectors
import torch

a = torch.arange(6.0).reshape(2, 3).requires_grad_()
b = torch.ones(3, 2, requires_grad=True)
v = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
(a @ b).sum().backward()
print(a.grad, b.grad)
(a @ v).sum().backward()
print(v.grad)
v.grad = None
(v @ b).sum().backward()
print(v.grad)
v.grad = None
(v @ v).backward()
print(v.grad)
t = torch.ones(2, 2, 3, requires_grad=True)
(t @ b).pow(2).sum().backward()
print(t.grad[0], b.grad)
torch.einsum("ij,jk->", a, b).backward()
print(a.grad)

# Of one sample the products alone: zeros keep their sign
layer = torch.nn.Linear(3, 2)
layer(torch.tensor([[1.0, -2.0, 0.5]]))[0, 0].backward()
print(layer.weight.grad)
print(torch.zeros(2, 1) @ -torch.ones(1, 3), torch.zeros(3) @ -torch.ones(3))
