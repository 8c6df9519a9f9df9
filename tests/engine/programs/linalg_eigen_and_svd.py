# eigenvalues, singular values, QR: values up to sign, and gradients of invariants
import torch

S = torch.tensor([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]], requires_grad=True)
values, vectors = torch.linalg.eigh(S)
print(values, torch.allclose(vectors @ values.diag() @ vectors.mT, S, atol=1e-5))
values[0].backward()
print(S.grad, vectors.abs())
print(torch.linalg.eigvalsh(S), torch.linalg.eigvals(torch.tensor([[0.0, 1.0], [-1.0, 0.0]])))
A = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], requires_grad=True)
U, s, Vh = torch.linalg.svd(A, full_matrices=False)
print(U.shape, s, Vh.abs(), (U * s) @ Vh)
s.sum().backward()
print(A.grad, torch.linalg.svdvals(A), torch.linalg.svd(A).U.shape)
Q, R = torch.linalg.qr(A)
print(Q.abs(), R.abs(), (Q @ R), torch.linalg.qr(A, mode="complete").Q.shape)
P, L, U = torch.linalg.lu(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
print(P, L, U, P @ L @ U)
print(type(torch.linalg.eigh(S)).__name__, torch.linalg.svd(A, False).S)
try:
    torch.linalg.eigh(A)
except RuntimeError as error:
    print(error)
bad = torch.tensor([[1.0, float("nan")], [1.0, 2.0]])
for attempt in (
    lambda: torch.linalg.svd(bad), lambda: torch.linalg.svdvals(torch.stack([S[:2, :2], bad])),
    lambda: torch.linalg.pinv(bad), lambda: torch.linalg.matrix_rank(bad),
    lambda: torch.linalg.cond(bad[None]), lambda: torch.linalg.eig(bad),
):
    try:
        print(attempt())
    except RuntimeError as error:
        print(type(error).__name__, error)

# Integers have no eigenvalues here, and what is said of them depends on the function
for wrong in (torch.ones(2, 2).long(), torch.ones(2).int(), torch.ones(2, 3).bool()):
    for solve in (torch.linalg.eig, torch.linalg.eigvals, torch.linalg.eigh, torch.linalg.eigvalsh):
        try:
            solve(wrong)
        except RuntimeError as error:
            print(type(error).__name__, error)
try:
    torch.linalg.eigh(torch.ones(2, 2), UPLO="X")
except RuntimeError as error:
    print(error)
