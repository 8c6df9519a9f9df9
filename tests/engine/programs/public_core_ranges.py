# ranges of whole numbers, rows that are not sorted, trapezoids, pieces, dtypes of norms
import warnings

import torch

warnings.simplefilter("ignore")


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:200])


W = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool, torch.uint16)
for d in W:
    for a, b, n in ((-2, 2, 10), (2, -2, 5), (250, 260, 4), (-2.7, 2.7, 6), (-2, 100, 33),
                    (-255, 0, 3), (-256, 0, 3), (0.9, 5.9, 4), (300, 0, 0), (float("nan"), 1, 3)):
        t(lambda: torch.linspace(a, b, n, dtype=d))
    t(lambda: torch.linspace(1, 1, 1, dtype=d))
    t(lambda: torch.logspace(0, 6, 4, base=2, dtype=d))
    t(lambda: torch.logspace(0, 2.5, 6, base=3, dtype=d))
    t(lambda: torch.logspace(0, 2.5, 1, base=3, dtype=d))
    t(lambda: torch.range(0, 3, dtype=d))
    t(lambda: torch.arange(0.5, 6.5, 1.5, dtype=d))
    t(lambda: torch.arange(0, 0.5, 0.2, dtype=d))
    t(lambda: torch.arange(10.7, 3.2, -2.6, dtype=d))
    t(lambda: torch.eye(2, dtype=d))
print(torch.linspace(-(2**40), 2**52 + 1, 9, dtype=torch.int64))
t(lambda: torch.linspace(70000, 0, 3, dtype=torch.float16))
t(lambda: torch.linspace(1, 1e300, 3))
t(lambda: torch.logspace(300, 1, 3, base=2, dtype=torch.uint8))
t(lambda: torch.range(5, 0))
t(lambda: torch.range(0.5, 5.5, 1.5, dtype=torch.int64))
t(lambda: torch.arange(2**63))
t(lambda: torch.arange(0.5, 3.5, 1, out=torch.empty(0, dtype=torch.int64)))

nan = float("nan")
u = torch.tensor([5, 1, 4, 2, 8, 3, 7, 0, 9])
print(torch.searchsorted(u, torch.arange(-1, 11)))
print(torch.searchsorted(u, torch.arange(-1, 11), right=True))
print(torch.searchsorted(torch.tensor([1.0, nan]), torch.tensor([nan, 2.0, 0.5])))
print(torch.searchsorted(torch.tensor([1.0, 2.0]), torch.tensor([nan, 2.0]), right=True))
print(torch.searchsorted(torch.tensor([[1, 3, 5], [9, 2, 4]]), torch.tensor([[3, 6], [3, 9]])))
print(torch.bucketize(torch.tensor([nan, 1.0]), torch.tensor([0.0, 1.0, 2.0])))
print(torch.searchsorted(torch.zeros(2, 0), torch.zeros(2, 3)))

y = torch.arange(24.0).view(2, 3, 4) ** 2
for shape in ((4,), (3, 4), (1, 4), (2, 3, 4), (3, 1), (1,), (2, 4), (1, 2, 3, 4), (), (5,)):
    xs = torch.arange(float(torch.Size(shape).numel())).view(shape) * 2
    for dim in (-1, 0, 1):
        t(lambda: (shape, dim, torch.trapezoid(y, xs, dim=dim).flatten().tolist()))
        t(lambda: (shape, dim, torch.cumulative_trapezoid(y, xs, dim=dim).sum()))
t(lambda: torch.trapezoid(torch.tensor([1.0, 2.0]), torch.tensor([[0.0, 1.0], [2.0, 5.0]])))
t(lambda: torch.trapezoid(torch.tensor(1.0)))
t(lambda: torch.trapezoid(torch.tensor(1.0), torch.tensor([1.0])))

a = torch.arange(10)
for s in ([5, 6, -1], [-1, 11], [3, 3], [-10]):
    t(lambda: a.split(s))
    t(lambda: torch.split_with_sizes(a, s))
    t(lambda: torch.unsafe_split_with_sizes(a, s))

x = torch.tensor([[1.0, 2.0, 2.0], [0.0, 3.0, 4.0]])
L = torch.linalg
for d in (torch.complex64, torch.float64, torch.float16, torch.int64):
    for z in (x, x.double(), x + 0j):
        t(lambda: L.vector_norm(z, dtype=d))
        t(lambda: L.matrix_norm(z, 1, dtype=d))
        t(lambda: L.norm(z, dtype=d))
        t(lambda: torch.norm(z, dtype=d))

h = torch.arange(-2, 2, 0.37).half()
print(torch.nn.functional.leaky_relu_(h.clone(), -79.57261578309675))
print(torch.nn.functional.leaky_relu_(h.bfloat16(), 0.3))
A = torch.tensor([[3.0, 1.0], [1.0, 2.0], [0.0, 1.0]], dtype=torch.double, requires_grad=True)
b = torch.tensor([1.0, 2.0, 4.0], dtype=torch.double, requires_grad=True)
found = L.lstsq(A, b, driver="gels")
print(found.solution, found.residuals)
(found.solution.sum() + found.residuals.sum()).backward()
print(A.grad, b.grad)
V = torch.autograd.Variable
t(lambda: V(torch.ones(2), requires_grad=1))
t(lambda: V(torch.ones(2), 0))
t(lambda: V(torch.ones(2), requires_grad=2.5))
t(lambda: V(torch.ones(2), requires_grad=None))
