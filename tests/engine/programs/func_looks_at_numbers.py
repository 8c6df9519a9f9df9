# under vmap: gradients through what looks at numbers, and what a transform inside of it says
import torch
from torch.func import grad, hessian, jacfwd, jacrev, vmap

torch.manual_seed(0)
A = torch.randn(2, 3, 3, dtype=torch.float64)
S = A @ A.mT + torch.eye(3, dtype=torch.float64)
B = torch.randn(3, 2, dtype=torch.float64)
right = torch.tensor([[1.0, 2.0], [0.5, 0.0], [0.0, 1.0]], dtype=torch.float64)
of_slices = {
    "lstsq": lambda a: (torch.linalg.lstsq(a, right).solution * B).sum(),
    "lu": lambda a: torch.linalg.lu_factor(a)[0].square().sum(),
    "largest": lambda a: (a.argmax(0) * a.square()).sum(),
    "rows": lambda a: a[a.argmax(0)].square().sum(),
    "quantile": lambda a: (a * a.quantile(0.3, dim=0)).sum(),
}
for name, f in of_slices.items():
    print(name, vmap(grad(f))(S))
    print(jacfwd(f)(S[0]), hessian(f)(S[0]).sum((2, 3)))
    print(vmap(hessian(f))(S).sum((1, 2)))

# directions need not be symmetric, though what is decomposed is
print(jacfwd(torch.linalg.cholesky)(S[0]).sum((0, 1)))
print(hessian(lambda a: torch.linalg.eigvalsh(a).square().sum())(S[0]).sum((2, 3)))

x = torch.arange(12.0).reshape(4, 3)
places = torch.tensor([1, 3, 0])
print(vmap(lambda row, i: row[i].sum(), (None, 0))(x, places))
print(vmap(jacrev(lambda a, i: a[i[None]].sum() ** 2), (None, 0))(x, places).sum(2))
print(vmap(grad(lambda a: (a.data * a).sum()))(x))
for f in (
    lambda a: a.sum() * a.sum().item(),
    lambda a: a.sum() if a.sum() > 0 else -a.sum(),
    lambda a: a[a.argmax()],
    lambda a: torch.nn.functional.gaussian_nll_loss(a, a, a.abs()),
    lambda a: torch.tensor([a[0], a[1]]).sum(),
    lambda a: torch.zeros(a[0].int()).sum() * a.sum(),
):
    for g in (vmap(grad(f)), vmap(f)):
        try:
            print(g(x))
        except RuntimeError as error:
            print(error)
