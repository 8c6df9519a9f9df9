# solvers with nodes of their own, what these save and send back, and how the results lie in memory
import warnings

import torch

warnings.simplefilter("ignore")
A = (torch.arange(9.0) ** 2).sin().reshape(3, 3) + 2 * torch.eye(3)
B = (torch.arange(6.0) + 1).cos().reshape(3, 2)


def saved(node):
    return [name for name in dir(node) if name.startswith("_saved")]


for kind in (torch.double, torch.cdouble):
    turn = torch.exp(1j * A) if kind.is_complex else 1.0
    a, b = (A * turn).to(kind).requires_grad_(), B.to(kind).requires_grad_()
    for left in (True, False):
        side = b if left else b.mT
        for adjoint in (True, False):
            LU, pivots = torch.linalg.lu_factor(a)
            x = torch.linalg.lu_solve(LU, pivots, side, left=left, adjoint=adjoint)
            print(x, x.stride(), x.grad_fn._saved_left, x.grad_fn._saved_adjoint)
            print(torch.autograd.grad((x * x).real.sum(), (LU, a, b)))
            f = lambda LU, B: torch.linalg.lu_solve(LU, pivots, B, left=left, adjoint=adjoint)
            print(torch.autograd.gradcheck(f, (LU.detach().requires_grad_(), side)))
            tau = torch.linspace(0.3, 1.7, 2).to(kind).requires_grad_()
            f = lambda a, tau, b: torch.ormqr(a[:, :2], tau, b, left, adjoint)
            x = f(a, tau, side)
            print(x, x.stride(), x.grad_fn.name(), saved(x.grad_fn))
            print(torch.autograd.gradcheck(f, (a, tau, side)))
    for upper in (True, False):
        for transpose in (True, False):
            x, copy = torch.triangular_solve(b, a, upper, transpose)
            print(x, x.stride(), copy.stride(), saved(x.grad_fn), x.grad_fn is copy.grad_fn)
            print(torch.autograd.grad((x * x).real.sum() + copy.real.sum(), (a, b)))
S = (A @ A.T).requires_grad_()
for upper in (True, False):
    L = torch.cholesky(S, upper)
    print(L, L.stride(), saved(L.grad_fn), torch.autograd.grad(L.sum(), S))
for bad in (-S, torch.stack([S, -S]), S[:2], S[0], S.int(), S.half()):
    try:
        torch.cholesky(bad)
    except (RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)

T = (torch.arange(8.0, dtype=torch.double) ** 2).sin().reshape(4, 2).requires_grad_()
Y = torch.arange(12.0, dtype=torch.double).cos().reshape(4, 3).requires_grad_()
for driver in ("gels", "gelsy"):
    found = torch.linalg.lstsq(T, Y, driver=driver)
    print(found.solution, found.residuals, saved(found.solution.grad_fn))
    print(torch.autograd.grad((found.solution**2).sum() + (found.residuals**2).sum(), (T, Y)))

M = torch.tensor([[1.0, 2, 3], [4, 5, 6], [7, 8, 9.5]], dtype=torch.double)
two = torch.stack([M, M.t() + 1e-3])
limits = torch.tensor([1.0, 0.01])
print(torch.linalg.pinv(M, 0.1), torch.linalg.pinv(M, rcond=0.1), torch.linalg.pinv(M, atol=1.0))
print(torch.linalg.pinv(two, atol=limits), torch.linalg.pinv(two, rtol=limits))
print(torch.linalg.pinv(M + M.T, 0.2, True), torch.linalg.pinv(M, atol=1.0, rtol=0.5))
r = torch.tensor(0.1, requires_grad=True)
for call in (
    lambda: torch.linalg.pinv(M, r),
    lambda: torch.linalg.pinv(M, rtol=r),
    lambda: torch.linalg.pinv(M, atol=r),
    lambda: torch.linalg.pinv(M, rtol=torch.tensor(1j)),
):
    try:
        call()
    except RuntimeError as error:
        print(error)
for shape in ((3, 5), (5, 3)):
    wide = (torch.arange(15.0, dtype=torch.double) ** 2).sin().reshape(shape).requires_grad_()
    (back,) = torch.autograd.grad(torch.linalg.pinv(wide).sum(), wide)
    print(back, back.stride())
# tangents, for which torch takes the whole direction of the matrix, and as it lies
moving = torch.tensor([[2.25, 0.25], [0.75, 1.75]]), torch.tensor([[1.0], [2.0]])
directions = torch.tensor([[1.0, -1.0], [0.5, 2.0]]), torch.tensor([[0.5], [-1.0]])
for upper in (True, False):
    for transpose in (True, False):
        made = torch.func.jvp(lambda a, b: torch.triangular_solve(
            b, a, upper=upper, transpose=transpose)[0], moving, directions)[1]
        print([f"{x:.4f}" for x in made.flatten().tolist()])
