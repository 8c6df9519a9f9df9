# LU and Cholesky factors kept and used, with gradients; forms that are going or gone
import warnings

import torch

A = torch.tensor([[1.0, 4.0, 0.0], [3.0, 1.0, 1.0], [0.0, 1.0, 2.0]], requires_grad=True)
b = torch.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
LU, pivots = torch.linalg.lu_factor(A)
print(torch.linalg.lu_factor(A), LU.shape, pivots)
x = torch.linalg.lu_solve(LU, pivots, b)
print(x, torch.allclose(A @ x, b))
x.pow(2).sum().backward()
print(A.grad, b.grad)
P, L, U = torch.lu_unpack(LU.detach(), pivots)
print(P, L, U, torch.allclose(P @ L @ U, A))
print(torch.linalg.lu_factor_ex(torch.zeros(2, 2)).info, torch.lu_unpack(LU, pivots).L)
print(torch.linalg.lu_solve(LU.detach(), pivots, torch.ones(1, 3), left=False))
print(torch.linalg.lu_solve(LU.detach(), pivots, torch.ones(3, 1), adjoint=True))
S = torch.tensor([[4.0, 1.0], [1.0, 3.0]], requires_grad=True)
C = torch.linalg.cholesky(S)
y = torch.cholesky_solve(torch.ones(2, 1), C)
print(y, torch.cholesky_inverse(C))
(y.sum() + torch.cholesky_inverse(C).sum()).backward()
print(S.grad)
print(torch.linalg.cholesky_ex(S), torch.linalg.inv_ex(S), torch.linalg.solve_ex(S, torch.ones(2)))
print(torch.linalg.inv_ex(torch.zeros(2, 2)).info, torch.linalg.cholesky_ex(-torch.eye(2)).info)
a, tau = torch.geqrf(A.detach())
Q = torch.linalg.householder_product(a, tau)
print(Q.abs(), torch.allclose(Q @ a.triu(), A.detach(), atol=1e-5))
print(torch.ormqr(a, tau, torch.ones(3, 1)).abs(), torch.logdet(S))
T = torch.tensor([[1.0, 1.0], [1.0, 2.0], [1.0, 4.0]])
for driver in (None, "gels", "gelsd"):
    print(torch.linalg.lstsq(T, torch.tensor([[1.0], [2.0], [2.0]]), driver=driver))
for call in (
    lambda: torch.linalg.lu_factor(torch.zeros(2, 2)),
    lambda: torch.linalg.lu(A, pivot=False),
    lambda: torch.symeig(S),
    lambda: torch.solve(b, A),
    lambda: A.eig(),
    lambda: torch.lstsq(b, A),
    lambda: torch.matrix_rank(A),
):
    try:
        call()
    except RuntimeError as error:
        print(error)
for kind in (torch.double, torch.cdouble):
    H = (torch.arange(12.0).reshape(4, 3).sin() * (1 + 1j)).to(kind).requires_grad_()
    tau = torch.tensor([0.5, 1.5], dtype=kind, requires_grad=True)
    Q = torch.linalg.householder_product(H, tau)
    print(Q, Q.stride(), Q.grad_fn._saved_input is H, Q.grad_fn._saved_tau is tau)
    (Q * torch.arange(12.0).reshape(4, 3).cos()).sum().abs().backward()
    print(H.grad, tau.grad)
    print(torch.autograd.gradgradcheck(torch.linalg.householder_product, (H, tau)))

# the permutation has no history, what lies in it has
whole = torch.tensor([[1.0, 2], [3, 5]], requires_grad=True)
for factor in torch.linalg.lu(whole):
    print(factor)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(torch.lu_solve(torch.ones(2, 1), *torch.linalg.lu_factor(whole)))
print([str(each.message) for each in caught])
