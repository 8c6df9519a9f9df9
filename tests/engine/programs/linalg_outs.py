"""Functions with several results, and those of torch.linalg, into tensors that are there."""
import torch

A = torch.tensor([[4.0, 1, 0], [1, 3, 1], [0, 1, 5]])
b = torch.tensor([1.0, 2, 3])


def fresh(count, dtype=torch.float32):
    return tuple(torch.empty(0, dtype=dtype) for _ in range(count))


for name in ("max", "min", "sort", "median", "mode", "cummax", "cummin"):
    out = torch.empty(0), torch.empty(0, dtype=torch.long)
    made = getattr(torch, name)(A, 1, out=out)
    print(type(made), made.values is out[0], made.indices)
print(torch.topk(b, 2, out=(torch.empty(0), torch.empty(0, dtype=torch.long))))
for name, count in (("qr", 2), ("eigh", 2), ("slogdet", 2), ("lu", 3), ("svd", 3)):
    out = fresh(count)
    made = getattr(torch.linalg, name)(A, out=out)
    print(type(made), all(x is y for x, y in zip(made, out)), [x.shape for x in made])
    try:
        getattr(torch.linalg, name)(A.clone().requires_grad_(), out=out)
    except RuntimeError as error:
        print(error)
for name in ("eigvalsh", "svdvals", "inv", "det", "pinv", "cholesky"):
    (out,) = fresh(1)
    made = getattr(torch.linalg, name)(A, out=out)
    print(name, made is out, torch.equal(out, getattr(torch.linalg, name)(A)))
(out,) = fresh(1)
print(torch.linalg.vecdot(A, A, out=out) is out, out)
print(torch.linalg.matrix_rank(A, out=torch.empty((), dtype=torch.long)))
values, vectors = torch.linalg.eig(A, out=fresh(2, torch.complex64))
print(values.shape, vectors.dtype)
