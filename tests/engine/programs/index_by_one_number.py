# an index without dimensions stands for one entry
import torch

row = torch.zeros(4)
one = torch.tensor(2)
print(row.scatter(0, one, 1.0))
print(row.scatter(0, one, value=5))
print(row.scatter(0, one, torch.tensor(3.0)))
print(row.scatter_add(0, one, torch.tensor(2.5)))
print(row.scatter_reduce(0, one, torch.tensor(2.5), "amax"))
print(row.index_add(0, one, torch.ones(1)))
print(torch.arange(4.0).gather(0, one))

label = 3
print(torch.zeros(5, dtype=torch.float).scatter_(0, torch.tensor(label), value=1))

alone = torch.tensor(4.0)
print(alone.scatter(0, torch.tensor([0]), 7.0))
print(alone.scatter(0, torch.tensor(0), torch.tensor([3.0])))
print(alone.gather(0, torch.tensor([0])))
print(alone.scatter_add(0, torch.tensor([0]), torch.ones(1)))

x = torch.arange(4.0, requires_grad=True)
(x.gather(0, one) * 3).backward()
print(x.grad)
x.grad = None
x.scatter(0, one, 9.0).sum().backward()
print(x.grad)
try:
    torch.take_along_dim(x, one, 0)
except RuntimeError as error:
    print(error)
