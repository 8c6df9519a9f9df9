# len, iteration, unpacking, membership
import torch

x = torch.tensor([[1, 2], [3, 4]])
for row in x:
    print(row)
a, b = x
print(a, b)
for i, value in enumerate(torch.arange(3)):
    print(i, value)
print(2 in torch.tensor([1, 2]), 5 in x)
print(list(torch.tensor([1.0, 2.0])))
print([v.item() for v in x.flatten()])
try:
    for _ in torch.tensor(1):
        pass
except TypeError as error:
    print(error)
try:
    len(torch.tensor(1))
except TypeError as error:
    print(error)
rows = torch.tensor([[1, 2], [3, 4]])
print(reversed(rows), list(reversed(torch.arange(3))), reversed(torch.tensor(5)))
try:
    del rows[0]
except TypeError as error:
    print(error)
print(rows.__div__(2), torch.tensor([1, 2]).__rdiv__(2.0), torch.tensor([1.0]).__idiv__(2))
print(torch.tensor(1).__nonzero__(), torch.tensor(2.5).__long__())
