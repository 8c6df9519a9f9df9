"""The signs of eigenvectors and of singular vectors, of each precision and shape."""

import torch

torch.manual_seed(0)
torch.set_printoptions(precision=2)
for dtype in (torch.float32, torch.float64, torch.complex128):
    for n in (3, 4, 6):
        A = torch.randn(n, n, dtype=dtype)
        S = A + A.mH
        for uplo in "LU":
            values, vectors = torch.linalg.eigh(S, UPLO=uplo)
            print(dtype, n, uplo, values, vectors.real)
    for shape in ((4, 4), (4, 3), (5, 3), (6, 4), (9, 4), (2, 3), (2, 6), (3, 5), (3, 9)):
        A = torch.randn(*shape, dtype=dtype)
        for full in (False, True):
            U, S, Vh = torch.linalg.svd(A, full_matrices=full)
            print(shape, full, U.real, S, Vh.real)

A = torch.tensor([[4.0, 1.0, 0.0], [2.0, 3.0, 1.0], [0.0, 1.0, 2.0]])
print(torch.linalg.eig(A), torch.linalg.eigvals(A))
points = torch.randn(20, 3) @ torch.tensor([[3.0, 1.0, 0.0], [0.0, 1.0, 0.5], [0.0, 0.0, 0.2]])
print(torch.linalg.eigh(torch.cov(points.T)), torch.linalg.svd(points, full_matrices=False)[2])
print(torch.linalg.eigh(torch.stack([S.real for S in (A, A.T @ A)]).to(torch.float64))[1])
print(torch.linalg.matrix_rank(torch.diag(torch.tensor([3.0, 1.0, 0.1])), 0.5))
print(torch.linalg.matrix_rank(A, torch.tensor(2.5)), torch.linalg.matrix_rank(
    torch.stack([A, A]), atol=torch.tensor([0.0, 4.0]), rtol=torch.tensor(0.1)))
print(torch.linalg.matrix_rank(A, 0.1, True))
