# Tolerances with more dimensions than the batch of matrices
import warnings

import torch

torch.manual_seed(0)
A = torch.randn(2, 3, 3, dtype=torch.float64)
for shape in ((), (2,), (3,), (2, 1), (0, 2)):
    limit = torch.full(shape, 0.3, dtype=torch.float64)
    for hermitian in (False, True):
        matrix = (A + A.mT * hermitian).clone().requires_grad_()
        try:
            made = torch.linalg.pinv(matrix, rtol=limit, hermitian=hermitian)
            made.sum().backward()
            print(made.shape, made.sum(), matrix.grad.norm())
        except RuntimeError as error:
            print(error)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            print(torch.linalg.matrix_rank(A, rtol=limit), torch.linalg.matrix_rank(A[0], limit))
        except RuntimeError as error:
            print(error)
        print([str(warning.message)[:120] for warning in said])
