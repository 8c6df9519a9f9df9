# in-place results must fit the tensor's dtype
import torch


def attempt(f):
    try:
        print(f())
    except RuntimeError as error:
        print(error)


i = torch.tensor([1, 2])
attempt(lambda: i.add_(0.5))
attempt(lambda: i.mul_(torch.tensor([1.5, 2.5])))
attempt(lambda: i.div_(2))
attempt(lambda: i.add_(torch.tensor(True)))
attempt(lambda: torch.tensor([True]).add_(1))
attempt(lambda: torch.ones(2).mul_(1j))
attempt(lambda: i.exp_())
attempt(lambda: torch.ones(2).add_(torch.ones(2, dtype=torch.float64)))
attempt(lambda: torch.ones(2).add_(torch.ones(3, 2)))
attempt(lambda: torch.ones(2, 3).add_(torch.ones(2)))
i += True
print(i)
try:
    i /= 2
except RuntimeError as error:
    print(error)
