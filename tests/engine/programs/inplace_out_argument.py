# out= writes into a tensor
import torch

out = torch.zeros(3)
torch.add(torch.ones(3), 2, out=out)
print(out)
torch.mul(out, out, out=out)
print(out)
try:
    torch.add(torch.ones(3, requires_grad=True), 1, out=out)
except RuntimeError as error:
    print(error)
whole = torch.zeros(3, 4, dtype=torch.long)
try:  # which is refused before it is given another shape
    torch.sin(torch.ones(2), out=whole)
except RuntimeError as error:
    print(error, whole.shape)
right = torch.eye(2)
leaf = torch.tensor([1.0, 2.0], requires_grad=True)  # what has no derivative may be given it
print(torch.eq(leaf, 1, out=torch.empty(2, dtype=torch.bool)), torch.gt(right[0], 0, out=leaf))
print(torch.argmax(leaf, out=torch.empty((), dtype=torch.long)))
print(torch.where(whole > 0, whole, whole, out=whole).shape, torch.nonzero(leaf + 1, out=whole[:0]))
for name in ("argmax", "all", "signbit", "where", "abs", "mm", "amax"):
    given = {"where": (leaf > 0, leaf, leaf), "mm": (right, right), "amax": (leaf, 0)}
    try:
        with torch.no_grad():
            getattr(torch, name)(*given.get(name, (leaf,)), out=torch.empty(0).double())
    except RuntimeError as error:
        print(error)
