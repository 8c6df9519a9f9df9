"""`out=` of sums, products, extremes and searches: which dtypes it may have, and who computes."""
import torch


def tried(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


def none(dtype):
    return torch.empty(0, dtype=dtype)


x = torch.arange(6.).reshape(2, 3)
for name in ("sum", "prod", "mean", "cumsum", "cumprod", "logcumsumexp", "softmax", "log_softmax"):
    function = getattr(torch, name)
    for given in (x, x.long()):
        for dtype in (torch.float64, torch.int32, torch.bool):
            if given is x or name not in ("softmax", "log_softmax", "logcumsumexp", "mean"):
                tried(lambda: function(given, 1, out=none(dtype)))
for name in ("sum", "prod", "cumsum", "cumprod"):
    tried(lambda: getattr(torch, name)(x, 0, dtype=torch.float64, out=none(torch.float32)))
for name in ("max", "min", "median", "nanmedian", "mode", "kthvalue", "sort", "topk", "cummax",
             "cummin", "aminmax", "frexp"):
    options = {} if name == "frexp" else {"dim": 0}
    options |= {"k": 1} if name in ("kthvalue", "topk") else {}
    for first, second in ((torch.float32, torch.int64), (torch.int32, torch.int64),
                          (torch.float32, torch.float64), (torch.float32, torch.int32)):
        tried(lambda: getattr(torch, name)(x, **options, out=(none(first), none(second))))
hist, edges = torch.empty(4), torch.empty(5)
tried(lambda: torch.histogram(x, 4, out=(hist, edges)))
print(hist, edges)
tried(lambda: torch.histogram(x, 4, out=(hist.double(), edges)))
tried(lambda: torch.histogram(x, 4, out=(hist, edges.double())))
v = torch.arange(1, 4)
for dtype, narrow in ((torch.float32, False), (torch.int32, False), (torch.int64, True),
                      (torch.int32, True)):
    tried(lambda: torch.searchsorted(v, v, out=v.to(dtype), out_int32=narrow))
    tried(lambda: torch.bucketize(v, v, out=v.to(dtype), out_int32=narrow))
tried(lambda: torch.nonzero_static(v, size=-2))
tried(lambda: torch.nonzero_static(v, size=2, out=none(torch.int64)))
tried(lambda: torch.nonzero_static(v, size=2, out=none(torch.int32)))
c = torch.tensor([3 + 4j])
for dtype in (torch.float32, torch.float64, torch.complex64, torch.complex128, torch.int64):
    tried(lambda: torch.abs(c, out=none(dtype)))
tried(lambda: torch.heaviside(x, x, out=torch.zeros(2, 3, dtype=torch.complex64)))
tried(lambda: torch.float_power(v, 2, out=none(torch.float32)))
tried(lambda: torch.float_power(v, 2, out=none(torch.float64)))
for dtype in (torch.uint8, torch.float32):
    for kind in (torch.float64, dtype):
        tried(lambda: v.to(dtype).cumsum_(0, dtype=kind))
        tried(lambda: v.to(dtype).cumprod_(0, dtype=kind))

# memory that is read and written
w = torch.arange(9.)
for function in (torch.sin, torch.neg, torch.erf):
    tried(lambda: function(w[:8], out=w[1:9]))
    tried(lambda: function(w[:3].clone(), out=w[:1].expand(3)))
    tried(lambda: function(w, out=w).sum() * 0)
for function in (torch.add, torch.mul, torch.atan2, torch.eq):
    tried(lambda: function(w[:8], w[:8], out=w[1:9]))
    tried(lambda: function(w[:3].clone(), 2 * w[:3], out=w[:1].expand(3)))

# counting
tried(lambda: torch.bincount(v, minlength=-1))
tried(lambda: torch.bincount(v, torch.ones(3, 1)))
tried(lambda: torch.bincount(v, torch.ones(2)))
tried(lambda: torch.bincount(torch.tensor([1, 1, 1, 0]), torch.tensor([0.1, 0.2, 0.3, 1e-9])))
tried(lambda: torch.nanmean(x, 0, dtype=torch.int32))
tried(lambda: torch.softmax(x.long(), 0, dtype=torch.int32))

# factors, and strangers beside operators
b = torch.tensor([True, False])
for alpha in (1, 1., 2, True, 1.5, 1j):
    tried(lambda: torch.add(b, b, alpha=alpha))
    tried(lambda: torch.add(v, v, alpha=alpha))
    tried(lambda: torch.sub(v, v, alpha=alpha))
    tried(lambda: torch.rsub(v, v, alpha=alpha))
    tried(lambda: torch.add(x[0], v, alpha=alpha))
    tried(lambda: v.clone().add_(1, alpha=alpha))
print([getattr(v, f"__i{name}__")(object()) for name in (
    "and", "or", "xor", "lshift", "rshift", "add", "mul", "sub", "truediv", "floordiv", "mod")])
tried(lambda: torch.floor_divide(5, 2))
tried(lambda: torch.special.chebyshev_polynomial_t(torch.ones(3), torch.ones(2)))
i = float("inf")
print(torch.logaddexp(torch.tensor([complex(i, 0), complex(-i, 1)]),
                      torch.tensor([complex(i, 0), complex(-i, 0)])))
print(torch.log1p(torch.tensor([1e-20 + 1j, 1e-19 + 1e-18j, 1e-10j, 0.5 + 0.5j, 0j])).tolist())
for stream in (1.5, 1, None, -1):
    tried(lambda: type(x.__dlpack__(stream=stream)))
tried(lambda: x.to_sparse().__dlpack__())
tried(lambda: (torch.randn(0, dtype=torch.int16), torch.randn_like(v[:0])))
for largest in (torch.max, torch.min):  # of two tensors into one of them, as some optimizers do
    kept, seen = torch.tensor([3.0, 1.0, 2.0, 5.0]), torch.tensor([2.0, 2.0, 2.0, 2.0])
    tried(lambda: largest(kept, seen.mul_(1), out=kept))
    tried(lambda: largest(seen, other=kept, out=kept))
    tried(lambda: largest(kept[1:], kept[1:] * 2, out=kept[:-1]))
    tried(lambda: largest(kept.view(2, 2), out=kept[0]))
    tried(lambda: largest(kept.view(2, 2), 0, out=(kept[:2], torch.empty(2, dtype=torch.long))))
