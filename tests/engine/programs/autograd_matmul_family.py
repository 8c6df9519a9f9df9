# gradients of mm, mv, bmm, dot, outer, addmm, einsum
import torch

torch.manual_seed(0)
a = torch.randn(2, 3, requires_grad=True)
b = torch.randn(3, 2, requires_grad=True)
v = torch.randn(3, requires_grad=True)


def show(out):
    print(out.grad_fn.name(), [None if g is None else f"{g.sum():.4f}" for g in torch.autograd.grad(
        out.sum(), [a, b, v], allow_unused=True)])


show(a @ b)
show(a.mm(b))
show(a @ v)
show(v @ b)
show(v.dot(v))
show(torch.outer(v, v))
show(torch.addmm(torch.ones(2, 2), a, b, beta=0.5, alpha=2))
show(torch.einsum("ij,jk->ik", a, b))
show(torch.einsum("ij,j->i", a, v))
show(torch.bmm(a[None], b[None]))
show(torch.matmul(a.expand(4, 2, 3), b))
show(torch.nn.functional.linear(v, a))
show(torch.linalg.multi_dot([a, b, a]))
show(a.t() @ b.t())
show(torch.tensordot(a, b, dims=([1], [0])))
