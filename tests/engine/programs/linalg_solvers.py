# solving systems: solve, inv, lstsq, triangular, cholesky, pinv, with gradients
import torch

A = torch.tensor([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]], requires_grad=True)
b = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
x = torch.linalg.solve(A, b)
print(x, x.grad_fn.name(), torch.allclose(A @ x, b))
x.sum().backward()
print(A.grad, b.grad)
print(torch.linalg.inv(A), torch.inverse(A).grad_fn.name(), A.inverse() @ A)
L = torch.linalg.cholesky(A)
print(L, torch.cholesky_solve(b.unsqueeze(1), L), torch.cholesky_inverse(L))
print(torch.linalg.solve_triangular(L, b.unsqueeze(1), upper=False))
T = torch.tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
y = torch.tensor([[1.0], [3.0], [4.9]])
fit = torch.linalg.lstsq(T, y)
print(fit.solution, fit.residuals, fit.rank)
print(torch.linalg.pinv(T) @ y)
print(torch.linalg.det(A), torch.det(A), torch.linalg.slogdet(A), torch.logdet(A))
print(torch.linalg.solve(A, torch.eye(3)), torch.linalg.inv(torch.stack([A, A * 2]))[1])
for call in (
    lambda: torch.linalg.solve(torch.zeros(2, 2), torch.ones(2)),
    lambda: torch.linalg.inv(torch.zeros(2, 2)),
    lambda: torch.linalg.inv(torch.ones(2, 3)),
    lambda: torch.linalg.cholesky(-torch.eye(2)),
    lambda: torch.linalg.solve(torch.eye(2), torch.ones(3)),
    lambda: torch.linalg.inv(torch.ones(2, 2, dtype=torch.int64)),
):
    try:
        print(call())
    except RuntimeError as error:
        print(type(error).__name__, error)

# To the last bit: small systems are solved in torch's order, determinants are of the transposes.
torch.manual_seed(3)
for n in (2, 3, 4, 5, 7):
    for dtype in (torch.float32, torch.float64):
        A = torch.randn(2, n, n, dtype=dtype)
        print(n, torch.linalg.inv(A).tolist(), torch.linalg.solve(A, A[:1, :, :2]).tolist())
        print(n, torch.linalg.det(A).tolist(), torch.linalg.lu_factor(A)[0][0].tolist())
print(torch.linalg.inv(torch.tensor([[0.25, -1.5], [0.25, 0.0]])))
print(torch.linalg.lu_factor(torch.ones(2, 0, 0))[1].shape, torch.linalg.det(torch.ones(2, 0, 0)))
A = torch.tensor([[2.0, 0.0], [1.0, 4.0]], requires_grad=True)
B = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], requires_grad=True)
X = torch.linalg.solve_triangular(A, B, upper=False, left=False)
print(X, X.stride(), X.grad_fn._saved_left)
(X * X).sum().backward()
print(A.grad, B.grad)
singular = torch.tensor([[1.0, 2.0], [2.0, 4.0]])
batch = torch.stack([singular, singular + torch.eye(2), -singular])
print(torch.linalg.inv_ex(batch), torch.linalg.solve_ex(batch, torch.eye(2)))
clear = batch - torch.tensor([[0.0, 0.0], [0.0, 1.0]])  # no rounding decides where it stops
print(torch.linalg.cholesky_ex(clear), torch.linalg.cholesky_ex(clear, upper=True).L)
for order in (1, -1, "fro", float("inf")):
    print(torch.linalg.cond(batch, order))
print(torch.linalg.cond(torch.zeros(2, 0, 0)), torch.linalg.cond(singular * 0))
leaf = singular.clone().requires_grad_()
solved = torch.linalg.solve_ex(leaf, torch.ones(2)).result
print(solved, torch.autograd.grad(solved.sum(), leaf))
for attempt in (
    lambda: torch.linalg.cond(leaf, 1).backward(), lambda: torch.linalg.cond(leaf, 3),
    lambda: torch.linalg.inv_ex(batch, check_errors=True),
    lambda: torch.linalg.cholesky_ex(-leaf, check_errors=True),
    lambda: print(torch.linalg.matrix_exp(leaf.detach() * float("nan"))),
):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
triangle = torch.tensor([[2.0, 0.0], [1.0, 0.0]])
print(torch.linalg.solve_triangular(triangle, torch.ones(2, 1), upper=False))
factor = torch.linalg.cholesky(torch.tensor([[2.0, 1.0], [1.0, 3.0]], requires_grad=True))
twice, = torch.autograd.grad(factor.sum(), factor.grad_fn.next_functions[0][0].variable,
                             create_graph=True)
print(twice, twice.grad_fn.name())
edge = torch.tensor([[0.0, 0.0], [1.0, 2.0]])  # with a zero on its diagonal
right = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(torch.linalg.solve_triangular(edge, right, upper=True))
print(torch.linalg.solve_triangular(edge, right, upper=False, left=False))

# One vector for a batch of matrices
many = torch.tensor([[[2.0, 1.0], [1.0, 3.0]], [[1.0, 0.0], [2.0, 4.0]]])
one = torch.tensor([1.0, 2.0], requires_grad=True)
answers = torch.linalg.solve(many, one)
print(answers)
answers.sum().backward()
print(one.grad)

# The inverse out of a Cholesky factor: its zeros keep the signs that LAPACK gives them
print(torch.cholesky_inverse(torch.eye(3)), torch.cholesky_inverse(torch.zeros(0, 0)))
print(torch.cholesky_inverse(torch.tensor([[2.0, 1.0], [0.0, 4.0]]), upper=True))
try:
    torch.cholesky_inverse(torch.zeros(2, 2))
except torch.linalg.LinAlgError as error:
    print(error)
