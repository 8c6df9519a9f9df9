# Bessel, Airy, gamma, zeta functions and orthogonal polynomials
import torch

x = torch.tensor([0.3, 1.0, 2.5, 7.0, 30.0])
S = torch.special
for n in """
erfcx i0e i1e log_ndtr entr airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1
modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1
scaled_modified_bessel_k0 scaled_modified_bessel_k1 spherical_bessel_j0
""".split():
    print(
        n,
        getattr(S, n)(x),
        getattr(S, n)(torch.tensor([-0.3, -4.0, 0.0, -5.0])) if n not in () else "",
    )
for n in """
chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v
chebyshev_polynomial_w hermite_polynomial_h hermite_polynomial_he
laguerre_polynomial_l legendre_polynomial_p shifted_chebyshev_polynomial_t
shifted_chebyshev_polynomial_u shifted_chebyshev_polynomial_v
shifted_chebyshev_polynomial_w
""".split():
    for k in (0, 1, 4):
        print(n, k, getattr(S, n)(torch.tensor([0.25, 0.5, -0.5]), k))
a = torch.tensor([0.5, 1.0, 3.0, 20.0])
y = torch.tensor([0.1, 2.0, 3.0, 25.0], requires_grad=True)
for f in (torch.igamma, torch.igammac, S.zeta):
    z = f(a + 1.5, y)
    z.sum().backward()
    print(z, y.grad)
    y.grad = None
for f in (S.log_ndtr, S.erfcx, S.i0e, S.i1e, S.i1, S.entr, S.multigammaln):
    z = f(y / 10 + 1, 2) if f is S.multigammaln else f(y / 10)
    z.sum().backward()
    print(z, y.grad)
    y.grad = None
p = torch.tensor([0.1, 0.5, 0.999], requires_grad=True)
z = S.ndtri(p)
z.sum().backward()
print(z, p.grad, S.ndtr(p), S.round(p, decimals=2), S.round(p))
try:
    torch.igamma(y, a).sum().backward()
except RuntimeError as e:
    print(e)
print(
    torch.tensor([2.0, 3]).mvlgamma(2),
    torch.tensor([2.0, 3]).igamma(torch.tensor([1.0, 1])),
    torch.igamma(torch.tensor([0.0, 0, 1, -1]), torch.tensor([0.0, 1, 0, 1])),
)
# far away, and at the ends
far = torch.tensor([torch.inf, -torch.inf, -50.0, 50.0, 1e4, 1e15], dtype=torch.float64)
for n in """
airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 i0e i1 i1e digamma log_ndtr
modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1
scaled_modified_bessel_k0 scaled_modified_bessel_k1
""".split():
    print(n, getattr(S, n)(far))
print(S.polygamma(2, far), S.zeta(torch.tensor(1.5).double(), far), S.zeta(far, 0.5))

# incomplete gamma functions at their edges, and of numbers so large that series do not end
shapes = [0.0, 5.0, 20.0, 1e8, 1e10, 1e15, 1e30, float("inf"), float("nan"), -1e20]
shapes = torch.tensor(shapes, dtype=torch.float64)
for limit in (0.0, 1.0, 19.9, 210.0, 9.999e7, 1.0001e8, 1e10, 1e15, 1e30, float("inf"),
              float("nan"), -1e30):
    limits = torch.full_like(shapes, limit)
    print(limit, torch.special.gammainc(shapes, limits))
    print(limit, torch.special.gammaincc(shapes, limits))
