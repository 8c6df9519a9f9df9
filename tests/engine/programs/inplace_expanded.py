# which writes torch lets through where several entries share one place in memory
import torch


def tried(title, action):
    try:
        print(title, action().tolist())
    except RuntimeError as error:
        print(title, error)


def rows():
    return torch.arange(3.0).expand(2, 3)


tried("add_", lambda: rows().add_(1))
tried("copy_", lambda: rows().copy_(torch.ones(2, 3)))
tried("fill_", lambda: rows().fill_(7))
tried("zero_", lambda: rows().zero_())
tried("uniform_", lambda: rows().uniform_())
tried("clamp_", lambda: rows().clamp_(0, 1))
tried("masked_fill_", lambda: rows().masked_fill_(rows() > 1, 9))
tried("index_fill_", lambda: rows().index_fill_(1, torch.tensor([0]), 5))
tried("scatter_", lambda: rows().scatter_(0, torch.zeros(1, 3, dtype=torch.long), 1.0))

x = rows()
x[0, 0] = 8
print(x)
x[torch.tensor([1])] = torch.tensor(4.0)
print(x)
leaf = torch.zeros(3, requires_grad=True)
tried("a view of a leaf", lambda: leaf.expand(2, 3).add_(1))
tried("out= of a leaf", lambda: torch.add(leaf, 1, out=leaf))
flat = torch.ones(1, 2).expand(2, 2)
for write in (
    lambda: flat.lerp_(torch.ones(2, dtype=torch.float64), 0.5),
    lambda: flat.addcdiv_(torch.ones(2, dtype=torch.int), torch.ones(2, dtype=torch.int)),
    lambda: flat.add_(torch.ones(2, dtype=torch.float64)),
):
    try:
        write()
    except RuntimeError as error:
        print(error)
one = torch.tensor(2.0)
print(one.gather(0, torch.tensor(0)).add_(1), one)

# the gradient of a write into stretched memory would itself be such a write
leaf = torch.tensor([3.0, 1.0], requires_grad=True)
for write in (
    lambda x: x.zero_(), lambda x: x.masked_fill_(x > 1, 2), lambda x: x[[0]].add_(1),
    lambda x: x.__setitem__([0], x[1].exp()),
):
    stretched = (leaf * 2).expand(2, 2)
    try:
        write(stretched)
        stretched.sum().backward()
    except RuntimeError as error:
        print(error)
    print(leaf.grad)

# what is looked at before the memory: casts of clamped numbers, minus signs, whole powers
for numbers in (torch.tensor([True, False]), torch.tensor([1, 2])):
    for write in (
        lambda x: x.clamp_(0, 1), lambda x: x.clamp_(max=0.5), lambda x: x.clamp_min_(False),
        lambda x: x.clamp_(), lambda x: x.neg_(), lambda x: x.pow_(-1), lambda x: x.pow_(0),
    ):
        try:
            write(numbers.expand(2, 2))
        except (RuntimeError, NotImplementedError) as error:
            print(error)
