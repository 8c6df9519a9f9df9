# Outs whose memory lies upon itself, or in what is read for them; masks of dropout as their inputs
# lie; ranks by limits of their own, and factors of matrices that equal their conjugate transpose
import torch

v, i = torch.arange(3.0), torch.tensor([0, 2, 1])


def tell(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, error)


def one(kind=torch.float32):
    return torch.zeros(1, dtype=kind).expand(3)


tell(lambda: torch.arange(3.0, out=one()), lambda: torch.linspace(0, 1, 3, out=one()),
     lambda: torch.cat([v[:1], v[1:]], out=one()), lambda: torch.gather(v, 0, i, out=one()),
     lambda: torch.cumsum(v, 0, out=one()), lambda: torch.exp(v, out=one()),
     lambda: torch.searchsorted(v, v, out=one(torch.int64)), lambda: torch.randn(3, out=one()),
     lambda: torch.softmax(v, 0, out=one()), lambda: torch.zeros(3, out=one()),
     lambda: torch.bernoulli(v / 3, out=one()))
for name, call in (
        ("take", lambda s, o: torch.take(s, i, out=o)),
        ("gather", lambda s, o: torch.gather(s, 0, i, out=o)),
        ("index_select", lambda s, o: torch.index_select(s, 0, i, out=o)),
        ("masked_select", lambda s, o: torch.masked_select(s, s > -1, out=o)),
        ("cat", lambda s, o: torch.cat([s[:1], s[1:]], out=o)),
        ("cumsum", lambda s, o: torch.cumsum(s, 0, out=o)),
        ("cumprod", lambda s, o: torch.cumprod(s, 0, out=o)),
        ("msort", lambda s, o: torch.msort(s, out=o)),
        ("add", lambda s, o: torch.add(s, 1, out=o)),
        ("cross", lambda s, o: torch.linalg.cross(s, s + 1, out=o))):
    base = torch.arange(1.0, 10)
    for start in (0, 1, 6):
        print(name, start)
        tell(lambda: call(base[:3], base[start:start + 3]))
tell(lambda: torch.complex(v, v, out=torch.empty(3)),
     lambda: torch.polar(v, v, out=torch.empty(3, dtype=torch.complex128)),
     lambda: torch.Tensor(v, device="cpu"), lambda: v.new(v, device="cpu"),
     lambda: torch.Tensor(size=(2, 3)).shape)
for kind in (torch.uint16, torch.uint32, torch.uint64):
    x = torch.tensor([[1, 2, 3], [4, 5, 6]]).to(kind)
    tell(lambda: x.index_select(1, i), lambda: x[0].index_select(0, i))

images = torch.arange(1.0, 49).reshape(1, 4, 3, 4)
for x in (images.to(memory_format=torch.channels_last)[:, ::2], images.transpose(1, 2)[:, ::2]):
    torch.manual_seed(0)
    y = torch.nn.functional.dropout(x, 0.5)
    print(y.stride(), y)

A = torch.diag(torch.tensor([3.0, 1, 0.5, 1e-9]))
rank = torch.linalg.matrix_rank
print(rank(A, 0.6), rank(A, torch.tensor(2.0)), rank(A, 2, True),
      rank(A.expand(2, 4, 4), atol=torch.tensor([0.0, 0.7])), rank(A, rtol=0.2),
      rank(A, atol=0.7, rtol=0.5))
tell(lambda: rank(A, atol=torch.tensor(1j)))
H = torch.tensor([[1, 2 - 1j, 0.5], [2 + 1j, 0.1, 3j], [0.5, -3j, 2]], dtype=torch.complex128)
B = torch.tensor([[1.0, 1j], [2, 0], [0, 3]], dtype=torch.complex128)
for hermitian in (True, False):
    LD, pivots, info = torch.linalg.ldl_factor_ex(H, hermitian=hermitian)
    print(LD, pivots, torch.linalg.ldl_solve(LD, pivots, B, hermitian=hermitian))
tell(lambda: torch.linalg.ldl_solve(LD, pivots, B[:2]),
     lambda: torch.linalg.ldl_solve(LD, pivots[:2], B),
     lambda: torch.linalg.ldl_solve(LD, pivots.float(), B),
     lambda: torch.linalg.ldl_factor_ex(H * 0, check_errors=True))
x = torch.randn(4, 3, requires_grad=True)
tell(lambda: torch.linalg.qr(x, "complete").R.sum().backward(),
     lambda: torch.linalg.qr(x, "r").R.sum().backward())
q = torch.randn(1, 2, 3, 4, requires_grad=True)
for scale in (-0.5, 0.5):  # of attention, below 0 too
    made = torch.nn.functional.scaled_dot_product_attention(
        q, q, q, torch.zeros(3, 3, requires_grad=True), scale=scale)
    print(made, torch.autograd.grad((made ** 2).sum(), q))
