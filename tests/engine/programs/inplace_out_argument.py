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
