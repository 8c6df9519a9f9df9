# factors of matrices that are not square, of none, and of complex ones; whole numbers as factors
import torch

A = (torch.arange(15.0) ** 2).sin().reshape(3, 5)
for matrix in (A, A.t(), A[:, :3], torch.stack([A, A.exp()])):
    matrix = matrix.to(torch.double).requires_grad_()
    LU, pivots = torch.linalg.lu_factor(matrix)
    P, L, U = torch.lu_unpack(LU, pivots)
    print(pivots, P.requires_grad, L.grad_fn.name(), torch.allclose(P @ L @ U, matrix))
    weights = torch.arange(LU.numel()).reshape(LU.shape).cos()
    print(torch.autograd.grad((LU * weights).sum(), matrix)[0])
    P, L, U = torch.linalg.lu(matrix)
    for loss in (L * L.cos(), U * U.sin(), L.sum() * U):
        print(torch.autograd.grad(loss.sum(), matrix, retain_graph=True)[0])
    waves = (matrix + 1j * matrix.cos()).detach().requires_grad_()
    print(torch.linalg.lu_factor(waves).pivots)
    print(torch.autograd.gradcheck(lambda x: torch.linalg.lu(x)[1:], waves))
    print(torch.autograd.gradcheck(lambda x: torch.linalg.lu_factor(x).LU, waves))
S = A[:, :3].to(torch.double)
print(torch.autograd.gradgradcheck(lambda x: torch.linalg.lu(x)[1:], torch.cat([S, S.exp()])
                                   .requires_grad_()))
z = (S + 1j * S.exp()).requires_grad_()
for part in (*torch.linalg.slogdet(z), torch.logdet(z)):
    loss = part.real * 2 + part.imag if part.is_complex() else part
    print(part, torch.autograd.grad(loss, z, retain_graph=True))

a, tau = torch.geqrf((torch.arange(12.0) ** 2).sin().reshape(2, 2, 3))
print(a.abs(), a.stride(), tau.shape)
for shape in ((5, 0), (0, 3), (0, 2, 2)):
    a, tau = torch.geqrf(torch.empty(shape))
    print(a.shape, a.stride(), tau.shape)
made = torch.linalg.inv(torch.empty(0, 3, 3)), torch.linalg.qr(torch.empty(5, 0)).R
print([x.stride() for x in made], torch.linalg.lstsq(A.t(), torch.ones(5, 2)).solution.stride())
nothing = torch.empty(0, 0)
print(torch.linalg.ldl_factor(nothing), torch.linalg.ldl_factor_ex(torch.empty(0, 2, 2)).info.shape)
print(torch.linalg.ldl_solve(nothing, torch.empty(0, dtype=torch.int32), torch.empty(0, 4)).shape)
lone = torch.eye(5, requires_grad=True)
made = torch.linalg.householder_product(lone, torch.empty(0)).sum()
print(torch.autograd.grad(made, lone, allow_unused=True))
print(torch.linalg.vander(torch.tensor(3.0), N=3), torch.linalg.vander(torch.tensor(2), N=2).shape)
x = (torch.eye(2) * 2).requires_grad_()
print([torch.linalg.matrix_power(x, n).grad_fn.name() for n in (-1, 1, 3, -3)])
B = torch.linalg.solve(torch.eye(3) * 2, torch.ones(3, 1))
C = torch.linalg.cholesky(torch.eye(2)[None])
print(B.stride(), C.stride())

n, v = torch.arange(4).reshape(2, 2), torch.tensor([3, 5])
b, w = n > 1, v > 3
for call in (
    lambda: torch.addmm(n, n, n, beta=0.6, alpha=1.7),
    lambda: torch.addmv(v, n, v, beta=1.6, alpha=2.7),
    lambda: torch.baddbmm(n[None], n[None], n[None], beta=1.6, alpha=2.7),
    lambda: torch.addbmm(n, n[None], n[None], beta=1.6, alpha=2.7),
    lambda: torch.addmv(v, n, v, beta=-1.6, alpha=2j),
    lambda: torch.addr(n, v, v, beta=1.6, alpha=2),
    lambda: torch.addr(b, w, w, beta=3, alpha=2),
    lambda: torch.addr(b, w, w, beta=0, alpha=2),
    lambda: torch.addr(b, w, w, beta=True, alpha=False),
    lambda: torch.addr(n, w, w, beta=2, alpha=2),
    lambda: torch.addmv(w, b, w),
    lambda: torch.addbmm(b, b[None], b[None]),
):
    try:
        print(call())
    except (RuntimeError, NotImplementedError) as error:
        print(error)
for matrix in (torch.zeros(2, 7), torch.zeros(3, 6, dtype=torch.float64), torch.ones(3, 9),
               torch.eye(2, 8), torch.ones(2, 7, dtype=torch.float64)):  # of less than full rank
    U, S, Vh = torch.linalg.svd(matrix, full_matrices=False)
    print(S.round(decimals=4), (U @ S.diag() @ Vh - matrix).abs().max() < 1e-5)
