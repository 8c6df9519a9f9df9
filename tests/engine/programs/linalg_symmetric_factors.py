# L D L^T of symmetric, indefinite matrices.
import torch

torch.manual_seed(0)
cases = [
    torch.tensor([[4.0, 1, 2], [1, -3, 0.5], [2, 0.5, 5]], dtype=torch.float64),
    torch.tensor([[1e-3, 2.0, 3.0], [2.0, 1e-3, 1.0], [3.0, 1.0, 5.0]], dtype=torch.float64),
    torch.tensor([[0.0, 1.0], [1.0, 0.0]]),
    torch.tensor([[0.0, 2.0, 1.0], [2.0, 0.0, 3.0], [1.0, 3.0, 0.0]]),
    torch.tensor([[2.0]]),
]
for n in (4, 5, 6):
    M = torch.randn(n, n, dtype=torch.float64)
    cases.append(M + M.T)
for A in cases:
    LD, pivots = torch.linalg.ldl_factor(A)
    B = torch.arange(2.0 * len(A)).reshape(len(A), 2).to(A.dtype)
    print(LD, pivots)
    print(torch.linalg.ldl_solve(LD, pivots, B))
print(torch.linalg.ldl_factor_ex(torch.stack(cases[:2])))
print(torch.linalg.ldl_factor_ex(torch.zeros(2, 2)))
A = cases[0].clone().requires_grad_()
factors = torch.linalg.ldl_factor(A)
print(factors, factors.LD.grad_fn)
try:
    factors.LD.sum().backward()
except RuntimeError as error:
    print(error)
try:
    torch.linalg.ldl_factor(torch.ones(2, 3))
except RuntimeError as error:
    print(error)
