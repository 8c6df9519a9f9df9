# einsum of every kind, against the plain way to write it
import torch

a = torch.arange(6.0).view(2, 3).requires_grad_()
b = torch.arange(12.0).view(3, 4).requires_grad_()
s = torch.arange(9.0).view(3, 3).requires_grad_()
pairs = [
    (torch.einsum("ij,jk->ik", a, b), a @ b),
    (torch.einsum("ij->ji", a), a.t()),
    (torch.einsum("ij->", a), a.sum()),
    (torch.einsum("ii", s), s.trace()),
    (torch.einsum("ii->i", s), s.diagonal()),
    (torch.einsum("ij,ij->i", a, a), (a * a).sum(1)),
    (torch.einsum("i,j->ij", a[0], b[0]), torch.outer(a[0], b[0])),
    (torch.einsum("...j,jk", a, b), a.matmul(b)),
]
for left, right in pairs:
    weights = torch.arange(1.0, left.numel() + 1).view(left.shape)
    grads = [
        torch.autograd.grad((t * weights).sum(), [a, b, s], allow_unused=True)
        for t in (left, right)
    ]
    same = [g is h is None or torch.equal(g, h) for g, h in zip(*grads)]
    print(tuple(left.shape), torch.equal(left, right), same)
print(torch.einsum("bij,bjk->bik", a.expand(2, 2, 3), b.expand(2, 3, 4)).shape)
try:
    torch.einsum("ij,jk->ik", a, a)
except RuntimeError as error:
    print(error)
