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
