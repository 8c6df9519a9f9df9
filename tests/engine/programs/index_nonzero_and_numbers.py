# where the entries are that are not zero; plain numbers beside tensors in functions of two
import torch

x = torch.tensor([[1, 0, 2], [0, 3, 0]])
print(torch.nonzero(x), torch.nonzero(x, as_tuple=True), x.nonzero(as_tuple=True))
print(torch.nonzero(x > 1).squeeze(), torch.nonzero(x, as_tuple=False).shape, torch.where(x > 1))
for wrong in (lambda: torch.nonzero([1]), lambda: torch.nonzero(), lambda: torch.nonzero(x, True)):
    try:
        wrong()
    except TypeError as error:
        print(error)
v = torch.tensor([1.0, 2.0])
print(torch.xlogy(2, v), torch.xlogy(v, 4), torch.special.xlog1py(2, v), torch.xlogy(v.double(), 4))
print(torch.special.zeta(v + 1, 1), torch.special.zeta(2, v), torch.xlogy(torch.tensor([1, 2]), 4))
print(torch.remainder(torch.tensor([-3.0, -2, -1, 1, 2, 3]), 2), torch.tensor([-2.0]) % -1)
print(torch.tensor([-4, 4]) % 2, torch.tensor([-2.0]).half() % 2)
whole = torch.tensor([1, 5, 10])
print(torch.trapz(whole), torch.trapezoid(whole, whole), torch.cumulative_trapezoid(whole))
