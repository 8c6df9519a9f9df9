# Tensor, FloatTensor and their kin: sizes or data
import torch

print(torch.Tensor([1, 2, 3]))
print(torch.FloatTensor([0.1, 1, 10]))
print(torch.LongTensor([1, 2]), torch.IntTensor([1]), torch.DoubleTensor([1]))
print(torch.ByteTensor([1]), torch.BoolTensor([1, 0]), torch.HalfTensor([1.5]))
print(torch.Tensor(2, 3).shape, torch.LongTensor(4).shape)
print(torch.Tensor([1, 2]).type(), torch.LongTensor([1]).type())
print(torch.Tensor().shape)

# A tensor given to new is shared, one of a single whole number, too; and numbers beyond counting
one = torch.tensor([1])
for call in (lambda: one.new(one), lambda: one.new(torch.tensor(3)),
             lambda: one.new(2, torch.tensor(3)).shape, lambda: one.new(one, device="cpu"),
             lambda: torch.LongTensor(torch.tensor(2)), lambda: torch.arange(0, 1e19),
             lambda: torch.arange(2**62), lambda: torch.linspace(0, 1, 2**62),
             lambda: torch.empty_strided([8, 8], [2**61, 1]),
             lambda: torch.arange(3, dtype=torch.uint16),
             lambda: torch.empty_strided((0, 3), (3, 1)).shape):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)

# Zeros of another layout, of which nothing is stored
for call in (lambda: torch.zeros(2, 3, layout=torch.sparse_coo),
             lambda: torch.empty(2, 3, layout=torch.sparse_coo, dtype=torch.int64),
             lambda: torch.zeros(2, 3, layout=torch.strided),
             lambda: torch.zeros(3, layout=torch.sparse_coo, requires_grad=True),
             lambda: torch.zeros(2, layout=torch.sparse_coo).is_coalesced(),
             lambda: torch.ones(2, layout=torch.sparse_coo),
             lambda: torch.optim.SparseAdam([torch.zeros(3, layout=torch.sparse_coo)])):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
