"""Sums, products and quotients of sparse tensors of several dtypes, in place too."""
import torch


def tried(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


s = torch.tensor([[1, 0], [0, 2]], dtype=torch.uint8).to_sparse()
u, d = torch.tensor([[1., 0], [0, 2]]).to_sparse(), torch.ones(2, 2)
PAIRS = ((s, s), (s, u), (s, s.to(torch.int64)), (s.to_dense(), s), (s, 2), (s.to(torch.int8), s),
         (u, d), (d, u), (u, torch.tensor(2.)))
for function in (torch.add, torch.sub, torch.mul, torch.div):
    for x, y in PAIRS:
        tried(lambda: function(x, y))
tried(lambda: torch.sub(u, u, alpha=2))
tried(lambda: torch.sub(s, s, alpha=2))
for name in ("add_", "sub_", "mul_", "div_"):
    for x, y in ((s, s.to(torch.int8)), (s.to(torch.int8), s), (u, s), (s, u), (u, u.double())):
        tried(lambda: getattr(x.clone(), name)(y))

# The dtype that sums and normalizations of what is stored are asked for.
for x in (torch.tensor([[0.5, -1.25, 0], [1.5, 0, -0.5]]), torch.tensor([[3, 0, 2], [0, 5, 4]])):
    for dtype in (None, torch.bool, torch.int64, torch.float64, torch.bfloat16, torch.complex64):
        for grad in (False, True)[: 1 + x.is_floating_point()]:
            s = x.to_sparse().requires_grad_(grad)
            for run in (lambda: torch.sparse.sum(s, dtype=dtype),
                        lambda: torch.sparse.sum(s, 0, dtype),
                        lambda: torch.sparse.sum(s, (0, 1), dtype),
                        lambda: torch.sparse.softmax(s, 1, dtype=dtype),
                        lambda: torch.sparse.log_softmax(s, 1, dtype=dtype)):
                try:
                    made = run()
                    print(made.dtype, made.grad_fn and made.grad_fn.name(), made.to_dense())
                except (RuntimeError, TypeError) as error:
                    print(type(error).__name__, error)
