# arguments of torch.linalg, torch.special and torch.fft by the names that torch has for them
import torch


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:100].split("\n")[0])


L, S, F = torch.linalg, torch.special, torch.fft
A, x = torch.tensor([[4.0, 1.0], [1.0, 3.0]]), torch.tensor([1.0, 2.0])
ONE = """cholesky cholesky_ex cond det eig eigh eigvals eigvalsh inv inv_ex matrix_norm matrix_rank
norm pinv qr slogdet svd svdvals vector_norm lu lu_factor ldl_factor matrix_exp diagonal""".split()
for n in ONE:
    for k in ("A", "input", "x", "self", "a"):
        t(lambda: (n, k, getattr(L, n)(**{k: A}) is not None))
for n in ("solve", "lstsq", "matmul", "vecdot"):
    for k in ("A", "input", "x"):
        for k2 in ("B", "other", "b", "y", "x2"):
            t(lambda: (n, k, k2, getattr(L, n)(**{k: A, k2: A}) is not None))
for k, k2 in (("A", "B"), ("input", "other"), ("input", "B")):
    t(lambda: L.tensorsolve(**{k: torch.eye(4).view(4, 2, 2), k2: torch.ones(4)}).shape)
    t(lambda: L.solve_triangular(**{k: A, k2: A, "upper": True}))
for n in "entr erf i0e log_ndtr bessel_j0 airy_ai spherical_bessel_j0 psi".split():
    for k in ("x", "input", "self", "A"):
        t(lambda: (n, k, getattr(S, n)(**{k: x})))
for n in "xlogy zeta chebyshev_polynomial_t hermite_polynomial_h".split():
    for k in ("x", "input"):
        for k2 in ("other", "n", "x2"):
            t(lambda: (n, k, k2, getattr(S, n)(**{k: x, k2: x + 1})))
t(lambda: S.xlogy(self=2, other=x))
t(lambda: S.polygamma(n=1, input=x))
t(lambda: S.logsumexp(x, axis=0, keepdims=True))
t(lambda: torch.softmax(x, 0, torch.float64))
t(lambda: x.log_softmax(0, torch.float64))
for n in "fft ifft rfft irfft".split():
    for o in ({"x": A}, {"input": A, "n": 2, "axis": 0}, {"input": A, "s": 2}, {"A": A}):
        t(lambda: (n, list(o), getattr(F, n)(**o).shape))
for n in "fft2 ifftn rfft2 irfftn".split():
    for o in ({"x": A}, {"input": A, "axis": (0, 1)}, {"input": A, "n": 2}, {"a": A, "s": (2, 2)}):
        t(lambda: (n, list(o), getattr(F, n)(**o).shape))
t(lambda: L.matrix_rank(input=A, tol=0.1))
t(lambda: L.pinv(input=A, rcond=0.1, hermitian=True))
t(lambda: L.norm(A, ord=1, axis=0, keepdims=True))
t(lambda: L.eigh(a=A, UPLO="U").eigenvalues)
t(lambda: L.vector_norm(A, p=2))
t(lambda: L.cholesky(A, foo=1))
for s in ((0, 2**40, 2**40), (9, 15, 0, 2772747373535906632, 0, 14), (2, 2**40, 2**40)):
    for make in (torch.empty, torch.zeros, torch.rand):
        t(lambda: make(s).shape)
a = torch.ones(2, requires_grad=True)
b = (a * 2).sin()
b.register_hook(lambda g: print(torch._C._current_autograd_node() is b.grad_fn))
b.sum().backward()
print(torch._C._current_autograd_node())
