# the gradient of one entry of an eigenvector is symmetric; phases of singular vectors count
import torch

S = torch.tensor([[2.0, 1.0, 0.5], [1.0, 3.0, 0.3], [0.5, 0.3, 1.0]], requires_grad=True)
values, vectors = torch.linalg.eigh(S)
for i in range(3):
    print(torch.autograd.grad(vectors[i, 0] ** 2, S, retain_graph=True)[0])
g, = torch.autograd.grad(vectors[0, 0] ** 2 + values[1], S, create_graph=True)
print(g, torch.autograd.grad(g.pow(2).sum(), S)[0])

torch.manual_seed(1)
C = torch.randn(3, 3, dtype=torch.complex128)
H = (C + C.mH).requires_grad_()
first = torch.linalg.eigh(H).eigenvectors[:, :1]
g, = torch.autograd.grad((first @ first.mH).abs().tril().sum(), H)
print(g.real, (g - g.mH).abs().max() < 1e-12)
C.requires_grad_()
U, s, Vh = torch.linalg.svd(C)
print(torch.autograd.grad((U[:, :2] @ Vh[:2]).real.tril().sum(), C)[0])

sign, size = torch.linalg.slogdet(S)
print(torch.autograd.grad(sign, S, allow_unused=True, retain_graph=True))
sign.backward(retain_graph=True)
print(S.grad)
(sign * size).backward()
print(S.grad)
