# What torch says of factors, systems and the tensors they are written into; systems from the left
import warnings

import torch
import torch.linalg as L

warnings.simplefilter("ignore")
A = torch.tensor([[4.0, 1, 0], [1, 3, 1], [0, 1, 5]])
B = torch.tensor([[1.0, 2, 3], [0, 1, 1]])
LU, pivots = L.lu_factor(A)


def empty(*dtypes):
    made = tuple(torch.empty(0, dtype=getattr(torch, name)) for name in dtypes)
    return made if len(made) > 1 else made[0]


for text in """
L.lu_factor(A[0]); L.lu(A[0]); torch.lu_unpack(A[0], pivots); torch.geqrf(A[0])
L.lu_factor(A.int()); torch.geqrf(A.long()); torch.cholesky_inverse(A.int()); L.inv_ex(A.half())
torch.lu_unpack(LU, pivots.long()); torch.lu_unpack(LU, pivots + 1); torch.lu_unpack(LU, pivots * 0)
L.lu_solve(LU, pivots + 1, A); L.lu_solve(LU, pivots * 0, A); L.lu_solve(LU, pivots.long(), A)
L.lu_solve(LU, pivots, A.double()); L.lu_solve(LU, pivots[:2], A); L.lu_solve(LU, pivots, B)
L.lu_solve(LU, pivots, B, left=False).shape; L.lu_solve(LU, pivots[None], A); L.svd(A, driver="x")
L.lstsq(A, A, driver="x"); L.lstsq(A, A.int()); L.lstsq(A[:2], A); L.lstsq(A[:, :0], A).solution
L.lstsq(torch.ones(1, 1, 1), torch.ones(3, 1)); L.lstsq(A, A[0], rcond=0.9).rank
L.tensorinv(A, 0); L.tensorinv(A[0], 2); L.tensorsolve(A, A[0, :2]); L.solve(A, B[0], left=False)
L.norm(A, axis=1, keepdims=True).shape; L.vector_norm(A, 1j); L.cond(A, "x")
L.cond(B, "x"); L.matrix_norm(A, 1j); L.lu(torch.ones(0, 0)).P.shape; L.norm(A, axis=1)
L.lu_factor(A[None, :0]).pivots; L.norm(A, axis=1, keepdims=True).shape
torch.lu_unpack(LU, pivots, unpack_pivots=False).P; L.lu_factor(A[:0])
L.inv(A, out=empty("int32")); L.cholesky(A, out=empty("float64")); L.pinv(A, out=empty("int32"))
torch.cholesky(A, out=empty("int32")); L.norm(A, out=empty("int32")); L.cond(A, out=empty("int32"))
L.eigvals(A, out=empty("float32")); L.eig(A, out=empty("float32", "complex64"))
L.qr(A, out=empty("float32", "int32")); torch.geqrf(A, out=empty("float32", "int32"))
L.vecdot(A, A, out=empty("int32")); L.solve_triangular(A, A, upper=True, out=empty("float64"))
L.multi_dot([A, A], out=empty("float64")); L.lu_factor(A, out=empty("float32", "float32"))
L.matrix_norm(A, out=empty("float64")); L.vector_norm(A, out=empty("int32"))
torch.orgqr(A, A[0], out=empty("int32")); torch.ormqr(A, A[0], A, out=empty("float64"))
L.lstsq(A, A, out=empty("float32", "float32", "int64", "float32"))[2]
L.inv_ex(A, out=empty("float32", "int32")).info; L.lu_solve(LU, pivots, A, out=empty("float32"))
""".replace("\n", ";").split(";"):
    if text.strip():
        try:
            print(text.strip(), "|", eval(text.strip()))
        except Exception as error:
            print(text.strip(), "|", type(error).__name__, error)
a, b = A.clone().requires_grad_(), B.clone().requires_grad_()
made = L.solve(a, b, left=False)
print(made, made.stride(), made.grad_fn._saved_left, torch.autograd.grad((made ** 2).sum(), (a, b)))
out = L.norm(a, out=torch.empty(0))
print(out.grad_fn.name(), torch.autograd.grad(out, a))
for call in (lambda: torch.geqrf(a)[0].sum().backward(), lambda: torch.qr(a, out=(b, b)),
             lambda: torch.inverse(a, out=b), lambda: L.multi_dot([a, a], out=b)):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)

# Sums of products of other dtypes, and factors of 0 or complex ones
m, v = torch.tensor([[1, 2], [3, 4]]), torch.tensor([2, 1])
for kinds in ((torch.bool, torch.int32, torch.float16), (torch.int64, torch.bfloat16, torch.int32),
              (torch.float32, torch.uint8, torch.complex64), (torch.float32, torch.int64, v.dtype)):
    print(torch.addr(m.to(kinds[0]), v.to(kinds[1]), v.to(kinds[2])))
print(torch.addr(m.bfloat16(), v.bfloat16(), v.bfloat16(), beta=0.5, alpha=3))
for dtype in (torch.uint8, torch.int32, torch.float32):
    print(torch.addbmm(m.to(dtype), m[None].to(dtype), m[None].to(dtype), beta=2))
nan = torch.full((2, 2), float("nan"))
print(torch.addmv(v.float(), nan, v.float(), alpha=0),
      torch.addbmm(m.float(), nan[None], nan[None], alpha=0, beta=2))
f = m.float()
for call in (lambda: torch.addmm(f, f, f, beta=2j), lambda: torch.addr(f, f[0], f[0], alpha=1j),
             lambda: torch.addmv(f[0].half(), f.half(), f[0].half(), alpha=1j),
             lambda: torch.addr(f, f[0], f[0], alpha=True, beta=1j),
             lambda: torch.baddbmm(*[m[None].bool()] * 3)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
