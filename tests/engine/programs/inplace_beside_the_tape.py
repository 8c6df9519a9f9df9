# Writes of which the tape knows nothing, and one that reads what it has just written
import torch


def tried(run):
    try:
        print(run())
    except Exception as error:
        print(type(error).__name__, error)


for name in ("logical_not_", "logical_and_", "logical_or_", "logical_xor_"):
    other = () if name == "logical_not_" else (torch.tensor([1., 0.]),)
    leaf = torch.tensor([2., 0.], requires_grad=True)
    tried(lambda: (getattr(leaf, name)(*other), leaf._version, leaf.is_leaf))
    y = leaf * 1
    print(getattr(y, name)(*other) is y, y, y._version)
    view = y[:1]
    print(getattr(view, name)(*[each[:1] for each in other]), y)
    kept = leaf.exp()
    total = kept.sum()
    getattr(kept, name)(*other)
    tried(total.backward)
print(torch.tensor([1 + 1j, 0]).logical_not_(), torch.tensor([3, 0]).logical_not_())

x = torch.tensor([1., 2., 3., 4.])
x.masked_scatter_(torch.tensor([False, True, True, True]), x)
print(x)
x = torch.tensor([[1., 2.], [3., 4.]])
print(x.masked_scatter(torch.tensor([[False, True], [True, True]]), x))
print(x.T.masked_scatter_(torch.tensor([[False, True], [True, True]]), x.T.clone()))
x.masked_scatter_(torch.tensor([[False, True], [True, True]]), x)
print(x)
w = torch.tensor([1., 2., 3.], requires_grad=True)
y = w * 2
y.masked_scatter_(torch.tensor([False, True, True]), y)
y.sum().backward()
print(y, w.grad)
